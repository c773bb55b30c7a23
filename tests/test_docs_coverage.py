"""Whatever a user can name stands in README or docs, and every relative link leads somewhere."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

import tnvs
import tnvs.datasets
from tnvs import TNVS, Trace, selectors
from tnvs.search import DataSummary, Deletion, Step
from tnvs.search.step import STOP_REASONS
from tnvs.search.subsets import SUBSETS

PROJECT = Path(__file__).resolve().parents[1]
PAGES = sorted([*PROJECT.glob("*.md"), *PROJECT.glob("docs/**/*.md")])
USER_PAGES = [PROJECT / "README.md", *sorted(PROJECT.glob("docs/**/*.md"))]
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`[^`\n]+`")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)


def text_of(page):
    return page.read_text(encoding="utf-8")


def code_of(page):
    """What a page shows as code: blocks and words between backticks."""
    text = text_of(page)
    return "\n".join([*FENCED.findall(text), *INLINE.findall(FENCED.sub("", text))])


@pytest.fixture(scope="module")
def code():
    return "\n".join(code_of(page) for page in USER_PAGES)


def mentions(code, name):
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", code) is not None


def attributes():
    """What a fitted TNVS has beyond its parameters."""
    pandas = pytest.importorskip("pandas")
    X = np.random.default_rng(0).normal(size=(30, 2))
    fitted = TNVS().fit(pandas.DataFrame(X, columns=["a", "b"]), X[:, 0])
    return [name for name in vars(fitted) if name.endswith("_") and not name.startswith("_")]


@pytest.mark.parametrize("name", [*tnvs.__all__, *tnvs.datasets.__all__])
def test_public_names_are_documented(code, name):
    assert mentions(code, name)


@pytest.mark.parametrize("selector", selectors.__all__)
def test_parameters_are_documented(code, selector):
    names = inspect.signature(getattr(selectors, selector)).parameters
    assert [name for name in names if not mentions(code, name)] == []


def test_attributes_and_methods_are_documented(code):
    functions = inspect.getmembers(TNVS, inspect.isfunction)
    methods = [name for name, value in functions if name[0] != "_" and value.__module__.startswith("tnvs")]
    names = attributes() + methods
    assert {"selected_", "labels_", "scores_", "trace_", "fit", "explain"} <= set(names)
    assert [name for name in names if not mentions(code, name)] == []


@pytest.mark.parametrize("word", [*SUBSETS, *STOP_REASONS])
def test_subsets_and_stop_reasons_are_documented(code, word):
    assert f"`{word}`" in code


def test_fields_of_the_trace_are_documented():
    code = code_of(PROJECT / "docs" / "trace.md")
    names = [field.name for record in (Trace, Step, Deletion, DataSummary) for field in fields(record)]
    names += [name for name in vars(Trace) if not name.startswith("_")]
    assert [name for name in names if not mentions(code, name)] == []


def anchor(heading):
    """The fragment that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def resolves(page, link):
    """Whether a link leads to a file and, if it names one, to a heading in it."""
    path, _, fragment = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    if not target.exists():
        return False
    return not fragment or fragment in map(anchor, HEADING.findall(FENCED.sub("", text_of(target))))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def test_relative_links_resolve(page):
    links = LINK.findall(INLINE.sub("", FENCED.sub("", text_of(page))))
    relative = [link for link in links if not re.match(r"[a-z]+:", link)]
    assert [link for link in relative if not resolves(page, link)] == []
