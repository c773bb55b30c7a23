"""What needs a process of its own: imports, first fits, memory. As a script, this file is that process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]


def in_process(
    task: str, *arguments: object, cache: str | None = None, environment: dict[str, str] | None = None
) -> dict[str, float]:
    """Run a task of this file in a new process; return what it measured, and the seconds of the process."""
    variables = {**variables_here(), **(environment or {})}
    if cache is not None:
        variables["NUMBA_CACHE_DIR"] = cache
    command = [sys.executable, "-m", "benchmarks.fresh", task, *map(str, arguments)]
    start = perf_counter()
    done = subprocess.run(command, env=variables, check=True, stdout=subprocess.PIPE, text=True)
    return {**json.loads(done.stdout), "process": perf_counter() - start}


def variables_here() -> dict[str, str]:
    """Return the variables of a process that finds this project."""
    path = [str(PROJECT), str(PROJECT / "src"), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))}


def import_library() -> dict[str, float]:
    """Import the library."""
    start = perf_counter()
    import tnvs  # noqa: F401

    return {"import": perf_counter() - start}


def import_selector() -> dict[str, float]:
    """Import the selector, and with it scikit-learn and numba."""
    start = perf_counter()
    from tnvs import TNVS  # noqa: F401

    return {"import": perf_counter() - start}


def first_fit(n: str, p: str) -> dict[str, float]:
    """Fit twice: the first fit of a process loads or compiles, the second does not."""
    from benchmarks.data import table
    from tnvs import TNVS

    X, y = table(int(n), int(p), "mixed")  # takes every way of scoring there is
    seconds = []
    for _ in range(3):
        start = perf_counter()
        TNVS(max_features=4, relevance_threshold=-1, n_jobs=2).fit(X, y)
        seconds.append(perf_counter() - start)
    return {"first": seconds[0], "warm": min(seconds[1:])}


def fit(n: str, p: str) -> dict[str, float]:
    """Fit the simulation once; the import is not counted."""
    from tnvs import TNVS
    from tnvs.datasets import make_nonlinear

    X, y, _ = make_nonlinear(int(n), int(p), random_state=0)
    start = perf_counter()
    TNVS(n_jobs=2).fit(X, y)
    return {"fit": perf_counter() - start}


def memory(n: str, p: str) -> dict[str, float]:
    """Fit the simulation and report the peak memory of the process in MB: everything, the input included."""
    from tnvs import TNVS
    from tnvs.datasets import make_nonlinear

    X, y, _ = make_nonlinear(int(n), int(p), random_state=0)
    before = peak_megabytes()
    TNVS(n_jobs=2).fit(X, y)
    return {"before": before, "peak": peak_megabytes(), "input": X.nbytes / 1e6}


def out_of_core(path: str, limit: str, n_jobs: str, most: str) -> dict[str, float]:
    """Fit to a file with so many bytes of address space; "+1e8": so many more than with all code loaded.

    Everything counts as address space, used or not; what isn't memory is taken off the fit's own limit. The
    trace is written beside the file.
    """
    import resource

    import numpy as np

    from tnvs import TNVS, fit_file
    from tnvs.outofcore.memory import held, load_code

    load_code(np.dtype(np.float64))
    before, unused = held(), status_bytes("VmSize") - held()
    allowed = int(float(limit)) + (status_bytes("VmSize") if limit.startswith("+") else 0)
    resource.setrlimit(resource.RLIMIT_AS, (allowed, allowed))
    start = perf_counter()
    selector = TNVS(n_jobs=int(n_jobs), max_features=int(most), relevance_threshold=0.01)
    fit_file(selector, path, 0, memory_limit=allowed - unused)
    seconds = perf_counter() - start
    trace = selector.trace_
    trace.to_json(Path(path).with_suffix(".json"))
    stages = {f"{stage} s": spent for stage, spent in trace.seconds.items()}
    size = Path(path).stat().st_size / 1e6
    return {
        "fits": fits_into_memory(path),
        "file MB": size, "limit MB": (allowed - unused) / 1e6, "before MB": before / 1e6,
        "peak MB": peak_megabytes(), "address space MB": status_bytes("VmPeak") / 1e6,
        "seconds": seconds, **stages, "steps": len(trace.steps),
    }  # fmt: skip


def fits_into_memory(path: str) -> bool:
    """Whether a whole array can be read."""
    import numpy as np

    try:
        np.load(path)
    except MemoryError:
        return False
    return True


def status_bytes(field: str) -> int:
    """Return what Linux says of this process."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(field + ":"))


def peak_megabytes() -> float:
    """Return the most memory this process has had.

    On Linux not from ``getrusage``: there a process begins with the peak of the one that started it.
    """
    status = Path("/proc/self/status")
    if status.exists():
        return status_bytes("VmHWM") / 1e6
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


TASKS: dict[str, Any] = {
    "import": import_library,
    "import-selector": import_selector,
    "first-fit": first_fit,
    "fit": fit,
    "memory": memory,
    "out-of-core": out_of_core,
}

if __name__ == "__main__":
    print(json.dumps(TASKS[sys.argv[1]](*sys.argv[2:])))
