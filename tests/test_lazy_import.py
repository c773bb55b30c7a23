"""`import tnvs` is cheap, and every public name is there when asked for."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

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


def test_what_is_imported_everywhere_is_declared():
    project = Path(__file__).resolve().parents[1]
    optional = [project / "src" / "tnvs" / folder for folder in ("cli", "experiments")]
    modules = [
        path for path in project.glob("src/tnvs/**/*.py") if not any(map(path.is_relative_to, optional))
    ]
    statements = [node for path in modules for node in ast.parse(path.read_text(encoding="utf-8")).body]
    found = {node.module for node in statements if isinstance(node, ast.ImportFrom) and not node.level}
    found |= {each.name for node in statements if isinstance(node, ast.Import) for each in node.names}
    declared = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {re.split("[^a-z-]", each)[0] for each in declared["dependencies"]}
    names = {"sklearn" if name == "scikit-learn" else name for name in names}
    assert {name.partition(".")[0] for name in found} - sys.stdlib_module_names - {"tnvs"} <= names


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'TVNS'"):
        _ = tnvs.TVNS
