"""The Python examples in README and docs run, and print what they say they print."""

from __future__ import annotations

import doctest
import os
import re
import shlex
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]
PAGES = sorted([*PROJECT.glob("*.md"), *PROJECT.glob("docs/**/*.md")])
FENCE = re.compile(r"^```(python|pycon|console)\n(.*?)^```", re.MULTILINE | re.DOTALL)
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def test_examples_run(page, tmp_path, monkeypatch):
    """Blocks with prompts are run in order, in one namespace a page; those without are run as they stand.

    Lines that begin with a dollar are commands, run in the same folder.
    """
    if "$TNVS_DATA" in page.read_text(encoding="utf-8") and not os.environ.get("TNVS_DATA"):
        pytest.skip("the page reads data of the paper: set TNVS_DATA to their folder")
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "__main__"}
    for match in FENCE.finditer(page.read_text(encoding="utf-8")):
        block, line = match.group(2), page.read_text(encoding="utf-8").count("\n", 0, match.start()) + 1
        if match.group(1) == "console":
            check_console(block)
            continue
        if ">>>" not in block:
            exec(compile("\n" * line + block, str(page), "exec"), names)
            continue
        example = doctest.DocTestParser().get_doctest(block, names, page.name, str(page), line)
        report = []
        runner = doctest.DocTestRunner(optionflags=FLAGS)
        runner.run(example, out=report.append, clear_globs=False)
        names.update(example.globs)
        assert not runner.failures, "".join(report)


def check_console(block):
    """Run every command of a block in this process, and compare what it prints on the standard output."""
    from cli_helpers import run_any

    for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        shown, _, expected = example.replace("\\\n", "").partition("\n")
        name, *words = shlex.split(os.path.expandvars(shown))
        assert name == "tnvs", shown
        printed = run_any(*words).stdout
        assert doctest.OutputChecker().check_output(expected, printed, FLAGS), f"$ {shown}\n{printed}"
