"""What only a new process can tell: memory, import, compilation."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec

from benchmarks.fresh import in_process, variables_here
from benchmarks.outofcore import measured
from benchmarks.registry import Effort, Measurement, Reach, Row, Skipped, add
from benchmarks.timing import interleaved, readable

MEMORY_SHAPE = (1800, 20_000)
INPUTS = 2.5  # how many times the input a fit may take ...
ALLOWANCE = 300  # ... and how many MB on top, for Python, its libraries and the work of each thread
OUT_OF_CORE_SHAPE = (2000, 500_000)
OUT_OF_CORE_LIMIT = 2e9  # bytes of address space
FIRST_FIT_SHAPE = (1800, 200)


def peak_memory(effort: Effort) -> Measurement:
    """Measure the peak of a whole process that fits."""
    n, p = effort.rows(MEMORY_SHAPE[0]), effort.columns(MEMORY_SHAPE[1])
    found = in_process("memory", n, p)
    limit = INPUTS * found["input"] + ALLOWANCE
    detail = f"input {found['input']:.0f} MB; {found['before']:.0f} MB before the fit; 2 threads"
    return Measurement(found["peak"], detail, limit=limit)


def import_seconds(task: str) -> Callable[[Effort], Measurement]:
    """Measure an import in new processes."""

    def measure(effort: Effort) -> Measurement:
        runs = [in_process(task) for _ in range(1 if effort.tiny else 5)]
        process = min(run["process"] for run in runs)
        return Measurement(min(run["import"] for run in runs), f"{readable(process)} with starting Python")

    return measure


def help_seconds(effort: Effort) -> Measurement:
    """Measure the command's help."""
    if find_spec("click") is None:
        raise Skipped('the command is not installed: pip install "tnvs[cli]"')
    words = [sys.executable, "-m", "tnvs", "--help"]
    (best,) = interleaved(
        effort, lambda: subprocess.run(words, env=variables_here(), check=True, capture_output=True)
    )
    return Measurement(best)


def first_fit_ever(effort: Effort) -> Measurement:
    """Measure a fit that has to compile."""
    n, p = effort.rows(FIRST_FIT_SHAPE[0]), effort.columns(FIRST_FIT_SHAPE[1])
    with tempfile.TemporaryDirectory() as cache:
        found = in_process("first-fit", n, p, cache=cache)
    return Measurement(found["first"], f"then {readable(found['warm'])}; empty cache of compiled code")


def first_fit_in_process(effort: Effort) -> Measurement:
    """Measure how much longer a fit takes that has to load compiled code."""
    n, p = effort.rows(FIRST_FIT_SHAPE[0]), effort.columns(FIRST_FIT_SHAPE[1])
    with tempfile.TemporaryDirectory() as cache:
        in_process("first-fit", n, p, cache=cache)
        runs = [in_process("first-fit", n, p, cache=cache) for _ in range(1 if effort.tiny else 3)]
    best = min(runs, key=lambda run: run["first"] - run["warm"])
    return Measurement(
        best["first"] - best["warm"], f"{readable(best['first'])}, then {readable(best['warm'])}"
    )


def out_of_core(effort: Effort) -> Measurement:
    """Measure the peak of a process that fits to a file of four times its limit."""
    if sys.platform != "linux":
        raise Skipped("only Linux limits and tells the address space of a process")
    n, p = effort.rows(OUT_OF_CORE_SHAPE[0]), effort.columns(OUT_OF_CORE_SHAPE[1])
    found = measured(n, p, "+2e8" if effort.tiny else f"{OUT_OF_CORE_LIMIT:.0f}")
    detail = f"{found['file MB']:.0f} MB; {readable(found['seconds'])}, {found['steps']:.0f} steps, 2 threads"
    return Measurement(found["peak MB"], detail)


def register() -> None:
    """Add the rows that need processes of their own."""
    shape = "{} x {}".format(*MEMORY_SHAPE)
    allowed = INPUTS * MEMORY_SHAPE[0] * MEMORY_SHAPE[1] * 8 / 1e6 + ALLOWANCE
    what = f"peak memory of a process that fits ({shape}), against {INPUTS} x input + {ALLOWANCE} MB"
    add(Row("memory", what, "MB", peak_memory, Reach(allowed, "MB")))
    what = "peak memory of a fit to a file ({} x {}) with 2 GB of address space".format(*OUT_OF_CORE_SHAPE)
    add(Row("outofcore", what, "MB", out_of_core, Reach(OUT_OF_CORE_LIMIT / 1e6, "MB"), full=True))
    add(Row("import", "import tnvs", "s", import_seconds("import"), Reach(0.5, "s")))
    what = "from tnvs import TNVS, which loads scikit-learn and numba"
    add(Row("import-selector", what, "s", import_seconds("import-selector"), Reach(1.5, "s")))
    add(Row("help", "tnvs --help", "s", help_seconds, Reach(0.5, "s")))
    what = "first fit ever on a machine (compilation)"
    add(Row("first-fit-ever", what, "s", first_fit_ever, Reach(15, "s")))
    what = "first fit in a new process, longer than a warm one by"
    add(Row("first-fit-in-process", what, "s", first_fit_in_process, Reach(2, "s")))


register()
