"""Decisions that would flip if a threshold were moved: for every threshold those nearest to it.

The trace holds no residual variance of predictors that were kept, so what a larger redundancy threshold
would remove can't be told from it.
"""

import math
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from tnvs.report.parts import CloseCall
from tnvs.search.trace import Trace

# On each side of a threshold. The table of predictors has the margins of all.
MOST_LISTED = 5
ROUNDED = 12


def close_calls(trace: Trace) -> tuple[CloseCall, ...]:
    """Return the decisions nearest to each threshold that the settings can move, on both sides."""
    calls: list[CloseCall] = []
    if "uninformative_threshold" in trace.parameters:
        calls += _would_be_candidates(trace) + _would_be_uninformative(trace)
    if math.isfinite(trace.rules.relevance_threshold):
        calls += _would_go_on(trace) + _would_end_earlier(trace)
    if "redundancy_threshold" in trace.parameters:
        calls += _would_stay(trace)
    return tuple(calls)


def _would_be_candidates(trace: Trace) -> list[CloseCall]:
    """What the filter set aside. Constants always are, and no threshold is below an entropy of 0."""
    varying = np.setdiff1d(trace.uninformative, trace.constant)
    varying = varying[trace.entropies[varying] > 0]
    nearest = _nearest(trace, "uninformative_threshold", varying, trace.entropies[varying])
    return [_call(trace, item, "lowered", "it would have been a candidate") for item in nearest]


def _would_be_uninformative(trace: Trace) -> list[CloseCall]:
    judged = np.ones(trace.data.n_features, dtype=np.bool_)
    for settled in (trace.initial, trace.excluded, trace.uninformative):
        judged[settled] = False
    features = np.flatnonzero(judged)
    nearest = _nearest(trace, "uninformative_threshold", features, trace.entropies[features])
    consequence = "it would have been set aside before the search"
    return [_call(trace, item, "raised", consequence) for item in nearest]


def _would_go_on(trace: Trace) -> list[CloseCall]:
    if trace.stop_reason != "threshold":
        return []
    last = trace.steps[-1]
    nearest = _nearest(trace, "relevance_threshold", last.candidates, last.scores)[:1]
    consequence = f"it would have been selected at step {last.number}, and the search gone on"
    return [_call(trace, item, "lowered", consequence) for item in nearest]


def _would_end_earlier(trace: Trace) -> list[CloseCall]:
    """Steps whose T is lower than that of every step before: there a raised threshold ends the search."""
    chosen = [step for step in trace.steps if step.chosen is not None]
    lowest, ends = math.inf, {}
    for step in chosen:
        if step.chosen is not None and step.best_score < lowest:
            lowest = step.best_score
            ends[step.chosen] = step
    scores = [step.best_score for step in ends.values()]
    calls = []
    for item in _nearest(trace, "relevance_threshold", list(ends), scores):
        number = ends[item.feature].number
        later = f" and the {len(chosen) - number} selected later" if number < len(chosen) else ""
        consequence = f"the search would have ended at step {number}, without it{later}"
        calls.append(_call(trace, item, "raised", consequence))
    return calls


def _would_stay(trace: Trace) -> list[CloseCall]:
    deletions = [(0, trace.initial_deletion), *((step.number, step.redundant) for step in trace.steps)]
    features = np.concatenate([deletion.features for _, deletion in deletions])
    steps = np.concatenate([np.full(len(deletion.features), number) for number, deletion in deletions])
    left = np.concatenate([deletion.residual_variances for _, deletion in deletions])
    calls = []
    for item in _nearest(trace, "redundancy_threshold", features, left):
        number = int(steps[features == item.feature][0])
        when = f"after step {number}" if number else "when the search began"
        calls.append(_call(trace, item, "lowered", f"it would have stayed in play {when}"))
    return calls


class _Near(NamedTuple):
    """A number near a threshold, the first predictor that has it, and how many others do."""

    rule: str
    value: float
    feature: int
    n_others: int


def _nearest(trace: Trace, rule: str, features: ArrayLike, values: ArrayLike) -> list[_Near]:
    """Return the distinct values nearest to a threshold, the nearest first."""
    indices, numbers = np.asarray(features, dtype=np.intp), np.asarray(values, dtype=np.float64)
    # entropies of equally full bins differ in the last bits, by the order in which the bins were added up
    _, first, counts = np.unique(np.round(numbers, ROUNDED), return_index=True, return_counts=True)
    order = np.argsort(np.abs(numbers[first] - getattr(trace.rules, rule)), kind="stable")[:MOST_LISTED]
    return [
        _Near(rule, float(numbers[first[at]]), int(indices[first[at]]), int(counts[at]) - 1) for at in order
    ]


def _call(trace: Trace, near: _Near, direction: Literal["raised", "lowered"], consequence: str) -> CloseCall:
    threshold = float(getattr(trace.rules, near.rule))
    return CloseCall(
        rule=near.rule,
        threshold=threshold,
        direction=direction,
        value=near.value,
        by=abs(near.value - threshold),
        feature=near.feature,
        name=trace.name_of(near.feature),
        n_others=near.n_others,
        consequence=consequence,
    )
