"""Where it was measured."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime

from tnvs.experiments.machine import processor, version_of

PACKAGES = ("numpy", "scipy", "scikit-learn", "numba", "pyfoci")


def describe() -> dict[str, str]:
    """Return what someone needs to know to compare numbers."""
    import tnvs

    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    versions = [f"tnvs {tnvs.__version__}", *(f"{package} {version_of(package)}" for package in PACKAGES)]
    return {
        "machine": f"{processor()}, {os.cpu_count()} cores, {_memory()}",
        "system": f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        "versions": ", ".join(versions),
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "load": f"{load} when it began",
    }


def _memory() -> str:
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return "memory unknown"
    return f"{size / 2**30:.0f} GiB"
