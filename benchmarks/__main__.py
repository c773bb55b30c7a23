"""Print the table of limits: what, measured, reach, met or missed."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks import data, machine, page
from benchmarks.registry import Effort, Row, chosen_rows
from benchmarks.table import HEADINGS, Line, measured, text

RESULTS = Path(__file__).parent / "results" / "table.json"


def arguments(given: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--only", metavar="NAME", action="append", default=[], help="rows whose names begin with NAME"
    )
    parser.add_argument("--full", action="store_true", help="with the rows of a million rows: many minutes")
    parser.add_argument("--tiny", action="store_true", help="tiny sizes, to see that everything runs")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write what was measured to a file")
    parser.add_argument("--list", action="store_true", help="name the rows and stop")
    parser.add_argument("--write-docs", action="store_true", help="put the table into docs/performance.md")
    return parser.parse_args(given)


def run(rows: list[Row], effort: Effort) -> list[Line]:
    """Measure and print the rows one after the other."""
    print(text(HEADINGS))
    lines = []
    for row in rows:
        lines.append(measured(row, effort))
        print(text(lines[-1].cells()), flush=True)
    return lines


def as_json(where: dict[str, str], lines: list[Line]) -> str:
    """Return everything that was measured."""
    return json.dumps({"machine": where, "rows": [line.plain() for line in lines]}, indent=1) + "\n"


def main(given: list[str] | None = None) -> int:
    """Run the command."""
    options = arguments(given)
    try:
        rows = chosen_rows(options.only, options.full)
        if options.list:
            for row in chosen_rows(options.only, full=True):
                print(f"{row.name:22}{row.what}{'  (--full)' if row.full else ''}")
            return 0
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if options.write_docs and (options.only or options.tiny):
        print("--write-docs takes the whole table: leave out --only and --tiny", file=sys.stderr)
        return 2
    where = machine.describe()
    for key, value in where.items():
        print(f"{key:10}{value}")
    print()
    if options.tiny:
        print("tiny sizes: see that everything runs, believe no number\n")
    data.warm_up()
    lines = run(rows, Effort(repetitions=1, tiny=True) if options.tiny else Effort())
    missed = sum(line.verdict == "MISSED" for line in lines)
    print(f"\n{sum(line.verdict == 'met' for line in lines)} met, {missed} missed")
    if options.json:
        options.json.write_text(as_json(where, lines), encoding="utf-8")
    if options.write_docs:
        page.write(where, lines)
        RESULTS.write_text(as_json(where, lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
