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


def in_process(task: str, *arguments: object, cache: str | None = None) -> dict[str, float]:
    """Run a task of this file in a new process; return what it measured, and the seconds of the process."""
    environment = dict(os.environ)
    path = [str(PROJECT), str(PROJECT / "src"), environment.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, path))
    if cache is not None:
        environment["NUMBA_CACHE_DIR"] = cache
    command = [sys.executable, "-m", "benchmarks.fresh", task, *map(str, arguments)]
    start = perf_counter()
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return {**json.loads(done.stdout), "process": perf_counter() - start}


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


def memory(n: str, p: str) -> dict[str, float]:
    """Fit the simulation and report the peak memory of the process in MB: everything, the input included."""
    from tnvs import TNVS
    from tnvs.datasets import make_nonlinear

    X, y, _ = make_nonlinear(int(n), int(p), random_state=0)
    before = peak_megabytes()
    TNVS(n_jobs=2).fit(X, y)
    return {"before": before, "peak": peak_megabytes(), "input": X.nbytes / 1e6}


def peak_megabytes() -> float:
    """Return the most memory this process has had.

    On Linux not from ``getrusage``: there a process begins with the peak of the one that started it.
    """
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = [
            line for line in status.read_text(encoding="ascii").splitlines() if line.startswith("VmHWM")
        ]
        return int(line.split()[1]) * 1024 / 1e6
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


TASKS: dict[str, Any] = {
    "import": import_library,
    "import-selector": import_selector,
    "first-fit": first_fit,
    "memory": memory,
}

if __name__ == "__main__":
    print(json.dumps(TASKS[sys.argv[1]](*sys.argv[2:])))
