"""A fit to a table that was read from a file."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tnvs.readers.loaded import LoadedTable
from tnvs.search import Step, Trace


def fitted(
    table: LoadedTable,
    parameters: Mapping[str, Any],
    callback: Callable[[Step], bool | None] | None = None,
    checkpoint: Path | None = None,
) -> Trace:
    """Return the trace of a fit, with what was done to the data before."""
    from tnvs.selectors import TNVS

    groups = {} if table.preparation is None else table.preparation.onehot
    selector = TNVS(**columns_meant(parameters, table.names, groups))
    selector.fit(predictors(table), table.y, callback=callback, checkpoint=checkpoint)
    return replace(selector.trace_, preparation=table.preparation)


def predictors(table: LoadedTable) -> Any:
    """Return the predictors with their names, as `fit` and `compare` take them."""
    from tnvs.selectors._table import NamedArray

    return table.X if table.names is None else NamedArray(table.X, table.names)


def columns_meant(
    parameters: Mapping[str, Any], names: Sequence[str] | None, groups: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    """Return the parameters with every column that they name: those of a group, or a position."""
    meant, known = dict(parameters), set(names or ())
    for parameter in ("initial", "exclude"):
        if parameter in meant:
            meant[parameter] = [
                column for key in meant[parameter] for column in groups.get(key, [_key(key, known)])
            ]
    return meant


def _key(text: str, known: set[str]) -> str | int:
    """Return a name, or the position that a number means where no column is called so."""
    return int(text) if text not in known and text.lstrip("-").isdecimal() else text
