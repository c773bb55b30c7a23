"""The summary of a trace on the terminal."""

import sys

import click

from tnvs.search import Trace


def summary(trace: Trace) -> None:
    """Print what the report says in short: drawn on a terminal, plain elsewhere."""
    said = trace.summary(predictors=False)
    if sys.stdout.isatty():
        from rich.console import Console

        Console().print(said)
    else:
        click.echo(str(said))
