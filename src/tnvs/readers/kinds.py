"""What kind of values a column holds, and a refusal of those that nobody said what to do with."""

from typing import TYPE_CHECKING, Literal, TypeAlias

from tnvs.readers.errors import ReadError
from tnvs.readers.request import Request
from tnvs.search.names import shown

if TYPE_CHECKING:
    import polars

Kind: TypeAlias = Literal["number", "boolean", "wide", "date", "category", "nothing", "other"]
MOST_LISTED = 5
MOSTLY = 0.5
WORDS_FOR_BOOLEANS = {"true", "false"}


def kind_of(column: "polars.Series") -> Kind:
    """Return the kind of a column."""
    import polars as pl

    dtype = column.dtype
    if dtype == pl.Boolean:
        return "boolean"
    if dtype == pl.Null:
        return "nothing"
    if dtype in (pl.Int64, pl.UInt64, pl.Int128) or str(dtype) == "UInt128" or dtype.is_decimal():
        return "wide"
    if dtype.is_numeric():
        return "number"
    if dtype.is_temporal():
        return "date"
    if dtype == pl.String:
        return "boolean" if _is_boolean(column) else "category"
    return "category" if isinstance(dtype, pl.Categorical | pl.Enum) else "other"


def one_to_one(dtype: "polars.DataType") -> bool:
    """Whether every column of this type becomes one column of numbers, whatever it holds."""
    import polars as pl

    return dtype in (pl.Boolean, pl.Null) or dtype.is_numeric()


def refuse_undecided(columns: "list[tuple[polars.Series, Kind]]", request: Request) -> None:
    """Raise for what needs a decision that the request doesn't take, all columns at once."""
    for kind, choice, fix in (
        ("other", "refuse", "they hold lists or other structures, which can't be predictors: --drop them"),
        ("date", request.dates, "say --dates number (days, or seconds of durations) or --dates drop"),
        ("category", request.categorical, "say --categorical ordinal, onehot or drop; --id for identifiers"),
    ):
        found = [column for column, its_kind in columns if its_kind == kind]
        if found and choice == "refuse":
            described = ", ".join(described_column(column) for column in found[:MOST_LISTED])
            more = f" and {len(found) - MOST_LISTED} more" if len(found) > MOST_LISTED else ""
            raise ReadError(
                f"{len(found)} of {len(columns)} columns are not numbers: {described}{more}; {fix}."
            )


def described_column(column: "polars.Series") -> str:
    """Return a column's name with what it holds; where a few words spoil a column of numbers, the first."""
    import polars as pl

    name = shown(column.name)
    if column.dtype != pl.String:
        return f"{name} ({column.dtype})"
    words = column.drop_nulls()
    spoiled = words.str.strip_chars().cast(pl.Float64, strict=False).is_null()
    if len(words) and spoiled.sum() <= MOSTLY * len(words):
        word = words.filter(spoiled)[0]
        row = column.to_list().index(word) + 1
        return f"{name} (numbers, but {shown(repr(word))} in row {row})"
    return f"{name} ({words.n_unique()} different words, such as {shown(repr(words[0]))})"


def _is_boolean(column: "polars.Series") -> bool:
    """Whether the words are true and false in some spelling."""
    some = column.drop_nulls()[:2].str.to_lowercase().to_list()
    if not some or not WORDS_FOR_BOOLEANS.issuperset(some):
        return False
    return WORDS_FOR_BOOLEANS.issuperset(column.drop_nulls().str.to_lowercase().unique().to_list())
