"""The record of a comparison and its tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tnvs.search.names import name_of, shown
from tnvs.search.record import Record

MOST_LISTED = 6


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Comparison(Record):
    """What several methods selected from the same data.

    Attributes
    ----------
    methods : tuple of str
        The names of the methods; all that follows is in this order.
    selected : mapping of str to array of int
        What each method selected, in its order.
    seconds : mapping of str to float
        Wall time of each fit, without what is shared.
    shared_seconds : mapping of str to float
        Wall time of what was done once for all: validation, fingerprints, scaling and sorting.
    overlap : (m, m) array
        Jaccard index of two selections: the size of their intersection over that of their union. nan where
        both are empty.
    rank_agreement : (m, m) array
        Spearman correlation of the places that two methods give to all predictors: the selected in their
        order, then the others by score. After a forward search (`TNVS`, `FOCI`, `KFOCI`) all others share
        one place, because T of different steps can't be ranked. nan where all predictors share one.
    estimators : tuple of str
        The names of the predictive models.
    fold_scores : (m, e, k) array
        The score of each model on the test part of each fold, with the predictors that the method selected
        on the training part; nan where it selected none.
    fold_sizes : (m, k) array
        How many predictors each method selected on the training part of each fold.
    stability : (m,) array
        The mean Jaccard index of the selections on two folds; nan without folds.
    feature_names : tuple of str or None
        Names of the predictors, where the data had any.

    Examples
    --------
    >>> from tnvs import compare
    >>> from tnvs.datasets import make_example
    >>> X, y, truth = make_example(500, random_state=0)
    >>> result = compare(X, y, methods=["TNVS", "FOCI"])
    >>> {name: result.selected[name].tolist() for name in result.methods}
    {'TNVS': [3, 0, 5], 'FOCI': [3, 0, 1]}
    """

    methods: tuple[str, ...]
    selected: Mapping[str, NDArray[np.intp]]
    seconds: Mapping[str, float]
    shared_seconds: Mapping[str, float]
    overlap: NDArray[np.float64]
    rank_agreement: NDArray[np.float64]
    estimators: tuple[str, ...]
    fold_scores: NDArray[np.float64]
    fold_sizes: NDArray[np.int64]
    stability: NDArray[np.float64]
    feature_names: tuple[str, ...] | None

    def to_frame(self, library: str = "pandas") -> Any:
        """Return a data frame, of "pandas" or "polars", with one row a method.

        Columns: method, size, seconds, selected (names, in order), with folds also stability and mean_size,
        and for every model the mean and the standard deviation of its scores.
        """
        return _made_by(library, self._columns())

    def pairs_to_frame(self, library: str = "pandas") -> Any:
        """Return a data frame, of "pandas" or "polars", with one row for every two methods."""
        rows, columns = np.triu_indices(len(self.methods), k=1)
        return _made_by(
            library,
            {
                "first": [self.methods[i] for i in rows],
                "second": [self.methods[j] for j in columns],
                "overlap": self.overlap[rows, columns],
                "rank_agreement": self.rank_agreement[rows, columns],
            },
        )

    def names_of(self, method: str) -> list[str]:
        """Return the names of what one method selected, in its order."""
        if not isinstance(method, str) or method not in self.selected:
            raise ValueError(f"method={method!r} was not compared; choose from {', '.join(self.methods)}.")
        return [name_of(int(feature), self.feature_names) for feature in self.selected[method]]

    def _columns(self) -> dict[str, Any]:
        columns: dict[str, Any] = {
            "method": list(self.methods),
            "size": [len(self.selected[name]) for name in self.methods],
            "seconds": [self.seconds[name] for name in self.methods],
            "selected": [self.names_of(name) for name in self.methods],
        }
        if self.fold_sizes.shape[1]:
            columns["mean_size"] = self.fold_sizes.mean(axis=1)
            columns["stability"] = self.stability
        for position, estimator in enumerate(self.estimators):
            columns[f"{estimator}_mean"] = self.fold_scores[:, position].mean(axis=1)
            columns[f"{estimator}_std"] = self.fold_scores[:, position].std(axis=1)
        return columns

    def __str__(self) -> str:
        columns = self._columns()
        names = [[shown(name) for name in chosen] for chosen in columns.pop("selected")]
        cells = {title: [_cell(value) for value in values] for title, values in columns.items()}
        cells["selected"] = [_cut(chosen) for chosen in names]
        widths = {title: max(map(len, [title, *values])) for title, values in cells.items()}
        lines = ["  ".join(title.ljust(widths[title]) for title in cells)]
        for row in zip(*cells.values(), strict=True):
            lines.append(
                "  ".join(cell.ljust(width) for cell, width in zip(row, widths.values(), strict=True))
            )
        return "\n".join(line.rstrip() for line in lines)


def _cell(value: Any) -> str:
    return f"{value:.3g}" if isinstance(value, float | np.floating) else str(value)


def _cut(names: list[str]) -> str:
    text = ", ".join(names[:MOST_LISTED])
    return text if len(names) <= MOST_LISTED else f"{text} and {len(names) - MOST_LISTED} more"


def _made_by(library: str, columns: dict[str, Any]) -> Any:
    if library not in ("pandas", "polars"):
        raise ValueError(f"library must be 'pandas' or 'polars', got {library!r}.")
    try:
        return import_module(library).DataFrame(columns)
    except ImportError as error:
        raise ImportError(f"library={library!r} needs {library}: pip install {library}") from error
