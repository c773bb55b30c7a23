"""Everything that can be asked of a reader; the one place of its defaults."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

Categorical: TypeAlias = Literal["refuse", "ordinal", "onehot", "drop"]
Missing: TypeAlias = Literal["refuse", "drop-rows", "drop-columns", "median"]
Dates: TypeAlias = Literal["refuse", "number", "drop"]
Format: TypeAlias = Literal[
    "csv", "tsv", "parquet", "arrow", "npy", "npz", "mat", "arff", "svmlight", "h5ad", "excel"
]


@dataclass(frozen=True, kw_only=True)
class Request:
    """What to read, and how.

    Attributes
    ----------
    path : Path
        A file, or a folder of Parquet files.
    format : str or None
        By default the ending of the path tells.
    target : str or None
        The response: a name, or a position from 0 (negative: from the end). May be left out where the file
        keeps it apart.
    only, drop : tuple of str
        Names or patterns (`*`, `?`, `[...]`) of the columns to keep, and to leave out.
    id : tuple of str
        Columns that are neither predictor nor target, kept for the results.
    categorical : {"refuse", "ordinal", "onehot", "drop"}
        What to do with strings and categories.
    missing : {"refuse", "drop-rows", "drop-columns", "median"}
        What to do with missing values.
    dates : {"refuse", "number", "drop"}
        What to do with dates, times and durations.
    separator, decimal, encoding : str or None
        Of a text file; detected where None.
    header : bool or None
        Whether the first line of a text file has names; None: unless all of it is numbers.
    na : tuple of str
        Words that stand for a missing value, on top of the usual ones.
    variable : str or None
        Name of the array that holds the predictors (NPZ, MATLAB).
    layer : str or None
        Layer of an AnnData file; by default its X.
    sheet : str or None
        Sheet of an Excel file; by default the first.
    """

    path: Path
    format: Format | None = None
    target: str | None = None
    only: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    id: tuple[str, ...] = ()
    categorical: Categorical = "refuse"
    missing: Missing = "refuse"
    dates: Dates = "refuse"
    separator: str | None = None
    decimal: str | None = None
    encoding: str | None = None
    header: bool | None = None
    na: tuple[str, ...] = ()
    variable: str | None = None
    layer: str | None = None
    sheet: str | None = None
