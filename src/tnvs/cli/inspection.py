"""What can be seen of a table before anything is decided about it."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tnvs.measures._columns import listed
from tnvs.readers import Request
from tnvs.readers.formats import format_of, read_raw
from tnvs.readers.kinds import Kind, kind_of
from tnvs.readers.matrix import columns_of
from tnvs.readers.raw import RawTable
from tnvs.readers.roles import assigned
from tnvs.readers.target import with_missing
from tnvs.search.names import name_of, shown

if TYPE_CHECKING:
    import polars

MOST_SAMPLED = 256
PLURALS = {
    "number": "numbers",
    "wide": "64-bit integers or decimals",
    "boolean": "booleans",
    "category": "strings or categories",
    "date": "dates or times",
    "nothing": "without any value",
    "other": "lists or other structures",
}


@dataclass
class Inspection:
    """What was seen."""

    path: str
    format: str
    n_rows: int
    n_columns: int
    n_predictors: int
    target: str | None
    beside: list[str]
    kinds: dict[str, int] = field(default_factory=dict)
    missing: dict[str, int] = field(default_factory=dict)
    constant: list[str] = field(default_factory=list)
    duplicated: dict[str, str] = field(default_factory=dict)
    undecided: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    seconds_a_step: float | None = None

    def lines(self) -> list[str]:
        """Return it in words."""
        kinds = ", ".join(f"{count} {PLURALS[kind]}" for kind, count in self.kinds.items())
        missing = [f"{shown(name)} ({count})" for name, count in self.missing.items()]
        copies = [f"{shown(name)} of {shown(of)}" for name, of in self.duplicated.items()]
        said = [
            f"{self.path}: {self.format}, {self.n_rows} rows, {self.n_columns} columns",
            *(f"note: {note}" for note in self.notes),
            f"target: {'not said' if self.target is None else shown(self.target)}",
            *([f"beside the table: {listed(self.beside)}"] if self.beside else []),
            f"predictors: {self.n_predictors} ({kinds})",
            f"missing values: {_counted(missing)}",
            f"constant: {_counted(self.constant)}",
            f"copies of other columns: {_counted(copies)}",
        ]
        said += [f"select would refuse it: {reason}" for reason in self.undecided]
        if not self.undecided:
            said.append("select would take it as it is")
        if self.seconds_a_step is not None:
            said.append(f"a step of select takes about {self.seconds_a_step:.2g} s here on one thread")
        return said


def inspected(request: Request) -> tuple[Inspection, NDArray[np.float64]]:
    """Return what is seen of a table, and some of its columns that are complete."""
    raw = read_raw(request)
    rows, width = raw.shape
    target, predictors = _roles(raw, request)
    seen = Inspection(
        path=str(request.path),
        format=format_of(request),
        n_rows=rows,
        n_columns=width,
        n_predictors=len(predictors),
        target=target,
        beside=list(raw.aside),
        notes=raw.notes,
    )
    known: dict[bytes, str] = {}
    sample: list[NDArray[np.float64]] = []
    for name, column in _columns(raw, predictors):
        _look(seen, known, name, column, sample)
    seen.undecided = _undecided(seen, request)
    return seen, np.array(sample).T


def _roles(raw: RawTable, request: Request) -> tuple[str | None, tuple[int, ...]]:
    """Return the target, where one is said or the file has one, and the positions of the predictors."""
    if request.target is None and raw.default_target is None:
        return None, tuple(range(raw.shape[1]))
    roles = assigned(raw, request)
    target = roles.target if isinstance(roles.target, str) else name_of(roles.target, raw.names)
    return target, roles.predictors


def _columns(raw: RawTable, predictors: tuple[int, ...]) -> "Iterator[tuple[str, polars.Series]]":
    for at, column in zip(predictors, columns_of(raw, predictors), strict=True):
        yield name_of(at, raw.names), column


def _look(
    seen: Inspection,
    known: dict[bytes, str],
    name: str,
    column: "polars.Series",
    sample: list[NDArray[np.float64]],
) -> None:
    """Add what is seen of one column."""
    kind: Kind = kind_of(column)
    seen.kinds[kind] = seen.kinds.get(kind, 0) + 1
    missing = int(with_missing(column).sum())
    if missing:
        seen.missing[name] = missing
    if kind == "other":
        return
    values = column.drop_nulls()
    if len(values) == 0 or bool((values == values[0]).all()):
        seen.constant.append(name)
        return
    digest = hashlib.blake2b(column.hash().to_numpy().tobytes(), digest_size=16).digest()
    if digest in known:
        seen.duplicated[name] = known[digest]
    known.setdefault(digest, name)
    if kind == "number" and not missing and len(sample) < MOST_SAMPLED:
        sample.append(column.to_numpy().astype(np.float64))


def _undecided(seen: Inspection, request: Request) -> list[str]:
    """Return what select would want to know first."""
    found = []
    if seen.target is None:
        found.append("say which column is the --target")
    for kind, choice, option in (
        ("category", request.categorical, "--categorical"),
        ("date", request.dates, "--dates"),
    ):
        if seen.kinds.get(kind) and choice == "refuse":
            found.append(f"columns of {PLURALS[kind]}: {seen.kinds[kind]}; say {option}, --id or --drop")
    if seen.kinds.get("other"):
        found.append(f"columns of {PLURALS['other']}: {seen.kinds['other']}; --drop them")
    if seen.missing and request.missing == "refuse":
        found.append(f"columns with missing values: {len(seen.missing)}; say --missing")
    return found


def _counted(names: list[str]) -> str:
    return f"{len(names)} ({listed(names)})" if names else "none"
