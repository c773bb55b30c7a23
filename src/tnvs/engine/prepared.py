"""Columns brought to the form that kernels want: scaled, sorted, discretised, a group at a time."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .bins import METHODS, default_bins
from .columns import Columns, empty_columns, prepare_columns
from .pool import Pool
from .scale import SCALINGS

CELLS_PER_TASK = 50_000  # values prepared by one task, and at least 16 columns


def prepared(
    X: NDArray[Any],
    origin: NDArray[np.int64],
    pool: Pool,
    *,
    scaling: str = "zscore",
    discretization: str = "auto",
    n_bins: int | None = None,
) -> Columns:
    """Prepare all columns of X; their rows are put in the order of ``origin``."""
    n, p = X.shape
    columns = empty_columns(p, n, X.dtype)
    place = np.empty(n, np.int64)
    place[origin] = np.arange(n)
    bins = n_bins or default_bins(n, discretization)
    group = max(16, CELLS_PER_TASK // n)

    def task(first: int) -> None:
        raw = np.array(X[:, first : first + group].T, order="C")
        ascending = np.argsort(raw, axis=1)
        prepare_columns(
            raw, ascending, place, first, columns, SCALINGS[scaling], bins, METHODS[discretization]
        )

    pool.run(task, range(0, p, group))
    return columns
