"""`import tnvs` is cheap, and every public name is there when asked for."""

import subprocess
import sys

import pytest

import tnvs

HEAVY = {"numba", "numpy", "scipy", "sklearn"}


def run(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_import_loads_nothing_heavy():
    loaded = run("import sys, tnvs; tnvs.__version__; dir(tnvs); print(*sys.modules)").split()
    assert HEAVY.isdisjoint(loaded)


def test_star_import_gives_all_public_names():
    assert (
        run("from tnvs import *; import tnvs; print(all(name in globals() for name in tnvs.__all__))")
        == "True\n"
    )


@pytest.mark.parametrize("name", tnvs.__all__)
def test_public_names_resolve_and_are_kept(name):
    assert getattr(tnvs, name) is getattr(tnvs, name)
    assert name in dir(tnvs)


def test_folders_are_attributes():
    assert (
        run("import tnvs; print(tnvs.search.Trace.__name__, tnvs.selectors.TNVS.__name__)") == "Trace TNVS\n"
    )


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'TVNS'"):
        _ = tnvs.TVNS
