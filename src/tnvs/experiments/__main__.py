"""Compute the paper's tables and figures anew, and put the numbers side by side."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from tnvs.experiments import catalogue, methods, settings
from tnvs.experiments.cost import Cost, cost_of, one_of_each, total
from tnvs.experiments.machine import begin_run
from tnvs.experiments.progress import Progress
from tnvs.experiments.report import page
from tnvs.experiments.runner import missing, run_pass
from tnvs.experiments.store import Store

RESULTS = Path("experiments") / "results"
PAGE = Path("docs") / "reproduction.md"


def main(given: Sequence[str] | None = None) -> int:
    """Run the command."""
    options = arguments(given)
    try:
        return int(options.command(options))
    except (ValueError, OSError, ImportError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("stopped; what was finished is kept, and the same command continues\n")
        return 130


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tnvs.experiments", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    listing = commands.add_parser(
        "list", help="name tables and figures; what is done, how long the rest takes"
    )
    listing.set_defaults(command=list_command)
    run = commands.add_parser("run", help="compute what is missing")
    run.set_defaults(command=run_command)
    run.add_argument("--only", metavar="NAME", action="append", help="a table or figure; may be repeated")
    run.add_argument("--quick", action="store_true", help="a small subset, in about a minute")
    run.add_argument(
        "--one-of-each",
        action="store_true",
        help="one row of each kind that was never measured, so that list can say how long the rest takes",
    )
    run.add_argument("--jobs", metavar="N", type=int, default=1, help="processes; every fit has one thread")
    run.add_argument(
        "--time-limit",
        metavar="SECONDS",
        type=float,
        default=settings.TIME_LIMIT,
        help="for each fit of a stepwise method (default: %(default)g, the paper's); rows cut short by a "
        "lower limit are computed anew",
    )
    report = commands.add_parser("report", help="write the page of results")
    report.set_defaults(command=report_command)
    report.add_argument("--page", metavar="FILE", type=Path, default=PAGE, help="default: %(default)s")
    for command in (listing, run, report):
        command.add_argument(
            "--results", metavar="DIR", type=Path, default=RESULTS, help="default: %(default)s"
        )
    return parser.parse_args(given)


def list_command(options: argparse.Namespace) -> int:
    """Print what there is, what is done, and how long the rest takes."""
    store = Store(options.results)
    for entry in catalogue.ENTRIES:
        found = total(cost_of(sheet, store) for sheet in entry.sheets) if entry.sheets else None
        rows = f"{found.done:5} of {found.total:5} rows" if found else "no rows needed"
        sys.stdout.write(f"{entry.name:15}{entry.what:55}{rows:22}{_left(found)}\n")
    whole = total(cost_of(sheet, store) for sheet in catalogue.all_sheets())
    sys.stdout.write(f"{'all':15}{'':55}{whole.done:5} of {whole.total:5} rows   {_left(whole)}\n")
    return 0


def _left(cost: Cost | None) -> str:
    if cost is None or cost.done == cost.total:
        return ""
    unknown = f" and {cost.unknown} rows of unknown cost" if cost.unknown else ""
    return f"{cost.hours_left:.2f} CPU hours{unknown} left"


def run_command(options: argparse.Namespace) -> int:
    """Compute what is missing."""
    if options.jobs == 0:
        raise ValueError("--jobs must be a number of processes, or -1 for one on every core, got 0")
    if not options.time_limit > 0:
        raise ValueError(f"--time-limit must be positive, got {options.time_limit:g}")
    store = Store(options.results)
    progress = Progress()
    store.keep_settings(methods.described())
    run = held_back = 0
    for sheet, keys in catalogue.work(options.only, options.quick):
        due = missing(keys, sheet, store, options.time_limit)
        if options.one_of_each:
            due = one_of_each(sheet, due, store)
        if due:
            run = run or begin_run(store, options.jobs)
            held_back += run_pass(
                sheet, due, store, run=run, jobs=options.jobs, limit=options.time_limit, progress=progress
            )
    if held_back:
        progress.say(f"{held_back} rows need others that are not there: run without --only")
    progress.say(f"results are in {options.results}" if run else f"nothing is missing in {options.results}")
    return 0


def report_command(options: argparse.Namespace) -> int:
    """Write the page and what belongs to it."""
    if not options.results.is_dir():
        raise ValueError(f"there are no results in {options.results}: run the experiments first")
    for library in ("pandas", "matplotlib"):
        if find_spec(library) is None:
            raise ImportError(f'the report needs {library}; install it with: pip install "tnvs[experiments]"')
    page.write(Store(options.results), options.page, options.results.parent / "tables")
    sys.stdout.write(f"wrote {options.page}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
