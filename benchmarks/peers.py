"""What we are compared with, each as its own users would call it, on one thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.spatial import cKDTree
from sklearn.feature_selection import mutual_info_regression

from benchmarks.data import Array
from benchmarks.registry import Effort, Skipped
from benchmarks.timing import interleaved

# Seconds of the authors' R code on one core, measured once on a machine of the same kind: with the simulation
# as it is, and with its almost constant columns left out. Setting 3 as it is was stopped at 1200 s.
R_SECONDS = {1: 121.0, 2: 250.0, 3: 1200.0}
R_SECONDS_INFORMATIVE = {1: 42.0, 3: 447.0}
R_STOPPED = {3}


def neighbours_by_tree(points: Array, k: int = 1) -> np.ndarray[Any, Any]:
    """Return the nearest other rows of every row: SciPy's k-d tree, built and asked for one candidate."""
    found = np.asarray(cKDTree(points).query(points, k=k + 1, workers=1)[1])
    return found[:, 1] if k == 1 else found[:, 1:]


def codec_by_tree(y: Array, selected: Array, candidate: Array) -> float:
    """Return T of y on the candidate given the selected columns by k-d trees; data without ties only."""
    n = len(y)
    rank = np.argsort(np.argsort(y)) + 1

    def agreement(points: Array) -> float:
        return float(np.minimum(rank, rank[neighbours_by_tree(points)]).sum())

    with_candidate = agreement(np.column_stack([selected, candidate]))
    without = agreement(selected) if selected.shape[1] else float(((n + 1 - rank) ** 2).sum()) / n
    return (with_candidate - without) / (float(rank.sum()) - without)


def argsort(X: Array) -> Callable[[], object]:
    """Return the sort of every column that no method based on ranks gets around."""
    return lambda: np.argsort(X.T, axis=1)


def mutual_information(X: Array, y: Array) -> Callable[[], object]:
    """Return scikit-learn's k-nearest-neighbour estimate for every column."""
    return lambda: mutual_info_regression(X, y, random_state=0)


def distance_correlations(X: Array, y: Array) -> Callable[[], object]:
    """Return dcor's distance correlation of every column, by the method that it chooses itself."""
    try:
        import dcor
    except ImportError as error:
        raise Skipped("dcor is not installed: pip install dcor") from error
    return lambda: [dcor.distance_correlation(column, y) for column in np.ascontiguousarray(X.T)]


def pyfoci_candidate_seconds(X: Array, y: Array, q: int, effort: Effort, ties: str) -> float:
    """Return what pyFOCI takes to score one candidate given ``q`` selected ones.

    Its scores have no public function: it is the difference of two fits that select ``q + 1`` and ``q``
    columns, divided by the candidates of that step. ``ties`` is its ``nn_tie_breaking``: "random" is the
    default, "first" the fastest.
    """
    try:
        from pyFOCI import FOCISelector
    except ImportError as error:
        hint = "pip install --no-deps --ignore-requires-python pyfoci"
        raise Skipped(f"pyFOCI is not installed: {hint}") from error

    def fit(steps: int) -> Callable[[], object]:
        settings = {"min_delta": None, "nn_tie_breaking": ties, "random_state": 0, "n_jobs": 1}
        return lambda: FOCISelector(max_features=steps, **settings).fit(X, y)

    longer, shorter = interleaved(effort, fit(q + 1), fit(q))
    return (longer - shorter) / (X.shape[1] - q)
