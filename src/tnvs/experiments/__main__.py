"""Compute the paper's tables and figures anew, and put the numbers side by side."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tnvs.experiments import catalogue, methods, settings
from tnvs.experiments.machine import begin_run
from tnvs.experiments.progress import Progress
from tnvs.experiments.runner import missing, run_pass
from tnvs.experiments.sheet import Sheet
from tnvs.experiments.store import Store

RESULTS = Path("experiments") / "results"


def main(given: Sequence[str] | None = None) -> int:
    """Run the command."""
    options = arguments(given)
    try:
        return int(options.command(options))
    except (ValueError, OSError, ImportError) as error:
        sys.stderr.write(f"{error}\n")
        return 2


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tnvs.experiments", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    run = commands.add_parser("run", help="compute what is missing")
    run.set_defaults(command=run_command)
    run.add_argument("--only", metavar="NAME", action="append", help="a table or figure; may be repeated")
    run.add_argument("--quick", action="store_true", help="a small subset, in about a minute")
    run.add_argument("--jobs", metavar="N", type=int, default=1, help="processes; every fit has one thread")
    run.add_argument(
        "--time-limit",
        metavar="SECONDS",
        type=float,
        default=settings.TIME_LIMIT,
        help="for each fit of a stepwise method (default: %(default)g, the paper's); rows cut short by a "
        "lower limit are computed anew",
    )
    for command in (run,):
        command.add_argument("--results", metavar="DIR", type=Path, default=RESULTS, help="default: %(default)s")
    return parser.parse_args(given)


def run_command(options: argparse.Namespace) -> int:
    """Compute what is missing."""
    store = Store(options.results)
    store.keep_settings(methods.described())
    progress = Progress()
    run = None
    for sheet in catalogue.sheets(options.only):
        for part in sheet.passes():
            keys = [key for key in part if sheet.quick(key)] if options.quick else part
            todo = missing(keys, sheet, store, options.time_limit)
            if not todo:
                continue
            run = run or begin_run(store, options.jobs)
            run_pass(sheet, todo, store, run=run, jobs=options.jobs, limit=options.time_limit, progress=progress)
    progress.say(f"nothing is missing in {options.results}" if run is None else f"results are in {options.results}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
