"""An explanation as a paragraph for someone who knows the data, not the method."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tnvs.search.names import shown
from tnvs.search.sentences import AS_FAR_AS, STOPPED_BECAUSE, missed, number, percent, t_value

if TYPE_CHECKING:
    from tnvs.search.explain import Explanation, Standing

MOST_NAMED = 6
WHAT_T_IS = (
    "T measures how much better y can be told when a predictor is added to those already selected: "
    "about 0 is no better, 1 is perfectly."
)
BELOW_ZERO = "Below 0 means no help either."


def paragraph(why: "Explanation") -> str:
    """Return the paragraph."""
    parts = {
        "initial": _initial,
        "excluded": _excluded,
        "prefilter": _uninformative,
        "forward selection": _relevant,
        "batch deletion": _redundant,
        "stop": _independent if why.stop_reason == "threshold" else _left_over,
    }[why.stage](why)
    return " ".join(parts)


def listed(names: Sequence[str]) -> str:
    """Return names as a list in a sentence, cut after a few.

    Examples
    --------
    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    names = [shown(name) for name in names]
    if len(names) > MOST_NAMED:
        return f"{', '.join(names[:MOST_NAMED])} and {len(names) - MOST_NAMED} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _given(why: "Explanation") -> str:
    return f"given {listed(why.given)}" if why.given else "given no other predictor"


def _initial(why: "Explanation") -> list[str]:
    return [f"{shown(why.name)} is relevant by assumption: it was given as initial; the data were not asked."]


def _excluded(why: "Explanation") -> list[str]:
    return [f"{shown(why.name)} was excluded by the caller and never considered; nothing is said of its use."]


def _uninformative(why: "Explanation") -> list[str]:
    name = shown(why.name)
    if why.constant:
        return [
            f"{name} is uninformative: it has the same value in all {why.n_samples} rows, "
            "so it can't say anything about y."
        ]
    return [
        f"{name} is uninformative: its discretised values carry only {number(why.entropy)} nats of entropy; "
        f"the threshold is {number(why.threshold)}.",
        "Entropy is 0 if all rows fall into one bin, and grows with the number of bins and with how evenly "
        "they are filled.",
        "It was set aside before the first step without looking at y.",
    ]


def _relevant(why: "Explanation") -> list[str]:
    standing = why.ranks[-1]
    after = f", after {listed(why.given)}" if why.given else ""
    count = standing.n_candidates
    best = f"the highest of {count} candidates" if count > 1 else "the only candidate left"
    parts = [
        f"{shown(why.name)} is relevant: it was selected at step {why.step}{after}.",
        f"Its T, {_given(why)}, was {number(why.score)}, {best}.",
        *_what_t_is(why),
    ]
    if why.runner_up is not None:
        parts.append(
            f"The runner-up, {shown(why.runner_up.name)}, had {number(why.runner_up.score)}, "
            f"lower by {number(why.runner_up.margin)}."
        )
    parts += _what_was_asked(why)
    return parts


def _what_was_asked(why: "Explanation") -> list[str]:
    """Say what the threshold was, and that T itself speaks against the predictor where it does."""
    unbounded = why.threshold == -math.inf
    if why.score > 0:
        return [] if unbounded else [f"The threshold was {number(why.threshold)}."]
    because = "no threshold was set" if unbounded else f"the threshold, {number(why.threshold)}, is negative"
    adds = f"{AS_FAR_AS}, it adds nothing {_given(why)}"
    return [f"Its T is not above 0: {adds}; it was kept only because {because}."]


def _redundant(why: "Explanation") -> list[str]:
    first, *others = why.responsible[:MOST_NAMED]
    who = [f"{shown(first.name)} explains {percent(first.share)}"]
    who += [f"{shown(item.name)} another {percent(item.share)}" for item in others]
    when = f"once {shown(why.given[-1])} was selected at step {why.step}" if why.step else "from the start"
    parts = [
        f"{shown(why.name)} is redundant: {when}, a weighted sum of the selected predictors matched it so "
        f"closely that the variance left was {number(why.residual_variance)}, below the threshold "
        f"{number(why.threshold)}.",
        f"Of its variance, {', '.join(who)}.",
    ]
    if why.ranks:
        last = why.ranks[-1]
        parts.append(f"Its own T at step {last.step} was {t_value(last.score)}, {_rank(last)}.")
    parts.append(
        "This says nothing against it: it may be as closely related to y as what it repeats, and could stand "
        "in for it."
    )
    return parts


def _independent(why: "Explanation") -> list[str]:
    last = why.ranks[-1]
    verb = "is" if why.score <= 0 else "is counted as"
    parts = [
        f"{shown(why.name)} {verb} independent of y {_given(why)}, {AS_FAR_AS} (n = {why.n_samples}).",
        f"At the last step, {last.step}, its T was {number(last.score)}, {_rank(last)}, "
        f"{missed(why.strictly)} the threshold {number(why.threshold)}.",
        *_what_t_is(why),
    ]
    if why.score > 0:
        parts.append("Its T is above 0, so it may still add something; the threshold asked for more.")
    return parts + _best_before(why)


def _left_over(why: "Explanation") -> list[str]:
    because = STOPPED_BECAUSE[why.stop_reason]
    parts = [f"{shown(why.name)} was left over when the search stopped because {because}."]
    if not why.ranks:
        return [*parts, "It was never scored, so nothing is said about whether it matters."]
    last = why.ranks[-1]
    parts += [
        f"Its last T, at step {last.step} {_given(why)}, was {number(last.score)}, {_rank(last)}.",
        *_what_t_is(why),
        "It was never judged given all that was selected in the end, so this is no evidence that it "
        "doesn't matter.",
    ]
    return parts + _best_before(why)


def _what_t_is(why: "Explanation") -> list[str]:
    """Explain T, and its values below 0 where the paragraph quotes one."""
    lowest = why.score if why.runner_up is None else why.runner_up.score
    return [WHAT_T_IS, BELOW_ZERO] if lowest < 0 else [WHAT_T_IS]


def _best_before(why: "Explanation") -> list[str]:
    """Mention its best T if that was not the last one."""
    best = max(why.ranks, key=lambda standing: standing.score)
    if best is why.ranks[-1]:
        return []
    return [f"Its best T was {number(best.score)} at step {best.step}, {_rank(best)}."]


def _rank(standing: "Standing") -> str:
    return f"rank {standing.rank} of {standing.n_candidates}"
