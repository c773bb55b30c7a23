"""The dialect of a text file, from its first lines."""

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass

from tnvs.readers.errors import ReadError
from tnvs.readers.request import Request

SEPARATORS = (",", ";", "\t", "|")
WORDS = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "space": " "}
DECIMAL_COMMA = re.compile(r"\s*[+-]?[0-9]*,[0-9]+([eE][+-]?[0-9]+)?\s*")
DECIMAL_POINT = re.compile(r"\s*[+-]?[0-9]*\.[0-9]+([eE][+-]?[0-9]+)?\s*")


@dataclass(frozen=True)
class Dialect:
    """How a text file is written."""

    separator: str
    decimal: str
    names: list[str] | None


def sniffed(head: str, request: Request, notes: list[str]) -> Dialect:
    """Return what was asked for, and find out the rest."""
    _refuse_comment(head, request)
    separator = _separator(head, request)
    records = [record for record in _records(head, separator) if record]
    first, others = records[0], records[1:]
    has_names = request.header
    if has_names is None:
        has_names = not all(map(_is_number, first))
        if not has_names:
            notes.append("the first line holds numbers only, so it counts as data; --header says otherwise")
    decimal = request.decimal or _decimal(separator, others if has_names else records)
    if decimal not in (".", ",") or decimal == separator:
        raise ReadError(f"decimal={decimal!r} with separator={separator!r} has no meaning; say another.")
    return Dialect(separator, decimal, first if has_names else None)


def _refuse_comment(head: str, request: Request) -> None:
    """Refuse a first line that begins with # and has not as many fields as the next one."""
    comment, _, rest = head.partition("\n")
    if not comment.startswith("#") or not rest.strip():
        return
    separator = _separator(rest, request)
    following = next(record for record in _records(rest, separator) if record)
    if not following[0].startswith("#") and len(_records(comment, separator)[0]) == len(following):
        return
    raise ReadError(
        f"{str(request.path)!r}, line 1: it looks like a comment and not like names: {comment.strip()!r}; "
        "remove the comments before the table."
    )


def _separator(head: str, request: Request) -> str:
    if request.separator is not None:
        separator = WORDS.get(request.separator, request.separator)
        if len(separator.encode()) != 1 or separator in '"\r\n':
            raise ReadError(f"separator={request.separator!r} is not one plain character; say another.")
        return separator
    if request.format == "tsv" or ".tsv" in request.path.suffixes:
        return "\t"
    return max(SEPARATORS, key=lambda separator: _fit(head, separator))


def _fit(head: str, separator: str) -> tuple[float, int]:
    """Return how well a separator explains the lines: the share that has as many fields as the first."""
    counts = [len(record) for record in _records(head, separator) if record]
    if counts[0] < 2:
        return 0.0, 0
    return sum(count == counts[0] for count in counts) / len(counts), counts[0]


def _decimal(separator: str, records: Iterable[list[str]]) -> str:
    if separator == ",":
        return "."
    fields = [field for record in records for field in record]
    commas = any(map(DECIMAL_COMMA.fullmatch, fields))
    return "," if commas and not any(map(DECIMAL_POINT.fullmatch, fields)) else "."


def _records(head: str, separator: str) -> list[list[str]]:
    return list(csv.reader(head.splitlines(keepends=True), delimiter=separator))


def _is_number(field: str) -> bool:
    try:
        float(field.replace(",", "."))
    except ValueError:
        return False
    return "nan" not in field.lower()
