"""Two traces of the same fit, number by number."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tnvs.search import Step, Trace
from tnvs.search.names import shown
from tnvs.search.record import Record

# What may differ between two runs of the same fit; of the data the fingerprints are compared.
NOT_COMPARED = ("seconds", "parameters", "data", "preparation", "format_version", "library_version")


@dataclass(frozen=True, slots=True, eq=False)
class Mismatch(Record):
    """One part of a trace that came out otherwise.

    Attributes
    ----------
    where : str
        The part, "scores of step 3" for one.
    count, size : int
        How many of its values differ, of how many.
    example : str
        What the first of them belongs to: the name of a predictor, or "".
    recorded, found : object
        The first of them, as recorded and as it came out.
    largest : float
        The largest absolute difference; nan where they aren't numbers.
    """

    where: str
    count: int
    size: int
    example: str
    recorded: Any
    found: Any
    largest: float

    def __str__(self) -> str:
        of = f" of {shown(self.example)}" if self.example else ""
        if self.size == 1:
            return f"{self.where}: recorded {self.recorded!r}, now {self.found!r}"
        furthest = "" if np.isnan(self.largest) else f"; the largest difference is {self.largest:.4g}"
        return (
            f"{self.where}: {self.count} of {self.size} differ, first that{of}: recorded {self.recorded!r}, "
            f"now {self.found!r}{furthest}"
        )


def mismatches(recorded: Trace, found: Trace) -> tuple[Mismatch, ...]:
    """Return the parts of two traces that differ."""
    return tuple(_records("", recorded, found, recorded))


def n_numbers(value: Any) -> int:
    """Return how many numbers a trace holds that a second run has to reproduce."""
    if isinstance(value, np.ndarray):
        return value.size
    if isinstance(value, tuple):
        return sum(map(n_numbers, value))
    if isinstance(value, Record):
        names = [field.name for field in fields(value) if field.name not in NOT_COMPARED]  # type: ignore[arg-type]
        return sum(n_numbers(getattr(value, name)) for name in names)
    return int(isinstance(value, int | float))


def _records(where: str, recorded: Any, found: Any, trace: Trace) -> Iterator[Mismatch]:
    for field in fields(recorded):
        if field.name not in NOT_COMPARED:
            old, new = getattr(recorded, field.name), getattr(found, field.name)
            yield from _values(field.name + where, old, new, recorded, trace)


def _values(where: str, recorded: Any, found: Any, owner: Any, trace: Trace) -> Iterator[Mismatch]:
    if isinstance(recorded, np.ndarray):
        yield from _arrays(where, recorded, found, owner, trace)
    elif where == "steps":
        for old, new in zip(recorded, found, strict=False):
            yield from _records(f" of step {old.number}", old, new, trace)
        if len(recorded) != len(found):
            yield _one("number of steps", len(recorded), len(found))
    elif isinstance(recorded, Record):
        yield from _records(f" of {where}", recorded, found, trace)
    elif isinstance(recorded, Mapping):
        for name in {**recorded, **found}:
            if recorded.get(name) != found.get(name):
                yield _one(f"{name} ({where})", recorded.get(name), found.get(name))
    elif recorded != found and not (recorded != recorded and found != found):
        yield _one(where, recorded, found)


def _one(where: str, recorded: Any, found: Any) -> Mismatch:
    return Mismatch(where, 1, 1, "", recorded, found, float("nan"))


def _arrays(
    where: str, recorded: NDArray[Any], found: NDArray[Any], owner: Any, trace: Trace
) -> Iterator[Mismatch]:
    if recorded.shape != found.shape or recorded.dtype != found.dtype:
        kinds = [f"{array.dtype} {array.shape}" for array in (recorded, found)]
        yield _one(f"type and shape of {where}", *kinds)
        return
    differing = (recorded != found) & ~((recorded != recorded) & (found != found))
    if not differing.any():
        return
    first = tuple(int(axis[0]) for axis in np.nonzero(differing))
    apart = np.abs(recorded[differing].astype(np.float64) - found[differing])
    yield Mismatch(
        where=where,
        count=int(differing.sum()),
        size=recorded.size,
        example=_predictor(where, owner, first[0], trace),
        recorded=recorded[first].item(),
        found=found[first].item(),
        largest=float(apart.max()) if recorded.dtype.kind == "f" else float("nan"),
    )


def _predictor(where: str, owner: Any, position: int, trace: Trace) -> str:
    """Return the name of the predictor that an entry of an array of a record belongs to."""
    if isinstance(owner, Step) and where.startswith("scores"):
        return trace.name_of(int(owner.candidates[position]))
    if where == "entropies":
        return trace.name_of(position)
    if where.startswith(("residual_variances", "shares")):
        return trace.name_of(int(owner.features[position]))
    return ""
