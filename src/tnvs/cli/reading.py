"""The options that say what to read and how: those of `tnvs.readers.Request`."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar, get_args

import click

from tnvs.cli.help import Option
from tnvs.readers.request import Categorical, Dates, Format, Missing, Request

F = TypeVar("F", bound=Callable[..., Any])

DATA, COLUMNS, VALUES = "Data", "Columns", "Values that aren't numbers"
DEFAULTS = {field.name: field.default for field in fields(Request)}
TEXTS = {
    "format": "Format of the file; by default its ending tells.",
    "separator": "Between the fields of a text file (tab, comma, ...); detected by default.",
    "decimal": "Decimal sign of a text file; detected by default.",
    "encoding": "Of a text file; by default UTF-8, else cp1252.",
    "header": "Whether the first line of a text file has names; by default unless it has numbers only.",
    "na": "A word that stands for a missing value, on top of the usual ones; repeat for more.",
    "variable": "The array with the predictors in an .npz or .mat file.",
    "layer": "The layer of an .h5ad file; its X by default.",
    "sheet": "The sheet of an Excel file; the first by default.",
    "target": "The response: a name, or a position from 0 (-1 is the last). "
    "Not needed where the file keeps it apart.",
    "only": "Use only the columns that match, such as 'gene_*'; repeat for more.",
    "drop": "Leave out the columns that match; repeat for more.",
    "id": "Columns that are neither predictor nor target, kept beside the results; repeat for more.",
    "categorical": "Strings and categories: numbered, one column for each value, or left out.",
    "missing": "Missing values: leave out the rows or the columns, or take the median of the column.",
    "dates": "Dates and times: as days since 1970 (durations: seconds), or left out.",
}


def _option(name: str, group: str, flags: str | None = None, **settings: Any) -> Callable[[F], F]:
    return click.option(flags or f"--{name}", name, cls=Option, group=group, help=TEXTS[name], **settings)


def _choice(name: str, kind: Any) -> Callable[[F], F]:
    return _option(name, VALUES, type=click.Choice(get_args(kind)), standard=str(DEFAULTS[name]))


OPTIONS = [
    _option("format", DATA, type=click.Choice(get_args(Format))),
    _option("separator", DATA, metavar="CHAR"),
    _option("decimal", DATA, type=click.Choice([".", ","])),
    _option("encoding", DATA, metavar="NAME"),
    _option("header", DATA, "--header/--no-header", default=None),
    _option("na", DATA, multiple=True, metavar="WORD"),
    _option("variable", DATA, metavar="NAME"),
    _option("layer", DATA, metavar="NAME"),
    _option("sheet", DATA, metavar="NAME"),
    _option("target", COLUMNS, metavar="COLUMN"),
    _option("only", COLUMNS, multiple=True, metavar="GLOB"),
    _option("drop", COLUMNS, multiple=True, metavar="GLOB"),
    _option("id", COLUMNS, multiple=True, metavar="GLOB"),
    _choice("categorical", Categorical),
    _choice("missing", Missing),
    _choice("dates", Dates),
]


def of_reading(function: F) -> F:
    """Add everything that can be asked of a reader."""
    for option in reversed(OPTIONS):
        function = option(function)
    return function


def split(options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what is for the reader and was given, and all that is for others."""
    reading = {name: value for name, value in options.items() if name in DEFAULTS and value not in (None, ())}
    return reading, {name: value for name, value in options.items() if name not in DEFAULTS}


def request_of(path: Path, reading: Mapping[str, Any]) -> Request:
    """Return the request that the options mean."""
    return Request(path=path, **reading)
