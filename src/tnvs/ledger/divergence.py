"""The first step at which two selections choose otherwise, seen from both."""

from dataclasses import dataclass

import numpy as np

from tnvs.ledger.matching import NOT_THERE, Matching
from tnvs.search import Trace
from tnvs.search.facts import Facts
from tnvs.search.names import shown
from tnvs.search.paragraph import listed
from tnvs.search.record import Record
from tnvs.search.sentences import STOPPED_BECAUSE, missed, number, t_value


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Turn(Record):
    """What one selection did at the step where two part, and how it saw the choice of the other.

    Attributes
    ----------
    chosen : str or None
        The predictor it selected; None where it selected none.
    score : float
        T of the chosen one, or the highest T where none was chosen; nan where there was no such step.
    stop_reason : str or None
        Why it selected none.
    rival : str or None
        The predictor that the other selected; None where that selected none.
    rival_score : float
        T of the rival here at this step; nan if it was no candidate.
    margin : float
        By how much the rival lost here: `score` minus `rival_score`.
    why_not : str
        Why the rival was no candidate here; "" if it was one.
    sentence : str
        All this in words.
    """

    chosen: str | None
    score: float
    stop_reason: str | None
    rival: str | None
    rival_score: float
    margin: float
    why_not: str
    sentence: str


@dataclass(frozen=True, slots=True, eq=False)
class Divergence(Record):
    """The first step at which two selections choose otherwise.

    Attributes
    ----------
    step : int
        Its number; 0 where they start from other `initial` predictors.
    before, after : Turn
        What each did.
    """

    step: int
    before: Turn
    after: Turn

    def __str__(self) -> str:
        where = f"at step {self.step}" if self.step else "before step 1"
        return f"They part {where}. {self.before.sentence} {self.after.sentence}"


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two traces while they are compared."""

    name: str
    trace: Trace
    facts: Facts

    def chosen_at(self, number: int) -> int | None:
        """Return what a step chose; None where it chose none or wasn't taken."""
        steps = self.trace.steps
        return steps[number - 1].chosen if number <= len(steps) else None

    def path(self) -> list[int]:
        """Return what the steps chose, in order."""
        return [step.chosen for step in self.trace.steps if step.chosen is not None]


def divergence(before: Side, after: Side, matched: Matching) -> Divergence | None:
    """Return where two selections part; None where they select the same in the same order."""
    old, new = before.trace, after.trace
    if matched.in_after[old.initial].tolist() != new.initial.tolist():
        return Divergence(0, _start(before), _start(after))
    paths = matched.in_after[before.path()].tolist(), after.path()
    if paths[0] == paths[1]:
        return None
    same = next((k for k, (a, b) in enumerate(zip(*paths, strict=False)) if a != b), min(map(len, paths)))
    number = same + 1
    ours, theirs = before.chosen_at(number), after.chosen_at(number)
    return Divergence(
        number,
        _turn(before, number, _name(after.trace, theirs), _matched(theirs, matched.in_before)),
        _turn(after, number, _name(before.trace, ours), _matched(ours, matched.in_after)),
    )


def _matched(feature: int | None, matches: np.ndarray[tuple[int], np.dtype[np.intp]]) -> int:
    return NOT_THERE if feature is None else int(matches[feature])


def _name(trace: Trace, feature: int | None) -> str | None:
    return None if feature is None else trace.name_of(feature)


def _start(side: Side) -> Turn:
    names = [side.trace.name_of(int(feature)) for feature in side.trace.initial]
    return Turn(
        chosen=None,
        score=np.nan,
        stop_reason=None,
        rival=None,
        rival_score=np.nan,
        margin=np.nan,
        why_not="",
        sentence=f"{side.name} starts from {listed(names) if names else 'no predictor'}.",
    )


def _turn(side: Side, at: int, rival: str | None, place: int) -> Turn:
    """Return what a side did at a step; `place` is the index of the rival in its trace."""
    trace = side.trace
    step = trace.steps[at - 1] if at <= len(trace.steps) else None
    chosen = _name(trace, None if step is None else step.chosen)
    score = np.nan if step is None else step.best_score
    found = None if step is None or place == NOT_THERE else step.score_of(place)
    rival_score = np.nan if found is None else found
    why_not = _why_no_candidate(side, place, at) if rival is not None and found is None else ""
    parts = [_what_it_did(side, at, chosen, score)]
    if rival is not None and step is not None and not np.isnan(score):
        parts.append(_about_rival(rival, score, rival_score, why_not, chosen is not None))
    return Turn(
        chosen=chosen,
        score=score,
        stop_reason=None if chosen else trace.stop_reason,
        rival=rival,
        rival_score=rival_score,
        margin=score - rival_score,
        why_not=why_not,
        sentence=f"{'; '.join(parts)}.",
    )


def _what_it_did(side: Side, at: int, chosen: str | None, score: float) -> str:
    if chosen is not None:
        return f"{side.name} selected {shown(chosen)}, T {t_value(score)}"
    trace = side.trace
    if at > len(trace.steps):
        return f"{side.name} had ended because {STOPPED_BECAUSE[trace.stop_reason]}"
    if trace.stop_reason == "undefined":
        return f"{side.name} stopped because {STOPPED_BECAUSE['undefined']}"
    threshold = f"{missed(trace.rules.strictly)} the threshold {number(trace.rules.relevance_threshold)}"
    return f"{side.name} stopped: the highest T, {t_value(score)}, was {threshold}"


def _about_rival(rival: str, score: float, rival_score: float, why_not: str, lost: bool) -> str:
    if why_not:
        return f"{shown(rival)} was no candidate there ({why_not})"
    if not lost:
        return f"T of {shown(rival)} was {t_value(rival_score)}"
    return f"T of {shown(rival)} was {number(score - rival_score)} less, {t_value(rival_score)}"


def _why_no_candidate(side: Side, place: int, at: int) -> str:
    if place == NOT_THERE:
        return "its data don't have it"
    known = side.facts
    stage, step, threshold = str(known.stage[place]), int(known.step[place]), number(known.threshold[place])
    if stage in ("batch deletion", "forward selection") and step >= at:
        return "the search had ended"
    match stage:
        case "batch deletion":
            left = number(known.residual_variance[place])
            return f"redundant since step {step}, with residual variance {left}, below {threshold}"
        case "prefilter" if place in side.trace.constant:
            return "constant"
        case "prefilter":
            entropy = number(float(side.trace.entropies[place]))
            return f"uninformative, with entropy {entropy}, not above {threshold}"
        case "forward selection":
            return f"selected at step {step}"
        case "stop":
            return "the search had ended"
    return stage
