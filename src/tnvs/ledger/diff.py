"""What changed between two selections, and why."""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tnvs.ledger.divergence import Divergence, Side, divergence
from tnvs.ledger.matching import NOT_THERE, Matching, matching
from tnvs.search import Trace, difference
from tnvs.search.difference import Difference
from tnvs.search.facts import facts
from tnvs.search.frame import framed
from tnvs.search.names import shown
from tnvs.search.paragraph import listed
from tnvs.search.record import Record
from tnvs.search.sentences import reason

if TYPE_CHECKING:
    import pandas
    import polars

MOST_LISTED = 5


@dataclass(frozen=True, slots=True)
class Place:
    """Where a predictor is in one selection: its index, subset, deciding step and T, and the sentence why."""

    index: int
    subset: str
    step: int
    score: float
    reason: str


@dataclass(frozen=True, slots=True)
class Move:
    """A predictor that is in another subset than before."""

    name: str
    before: Place
    after: Place

    def __str__(self) -> str:
        return (
            f"{shown(self.name)}: {self.before.subset}, now {self.after.subset}.\n"
            f"  first: {self.before.reason}\n  second: {self.after.reason}"
        )


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Diff(Record):
    """What changed between two selections. `str()` says it in words.

    Attributes
    ----------
    before, after : Trace
        The two.
    matched_by : {"name", "index"}
        What tells which predictor is which.
    settings : tuple of Difference
        Parameters, and what they came to, that differ.
    data : tuple of Difference
        What differs in the data: shape, type, fingerprints, names, and how they were prepared.
    moved : tuple of Move
        The predictors in another subset, with the evidence of both traces.
    divergence : Divergence or None
        The first step at which they chose otherwise, if any.
    only_before, only_after : tuple of str
        Names of predictors that only one of them has.
    """

    before: Trace
    after: Trace
    matched_by: str
    settings: tuple[Difference, ...]
    data: tuple[Difference, ...]
    moved: tuple[Move, ...]
    divergence: Divergence | None
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]

    @property
    def same_selection(self) -> bool:
        """Whether both selected the same in the same order and have every predictor in the same subset."""
        return self.divergence is None and not (self.moved or self.only_before or self.only_after)

    def to_frame(self, library: str = "pandas") -> "pandas.DataFrame | polars.DataFrame":
        """Return a data frame with one row a predictor that moved; `library` is "pandas" or "polars"."""
        return framed(lambda: _columns(self.moved), library)

    def __str__(self) -> str:
        return "\n\n".join(["\n".join(part) for part in (_inputs(self), _path(self), _moves(self)) if part])


def diff(before: Trace, after: Trace) -> Diff:
    """Compare two traces."""
    if not isinstance(after, Trace):
        raise TypeError(f"other must be a Trace, got {type(after).__name__}.")
    matched = matching(before, after)
    sides = Side("The first", before, facts(before)), Side("The second", after, facts(after))
    only_before = np.flatnonzero(matched.in_after == NOT_THERE)
    only_after = np.flatnonzero(matched.in_before == NOT_THERE)
    return Diff(
        before=before,
        after=after,
        matched_by=matched.by,
        settings=difference.settings(before, after, ignored=difference.WITHOUT_EFFECT),
        data=(*difference.data(before.data, after.data), *difference.preparation(before, after)),
        moved=_moved(*sides, matched),
        divergence=divergence(*sides, matched),
        only_before=tuple(before.name_of(int(j)) for j in only_before),
        only_after=tuple(after.name_of(int(j)) for j in only_after),
    )


def _moved(before: Side, after: Side, matched: Matching) -> tuple[Move, ...]:
    common = np.flatnonzero(matched.in_after != NOT_THERE)
    there = matched.in_after[common]
    other = before.facts.subset[common] != after.facts.subset[there]
    pairs = zip(common[other].tolist(), there[other].tolist(), strict=True)
    return tuple(Move(before.trace.name_of(j), _place(before, j), _place(after, k)) for j, k in pairs)


def _place(side: Side, feature: int) -> Place:
    known = side.facts
    return Place(
        index=feature,
        subset=str(known.subset[feature]),
        step=int(known.step[feature]),
        score=float(known.score[feature]),
        reason=reason(side.trace, known, feature),
    )


def _columns(moved: tuple[Move, ...]) -> dict[str, Any]:
    columns: dict[str, Any] = {"feature": [move.name for move in moved]}
    for name in ("index", "subset", "step", "score", "reason"):
        columns[f"{name}_before"] = [getattr(move.before, name) for move in moved]
        columns[f"{name}_after"] = [getattr(move.after, name) for move in moved]
    return columns


def _inputs(diff: Diff) -> list[str]:
    """Say what differs in what was asked and what was seen."""
    lines = [f"- {each}" for each in (*diff.data, *diff.settings)]
    for names, which in ((diff.only_before, "first"), (diff.only_after, "second")):
        lines += [f"- only in the {which}: {listed(names)}"] if names else []
    if not lines:
        return ["Same data, same settings."]
    if not diff.data:
        return ["Same data, different settings:", *lines]
    return ["Different data and settings:" if diff.settings else "Different data, same settings:", *lines]


def _path(diff: Diff) -> list[str]:
    if diff.divergence is not None:
        return [str(diff.divergence)]
    return ["Both selected the same predictors in the same order."]


def _moves(diff: Diff) -> list[str]:
    if not diff.moved:
        return ["Every predictor that both have is in the same subset."]
    kinds = Counter((move.before.subset, move.after.subset) for move in diff.moved)
    lines = [f"{len(diff.moved)} predictors, matched by {diff.matched_by}, are in another subset:"]
    lines += [f"- {count} {old}, now {new}" for (old, new), count in kinds.most_common()]
    order = sorted(diff.moved, key=lambda move: "relevant" not in (move.before.subset, move.after.subset))
    lines += ["", *map(str, order[:MOST_LISTED])]
    more = len(order) - MOST_LISTED
    return [*lines, f"... and {more} more: see to_frame()"] if more > 0 else lines
