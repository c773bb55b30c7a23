"""From a trace to its summary."""

from numbers import Integral

import numpy as np
from numpy.typing import NDArray

from tnvs.report import predictors as lines
from tnvs.report.call import call
from tnvs.report.close_calls import close_calls
from tnvs.report.parts import Head, Repeat, Selected, SubsetSummary
from tnvs.report.path import path
from tnvs.report.summary import Summary
from tnvs.report.swaps import swaps
from tnvs.search.facts import Facts, facts
from tnvs.search.sentences import STOPPED_BECAUSE
from tnvs.search.subsets import SUBSETS
from tnvs.search.trace import Trace

MOST_REPEATS = 10
MEANINGS = {
    "relevant": "Selected, in this order: each tells most about y given those before it.",
    "redundant": "Almost a weighted sum of the selected ones. This says nothing against them: they may be as "
    "closely related to y as what they repeat.",
    "conditionally independent": "What remained at the end: given all selected ones, T of each missed the "
    "threshold.",
    "uninformative": "Hardly vary: set aside before the search, without looking at y.",
    "excluded": "Left out by the caller and never judged.",
}
LEFT_OVER = "What remained at the end, without having been judged given all that were selected."
MEASURES = {
    "relevant": "T",
    "redundant": "residual variance",
    "conditionally independent": "T",
    "uninformative": "entropy",
    "excluded": None,
}


def summarise(trace: Trace, *, limit: int = 10, predictors: bool = True) -> Summary:
    """Return what a report says about a trace.

    Parameters
    ----------
    trace : Trace
        Of `TNVS`, `FOCI` or `KFOCI`.
    limit : int
        The most members of a subset to list.
    predictors : bool
        Whether to include the table of all predictors with a sentence each.

    Examples
    --------
    >>> from tnvs import FOCI
    >>> from tnvs.datasets import make_example
    >>> from tnvs.report import summarise
    >>> X, y, truth = make_example(300, random_state=0)
    >>> summarise(FOCI().fit(X, y).trace_).counts["relevant"]
    3
    """
    check(trace, limit)
    known, counts = facts(trace), trace.counts
    return Summary(
        head=_head(trace),
        counts=counts,
        path=path(trace),
        stop_reason=trace.stop_reason,
        stopped_because=STOPPED_BECAUSE[trace.stop_reason],
        selected=tuple(_selected(trace, known)),
        subsets=tuple(_subset(trace, known, name, limit) for name in SUBSETS if counts[name]),
        close_calls=close_calls(trace),
        swaps=swaps(trace, known),
        call=call(trace),
        predictors=lines.every(trace, known) if predictors else None,
    )


def check(trace: object, limit: object) -> None:
    """Raise where there is nothing to make a report of."""
    if not isinstance(trace, Trace):
        raise TypeError(
            f"trace must be a Trace, as TNVS, FOCI and KFOCI leave it, got {type(trace).__name__}; of other "
            "methods, explain and to_frame say what they decided."
        )
    if isinstance(limit, bool) or not isinstance(limit, Integral):
        raise TypeError(f"limit must be an int, got {limit!r} of type {type(limit).__name__}.")
    if limit < 0:
        raise ValueError(f"limit must be 0 or more, got {limit!r}.")


def _head(trace: Trace) -> Head:
    return Head(
        method=trace.method,
        library_version=trace.library_version,
        n_samples=trace.data.n_samples,
        n_features=trace.data.n_features,
        dtype=trace.data.dtype,
        fingerprint_X=trace.data.fingerprint_X,
        fingerprint_y=trace.data.fingerprint_y,
        parameters=trace.parameters,
        resolved=trace.resolved,
        rules=trace.rules,
        seconds=float(sum(trace.seconds.values())),
        preparation=() if trace.preparation is None else tuple(trace.preparation.sentences()),
    )


def _selected(trace: Trace, known: Facts) -> list[Selected]:
    steps = {step.chosen: step for step in trace.steps if step.chosen is not None}
    cumulative = dict(zip(steps, trace.cumulative_scores.tolist(), strict=True))
    found = []
    for place, feature in enumerate(trace.selected.tolist(), start=1):
        step = steps.get(feature)
        second = None if step is None else step.runner_up
        group = np.flatnonzero(known.responsible == feature)
        found.append(
            Selected(
                place=place,
                predictor=lines.one(trace, known, feature),
                runner_up_name=None if second is None else trace.name_of(second),
                lead=None if step is None else step.margin,
                cumulative=cumulative.get(feature),
                n_repeats=len(group),
                repeats=_repeats(trace, known, group),
            )
        )
    return found


def _repeats(trace: Trace, known: Facts, group: NDArray[np.intp]) -> tuple[Repeat, ...]:
    closest = group[np.argsort(known.residual_variance[group], kind="stable")]
    return tuple(
        Repeat(
            feature=feature,
            name=trace.name_of(feature),
            residual_variance=float(known.residual_variance[feature]),
            share=float(known.share[feature]),
        )
        for feature in closest[:MOST_REPEATS].tolist()
    )


def _subset(trace: Trace, known: Facts, name: str, limit: int) -> SubsetSummary:
    members, measure = np.flatnonzero(known.subset == name), MEASURES[name]
    values = {"entropy": trace.entropies, "residual variance": known.residual_variance}.get(
        measure or "", known.score
    )[members].astype(np.float64)
    values = values[np.isfinite(values)] if measure else values[:0]
    listed = trace.selected if name == "relevant" else _nearest_first(known, members)
    left_over = name == "conditionally independent" and trace.stop_reason != "threshold"
    return SubsetSummary(
        name=name,
        meaning=LEFT_OVER if left_over else MEANINGS[name],
        count=len(members),
        measure=measure,
        lowest=float(values.min()) if values.size else np.nan,
        median=float(np.median(values)) if values.size else np.nan,
        highest=float(values.max()) if values.size else np.nan,
        members=tuple(lines.one(trace, known, feature) for feature in listed[:limit].tolist()),
    )


def _nearest_first(known: Facts, members: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return members by their distance to the threshold; without one, by T, the highest first."""
    order = np.lexsort((members, -known.score[members], known.margin[members]))
    return members[order]
