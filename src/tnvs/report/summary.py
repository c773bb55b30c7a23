"""What a report says, all of it. Every renderer shows a summary and computes nothing."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tnvs.report.parts import (
    Call,
    CloseCall,
    Head,
    PathStep,
    Predictors,
    Selected,
    SubsetSummary,
    Swap,
)
from tnvs.report.plain import plain
from tnvs.search.record import Record
from tnvs.search.serialise import write_whole

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Summary(Record):
    """What a trace says, in the order in which a person asks. `print` shows it as a table.

    Attributes
    ----------
    head : Head
        Data, settings and thresholds.
    counts : mapping of str to int
        The size of every subset.
    path : tuple of PathStep
        The steps of the search.
    stop_reason, stopped_because : str
        Why the search ended: as in the trace, and in words.
    selected : tuple of Selected
        The relevant predictors in order of selection.
    subsets : tuple of SubsetSummary
        Every subset that has members.
    close_calls : tuple of CloseCall
        For every threshold the decisions nearest to it.
    swaps : tuple of Swap
        For every selected predictor what could stand in for it.
    call : Call
        Python that repeats the fit.
    predictors : Predictors or None
        All predictors; None if they were not asked for.

    Examples
    --------
    >>> from tnvs import TNVS
    >>> from tnvs.datasets import make_example
    >>> X, y, truth = make_example(1000, random_state=0)
    >>> summary = TNVS().fit(X, y).trace_.summary()
    >>> [(item.predictor.name, item.n_repeats) for item in summary.selected]
    [('x3', 1), ('x0', 0)]
    >>> nearest = summary.close_calls[0]
    >>> nearest.rule, nearest.direction, nearest.name, nearest.consequence
    ('uninformative_threshold', 'lowered', 'x5', 'it would have been a candidate')
    """

    head: Head
    counts: Mapping[str, int]
    path: tuple[PathStep, ...]
    stop_reason: str
    stopped_because: str
    selected: tuple[Selected, ...]
    subsets: tuple[SubsetSummary, ...]
    close_calls: tuple[CloseCall, ...]
    swaps: tuple[Swap, ...]
    call: Call
    predictors: Predictors | None

    def to_dict(self) -> dict[str, Any]:
        """Return everything as dicts, lists, strings and numbers, as strict JSON can hold it.

        A number that is not finite is one of the strings "NaN", "Infinity" and "-Infinity".
        """
        result: dict[str, Any] = plain(self)
        return result

    def to_json(self) -> str:
        """Return everything as strict JSON."""
        return json.dumps(self.to_dict(), allow_nan=False)

    def to_markdown(self) -> str:
        """Return the report in Markdown."""
        from tnvs.report.markdown import to_markdown

        return to_markdown(self)

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """Return the report as one self-contained page, or write it to `path` and return None.

        It has every predictor in a table that can be searched and sorted, and needs no network. Needs the
        extra `report`. A file appears whole or not at all.
        """
        from tnvs.report.html import to_html

        page = to_html(self)
        if path is None:
            return page
        write_whole(Path(path), page)
        return None

    def __str__(self) -> str:
        from tnvs.report.text import to_text

        return to_text(self)

    def __rich__(self) -> "RenderableType":
        """Return what the library rich shows instead of plain text."""
        from tnvs.report.text import to_rich

        return to_rich(self)
