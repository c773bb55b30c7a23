"""The benchmarks run, and their registry has a row for every limit. No timing is judged here."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

from benchmarks import __main__ as command  # noqa: E402
from benchmarks import curve, data, page, peers, table, timing  # noqa: E402
from benchmarks.registry import Effort, Measurement, Reach, Row, Skipped, all_rows, chosen_rows  # noqa: E402

from tnvs import selectors  # noqa: E402

TINY = Effort(repetitions=1, seconds=0.0, tiny=True)
QUICK_ROWS = [
    "fit-argsort",
    "setting-1",
    "two-threads",
    "few-levels-q1",
    "mutual-info",
    "kdtree-n2000-q2",
    "report",
    "memory",
    "help",
    "select-parquet",
    "outofcore",
]
LIMITS = {
    "fit-argsort": "<= 8 x",
    "setting-1": ">= 500 x",
    "setting-2": ">= 500 x",
    "setting-3": ">= 500 x",
    "two-threads": ">= 1.8 x",
    "few-levels-fit": "<= 3 x",
    **{f"few-levels-q{q}": "<= 3 x" for q in range(4)},
    "pyfoci": ">= 100 x",
    **{f"kdtree-n2000-q{q}": ">= 20 x" for q in range(1, 5)},
    **{f"kdtree-n{n}-q{q}": ">= 8 x" for n in (10_000, 100_000, 1_000_000) for q in range(1, 5)},
    **{f"method-{name}": "<= 1 s" for name in ("sis", "sirs", "wls")},
    "method-dcsis": "<= 3 s",
    **{f"method-{name}": "<= 2 s" for name in ("pcsimple", "tpc")},
    "report": "<= 8 MB",
    "memory": "<= 1020 MB",
    "outofcore": "<= 2000 MB",
    "import": "<= 0.5 s",
    "import-selector": "<= 1.5 s",
    "help": "<= 0.5 s",
    "select-parquet": "<= 1.5 x",
    "first-fit-ever": "<= 15 s",
    "first-fit-in-process": "<= 2 s",
}


def test_every_limit_has_a_row():
    assert {row.name: str(row.reach) for row in all_rows() if row.reach} == LIMITS
    others = [row.name for row in all_rows() if row.reach is None and not row.name.startswith("method-")]
    assert others == ["pyfoci-first", "mutual-info"]


def test_every_method_has_a_row():
    names = {row.name for row in all_rows()}
    assert {f"method-{name.lower()}" for name in selectors.__all__} <= names


@pytest.mark.parametrize("name", QUICK_ROWS)
def test_tiny_rows_run(name):
    (row,) = chosen_rows([name], full=True)
    line = table.measured(row, TINY)
    assert line.measured.value > 0
    assert line.verdict in ("met", "MISSED", "-")


def test_the_tree_peer_computes_the_same_score():
    X, y = data.table(150, 4)
    selected, candidates = data.split(2, 2)
    with data.engine(X, y) as scorer:
        ours = scorer.scores(selected, candidates)
    X = (X - X.mean(axis=0)) / X.std(axis=0, ddof=1)
    theirs = [peers.codec_by_tree(y, X[:, selected], X[:, j]) for j in candidates]
    np.testing.assert_allclose(ours, theirs, rtol=1e-9)


def test_command_prints_and_writes(tmp_path, capsys):
    path = tmp_path / "table.json"
    assert command.main(["--tiny", "--only", "few-levels-q0", "--json", str(path)]) == 0
    assert "integer table against continuous" in capsys.readouterr().out
    (row,) = json.loads(path.read_text())["rows"]
    assert row["name"] == "few-levels-q0"
    assert row["reach"] == "<= 3 x"


def test_command_lists_rows(capsys):
    assert command.main(["--list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(all_rows())


def test_unknown_row_is_named(capsys):
    assert command.main(["--only", "nonsense"]) == 2
    assert "nonsense" in capsys.readouterr().err


def test_only_a_whole_table_goes_into_the_page(capsys):
    assert command.main(["--only", "import", "--write-docs"]) == 2
    assert "--only" in capsys.readouterr().err


def test_skipped_row_says_why():
    def measure(effort):
        raise Skipped("no such peer")

    line = table.measured(Row("peer", "a peer", "x", measure, Reach(2, "x")), TINY)
    assert line.verdict == "skipped"
    assert "no such peer" in line.cells()[-1]


@pytest.mark.parametrize(
    ("value", "at_least", "verdict"), [(3, True, "met"), (1, True, "MISSED"), (1, False, "met")]
)
def test_verdicts(value, at_least, verdict):
    row = Row("a", "b", "x", lambda effort: Measurement(value), Reach(2, "x", at_least))
    assert table.measured(row, TINY).verdict == verdict


def test_page_keeps_what_is_around_the_table():
    line = table.measured(Row("a", "some row", "x", lambda effort: Measurement(1.0), Reach(2, "x")), TINY)
    text = f"above\n{page.BEGIN}\nold\n{page.END}\nbelow\n"
    written = page.with_table(text, {"machine": "a box"}, [line])
    assert written.startswith("above\n")
    assert written.endswith("below\n")
    assert "some row" in written
    assert "old" not in written
    with pytest.raises(ValueError, match="no place for the table"):
        page.with_table("nothing", {}, [])


def test_documentation_has_the_place_for_the_table():
    assert page.BEGIN in page.with_table(page.PAGE.read_text(encoding="utf-8"), {}, [])


def test_best_of_turns():
    calls = []
    timing.interleaved(
        Effort(repetitions=2),
        lambda: calls.append("a"),
        timing.After(lambda: calls.append("before"), lambda: calls.append("b")),
    )
    assert calls == ["a", "before", "b"] * 2


def test_curve_writes_its_points(tmp_path, capsys):
    path = tmp_path / "points.csv"
    measured = list(curve.points(60, TINY)) + list(curve.points(120, TINY))
    curve.print_table(measured)
    curve.write_csv(measured, path)
    assert len(path.read_text().splitlines()) == 1 + 2 * len(curve.KINDS) * len(curve.SELECTED)
    assert "nanoseconds" in capsys.readouterr().out
