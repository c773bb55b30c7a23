"""The numbers behind every predictor's place, as one array each."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tnvs.search.protocol import Floats

if TYPE_CHECKING:
    from tnvs.search.trace import Trace

STAGES = ("initial", "excluded", "prefilter", "forward selection", "batch deletion", "stop")


@dataclass(frozen=True, slots=True)
class Facts:
    """Arrays of shape (p,), one entry a predictor.

    Attributes
    ----------
    subset, stage : arrays of str
        Where it ended, and which stage put it there. Stage "stop" holds what was left at the end.
    step : array of int
        The step that decided, 0 for what was settled before the first.
    score : array
        Its deciding T.
    threshold, margin : float64 arrays
        The threshold that decided and the distance to it, near 0 for a close call; nan where none did.
    residual_variance : array
        nan unless it is redundant.
    responsible, share : arrays
        The selected predictor that explains most of a redundant one, and how much; -1 and nan elsewhere.
    n_given : array of int
        How many predictors had been selected when it was last judged.
    """

    subset: NDArray[np.str_]
    stage: NDArray[np.str_]
    step: NDArray[np.intp]
    score: Floats
    threshold: NDArray[np.float64]
    margin: NDArray[np.float64]
    residual_variance: Floats
    responsible: NDArray[np.intp]
    share: Floats
    n_given: NDArray[np.intp]


def facts(trace: "Trace") -> Facts:
    """Collect the numbers of all predictors from a trace."""
    p = trace.data.n_features
    blank = np.full(p, np.nan, dtype=trace.entropies.dtype)
    result = Facts(
        subset=trace.labels,
        stage=np.full(p, "stop", dtype="U17"),
        step=np.full(p, len(trace.steps), dtype=np.intp),
        score=trace.scores,
        threshold=np.full(p, np.nan),
        margin=np.full(p, np.nan),
        residual_variance=blank,
        responsible=np.full(p, -1, dtype=np.intp),
        share=blank.copy(),
        n_given=np.zeros(p, dtype=np.intp),
    )
    _before_the_first_step(result, trace)
    for number, deletion in enumerate([trace.initial_deletion, *(step.redundant for step in trace.steps)]):
        _deleted(result, trace, number, deletion)
    for step in trace.steps:
        _scored(result, trace, step)
    return result


def _before_the_first_step(result: Facts, trace: "Trace") -> None:
    for stage, features in (
        ("initial", trace.initial),
        ("excluded", trace.excluded),
        ("prefilter", trace.uninformative),
    ):
        result.stage[features] = stage
        result.step[features] = 0
    threshold = trace.rules.uninformative_threshold
    result.threshold[trace.uninformative] = threshold
    # A constant is set aside whatever its entropy, so no threshold would bring it back.
    varying = np.setdiff1d(trace.uninformative, trace.constant)
    result.margin[varying] = threshold - trace.entropies[varying].astype(np.float64)


def _deleted(result: Facts, trace: "Trace", number: int, deletion: Any) -> None:
    features = deletion.features
    if not features.size:
        return
    threshold = trace.rules.redundancy_threshold
    largest = np.argmax(deletion.shares, axis=1)
    result.stage[features] = "batch deletion"
    result.step[features] = number
    result.threshold[features] = threshold
    result.margin[features] = threshold - deletion.residual_variances.astype(np.float64)
    result.residual_variance[features] = deletion.residual_variances
    result.responsible[features] = trace.selected[largest]
    result.share[features] = deletion.shares[np.arange(len(features)), largest]
    result.n_given[features] = deletion.shares.shape[1]


def _scored(result: Facts, trace: "Trace", step: Any) -> None:
    """Take over what a step decided by T."""
    undecided = step.candidates[result.stage[step.candidates] == "stop"]
    if not np.isnan(step.scores).any():
        result.n_given[undecided] = len(trace.initial) + step.number - 1
    threshold = trace.rules.relevance_threshold
    if step.chosen is not None:
        result.stage[step.chosen] = "forward selection"
        result.step[step.chosen] = step.number
        result.threshold[step.chosen] = threshold
        result.margin[step.chosen] = float(result.score[step.chosen]) - threshold
    elif trace.stop_reason == "threshold":
        result.threshold[step.candidates] = threshold
        result.margin[step.candidates] = threshold - step.scores.astype(np.float64)
