"""`tnvs diff`: what changed between two results, and why."""

from pathlib import Path

import click

from tnvs.cli import options
from tnvs.cli.help import Command, Option


@click.command("diff", cls=Command)
@click.argument("first", type=options.FILE)
@click.argument("second", type=options.FILE)
@click.option("--json", "as_json", is_flag=True, cls=Option, help="Print one JSON object.")
def command(first: Path, second: Path, as_json: bool) -> None:
    """Compare two results: what changed, and why.

    FIRST and SECOND are folders that select wrote, or traces.

    \b
    tnvs diff before/ after/
    """
    from tnvs.cli.as_json import text_of
    from tnvs.cli.folder import trace_path
    from tnvs.search import Trace

    before, after = (Trace.from_json(trace_path(path)) for path in (first, second))
    found = before.diff(after)
    click.echo(text_of(found) if as_json else str(found))
