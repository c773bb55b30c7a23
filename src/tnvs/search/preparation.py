"""What was done to the data between a file and the fit."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tnvs.search.names import shown
from tnvs.search.record import Record

MOST_LISTED = 5


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Preparation(Record):
    """What was done to the data between a file and the fit.

    Attributes
    ----------
    rows_dropped : int
        Rows left out because of missing values.
    columns_dropped : mapping of str to str
        Columns left out, and what they held: "missing values", "categories" or "dates".
    imputed : mapping of str to int
        Columns whose missing values were replaced by the median of the others, and how many these were.
    onehot : mapping of str to tuple of str
        Columns of categories, and the columns of 0 and 1 that stand for them.
    ordinal : mapping of str to tuple of str
        Columns of categories that were numbered, and their values in the order of the numbers.
    dates : mapping of str to str
        Columns of dates or times that became numbers, and the unit.
    rounded : tuple of str
        Columns of integers beyond 2**53, rounded to the nearest float.
    version : int
        Version of this part of the trace.
    """

    rows_dropped: int
    columns_dropped: Mapping[str, str]
    imputed: Mapping[str, int]
    onehot: Mapping[str, tuple[str, ...]]
    ordinal: Mapping[str, tuple[str, ...]]
    dates: Mapping[str, str]
    rounded: tuple[str, ...]
    version: int = field(default=1)

    def sentences(self) -> list[str]:
        """Return what was done in words."""
        said = []
        if self.rows_dropped:
            said.append(f"{_counted(self.rows_dropped, 'row')} with missing values left out")
        for held in dict.fromkeys(self.columns_dropped.values()):
            columns = [name for name, what in self.columns_dropped.items() if what == held]
            said.append(f"{_counted(len(columns), 'column')} with {held} left out: {_listed(columns)}")
        if self.imputed:
            values = _counted(sum(self.imputed.values()), "missing value")
            columns = [f"{name} ({count})" for name, count in self.imputed.items()]
            said.append(f"{values} replaced by the median of the column: {_listed(columns)}")
        if self.onehot:
            groups = [f"{source} ({len(columns)})" for source, columns in self.onehot.items()]
            said.append(
                f"{_counted(len(groups), 'column')} of categories as columns of 0 and 1: {_listed(groups)}"
            )
        if self.ordinal:
            groups = [f"{source} ({len(levels)} values)" for source, levels in self.ordinal.items()]
            said.append(f"{_counted(len(groups), 'column')} of categories numbered: {_listed(groups)}")
        if self.dates:
            converted = [f"{name} ({unit})" for name, unit in self.dates.items()]
            said.append(f"{_counted(len(converted), 'column')} of dates as numbers: {_listed(converted)}")
        if self.rounded:
            said.append(f"integers beyond 2^53 rounded to the nearest float: {_listed(list(self.rounded))}")
        return said


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _listed(names: list[str]) -> str:
    text = ", ".join(shown(name) for name in names[:MOST_LISTED])
    return text if len(names) <= MOST_LISTED else f"{text} and {len(names) - MOST_LISTED} more"
