"""How much is done, and how long the rest takes, from the times of what is done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from tnvs.experiments import settings
from tnvs.experiments.sheet import Key, Sheet, is_done
from tnvs.experiments.store import Store


class Cost(NamedTuple):
    """Rows of a sheet and CPU hours on one core.

    `unknown` rows are of a kind of which none has been measured; they are in none of the hours. Rows that a
    limit below the paper's cut short are not done; what is left for them is at least the time they had.
    """

    done: int
    total: int
    hours_done: float
    hours_left: float
    unknown: int


def cost_of(sheet: Sheet, store: Store) -> Cost:
    """Return what a sheet has cost and will cost."""
    rows = store.rows(sheet.name, sheet.keys)
    seconds: dict[Key, list[float]] = defaultdict(list)
    for key, row in rows.items():
        seconds[_kind(sheet, key)].append(float(row["seconds"]))
    means = {kind: sum(measured) / len(measured) for kind, measured in seconds.items()}
    keys = sheet.all_keys()
    left = [_kind(sheet, key) for key in keys if not is_done(rows.get(key), settings.TIME_LIMIT)]
    return Cost(
        done=len(keys) - len(left),
        total=len(keys),
        hours_done=sum(map(sum, seconds.values())) / 3600,
        hours_left=sum(means.get(kind, 0.0) for kind in left) / 3600,
        unknown=sum(kind not in means for kind in left),
    )


def one_of_each(sheet: Sheet, keys: Iterable[Key], store: Store) -> list[Key]:
    """Return a key of each kind of which no row has been measured."""
    measured = {_kind(sheet, key) for key in store.rows(sheet.name, sheet.keys)}
    first: dict[Key, Key] = {}
    for key in keys:
        first.setdefault(_kind(sheet, key), key)
    return [key for kind, key in first.items() if kind not in measured]


def _kind(sheet: Sheet, key: Key) -> Key:
    """Return those parts of a key that say how long its row takes."""
    return tuple(part for name, part in zip(sheet.keys, key, strict=True) if name in sheet.alike)


def total(costs: Iterable[Cost]) -> Cost:
    """Return the sum."""
    return Cost(*map(sum, zip(*costs, strict=True)))
