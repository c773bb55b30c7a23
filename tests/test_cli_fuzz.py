"""Two hundred damaged files: never a traceback, never part of a result, always one readable message."""

from __future__ import annotations

import random

import numpy as np
import polars as pl
import pytest
import scipy.io

from cli_helpers import run_any, table
from tnvs import Trace

FILES = 200
X, Y = (np.round(values, 3) for values in table(30, 4))
FRAME = pl.DataFrame(X, schema=["a", "b", "c", "d"]).with_columns(y=Y, word=pl.Series(["p", "q", "r"] * 10))
NUMBERS = FRAME.drop("word")
WORDS = [
    "",
    "NA",
    "x",
    '"',
    "nan",
    "1e999",
    "-",
    "9" * 30,
    "2020-01-01",
    "a,b",
    "\ufeff",
    "\0",
    "true",
    "é",
    "\n",
    ";",
]


def arff():
    head = ["@relation r", *(f"@attribute {name} numeric" for name in NUMBERS.columns), "@data"]
    return "\n".join(head + [",".join(map(repr, row)) for row in NUMBERS.rows()]).encode()


def svmlight():
    lines = [
        f"{y} " + " ".join(f"{at + 1}:{value}" for at, value in enumerate(row))
        for row, y in zip(X, Y, strict=True)
    ]
    return "\n".join(lines).encode()


def written(write, name):
    def content(folder):
        write(folder / name)
        return (folder / name).read_bytes()

    return content


BINARY = {
    "parquet": written(NUMBERS.write_parquet, "seed.parquet"),
    "arrow": written(lambda path: NUMBERS.write_ipc(path), "seed.arrow"),
    "npy": written(lambda path: np.save(path, np.column_stack([X, Y])), "seed.npy"),
    "npz": written(lambda path: np.savez(path, X=X, y=Y), "seed.npz"),
    "mat": written(lambda path: scipy.io.savemat(path, {"X": X, "y": Y}), "seed.mat"),
}
TEXT = {
    "csv": lambda folder: FRAME.write_csv().encode(),
    "tsv": lambda folder: FRAME.write_csv(separator="\t").encode(),
    "arff": lambda folder: arff(),
    "svmlight": lambda folder: svmlight(),
}
ENDINGS = [*TEXT, *TEXT, *BINARY]


def damaged_text(content, draw):
    """Put words where others were, cut lines, repeat or drop them, change the header."""
    lines = content.decode().split("\n")
    for _ in range(draw.randint(1, 3)):
        at = draw.choice([0, draw.randrange(len(lines))])
        fields = lines[at].split(",")
        kind = draw.randrange(6)
        if kind == 0:
            fields[draw.randrange(len(fields))] = draw.choice(WORDS)
        elif kind == 1:
            fields.append(draw.choice(WORDS))
        elif kind == 2:
            fields = fields[: draw.randrange(len(fields) + 1)]
        elif kind == 3:
            fields = [fields[0]] * len(fields)
        elif kind == 4:
            lines.insert(at, draw.choice(WORDS))
        else:
            lines = lines[: max(1, draw.randrange(len(lines)))]
            continue
        lines[min(at, len(lines) - 1)] = ",".join(fields)
    return "\n".join(lines).encode()


def damaged_bytes(content, draw):
    """Cut the end, or change some bytes."""
    if draw.random() < 0.3:
        return content[: draw.randrange(len(content))]
    changed = bytearray(content)
    for _ in range(draw.randint(1, 4)):
        changed[draw.randrange(len(changed))] = draw.randrange(256)
    return bytes(changed)


@pytest.mark.parametrize("seed", range(FILES))
def test_damaged_file(seed, tmp_path):
    draw = random.Random(seed)
    ending = draw.choice(ENDINGS)
    content = (TEXT | BINARY)[ending](tmp_path)
    for item in tmp_path.iterdir():
        item.unlink()
    in_text = ending in TEXT and draw.random() < 0.8
    path = tmp_path / f"table.{ending}"
    path.write_bytes((damaged_text if in_text else damaged_bytes)(content, draw))
    words = [] if ending == "svmlight" else ["--target", "-1" if ending == "npy" else "y"]
    words += draw.choice(
        [[], ["--categorical", "ordinal"], ["--missing", "median"], ["--missing", "drop-rows"]]
    )
    result = run_any("select", path, "-o", tmp_path / "out", *words, "-q")
    assert result.exit_code in (0, 2), result.output
    if result.exit_code == 0:
        assert Trace.from_json(tmp_path / "out" / "trace.json").data.n_samples <= 2 * len(X)
    else:
        assert [item.name for item in tmp_path.iterdir()] == [path.name]
        assert result.stderr.startswith("tnvs: ") and len(result.stderr.splitlines()) == 1
