"""`tnvs explain`: why a predictor is where it is."""

from pathlib import Path
from typing import Any

import click

from tnvs.cli import options
from tnvs.cli.help import Command, Option


@click.command("explain", cls=Command)
@click.argument("result", type=options.FILE)
@click.argument("features", nargs=-1, required=True, metavar="FEATURE...")
@click.option("--json", "as_json", is_flag=True, cls=Option, help="Print a list of JSON objects.")
def command(result: Path, features: tuple[str, ...], as_json: bool) -> None:
    """Say why a predictor is where it is.

    RESULT is the folder that select wrote, or a trace.json. FEATURE is a name, an index from 0, or a column
    of categories that became several.

    \b
    tnvs explain result/ x17
    """
    from tnvs.cli.as_json import text_of
    from tnvs.cli.folder import trace_path
    from tnvs.search import Trace

    trace = Trace.from_json(trace_path(result))
    found = [trace.explain(key) for feature in features for key in _keys(trace, feature)]
    click.echo(text_of(found) if as_json else "\n\n".join(map(str, found)))


def _keys(trace: Any, feature: str) -> list[str | int]:
    """Return the predictors that a word means."""
    groups = {} if trace.preparation is None else trace.preparation.onehot
    if feature in groups:
        return list(groups[feature])
    names = trace.data.feature_names or ()
    return [int(feature) if feature not in names and feature.isdecimal() else feature]
