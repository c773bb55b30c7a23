"""Tables and sentences on the terminal."""

import sys
from collections.abc import Iterable, Sequence
from typing import Any

import click

from tnvs.search import Trace
from tnvs.search.names import shown
from tnvs.search.sentences import STOPPED_BECAUSE, number
from tnvs.search.subsets import SUBSETS

MOST_STEPS = 25
WIDTH_ELSEWHERE = 110  # where the output is no terminal


def summary(trace: Trace) -> None:
    """Print how the predictors were split, and the steps that did it."""
    counts = trace.counts
    split = ", ".join(f"{counts[subset]} {subset}" for subset in SUBSETS if counts[subset])
    click.echo(f"{trace.data.n_features} predictors, {trace.data.n_samples} rows: {split}.")
    if trace.preparation is not None:
        for sentence in trace.preparation.sentences():
            click.echo(f"Before the search: {sentence}.")
    rows = list(_steps(trace))
    if rows:
        header = ["step", "selected", "T", "next best", "margin", "made redundant"]
        table(header, rows[:MOST_STEPS], right={0, 2, 4, 5})
    if len(rows) > MOST_STEPS:
        click.echo(f"... and {len(rows) - MOST_STEPS} steps more")
    click.echo(f"The search stopped because {STOPPED_BECAUSE[trace.stop_reason]}.")


def _steps(trace: Trace) -> Iterable[list[str]]:
    for feature in trace.initial.tolist():
        yield ["0", shown(trace.name_of(feature)), "given", "", "", ""]
    for step in trace.steps:
        if step.chosen is None:
            continue
        rival = "" if step.runner_up is None else shown(trace.name_of(step.runner_up))
        margin = "" if step.margin is None else number(step.margin)
        name = shown(trace.name_of(step.chosen))
        redundant = str(len(step.redundant.features))
        yield [str(step.number), name, number(step.best_score), rival, margin, redundant]


def table(header: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> None:
    """Print a table; what is in it is shown as it is, never taken for markup."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    made = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for at, title in enumerate(header):
        made.add_column(title, justify="right" if at in right else "left", overflow="fold")
    for row in rows:
        made.add_row(*(Text(cell) for cell in row))
    _console().print(made)


def _console() -> Any:
    from rich.console import Console

    return Console(file=sys.stdout, width=None if sys.stdout.isatty() else WIDTH_ELSEWHERE)
