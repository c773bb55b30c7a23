"""Where it was measured."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("numpy", "scipy", "scikit-learn", "numba", "pyfoci")


def describe() -> dict[str, str]:
    """Return what someone needs to know to compare numbers."""
    import tnvs

    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    versions = [f"tnvs {tnvs.__version__}", *(f"{package} {_version(package)}" for package in PACKAGES)]
    return {
        "machine": f"{_processor()}, {os.cpu_count()} cores, {_memory()}",
        "system": f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        "versions": ", ".join(versions),
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "load": f"{load} when it began",
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or "unknown processor"


def _memory() -> str:
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return "memory unknown"
    return f"{size / 2**30:.0f} GiB"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"
