"""`tnvs select`: from a file to a result folder."""

import shlex
import sys
from pathlib import Path
from typing import Any

import click

from tnvs.cli import options, reading
from tnvs.cli.halt import Duration
from tnvs.cli.help import Command, Option

RUN = "Run and results"


@click.command("select", cls=Command)
@click.argument("data", required=False, type=options.FILE)
@reading.of_reading
@options.of_selector
@click.option(
    "--output",
    "-o",
    type=options.FILE,
    cls=Option,
    group=RUN,
    help="Folder for the results; without it they are only printed.",
)
@click.option(
    "--force",
    is_flag=True,
    cls=Option,
    group=RUN,
    help="Replace the result that is there, or an unfinished run.",
)
@click.option(
    "--resume",
    type=options.FILE,
    metavar="RESULT",
    cls=Option,
    group=RUN,
    help="Go on with a run that was interrupted, with the settings it began with.",
)
@click.option(
    "--write-back",
    is_flag=True,
    cls=Option,
    group=RUN,
    help="Write the results into var of the .h5ad file too.",
)
@click.option(
    "--time-limit",
    type=Duration(),
    cls=Option,
    group=RUN,
    help="End after the step under way when this time is over: 45s, 10m, 1h30m.",
)
@click.option(
    "--memory-limit",
    metavar="SIZE",
    cls=Option,
    group=RUN,
    help="Leave the table in its .parquet or .npy file and keep to this much memory: 2GB, 1.5GiB.",
)
@click.option(
    "--scratch",
    metavar="FOLDER",
    cls=Option,
    group=RUN,
    help="With --memory-limit: where a scaled copy of the table may be put while it lasts; by default "
    "beside the file.",
)
@click.option("--quiet", "-q", is_flag=True, cls=Option, group=RUN, help="Print errors only.")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    cls=Option,
    group=RUN,
    help="Print the result as one JSON object, and nothing else.",
)
def command(data: Path | None, **given: Any) -> int:
    """Select the relevant predictors of a table, and say why the others are not.

    DATA is a file (CSV, TSV, Parquet, Arrow, NPY, NPZ, MATLAB, ARFF, svmlight, AnnData, Excel) or a folder of
    Parquet files.

    \b
    tnvs select data.parquet --target y -o result/
    tnvs select cells.h5ad --target cell_type --layer counts -o result/
    tnvs select --resume result/
    """
    from tnvs.cli.run import Plan, run

    how = {
        name: given.pop(name)
        for name in (
            *("output", "force", "resume", "write_back", "time_limit"),
            *("memory_limit", "scratch", "quiet", "as_json"),
        )
    }
    asked, parameters = reading.split(given)
    parameters = options.given(parameters)
    if how["resume"] is not None:
        if data is not None or parameters or asked or how["output"] or how["memory_limit"]:
            raise click.UsageError(
                "--resume goes on with the settings of the run; leave out data, their options and --output."
            )
        return run(Plan.resumed(**how))
    if data is None:
        raise click.UsageError("which file? Say for example: tnvs select data.csv --target y -o result/")
    request = reading.request_of(data, asked)
    if how["scratch"] is not None and how["memory_limit"] is None:
        raise click.UsageError("--scratch goes with --memory-limit.")
    if how["write_back"] and data.suffix != ".h5ad":
        raise click.UsageError("--write-back is for .h5ad files.")
    words = shlex.join(["tnvs", *sys.argv[1:]])
    return run(Plan.new(request, parameters, words, **how))
