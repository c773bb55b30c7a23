"""A summary as tables in a terminal: plain text, or what the library rich draws."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tnvs.palette import SUBSET_COLOURS
from tnvs.report import tables
from tnvs.report.summary import Summary
from tnvs.report.tables import Table

if TYPE_CHECKING:
    from rich.console import Group


def to_text(summary: Summary) -> str:
    """Return the split, the path and the selected predictors as aligned plain text."""
    parts = [_title(summary), *summary.head.preparation]
    for title, table in _parts(summary):
        parts += ["", title, *_aligned(table)]
    return "\n".join([*parts, "", _end(summary)])


def to_rich(summary: Summary) -> "Group":
    """Return the same for rich to draw."""
    from rich.console import Group, RenderableType
    from rich.table import Table as RichTable
    from rich.text import Text

    drawn: list[RenderableType] = [Text(_title(summary), style="bold")]
    drawn += map(Text, summary.head.preparation)
    for title, table in _parts(summary):
        rich_table = RichTable(title=title, title_justify="left")
        for name in table.header:
            rich_table.add_column(name, overflow="fold")
        for row in table.rows:
            mark = ("■ ", SUBSET_COLOURS[row[0]]) if row[0] in SUBSET_COLOURS else ""
            rich_table.add_row(Text.assemble(mark, row[0]), *map(Text, row[1:]))
        drawn += [Text(""), rich_table]
    return Group(*drawn, Text(_end(summary)))


def _title(summary: Summary) -> str:
    head = summary.head
    selected = summary.counts["relevant"]
    return f"{head.method}: {selected} of {head.n_features} predictors selected, {head.n_samples} rows"


def _end(summary: Summary) -> str:
    return f"The search stopped because {summary.stopped_because}."


def _parts(summary: Summary) -> Iterator[tuple[str, Table]]:
    yield "The split", tables.split(summary)
    if summary.path:
        yield "The path", tables.path(summary)
    if summary.selected:
        yield "Selected, and what each stands for", tables.selected(summary)


def _aligned(table: Table) -> Iterator[str]:
    rows = [table.header, *table.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in [table.header, tuple("-" * width for width in widths), *table.rows]:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
