"""The tables of a summary as rows of text, for every renderer without a layout of its own."""

from collections.abc import Iterable
from dataclasses import dataclass

from tnvs.report.parts import Alternative, CloseCall, PathStep, Selected, Swap
from tnvs.report.summary import Summary
from tnvs.search.names import shown
from tnvs.search.sentences import number
from tnvs.search.subsets import SUBSETS

MOST_NAMED = 5


@dataclass(frozen=True)
class Table:
    """A header and rows of the same length; names are fit to print."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def value(figure: float | None) -> str:
    """Return a number as a person wants to read it; nothing where there is none.

    Examples
    --------
    >>> value(0.0732154), value(None), value(float("nan"))
    ('0.07322', '', '')
    """
    return "" if figure is None or figure != figure else number(figure)


def split(summary: Summary) -> Table:
    """Return the size of every subset."""
    rows = tuple((name, str(summary.counts[name])) for name in SUBSETS)
    return Table(("subset", "predictors"), rows)


def path(summary: Summary) -> Table:
    """Return the steps of the search."""
    header = ("step", "candidates", "selected", "highest T", "runner-up", "margin", "made redundant")
    return Table(header, tuple(map(_step, summary.path)))


def _step(step: PathStep) -> tuple[str, ...]:
    return (
        str(step.number),
        str(step.n_candidates),
        shown(step.best_name or "") if step.chosen else "none",
        "undefined" if step.best is None else number(step.score),
        "" if step.runner_up_name is None else shown(step.runner_up_name),
        value(step.margin),
        str(step.n_redundant),
    )


def selected(summary: Summary) -> Table:
    """Return the relevant predictors, their evidence and the group that each represents."""
    header = ("place", "predictor", "T", "lead over the runner-up", "T of all so far", "represents")
    return Table(header, tuple(map(_selected, summary.selected)))


def _selected(item: Selected) -> tuple[str, ...]:
    return (
        str(item.place),
        shown(item.predictor.name),
        value(item.predictor.score),
        value(item.lead),
        value(item.cumulative),
        counted(item.n_repeats, (repeat.name for repeat in item.repeats)),
    )


def close_calls(summary: Summary) -> Table:
    """Return the decisions nearest to each threshold."""
    header = ("threshold", "now", "if", "beyond", "by", "predictor", "what would change")
    return Table(header, tuple(map(_close_call, summary.close_calls)))


def _close_call(call: CloseCall) -> tuple[str, ...]:
    figures = (number(call.threshold), call.direction, number(call.value), number(call.by))
    others = f" and {call.n_others} equal to it" if call.n_others else ""
    return (call.rule, *figures, shown(call.name) + others, call.consequence)


def swaps(summary: Summary) -> Table:
    """Return what could stand in for each selected predictor."""
    header = ("step", "selected", "nearly as good", "made redundant")
    return Table(header, tuple(map(_swap, summary.swaps)))


def _swap(swap: Swap) -> tuple[str, ...]:
    return (
        str(swap.step),
        shown(swap.name),
        counted(swap.n_alternatives, _names(swap.alternatives)),
        counted(swap.n_redundant, _names(swap.redundant)),
    )


def _names(alternatives: Iterable[Alternative]) -> Iterable[str]:
    return (alternative.name for alternative in alternatives)


def counted(count: int, names: Iterable[str]) -> str:
    """Return how many there are, and the first of their names.

    Examples
    --------
    >>> counted(7, ["a", "b", "c", "d", "e", "f"]), counted(1, ["a"]), counted(0, [])
    ('7: a, b, c, d, e, …', '1: a', 'none')
    """
    if not count:
        return "none"
    listed = [shown(name) for name in names][:MOST_NAMED]
    return f"{count}: {', '.join(listed)}{', …' if count > len(listed) else ''}"
