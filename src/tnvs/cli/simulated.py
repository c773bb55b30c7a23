"""Simulated tables as files."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tnvs.search.names import name_of

if TYPE_CHECKING:
    from tnvs.datasets import GroundTruth

TARGET = "y"
WRITERS = {".parquet": "write_parquet", ".csv": "write_csv", ".tsv": "write_csv", ".arrow": "write_ipc"}


def write_simulation(
    path: Path, X: NDArray[Any], y: NDArray[Any], truth: "GroundTruth", force: bool
) -> list[Path]:
    """Write the table, and the truth about its columns beside it; return both paths."""
    import polars as pl

    if path.suffix not in (*WRITERS, ".npz"):
        raise ValueError(f"{str(path)!r} must end in {', '.join(WRITERS)} or .npz.")
    beside = path.with_suffix(".truth.csv")
    for each in (path, beside):
        if each.exists() and not force:
            raise FileExistsError(f"{str(each)!r} is there already; replace it with --force.")
    names = [name_of(at, None) for at in range(X.shape[1])]
    if path.suffix == ".npz":
        np.savez(path, X=X, y=y)
    else:
        frame = pl.DataFrame(
            [pl.Series(name, X[:, at]) for at, name in enumerate(names)] + [pl.Series(TARGET, y)]
        )
        options = {"separator": "\t"} if path.suffix == ".tsv" else {}
        getattr(frame, WRITERS[path.suffix])(path, **options)
    known = {"feature": names, "subset": truth.label.tolist(), "group": truth.group.tolist()}
    pl.DataFrame(known).write_csv(beside)
    return [path, beside]
