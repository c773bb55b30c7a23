"""A sheet of results: what its rows are called by, what they hold, and how one is computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tnvs.experiments.store import Store

Key: TypeAlias = tuple[str, ...]
Values: TypeAlias = Mapping[str, object]
Compute: TypeAlias = Callable[[float], Values]


@dataclass(frozen=True)
class Sheet:
    """One file of results, a row for every key.

    Attributes
    ----------
    name : str
        The file is called so.
    keys : tuple of str
        The columns that tell rows apart.
    values : tuple of str
        The columns that are measured; one of them is `seconds`.
    alike : tuple of str
        Those keys whose rows cost about the same time.
    passes : callable
        Returns the keys of all rows in lists, in the order in which they should be computed: first what is
        quick and says most.
    prepare : callable
        Takes a key and the store; returns the function that computes the row within a time limit, or None if
        rows that it needs are missing. That function can be sent to another process.
    quick : callable
        Whether a key belongs to the quick subset.
    """

    name: str
    keys: tuple[str, ...]
    values: tuple[str, ...]
    alike: tuple[str, ...]
    passes: Callable[[], Sequence[Sequence[Key]]]
    prepare: Callable[[Key, Store], Compute | None]
    quick: Callable[[Key], bool]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the file; `run` names the line of runs.csv with versions and machine."""
        return (*self.keys, *self.values, "run")

    def all_keys(self) -> list[Key]:
        """Return the keys of all rows."""
        return [key for part in self.passes() for key in part]


def is_done(row: dict[str, str] | None, limit: float) -> bool:
    """Return whether a row is there, and not for want of time that there is now."""
    return row is not None and not (row.get("limit") and float(row["limit"]) < limit)
