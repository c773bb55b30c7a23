"""`tnvs simulate`: data with known truth."""

from pathlib import Path
from typing import Any

import click

from tnvs.cli import options
from tnvs.cli.help import Command, Option

SIMULATIONS = {
    "nonlinear": ("datasets/nonlinear.py", "make_nonlinear"),
    "example": ("datasets/example.py", "make_example"),
}
SETTINGS = {"1": 1000, "2": 2000, "3": 5000}  # columns in the paper's three settings
SIMULATION = "Simulation"


@click.command("simulate", cls=Command)
@click.argument("name", type=click.Choice(list(SIMULATIONS)))
@click.option(
    "--setting",
    type=click.Choice(list(SETTINGS)),
    cls=Option,
    group=SIMULATION,
    help="Of nonlinear: the paper's setting, 2000 rows of 1000, 2000 or 5000 columns.",
)
@options.of_function(*SIMULATIONS["nonlinear"], SIMULATION)
@click.option(
    "--output",
    "-o",
    type=options.FILE,
    required=True,
    cls=Option,
    help="A .parquet, .csv, .tsv, .arrow or .npz file.",
)
@click.option("--force", is_flag=True, cls=Option, help="Replace a file that is there.")
def command(name: str, setting: str | None, output: Path, force: bool, **given: Any) -> None:
    """Write data with known truth.

    NAME is nonlinear, a wide table in which four hidden signals matter, or example, the paper's six
    predictors. The response is the column y; the true subset of every column goes into a file beside it.

    \b
    tnvs simulate nonlinear --setting 1 -o sim.parquet
    """
    from tnvs import datasets
    from tnvs.cli.signature import parameters
    from tnvs.cli.simulated import write_simulation

    values = options.given(given)
    known = {parameter.name for parameter in parameters(*SIMULATIONS[name])}
    unknown = [f"--{key.replace('_', '-')}" for key in values if key not in known]
    if setting is not None and name != "nonlinear":
        unknown.append("--setting")
    if unknown:
        raise click.UsageError(f"{name} doesn't know {', '.join(unknown)}.")
    if setting is not None:
        if "n_features" in values:
            raise click.UsageError("--setting says how many columns; leave out --n-features.")
        values["n_features"] = SETTINGS[setting]
    X, y, truth = getattr(datasets, SIMULATIONS[name][1])(**values)
    for path in write_simulation(output, X, y, truth, force):
        click.echo(str(path))
