"""A summary as a compact report in Markdown."""

import re
from collections.abc import Iterator
from typing import Any

from tnvs.report import tables
from tnvs.report.parts import Predictor, SubsetSummary
from tnvs.report.summary import Summary
from tnvs.report.tables import Table
from tnvs.search.names import shown
from tnvs.search.sentences import number

MOST_LISTED = 10
SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!|~$@:=^])")


def to_markdown(summary: Summary) -> str:
    """Return the report."""
    parts = [
        f"# Predictors selected by {escaped(summary.head.method)}",
        _data(summary),
        *_preparation(summary),
        "## The split\n\n" + _table(tables.split(summary)),
        _path(summary),
        *_selected(summary),
        *(_subset(subset) for subset in summary.subsets),
        *_close_calls(summary),
        *_swaps(summary),
        _call(summary),
    ]
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """Return text that Markdown shows as it is, on one line.

    Examples
    --------
    >>> print(escaped("a|b <i>"))
    a\\|b &lt;i&gt;
    """
    return _without_markup(shown(text))


def _without_markup(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return SPECIAL.sub(r"\\\1", text)


def _cell(text: str) -> str:
    """Return a cell; a plain number needs no escapes."""
    return text if re.fullmatch(r"-?[\d.]+(e[-+]\d+)?", text) else _without_markup(text)


def _table(table: Table) -> str:
    lines = [table.header, ["---"] * len(table.header), *(map(_cell, row) for row in table.rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _data(summary: Summary) -> str:
    head = summary.head
    rows = [
        ["rows", str(head.n_samples)],
        ["predictors", str(head.n_features)],
        ["type", head.dtype],
        ["fingerprint of X", f"`{head.fingerprint_X[:16]}`"],
        ["fingerprint of y", f"`{head.fingerprint_y[:16]}`"],
        ["version of tnvs", escaped(head.library_version)],
    ]
    settings = {**head.parameters, **{f"{name} (resolved)": value for name, value in head.resolved.items()}}
    rows += [[escaped(name), _setting(value)] for name, value in settings.items()]
    lines = [["", ""], ["---", "---"], *rows]
    return "## Data and parameters\n\n" + "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _preparation(summary: Summary) -> Iterator[str]:
    if summary.head.preparation:
        lines = [f"- {_without_markup(sentence)}" for sentence in summary.head.preparation]
        yield "## Preparation\n\n" + "\n".join(lines)


def _setting(value: Any) -> str:
    """Return the value of a setting; only strings can hold what Markdown takes for markup."""
    if isinstance(value, tuple):
        return f"{', '.join(map(_setting, value[:MOST_LISTED]))}{', …' if len(value) > MOST_LISTED else ''}"
    return escaped(value) if isinstance(value, str) else str(value)


def _path(summary: Summary) -> str:
    end = f"The search stopped because {summary.stopped_because}."
    return "\n\n".join(["## The path", *([_table(tables.path(summary))] if summary.path else []), end])


def _selected(summary: Summary) -> Iterator[str]:
    if summary.selected:
        yield "## Selected, and what each stands for\n\n" + _table(tables.selected(summary))


def _subset(subset: SubsetSummary) -> str:
    lines = [f"## {subset.name.capitalize()} ({subset.count})", "", subset.meaning, ""]
    if subset.measure and subset.lowest == subset.lowest:
        spread = f"{number(subset.lowest)} to {number(subset.highest)}, median {number(subset.median)}"
        lines[2] += f" {subset.measure.capitalize()}: {spread}."
    lines += [f"- **{escaped(item.name)}**: {_reason(item)}" for item in subset.members]
    if subset.count > len(subset.members):
        lines.append(f"- … and {subset.count - len(subset.members)} more")
    return "\n".join(lines)


def _reason(predictor: Predictor) -> str:
    """Return the sentence with the name it may quote escaped."""
    name = predictor.responsible_name
    return predictor.reason if name is None else predictor.reason.replace(shown(name), escaped(name), 1)


def _close_calls(summary: Summary) -> Iterator[str]:
    if summary.close_calls:
        yield (
            "## Close calls\n\nThe decisions that would flip first if a threshold were moved.\n\n"
            + _table(tables.close_calls(summary))
        )


def _swaps(summary: Summary) -> Iterator[str]:
    if summary.swaps:
        within = number(summary.swaps[0].window)
        yield (
            "## Swap list\n\nWhat could stand in for each selected predictor: candidates whose T was within "
            f"{within} of its T at that step (1 / √n), and those that its selection made redundant.\n\n"
            + _table(tables.swaps(summary))
        )


def _call(summary: Summary) -> str:
    code, caveats = summary.call.code, [f"{caveat}\n\n" for caveat in summary.call.caveats]
    longest = max(map(len, re.findall("`+", code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"## The same fit again\n\n{''.join(caveats)}{fence}python\n{code}{fence}"
