"""Why a predictor is where it is: the numbers and a paragraph, from the trace alone."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tnvs.search.facts import facts
from tnvs.search.names import find_feature
from tnvs.search.paragraph import paragraph
from tnvs.search.record import Record
from tnvs.search.sentences import reason

if TYPE_CHECKING:
    from tnvs.search.step import Deletion, Step
    from tnvs.search.trace import Trace

# A selected predictor that explains less than this of a redundant one isn't called responsible for it.
SMALLEST_SHARE = 0.01


@dataclass(frozen=True, slots=True, eq=False)
class Standing(Record):
    """How a predictor stood at one step: its T and its rank (1 is the highest) among the candidates."""

    step: int
    score: float
    rank: int
    n_candidates: int


@dataclass(frozen=True, slots=True, eq=False)
class Responsible(Record):
    """A selected predictor and the share of the redundant one's variance that it explains."""

    feature: int
    name: str
    share: float


@dataclass(frozen=True, slots=True, eq=False)
class RunnerUp(Record):
    """The second best candidate of the step that selected a predictor; margin is the difference in T."""

    feature: int
    name: str
    score: float
    margin: float


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Explanation(Record):
    """Why a predictor is where it is. `str()` says it in words.

    Attributes
    ----------
    feature, name : int, str
        The predictor.
    subset : str
        "relevant", "redundant", "conditionally independent", "uninformative" or "excluded".
    stage : str
        What put it there: "initial", "excluded", "prefilter", "forward selection", "batch deletion", or
        "stop" for what was left at the end.
    step : int
        The step that decided; 0 if that was before the first.
    score : float
        Its deciding T: at the step that selected it, otherwise the last; nan if it was never scored.
    threshold, margin : float
        The threshold that decided (of entropy, residual variance or T, by stage) and the distance to it, near
        0 for a close call; nan where no threshold decided.
    strictly : bool
        Whether T had to be above the threshold rather than not below it.
    ranks : tuple of Standing
        Its T and rank at every step it was scored.
    runner_up : RunnerUp or None
        For a selected one: who came second.
    responsible : tuple of Responsible
        For a redundant one: which selected predictors it repeats, the largest share first.
    residual_variance : float
        For a redundant one: the variance they leave; nan otherwise.
    entropy : float
        In nats.
    constant : bool
        Whether it has one value only.
    given : tuple of str
        Names of the predictors that were selected when it was last judged.
    reason : str
        One sentence.
    stop_reason : str
        Why the search ended.
    n_samples : int
        Rows of the data.
    """

    feature: int
    name: str
    subset: str
    stage: str
    step: int
    score: float
    threshold: float
    margin: float
    strictly: bool
    ranks: tuple[Standing, ...]
    runner_up: RunnerUp | None
    responsible: tuple[Responsible, ...]
    residual_variance: float
    entropy: float
    constant: bool
    given: tuple[str, ...]
    reason: str
    stop_reason: str
    n_samples: int

    def __str__(self) -> str:
        return paragraph(self)


def explain(trace: "Trace", key: str | int) -> Explanation:
    """Explain the place of the predictor called `key`, or at index `key`."""
    feature = find_feature(key, trace.data.n_features, trace.data.feature_names, "feature")
    known = facts(trace)
    step, stage = int(known.step[feature]), str(known.stage[feature])
    n_given = int(known.n_given[feature])
    if stage == "forward selection":
        n_given = len(trace.initial) + step - 1
    return Explanation(
        feature=feature,
        name=trace.name_of(feature),
        subset=str(known.subset[feature]),
        stage=stage,
        step=step,
        score=float(known.score[feature]),
        threshold=float(known.threshold[feature]),
        margin=float(known.margin[feature]),
        strictly=trace.rules.strictly,
        ranks=tuple(_standings(trace, feature)),
        runner_up=_runner_up(trace, trace.steps[step - 1]) if stage == "forward selection" else None,
        responsible=_responsible(trace, feature, step) if stage == "batch deletion" else (),
        residual_variance=float(known.residual_variance[feature]),
        entropy=float(trace.entropies[feature]),
        constant=bool(np.isin(feature, trace.constant)),
        given=tuple(trace.name_of(int(other)) for other in trace.selected[:n_given]),
        reason=reason(trace, known, feature),
        stop_reason=trace.stop_reason,
        n_samples=trace.data.n_samples,
    )


def _standings(trace: "Trace", feature: int) -> list[Standing]:
    found = []
    for step in trace.steps:
        score = step.score_of(feature)
        if score is None or np.isnan(score):
            continue
        ahead = (step.scores > score) | ((step.scores == score) & (step.candidates < feature))
        found.append(Standing(step.number, score, 1 + int(np.count_nonzero(ahead)), len(step.candidates)))
    return found


def _runner_up(trace: "Trace", step: "Step") -> RunnerUp | None:
    if step.runner_up is None or step.margin is None:
        return None
    score = step.score_of(step.runner_up)
    if score is None:
        return None
    return RunnerUp(step.runner_up, trace.name_of(step.runner_up), score, step.margin)


def _responsible(trace: "Trace", feature: int, step: int) -> tuple[Responsible, ...]:
    deletion: Deletion = trace.steps[step - 1].redundant if step else trace.initial_deletion
    shares = deletion.shares[np.searchsorted(deletion.features, feature)]
    largest_first = np.argsort(-shares, kind="stable").tolist()
    named = [at for at in largest_first if shares[at] >= SMALLEST_SHARE] or largest_first[:1]
    selected = trace.selected
    return tuple(
        Responsible(int(selected[at]), trace.name_of(int(selected[at])), float(shares[at])) for at in named
    )
