"""One validated data set, and what several methods need of it, each thing computed once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from tnvs.engine.columns import Columns
from tnvs.engine.pool import Pool
from tnvs.engine.prepared import prepared
from tnvs.screening.data import SortedData
from tnvs.search import DataSummary, fingerprint
from tnvs.search.stopwatch import Stopwatch
from tnvs.selectors._validation import Response, encoded, validated


@dataclass(frozen=True)
class NamedArray:
    """An array with names of its columns: to `fit` and `compare` what a data frame is, without its copy."""

    values: NDArray[Any]
    names: Sequence[str]


class Table:
    """Validated X and y with names, their sorted columns and fingerprints.

    Attributes
    ----------
    X : (n, p) float32 or float64 array
        The predictors, finite.
    y : (n,) array
        The response without missing values.
    names : list of str or None
        Names of the columns, where the data had any.
    watch : Stopwatch
        Wall time of what was done here.
    """

    def __init__(
        self, X: NDArray[Any], y: NDArray[Any], names: list[str] | None, watch: Stopwatch | None = None
    ) -> None:
        self.X, self.y, self.names = X, y, names
        self.watch = watch or Stopwatch()
        self._columns: dict[tuple[str, str], Columns] = {}
        self._summary: DataSummary | None = None

    @classmethod
    def validated(cls, estimator: BaseEstimator, X: Any, y: Any) -> "Table":
        """Return the table of what `fit` was given; the estimator gets the number of columns and names."""
        watch = Stopwatch()
        given = X.names if isinstance(X, NamedArray) else None
        with watch("validation"):
            X, y = validated(estimator, X if given is None else X.values, y, given)
        if given is not None:
            estimator.feature_names_in_ = np.array(given, dtype=object)
        names = getattr(estimator, "feature_names_in_", None)
        return cls(X, y, None if names is None else list(names), watch)

    def rows(self, chosen: NDArray[np.integer[Any]]) -> "Table":
        """Return the table of some of the rows."""
        return Table(self.X[chosen], self.y[chosen], self.names)

    def prepare(self, n_jobs: int) -> None:
        """Compute now what most methods need."""
        self.summary(n_jobs)
        with Pool(n_jobs) as pool:
            self.columns(pool)

    def response(self, kind: str) -> Response:
        """Return y as codes; `kind` is "auto", "nominal", or anything else for numbers and their order."""
        return encoded(self.y, kind)

    def summary(self, n_jobs: int) -> DataSummary:
        """Return what a trace knows of the data."""
        if self._summary is None:
            with self.watch("fingerprint"):
                self._summary = DataSummary(
                    n_samples=self.X.shape[0],
                    n_features=self.X.shape[1],
                    dtype=self.X.dtype.name,
                    fingerprint_X=fingerprint(self.X, n_jobs),
                    fingerprint_y=fingerprint(self.y),
                    feature_names=None if self.names is None else tuple(self.names),
                )
        return self._summary

    def columns(self, pool: Pool, scaling: str = "zscore", discretization: str = "auto") -> Columns:
        """Return scaled and sorted columns, rows in increasing order of the response."""
        key = (scaling, discretization)
        if key not in self._columns:
            with self.watch("preparation"):
                origin = row_order(self.response("rank"))
                self._columns[key] = prepared(
                    self.X, origin, pool, scaling=scaling, discretization=discretization
                )
        return self._columns[key]

    def sorted_data(self, response: Response, pool: Pool) -> SortedData:
        """Return the data as screening methods take them."""
        order = row_order(response)
        return SortedData(
            columns=self.columns(pool),
            X=self.X,
            order=order,
            numbers=numbers_of(response)[order],
            codes=response.codes[order].astype(np.int64),
            nominal=response.nominal,
            pool=pool,
        )


def row_order(response: Response) -> NDArray[np.int64]:
    """Return the rows in increasing order of the response, equal ones as they came."""
    return np.argsort(response.codes, kind="stable").astype(np.int64)


def numbers_of(response: Response) -> NDArray[Any]:
    """Return the response as numbers: the codes of its classes where it has names."""
    return response.values if is_numeric(response) else response.codes


def is_numeric(response: Response) -> bool:
    """Return whether the response was given as numbers."""
    return response.values.dtype.kind in "iuf"
