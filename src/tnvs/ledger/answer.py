"""The answer to what another setting would have decided, and its words."""

from collections import Counter
from dataclasses import dataclass

from tnvs.ledger.diff import Diff, diff
from tnvs.search import Trace
from tnvs.search.names import shown
from tnvs.search.paragraph import listed
from tnvs.search.record import Record
from tnvs.search.sentences import STOPPED_BECAUSE, number

WHY_EXACT = (
    "exact: the recorded numbers depend on y, on the predictor itself and on those selected before it, "
    "neither on other candidates nor on thresholds"
)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Choice(Record):
    """What one step chose, and what it would choose.

    Attributes
    ----------
    step : int
        The step.
    was, would_be : str or None
        The predictor it selected, and the one it would select; None for none.
    was_score, score : float
        Their T; where none is selected the highest T, nan if there is no such step.
    """

    step: int
    was: str | None
    would_be: str | None
    was_score: float
    score: float


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class WhatIf(Record):
    """What another setting would have decided. `str()` says it in words.

    Attributes
    ----------
    question : str
        What was changed.
    original : Trace
        What was decided.
    trace : Trace
        What would have been decided: all of it if `complete`, otherwise the steps that the record tells
        entirely, with the stop_reason "interrupted".
    complete : bool
        Whether it is known to the end.
    n_recorded : int
        How many of its steps are from the record.
    rerun : bool
        Whether more were scored on the data.
    first_change : Choice or None
        The first step known to choose otherwise.
    back_in_play : tuple of int
        Predictors that the original had set aside by then and that would be candidates.
    """

    question: str
    original: Trace
    trace: Trace
    complete: bool
    n_recorded: int
    rerun: bool
    first_change: Choice | None
    back_in_play: tuple[int, ...]

    @property
    def diff(self) -> Diff:
        """The difference to the original; steps that are not known count as not taken."""
        return diff(self.original, self.trace)

    def __str__(self) -> str:
        sentences = [_first_change(self), _back_in_play(self), _source(self), _outcome(self)]
        return "\n".join([f"{self.question}:", *filter(None, sentences)])


def _first_change(answer: WhatIf) -> str:
    change = answer.first_change
    if change is None:
        known = "Every step" if answer.complete else f"Each of the first {len(answer.trace.steps)} steps"
        return f"{known} would choose the same." if answer.trace.steps else ""
    score = number(change.score)
    if change.would_be is None:
        highest = "" if change.score != change.score else f" (highest T {score})"
        return (
            f"Step {change.step} would not select {shown(str(change.was))} or any other: "
            f"{STOPPED_BECAUSE[answer.trace.stop_reason]}{highest}."
        )
    if change.was is None:
        return (
            f"Step {change.step}, where the search ended, would select {shown(change.would_be)} (T {score})."
        )
    return (
        f"Step {change.step} would select {shown(change.would_be)} (T {score}) in place of "
        f"{shown(change.was)} (T {number(change.was_score)})."
    )


def _back_in_play(answer: WhatIf) -> str:
    if answer.complete or not answer.back_in_play:
        return ""
    names = listed([answer.trace.name_of(feature) for feature in answer.back_in_play])
    return f"Candidates at step {len(answer.trace.steps) + 1} would also be {names}."


def _source(answer: WhatIf) -> str:
    if not answer.rerun:
        return f"This is from the record and {WHY_EXACT}."
    if not answer.n_recorded:
        return "All steps were scored on the data: the record tells none of them entirely."
    count = answer.n_recorded
    first = "Step 1 is" if count == 1 else f"Steps 1 to {count} are"
    return f"{first} from the record and {WHY_EXACT}; the others were scored on the data."


def _outcome(answer: WhatIf) -> str:
    if not answer.complete:
        return "What follows is not in the record: give X and y to have it scored."
    trace = answer.trace
    names = [trace.name_of(int(feature)) for feature in trace.selected]
    moved = answer.diff.moved
    kinds = Counter((move.before.subset, move.after.subset) for move in moved)
    changes = ", ".join(f"{count} {old}, now {new}" for (old, new), count in kinds.most_common())
    end = (
        f"in another subset would be {len(moved)}: {changes}." if moved else "every subset would be the same."
    )
    return f"Selected would be {listed(names) if names else 'none'}; {end}"
