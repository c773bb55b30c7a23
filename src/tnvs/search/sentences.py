"""One sentence a predictor: why it is where it is."""

import math
from typing import TYPE_CHECKING

from tnvs.search.names import shown

if TYPE_CHECKING:
    from tnvs.search.facts import Facts
    from tnvs.search.trace import Trace

AS_FAR_AS = "as far as T at this sample size can tell"
STOPPED_BECAUSE = {
    "threshold": "no remaining predictor reached the threshold",
    "undefined": "y is already determined by the selected predictors, so that T is undefined",
    "max_features": "max_features was reached",
    "no candidates": "no predictor was left to judge",
    "callback": "the caller ended it",
    "interrupted": "the fit was interrupted",
}


def reason(trace: "Trace", facts: "Facts", feature: int) -> str:
    """Return the sentence of one predictor."""
    match facts.stage[feature]:
        case "initial":
            return "Assumed relevant from the start, as asked for by initial."
        case "excluded":
            return "Never considered, as asked for by exclude."
        case "prefilter":
            return _carries_little(facts, feature, float(trace.entropies[feature]))
        case "batch deletion":
            return _repeats(facts, feature, trace.name_of(int(facts.responsible[feature])))
        case "forward selection":
            return _selected(trace, facts, feature)
    return _remained(trace, facts, feature)


def number(value: float) -> str:
    """Return a number as a person wants to read it.

    Examples
    --------
    >>> number(0.0732154)
    '0.07322'
    """
    return f"{float(value):.4g}"


def t_value(score: float) -> str:
    """Return T as a number, with what it means where that isn't obvious.

    Examples
    --------
    >>> t_value(0.0732154), t_value(-0.3)
    ('0.07322', '-0.3 (below 0: no help)')
    """
    return f"{number(score)} (below 0: no help)" if score < 0 else number(score)


def percent(share: float) -> str:
    """Return a share in percent that never rounds up to 100%."""
    value = 100 * float(share)
    return f"{value:.2f}%" if value < 99.995 else f"{value:.6g}%"


def missed(strictly: bool) -> str:
    """Return how a T that is not enough lies to the threshold."""
    return "not above" if strictly else "below"


def predictors(count: int) -> str:
    """Return "the selected predictor" or "the 3 selected predictors"."""
    return "the selected predictor" if count == 1 else f"the {count} selected predictors"


def given(count: int) -> str:
    """Return what T was conditional on."""
    return f"given {predictors(count)}" if count else "given no other predictor"


def _carries_little(facts: "Facts", feature: int, entropy: float) -> str:
    if facts.margin[feature] != facts.margin[feature]:
        return "Constant: it has the same value in every row, so it can't say anything about y."
    return (
        f"Its discretised values carry only {number(entropy)} nats of entropy, not above the threshold "
        f"{number(facts.threshold[feature])}."
    )


def _repeats(facts: "Facts", feature: int, responsible: str) -> str:
    return (
        f"Repeats {predictors(int(facts.n_given[feature]))}, mostly {shown(responsible)}: the variance left "
        f"unexplained, {number(facts.residual_variance[feature])}, is below the threshold "
        f"{number(facts.threshold[feature])}."
    )


def _selected(trace: "Trace", facts: "Facts", feature: int) -> str:
    score, threshold = float(facts.score[feature]), float(facts.threshold[feature])
    count = int(facts.step[feature])
    sentence = f"Selected at step {count}: its T, {t_value(score)}, was the highest"
    if threshold == -math.inf:
        return f"{sentence}; no threshold was set."
    if score > 0:
        reached = "above" if trace.rules.strictly else "not below"
        return f"{sentence} and {reached} the threshold {number(threshold)}."
    return f"{sentence}; not above 0, it was kept only because the threshold, {number(threshold)}, is lower."


def _remained(trace: "Trace", facts: "Facts", feature: int) -> str:
    score, count = float(facts.score[feature]), int(facts.n_given[feature])
    if trace.stop_reason == "threshold":
        return (
            f"{'Independent' if score <= 0 else 'Counted as independent'} of y {given(count)}, {AS_FAR_AS}: "
            f"at the last step its T, {t_value(score)}, was {missed(trace.rules.strictly)} the threshold "
            f"{number(facts.threshold[feature])}."
        )
    last = "it was never scored" if score != score else f"its last T, {given(count)}, was {t_value(score)}"
    return f"Left over when the search stopped because {STOPPED_BECAUSE[trace.stop_reason]}; {last}."
