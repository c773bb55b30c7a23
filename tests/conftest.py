"""What all tests share."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

PROJECT = Path(__file__).resolve().parents[1]

# Compilation falls into whichever example comes first, and machines may be busy: no deadline.
settings.register_profile("tnvs", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("tnvs")

# Pictures are drawn without a screen, in every process that a test starts.
os.environ["MPLBACKEND"] = "Agg"


@pytest.fixture(autouse=True)
def _close_figures() -> Iterator[None]:
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


@pytest.fixture(scope="session")
def reference() -> Path:
    """The folder of golden values: TNVS_REFERENCE."""
    folder = Path(os.environ.get("TNVS_REFERENCE", "reference"))
    if not folder.is_dir():
        pytest.skip(f"no golden values in {folder}: set TNVS_REFERENCE to their folder")
    return folder
