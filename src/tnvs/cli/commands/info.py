"""`tnvs info`: what a table holds, and what select would do with it."""

from pathlib import Path
from typing import Any

import click

from tnvs.cli import reading
from tnvs.cli.help import Command, Option


@click.command("info", cls=Command)
@click.argument("data", type=click.Path(path_type=Path))
@reading.of_reading
@click.option("--json", "as_json", is_flag=True, cls=Option, help="Print one JSON object.")
@click.option("--no-timing", is_flag=True, cls=Option, help="Leave out how long select would take.")
def command(data: Path, as_json: bool, no_timing: bool, **given: Any) -> None:
    """Look at a table: columns, missing values, what select would do with it.

    \b
    tnvs info data.parquet --target y
    """
    from tnvs.cli.as_json import text_of
    from tnvs.cli.inspection import inspected
    from tnvs.cli.timing import estimated

    asked, _ = reading.split(given)
    request = reading.request_of(data, asked)
    seen, sample = inspected(request)
    if not no_timing:
        seen.seconds_a_step = estimated(sample, seen.n_predictors)
    if as_json:
        click.echo(text_of(seen))
    else:
        click.echo("\n".join(seen.lines()))
