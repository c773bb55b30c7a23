"""`tnvs report`: the report of a result again, from its trace."""

from pathlib import Path

import click

from tnvs.cli import options
from tnvs.cli.help import Command, Option


@click.command("report", cls=Command)
@click.argument("result", type=options.FILE)
@click.option("--open", "show_it", is_flag=True, cls=Option, help="Show it.")
def command(result: Path, show_it: bool) -> None:
    """Write the report of a result again from its trace.

    RESULT is the folder that select wrote, or a trace.json: the report is written beside the trace.

    \b
    tnvs report result/ --open
    """
    from tnvs.cli.folder import trace_path
    from tnvs.cli.results import write_report
    from tnvs.search import Trace

    path = trace_path(result)
    written = write_report(path.parent, Trace.from_json(path))
    click.echo(str(written))
    if show_it:
        click.launch(written.resolve().as_uri())
