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
        "tnvs": _version("tnvs"),
        "python": platform.python_version(),
        **{package: _version(package) for package in PACKAGES},
        "processor": _processor(),
        "cores": os.cpu_count(),
        "jobs": jobs,
        "load": f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else None,
    }
    store.append("runs", COLUMNS, row)
    return number


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or "unknown"
