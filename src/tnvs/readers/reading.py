"""From a path to a table that a selector can be fitted to."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tnvs.readers.changes import Changes
from tnvs.readers.errors import needed, noting
from tnvs.readers.formats import read_raw
from tnvs.readers.loaded import LoadedTable
from tnvs.readers.matrix import from_frame, from_matrix
from tnvs.readers.missing import without_missing
from tnvs.readers.raw import RawTable
from tnvs.readers.request import Request
from tnvs.readers.roles import Roles, assigned
from tnvs.readers.target import checked, response, with_missing
from tnvs.search.names import name_of


def read(request: Request) -> LoadedTable:
    """Read a file into numbers, names and a response.

    Parameters
    ----------
    request : Request
        What to read, and what to do with what isn't a number.

    Returns
    -------
    LoadedTable

    Raises
    ------
    ReadError
        If the file can't be read, or holds what the request doesn't say what to do with.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from tnvs.readers import Request, read
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "table.csv"
    ...     _ = path.write_text("a;b;y\\n1,5;2;no\\n2,5;;yes\\n3,5;4;no\\n")
    ...     table = read(Request(path=path, target="y", missing="median"))
    >>> table.names, table.X.tolist(), table.y.tolist()
    (['a', 'b'], [[1.5, 2.0], [2.5, 3.0], [3.5, 4.0]], ['no', 'yes', 'no'])
    >>> table.preparation.sentences()
    ['1 missing value replaced by the median of the column: b (1)']
    """
    needed("polars", "cli", "reading files")
    raw = read_raw(request)
    with noting(raw.notes):
        return _table(raw, request)


def _table(raw: RawTable, request: Request) -> LoadedTable:
    """Return what a file holds as numbers, names and a response."""
    roles = assigned(raw, request)
    changes = Changes()
    column = _series(raw, roles.target)
    target = column.name
    column, unit = response(column, request)
    if unit is not None:
        changes.dates[target] = unit
    ids = {name_of(at, raw.names): _series(raw, at).to_numpy() for at in roles.ids}
    X, names = _predictors(raw, roles, request, changes)
    y_missing = with_missing(column)
    X, names, kept = without_missing(X, names, y_missing, target, request, changes)
    y = column.to_numpy()
    if kept is not None:
        y, ids = y[kept], {name: values[kept] for name, values in ids.items()}
    return LoadedTable(
        X=X,
        y=checked(y, target),
        names=names,
        target=target,
        ids=ids,
        preparation=changes.preparation(),
        notes=raw.notes,
    )


def _predictors(
    raw: RawTable, roles: Roles, request: Request, changes: Changes
) -> tuple[NDArray[Any], list[str] | None]:
    if raw.matrix is not None:
        return from_matrix(raw, roles.predictors)
    X, names = from_frame(raw, roles.predictors, roles.ids, request, changes)
    as_they_were = roles.predictors == tuple(range(X.shape[1])) and not changes.onehot
    return X, None if raw.names is None and as_they_were else names


def _series(raw: RawTable, which: int | str) -> Any:
    """Return one column, or one of the arrays beside the table."""
    import polars

    if isinstance(which, str):
        values = raw.aside[which]
        return polars.Series(which, values.tolist() if values.dtype.kind in "OU" else values)
    if raw.matrix is None:
        return raw.columns([which])[0]
    column = raw.matrix[:, [which]]
    values = column.toarray() if hasattr(column, "toarray") else column
    return polars.Series(name_of(which, raw.names), np.ravel(values))
