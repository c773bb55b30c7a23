"""`tnvs compare`: several methods on one table."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from tnvs.cli import options, reading
from tnvs.cli.help import Command, Option

FOLDS = 5
COMPARISON = ("comparison/compare.py", "compare")


@click.command("compare", cls=Command)
@click.argument("data", type=options.FILE)
@reading.of_reading
@options.of_function(*COMPARISON, "Comparison")
@click.option(
    "--output", "-o", type=options.FILE, cls=Option, help="A .csv or .parquet file with one row a method."
)
@click.option("--force", is_flag=True, cls=Option, help="Replace a file that is there.")
@click.option("--json", "as_json", is_flag=True, cls=Option, help="Print one JSON object a method.")
def command(data: Path, as_json: bool, output: Path | None, force: bool, **given: Any) -> None:
    """Run several methods on one table, with cross-validation if asked for.

    \b
    tnvs compare data.csv --target y --methods tnvs,foci,dcsis --cv 5
    """
    from tnvs import compare
    from tnvs.cli.as_json import text_of
    from tnvs.cli.fitting import predictors
    from tnvs.cli.models import named_models
    from tnvs.readers import read
    from tnvs.readers.errors import NoColumnError

    if output is not None:
        _check_output(output, force)
    asked, how = reading.split(given)
    how = options.given(how)
    if "estimators" in how:
        how["estimators"] = named_models(how["estimators"])
    if "groups" in how:
        asked["id"] = (*asked.get("id", ()), how["groups"])
    try:
        table = read(reading.request_of(data, asked))
    except NoColumnError as error:
        if error.pattern == how.get("groups"):
            raise ValueError(_no_groups(error.pattern)) from None
        raise
    if "groups" in how:
        how.update(_folds_of_groups(table.ids, how["groups"], how.get("cv", FOLDS)))
    for note in table.notes:
        click.echo(f"note: {note}", err=True)
    result = compare(predictors(table), table.y, **how)
    frame: Any = result.to_frame("polars")
    if output is not None and output.suffix == ".csv":
        frame.with_columns(frame["selected"].list.join(" ")).write_csv(output)
    elif output is not None:
        frame.write_parquet(output)
    click.echo(text_of(frame.to_dicts()) if as_json else str(result))


def _folds_of_groups(columns: Mapping[str, Any], name: str, folds: int) -> dict[str, Any]:
    """Return how to keep the rows of a group together."""
    from sklearn.model_selection import GroupKFold

    if name not in columns:
        raise ValueError(_no_groups(name))
    return {"groups": columns[name], "cv": GroupKFold(folds)}


def _check_output(path: Path, force: bool) -> None:
    if path.suffix not in (".csv", ".parquet"):
        raise ValueError(f"{str(path)!r} must end in .csv or .parquet.")
    if path.exists() and not force:
        raise FileExistsError(f"{str(path)!r} is there already; replace it with --force.")


def _no_groups(name: str) -> str:
    return f"groups={name!r} is not the name of a column."
