"""CSV, TSV and their relatives, read by polars; what it reads differently than meant is looked at again."""

from typing import TYPE_CHECKING

from tnvs.readers.errors import ReadError, first_line, noting, parsing
from tnvs.readers.raw import RawTable, named, refuse_repeated
from tnvs.readers.records import Irregular, irregular
from tnvs.readers.request import Request
from tnvs.readers.sniff import Dialect, sniffed
from tnvs.readers.text import Text
from tnvs.search.names import name_of

if TYPE_CHECKING:
    import polars

MISSING = ("", "NA", "N/A", "#N/A", "NaN", "nan", "null", "NULL", "?")
LINES_FOR_TYPES = 1000


def read_delimited(request: Request) -> RawTable:
    """Read a text file of records; separator, decimal comma, encoding and names are given or found out."""
    notes: list[str] = []
    with noting(notes), parsing(request.path, "text"):
        text = Text(request.path, request.encoding, notes)
        dialect = sniffed(text.head, request, notes)
        frame = _frame(text, dialect, request, notes)
        frame = _with_names(frame, dialect, request, notes)
        frame = _with_numbers(frame, dialect, request)
    names = None if dialect.names is None else frame.columns
    return RawTable(path=request.path, frame=frame, names=names, notes=notes)


def _frame(text: Text, dialect: Dialect, request: Request, notes: list[str]) -> "polars.DataFrame":
    """Return the columns; records that are too long or short are an error that names the line."""
    import polars

    try:
        frame = _parsed(text, dialect, request, truncate=False)
    except polars.exceptions.ComputeError as error:
        if "more fields" not in str(error):
            raise ReadError(f"{str(request.path)!r} can't be read as text: {first_line(error)}") from error
        frame = _parsed(text, dialect, request, truncate=True)
        found = _irregular(text, dialect, request, frame.width)
    else:
        if not frame.height or not frame[:, -1].null_count():
            return frame
        found = _irregular(text, dialect, request, frame.width)
    if found.trailing:
        notes.append("the separator at the end of the lines was ignored")
    if found.blank:
        notes.append(f"blank lines were skipped: {len(found.blank)}")
        rows = polars.Series(range(frame.height), dtype=polars.Int64)
        frame = frame.filter(~rows.is_in(found.blank))
    return frame


def _parsed(text: Text, dialect: Dialect, request: Request, truncate: bool) -> "polars.DataFrame":
    import polars

    def parsed(lines: int | None) -> "polars.DataFrame":
        return polars.read_csv(
            text.content,
            has_header=dialect.names is not None,
            separator=dialect.separator,
            decimal_comma=dialect.decimal == ",",
            null_values=[*MISSING, *request.na],
            infer_schema_length=lines,
            try_parse_dates=True,
            truncate_ragged_lines=truncate,
            glob=False,
        )

    try:
        return parsed(LINES_FOR_TYPES)
    except polars.exceptions.ComputeError as error:
        if "could not parse" not in str(error):
            raise
        return parsed(None)  # a value further down is of another type than those above


def _irregular(text: Text, dialect: Dialect, request: Request, width: int) -> Irregular:
    with text.lines() as lines:
        return irregular(lines, dialect.separator, width, dialect.names is not None, request.path)


def _with_names(
    frame: "polars.DataFrame", dialect: Dialect, request: Request, notes: list[str]
) -> "polars.DataFrame":
    if dialect.names is None:
        frame.columns = [name_of(at, None) for at in range(frame.width)]
        return frame
    names = [name.strip() for name in dialect.names]
    if len(names) != frame.width:
        raise ReadError(
            f"{str(request.path)!r}: the first line has {len(names)} names for {frame.width} columns."
        )
    if frame.width > 1 and not names[-1] and frame[:, -1].null_count() == frame.height:
        notes.append("the separator at the end of the lines was ignored")
        frame, names = frame[:, :-1], names[:-1]
    names = named(names, notes)
    refuse_repeated(names, request.path)
    frame.columns = names
    return frame


def _with_numbers(frame: "polars.DataFrame", dialect: Dialect, request: Request) -> "polars.DataFrame":
    """Return the frame with numbers where strings are numbers with spaces, exponents or words for NaN."""
    import polars

    changed = []
    missing = [*MISSING, *request.na]
    for column in frame.iter_columns():
        if column.dtype != polars.String:
            continue
        words = column.str.strip_chars()
        words = words.set(words.is_in(missing), None)
        plain = words.str.replace(",", ".", literal=True) if dialect.decimal == "," else words
        numbers = plain.cast(polars.Float64, strict=False)
        changed.append(numbers if numbers.null_count() == words.null_count() else words)
    return frame.with_columns(changed) if changed else frame
