"""The command against the library: what reading a file, a new process and writing the results add."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.fresh import environment
from benchmarks.registry import Effort, Measurement, Reach, Row, Skipped, add
from benchmarks.timing import interleaved, readable
from tnvs import TNVS
from tnvs.datasets import make_nonlinear

SHAPE = (2000, 50_000)


def select_against_fit(effort: Effort) -> Measurement:
    """Compare the command on a Parquet file with a fit of the same array in a warm process."""
    try:
        import polars
    except ImportError as error:
        raise Skipped('the command is not installed: pip install "tnvs[cli]"') from error
    n, p = effort.rows(SHAPE[0]), effort.columns(SHAPE[1])
    X, y, _ = make_nonlinear(n, p, random_state=0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "data.parquet"
        polars.DataFrame(X, schema=[f"x{at}" for at in range(p)]).with_columns(y=y).write_parquet(path)
        ours, fit = interleaved(
            Effort(repetitions=1 if effort.tiny else 2, tiny=effort.tiny),
            command(path, Path(folder) / "result"),
            lambda: TNVS(n_jobs=2).fit(X, y),
            least=1,
        )
    return Measurement(ours / fit, f"{readable(ours)} with a new process against {readable(fit)}")


def command(path: Path, result: Path) -> Callable[[], object]:
    """Return a run of `tnvs select` in a new process."""
    words = ["select", str(path), "--target", "y", "-o", str(result), "--force", "--threads", "2", "-q"]
    return lambda: subprocess.run([sys.executable, "-m", "tnvs", *words], env=environment(), check=True)


def register() -> None:
    """Add the rows about the command."""
    shape = "{} x {}".format(*SHAPE)
    what = f"tnvs select on a Parquet file ({shape}), 2 threads, against TNVS().fit on the array"
    add(Row("select-parquet", what, "x the fit", select_against_fit, Reach(1.5, "x")))


register()
