"""AnnData's .h5ad: cells by genes, with tables about both."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tnvs.measures._arrays import is_missing
from tnvs.readers.errors import ReadError, needed, parsing
from tnvs.readers.raw import RawTable
from tnvs.readers.request import Request

if TYPE_CHECKING:
    import polars

WRITTEN_AS = "tnvs_"


def read_h5ad(request: Request) -> RawTable:
    """Read X or a layer; the columns of obs stand beside it."""
    anndata = needed("anndata", "anndata", "reading .h5ad")
    with parsing(request.path, "AnnData"):
        data = anndata.read_h5ad(request.path)
        matrix = data.X
        if request.layer is not None:
            layers = list(data.layers)
            if request.layer not in layers:
                raise LookupError(
                    f"there is no layer {request.layer!r}; it has {', '.join(layers) or 'none'}"
                )
            matrix = data.layers[request.layer]
        if matrix is None:
            raise LookupError("it has no X; say --layer")
        aside = {str(name): _values(data.obs[name]) for name in data.obs.columns}
        names = [str(name) for name in data.var_names]
    return RawTable(path=request.path, matrix=matrix, names=names, aside=aside)


def _values(column: Any) -> NDArray[Any]:
    """Return a column of obs; categories as the values they stand for, with None for missing ones."""
    if isinstance(column.dtype, np.dtype) and column.dtype.kind in "biufmM":
        return np.asarray(column)
    return np.array([None if is_missing(value) else value for value in column], dtype=object)


def write_back(path: Path, predictors: "polars.DataFrame") -> None:
    """Put the results into `var`, one column each, and replace the file in one move."""
    anndata = needed("anndata", "anndata", "writing .h5ad")
    data = anndata.read_h5ad(path)
    found = dict(zip(predictors["feature"].to_list(), range(len(predictors)), strict=True))
    places = [found.get(str(name), -1) for name in data.var_names]
    if max(places, default=-1) < 0:
        raise ReadError(f"none of the predictors is in var of {str(path)!r}; nothing was written.")
    rows = np.array(places)
    for name in ("subset", "stage", "step", "score", "threshold", "margin"):
        values = predictors[name].to_numpy()
        if values.dtype.kind in "OUT":
            column: NDArray[Any] = np.where(rows < 0, "not considered", values.astype(object)[rows]).astype(
                str
            )
        else:
            column = np.where(rows < 0, np.nan, values.astype(np.float64)[rows])
        data.var[WRITTEN_AS + name] = column
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        data.write_h5ad(temporary)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
