"""Where and with what results were computed: a line of runs.csv for each call of the command."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tnvs.experiments.store import Store

PACKAGES = ("numpy", "scipy", "scikit-learn", "numba", "lightgbm")
COLUMNS = ("run", "began", "tnvs", "python", *PACKAGES, "processor", "cores", "jobs", "load")


def begin_run(store: Store, jobs: int) -> int:
    """Write down where this run takes place; return its number."""
    number = len(store.rows("runs", ["run"])) + 1
    row = {
        "run": number,
        "began": f"{datetime.now(UTC):%Y-%m-%d %H:%M}",
        "tnvs": version_of("tnvs"),
        "python": platform.python_version(),
        **{package: version_of(package) for package in PACKAGES},
        "processor": processor(),
        "cores": os.cpu_count(),
        "jobs": jobs,
        "load": f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else None,
    }
    store.append("runs", COLUMNS, row)
    return number


def version_of(package: str) -> str:
    """Return the version of an installed package."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"


def processor() -> str:
    """Return the name of the processor."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or "unknown"
