"""Rows and what was measured, as lines of text, as Markdown and as plain data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from benchmarks.registry import Effort, Measurement, Reach, Row, Skipped

HEADINGS = ("what", "measured", "reach", "", "from")
WIDTHS = (82, 17, 11, 7)


@dataclass(frozen=True)
class Line:
    """A row with its measurement, or with the reason why there is none."""

    row: Row
    measured: Measurement | None
    reason: str = ""

    @property
    def reach(self) -> Reach | None:
        """What it should reach."""
        reach = self.row.reach
        if reach is None or self.measured is None or self.measured.limit is None:
            return reach
        return replace(reach, limit=self.measured.limit)

    @property
    def verdict(self) -> str:
        """Whether it does."""
        if self.measured is None:
            return "skipped"
        if self.reach is None:
            return "-"
        return "met" if self.reach.met(self.measured.value) else "MISSED"

    def cells(self) -> tuple[str, ...]:
        """Return what the columns of the table say."""
        found = self.measured
        value = "-" if found is None else f"{found.bound}{number(found.value)} {self.row.unit}"
        reach = "-" if self.reach is None else str(self.reach)
        source = self.reason if found is None else found.detail
        return self.row.what, value, reach, self.verdict, source

    def plain(self) -> dict[str, Any]:
        """Return everything as data for JSON."""
        measured = self.measured
        return {
            "name": self.row.name,
            "what": self.row.what,
            "measured": None if measured is None else measured.value,
            "is_lower_bound": measured is not None and bool(measured.bound),
            "unit": self.row.unit,
            "reach": None if self.reach is None else str(self.reach),
            "verdict": self.verdict,
            "detail": self.reason if measured is None else measured.detail,
        }


def measured(row: Row, effort: Effort) -> Line:
    """Measure a row."""
    try:
        return Line(row, row.measure(effort))
    except Skipped as reason:
        return Line(row, None, str(reason))


def number(value: float) -> str:
    """Return a number with three digits, never in powers of ten."""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"


def text(cells: tuple[str, ...]) -> str:
    """Return one aligned line."""
    padded = [cell.ljust(width) for cell, width in zip(cells, WIDTHS, strict=False)]
    return "  ".join([*padded, cells[-1]]).rstrip()


def markdown(cells: tuple[str, ...]) -> str:
    """Return one line of a Markdown table."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def markdown_table(lines: list[Line]) -> str:
    """Return the whole table in Markdown."""
    rule = "|" + "---|" * len(HEADINGS)
    return "\n".join([markdown(HEADINGS), rule, *(markdown(line.cells()) for line in lines)])
