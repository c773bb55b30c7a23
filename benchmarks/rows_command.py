"""The command against the library: what reading a file, starting up and writing the results add."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.fresh import in_process, variables_here
from benchmarks.registry import Effort, Measurement, Reach, Row, Skipped, add
from benchmarks.timing import readable, stopwatch
from tnvs.datasets import make_nonlinear

SHAPE = (2000, 50_000)


def select_against_fit(effort: Effort) -> Measurement:
    """Compare the command on a Parquet file with the fit alone of the same array, both in new processes."""
    n, p = effort.rows(SHAPE[0]), effort.columns(SHAPE[1])
    with tempfile.TemporaryDirectory() as folder:
        path, result = Path(folder) / "data.parquet", Path(folder) / "result"
        write_simulation(path, n, p)
        words = ["select", str(path), "--target", "y", "-o", str(result), "--force", "--threads", "2", "-q"]
        command = [sys.executable, "-m", "tnvs", *words]
        ours, fits = [], []
        for _ in range(1 if effort.tiny else 3):
            ours.append(stopwatch(lambda: subprocess.run(command, env=variables_here(), check=True)))
            fits.append(in_process("fit", n, p)["fit"])
    return Measurement(min(ours) / min(fits), f"{readable(min(ours))} against {readable(min(fits))}")


def write_simulation(path: Path, n: int, p: int) -> None:
    """Write the simulated table that `fresh.fit` makes."""
    try:
        import polars
    except ImportError as error:
        raise Skipped('the command is not installed: pip install "tnvs[cli]"') from error
    X, y, _ = make_nonlinear(n, p, random_state=0)
    polars.DataFrame(X, schema=[f"x{at}" for at in range(p)]).with_columns(y=y).write_parquet(path)


def register() -> None:
    """Add the rows about the command."""
    shape = "{} x {}".format(*SHAPE)
    what = f"tnvs select on a Parquet file ({shape}), 2 threads, against the fit alone, both in new processes"
    add(Row("select-parquet", what, "x the fit", select_against_fit, Reach(1.5, "x")))


register()
