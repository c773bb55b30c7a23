"""The lines of a text file that don't have as many fields as they should."""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tnvs.readers.errors import ReadError


@dataclass(frozen=True)
class Irregular:
    """What was found.

    Attributes
    ----------
    blank : list of int
        Which records, counted from 0 after the names, are blank lines.
    trailing : bool
        Whether records end with a separator that the names don't have.
    """

    blank: list[int]
    trailing: bool


def irregular(lines: Iterable[str], separator: str, width: int, names: bool, path: Path) -> Irregular:
    """Look at every record; refuse those that lack fields or have too many, by their line."""
    reader = csv.reader(lines, delimiter=separator)
    blank, trailing, at, last = [], False, -1, -1
    if names:
        next(reader)
    for at, record in enumerate(reader):
        if not record:
            blank.append(at)
            continue
        last = at
        if len(record) == width + 1 and not record[-1].strip():
            trailing = True
        elif len(record) != width:
            raise ReadError(
                f"{str(path)!r}, line {reader.line_num}: {len(record)} fields where {width} are expected; "
                "mend that line, or say another --separator."
            )
    if width == 1:  # there a blank line may be a missing value, unless nothing comes after it
        blank = [place for place in blank if place > last]
    return Irregular(blank, trailing)
