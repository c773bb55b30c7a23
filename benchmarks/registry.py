"""What a row of the table is, and all rows in the order they are printed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatch
from importlib import import_module

MODULES = (
    "rows_fits",
    "rows_candidates",
    "rows_methods",
    "rows_report",
    "rows_processes",
    "rows_command",
)


class Skipped(Exception):  # noqa: N818 - not an error
    """A row can't be measured here; the message says what is missing."""


@dataclass(frozen=True)
class Effort:
    """How much trouble to take: repetitions, seconds after which to stop them, whether to only try out."""

    repetitions: int = 7
    seconds: float = 4.0
    tiny: bool = False

    def rows(self, n: int) -> int:
        """Return the number of rows to use where ``n`` are wanted."""
        return min(n, 120) if self.tiny else n

    def columns(self, p: int) -> int:
        """Return the number of columns to use where ``p`` are wanted."""
        return min(p, 20) if self.tiny else p


@dataclass(frozen=True)
class Reach:
    """What a row should reach."""

    limit: float
    unit: str  # "x", "s" or "MB"
    at_least: bool = False

    def met(self, measured: float) -> bool:
        """Return whether a measured value reaches it."""
        return measured >= self.limit if self.at_least else measured <= self.limit

    def __str__(self) -> str:
        return f"{'>=' if self.at_least else '<='} {self.limit:.4g} {self.unit}"


@dataclass(frozen=True)
class Measurement:
    """What was measured: a number to compare with the reach, and where it comes from."""

    value: float
    detail: str = ""
    bound: str = ""  # ">" where the value is known to be larger than said
    limit: float | None = None  # where the reach depends on the data


@dataclass(frozen=True)
class Row:
    """A row of the table."""

    name: str
    what: str
    unit: str
    measure: Callable[[Effort], Measurement]
    reach: Reach | None = None
    full: bool = False  # takes so long that it needs --full


ROWS: dict[str, Row] = {}


def add(row: Row) -> None:
    """Register a row."""
    if row.name in ROWS:
        raise ValueError(f"two rows are called {row.name!r}: rename one")
    ROWS[row.name] = row


def all_rows() -> list[Row]:
    """Return every row, in the order of the table."""
    for module in MODULES:
        import_module(f"benchmarks.{module}")
    return list(ROWS.values())


def chosen_rows(patterns: list[str], full: bool) -> list[Row]:
    """Return the rows whose names begin with any of the patterns; without patterns all but the slow ones."""
    rows = all_rows()
    if not patterns:
        return [row for row in rows if full or not row.full]
    found = [row for row in rows if any(fnmatch(row.name, pattern + "*") for pattern in patterns)]
    unknown = [pattern for pattern in patterns if not any(fnmatch(row.name, pattern + "*") for row in rows)]
    if unknown:
        raise ValueError(f"no row is called {', '.join(unknown)}; --list names them all")
    return found
