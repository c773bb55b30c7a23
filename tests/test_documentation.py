"""The Python examples in README and docs run, and print what they say they print."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]
PAGES = sorted([*PROJECT.glob("*.md"), *PROJECT.glob("docs/**/*.md")])
FENCE = re.compile(r"^```(?:python|pycon)\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def test_examples_run(page, tmp_path, monkeypatch):
    """Blocks with prompts are run in order, in one namespace a page; those without are run as they stand."""
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "__main__"}
    for match in FENCE.finditer(page.read_text(encoding="utf-8")):
        block, line = match.group(1), page.read_text(encoding="utf-8").count("\n", 0, match.start()) + 1
        if ">>>" not in block:
            exec(compile("\n" * line + block, str(page), "exec"), names)
            continue
        example = doctest.DocTestParser().get_doctest(block, names, page.name, str(page), line)
        report = []
        runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
        runner.run(example, out=report.append, clear_globs=False)
        names.update(example.globs)
        assert not runner.failures, "".join(report)
