"""Missing values: counted, and refused, dropped or replaced as asked for."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tnvs.measures._columns import listed
from tnvs.readers.changes import Changes
from tnvs.readers.errors import ReadError
from tnvs.readers.raw import COLUMNS_PER_BLOCK
from tnvs.readers.request import Request
from tnvs.search.names import name_of, shown

LEAST_ROWS = 2


def missing_by_column(X: NDArray[Any]) -> NDArray[np.intp]:
    """Return how many values of each column are missing."""
    counts = np.empty(X.shape[1], dtype=np.intp)
    for start in range(0, X.shape[1], COLUMNS_PER_BLOCK):
        block = X[:, start : start + COLUMNS_PER_BLOCK]
        counts[start : start + COLUMNS_PER_BLOCK] = np.isnan(block).sum(axis=0)
    return counts


def without_missing(
    X: NDArray[Any],
    names: list[str] | None,
    y_missing: NDArray[np.bool_],
    target: str,
    request: Request,
    changes: Changes,
) -> tuple[NDArray[Any], list[str] | None, NDArray[np.bool_] | None]:
    """Return the predictors without missing values, and which rows were kept if not all."""
    counts = missing_by_column(X)
    if not counts.any() and not y_missing.any():
        return X, names, None
    choice = request.missing
    if choice == "refuse":
        raise ReadError(_refusal(X, names, counts, y_missing, target))
    if choice != "drop-rows" and y_missing.any():
        raise ReadError(
            f"the target {shown(target)} is missing in {y_missing.sum()} of {len(X)} rows, which --missing "
            f"{choice} can't mend; say --missing drop-rows, or mend the file."
        )
    if choice == "drop-rows":
        keep = _complete(X, counts, y_missing)
        changes.rows_dropped = int(len(X) - keep.sum())
        return _some_rows(X, keep, y_missing), names, keep
    if choice == "drop-columns":
        return (*_some_columns(X, names, counts, changes), None)
    _refuse_median(X, names, counts, changes)
    return _with_medians(X, names, counts, changes), names, None


def _refusal(
    X: NDArray[Any],
    names: list[str] | None,
    counts: NDArray[np.intp],
    y_missing: NDArray[np.bool_],
    target: str,
) -> str:
    found = np.flatnonzero(counts)
    described = [f"{shown(name_of(at, names))} ({counts[at]})" for at in found.tolist()]
    if y_missing.any():
        described.insert(0, f"the target {shown(target)} ({y_missing.sum()})")
    rows = int(_complete(X, counts, y_missing).sum())
    return (
        f"missing values in {len(described)} of {X.shape[1] + 1} columns (how many): {listed(described)}. "
        f"Say --missing drop-rows (leaves {rows} of {len(X)} rows), drop-columns (leaves "
        f"{X.shape[1] - len(found)} of {X.shape[1]} predictors) or median."
    )


def _complete(X: NDArray[Any], counts: NDArray[np.intp], y_missing: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which rows have all their values."""
    keep = ~y_missing
    for at in np.flatnonzero(counts):
        keep &= ~np.isnan(X[:, at])
    return np.asarray(keep)


def _some_rows(X: NDArray[Any], keep: NDArray[np.bool_], y_missing: NDArray[np.bool_]) -> NDArray[Any]:
    """Move the kept rows to the top of each column, so that no second table is needed."""
    count = int(keep.sum())
    if count < LEAST_ROWS:
        raise ReadError(
            f"only {count} of {len(X)} rows have no missing value ({y_missing.sum()} lack the target); say "
            "--missing drop-columns or median, or --drop the emptiest columns."
        )
    X = _writeable(X)
    for at in range(X.shape[1]):
        X[:count, at] = X[keep, at]
    return X[:count]


def _some_columns(
    X: NDArray[Any], names: list[str] | None, counts: NDArray[np.intp], changes: Changes
) -> tuple[NDArray[Any], list[str]]:
    keep = np.flatnonzero(counts == 0)
    if not keep.size:
        raise ReadError(
            "every column has missing values, so --missing drop-columns leaves none; say drop-rows or median."
        )
    for at in np.flatnonzero(counts).tolist():
        name = name_of(at, names)
        changes.forget(name)
        changes.columns_dropped[name] = "missing values"
    X = _writeable(X)
    for place, at in enumerate(keep.tolist()):
        if place != at:
            X[:, place] = X[:, at]
    return X[:, : len(keep)], [name_of(at, names) for at in keep.tolist()]


def _refuse_median(
    X: NDArray[Any], names: list[str] | None, counts: NDArray[np.intp], changes: Changes
) -> None:
    """Refuse columns that have no median."""
    made = {name for group in changes.onehot.values() for name in group} | set(changes.ordinal)
    found = [(at, name_of(at, names)) for at in np.flatnonzero(counts).tolist()]
    empty = [name for at, name in found if counts[at] == len(X)]
    coded = [name for _, name in found if name in made]
    for without, why in ((empty, "no values at all"), (coded, "categories")):
        if without:
            raise ReadError(
                f"{len(without)} columns with missing values hold {why}, which have no median: "
                f"{listed(without)}; --drop them, or say --missing drop-rows or drop-columns."
            )


def _with_medians(
    X: NDArray[Any], names: Sequence[str] | None, counts: NDArray[np.intp], changes: Changes
) -> NDArray[Any]:
    X = _writeable(X)
    for at in np.flatnonzero(counts).tolist():
        missing = np.isnan(X[:, at])
        X[missing, at] = np.median(X[~missing, at])
        changes.imputed[name_of(at, names)] = int(counts[at])
    return X


def _writeable(X: NDArray[Any]) -> NDArray[Any]:
    """Return an array that may be changed: a copy of one that is mapped from a file."""
    return X if X.flags.writeable else np.array(X, order="F")
