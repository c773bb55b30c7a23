"""The generated part of docs/performance.md: the machine and the table, between two markers."""

from __future__ import annotations

from pathlib import Path

from benchmarks.table import Line, markdown_table

PAGE = Path(__file__).resolve().parents[1] / "docs" / "performance.md"
BEGIN = "<!-- begin: written by python -m benchmarks --write-docs -->"
END = "<!-- end -->"


def with_table(page: str, machine: dict[str, str], lines: list[Line]) -> str:
    """Return the page with the table between its markers replaced."""
    if page.count(BEGIN) != 1 or END not in page.split(BEGIN)[1]:
        raise ValueError(f"the page has no place for the table: it needs the lines {BEGIN!r} and {END!r}")
    before, rest = page.split(BEGIN)
    after = rest.split(END, 1)[1]
    where = "\n".join(f"- {key}: {value}" for key, value in machine.items())
    return f"{before}{BEGIN}\n\n{where}\n\n{markdown_table(lines)}\n\n{END}{after}"


def write(machine: dict[str, str], lines: list[Line], path: Path = PAGE) -> None:
    """Put the table into the page."""
    path.write_text(with_table(path.read_text(encoding="utf-8"), machine, lines), encoding="utf-8")
