"""A trace as a compact report in Markdown."""

import re
from collections.abc import Iterable
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from tnvs.search.facts import Facts, facts
from tnvs.search.names import shown
from tnvs.search.sentences import STOPPED_BECAUSE, number, reason
from tnvs.search.subsets import SUBSETS

if TYPE_CHECKING:
    from tnvs.search.trace import Trace

MOST_LISTED = 10
SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!|~$@:=^])")


def to_markdown(trace: "Trace", limit: int = 20) -> str:
    """Return the report."""
    if isinstance(limit, bool) or not isinstance(limit, Integral):
        raise TypeError(f"limit must be an int, got {limit!r} of type {type(limit).__name__}.")
    if limit < 0:
        raise ValueError(f"limit must be 0 or more, got {limit!r}.")
    parts = [
        f"# Predictors selected by {escaped(trace.method)}",
        _data(trace),
        *_prepared(trace),
        _split(trace),
        _path(trace),
        *_subsets(trace, limit),
    ]
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """Return text that Markdown shows as it is.

    Examples
    --------
    >>> print(escaped("a|b <i>"))
    a\\|b &lt;i&gt;
    """
    text = shown(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return SPECIAL.sub(r"\\\1", text)


def _table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    header = list(header)
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _data(trace: "Trace") -> str:
    data = trace.data
    rows = [
        ["rows", str(data.n_samples)],
        ["predictors", str(data.n_features)],
        ["type", data.dtype],
        ["fingerprint of X", f"`{data.fingerprint_X[:16]}`"],
        ["fingerprint of y", f"`{data.fingerprint_y[:16]}`"],
        ["version of tnvs", escaped(trace.library_version)],
    ]
    settings = {**trace.parameters, **{f"{name} (resolved)": value for name, value in trace.resolved.items()}}
    rows += [[escaped(name), _setting(value)] for name, value in settings.items()]
    return "## Data and parameters\n\n" + _table(["", ""], rows)


def _prepared(trace: "Trace") -> Iterable[str]:
    """Yield what was done to the data before the fit, if anything was."""
    if trace.preparation is not None:
        lines = [f"- {escaped(sentence)}" for sentence in trace.preparation.sentences()]
        yield "## Preparation\n\n" + "\n".join(lines)


def _setting(value: Any) -> str:
    """Return the value of a setting; only strings can hold what Markdown takes for markup."""
    if isinstance(value, tuple):
        return f"{', '.join(map(_setting, value[:MOST_LISTED]))}{', …' if len(value) > MOST_LISTED else ''}"
    return escaped(value) if isinstance(value, str) else str(value)


def _split(trace: "Trace") -> str:
    counts = trace.counts
    rows = ([name, str(counts[name])] for name in SUBSETS)
    return "## The split\n\n" + _table(["subset", "predictors"], rows)


def _path(trace: "Trace") -> str:
    rows = []
    for step in trace.steps:
        chosen = "none" if step.chosen is None else escaped(trace.name_of(step.chosen))
        runner_up = "" if step.runner_up is None else escaped(trace.name_of(step.runner_up))
        margin = "" if step.margin is None else number(step.margin)
        highest = "undefined" if step.best is None else number(step.best_score)
        counted = [str(len(step.candidates)), chosen, highest, runner_up, margin]
        rows.append([str(step.number), *counted, str(len(step.redundant.features))])
    header = ["step", "candidates", "selected", "highest T", "runner-up", "margin", "made redundant"]
    end = f"The search stopped because {STOPPED_BECAUSE[trace.stop_reason]}."
    return "## The path\n\n" + (_table(header, rows) + "\n\n" if rows else "") + end


def _subsets(trace: "Trace", limit: int) -> Iterable[str]:
    known = facts(trace)
    for subset in SUBSETS:
        members = trace.selected if subset == "relevant" else np.flatnonzero(known.subset == subset)
        if not members.size:
            continue
        lines = [f"## {subset.capitalize()} ({members.size})", ""]
        for feature in members[:limit].tolist():
            lines.append(f"- **{escaped(trace.name_of(feature))}**: {_reason(trace, known, feature)}")
        if members.size > limit:
            lines.append(f"- … and {members.size - limit} more")
        yield "\n".join(lines)


def _reason(trace: "Trace", known: Facts, feature: int) -> str:
    """Return the sentence with the name it may quote escaped."""
    sentence = reason(trace, known, feature)
    other = int(known.responsible[feature])
    if other < 0:
        return sentence
    name = trace.name_of(other)
    return sentence.replace(shown(name), escaped(name), 1)
