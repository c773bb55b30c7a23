"""Run several methods on the same data and put what they did side by side."""

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any

import numpy as np
from joblib import effective_n_jobs  # type: ignore[import-untyped]
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator

from tnvs.comparison.folds import named_estimators, over_folds, overlap, scorers_of, splits_of
from tnvs.comparison.methods import fitted, labels_of, named_selectors, places_by, selected_by
from tnvs.comparison.result import Comparison
from tnvs.selectors import TNVS, _parameters
from tnvs.selectors._table import Table


def compare(
    X: ArrayLike,
    y: ArrayLike,
    methods: Sequence[str | BaseEstimator] | Mapping[str, str | BaseEstimator] | None = None,
    *,
    cv: Any = None,
    estimators: Any = None,
    scoring: Any = None,
    groups: ArrayLike | None = None,
    n_jobs: int | None = None,
) -> Comparison:
    """Run several selectors on the same data.

    Validation, scaling and sorting are done once and shared by all selectors of this package.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        Numbers without missing values; pandas and polars frames too.
    y : array-like of shape (n_samples,)
        Numbers, strings, categories or booleans.
    methods : list or dict, optional
        Names of this package's selectors, in any case, or selectors: also those of scikit-learn and others
        with `fit` and `get_support`. A dict gives them names of their own. By default those of the paper.
        By name, PCSimple and TPC have `max_order=3`, because without a bound some dozens of relevant
        predictors take practically forever; pass `PCSimple()` itself to have none.
    cv : int, splitter or iterable, optional
        Folds, as everywhere in scikit-learn. Every method then selects again on each training part. 5 if
        there are estimators. A number of folds is stratified where y has names (strings, categories,
        booleans) or a model is a classifier.
    estimators : model, list or dict, optional
        Predictive models, fitted on each training part with what was selected there, and scored on the test
        part.
    scoring : str or callable, optional
        How models are scored, by one number, as everywhere in scikit-learn; by default their own `score`.
    groups : array-like of shape (n_samples,), optional
        For splitters that keep the rows of a group together, such as `GroupKFold`.
    n_jobs : int or None, default=None
        Threads of the selectors that are given by name.

    Returns
    -------
    Comparison
        What each selected, how long it took, how they overlap, how well models do with it. `str()` is a
        table.

    Examples
    --------
    >>> from sklearn.neighbors import KNeighborsRegressor
    >>> from tnvs import TNVS, compare
    >>> from tnvs.datasets import make_example
    >>> X, y, truth = make_example(500, random_state=0)
    >>> methods = [TNVS(relevance_threshold=0.05), "SIS"]
    >>> result = compare(X, y, methods, estimators=KNeighborsRegressor(), cv=3)
    >>> result.fold_scores.mean(axis=2).round(2).ravel()
    array([0.87, 0.8 ])
    """
    _parameters.check_n_jobs(n_jobs)
    selectors = named_selectors(methods, n_jobs)
    models = named_estimators(estimators)
    scorers = scorers_of(models, scoring)
    table = Table.validated(TNVS(), X, y)
    table.prepare(effective_n_jobs(n_jobs))
    labels = labels_of(table.y)
    splits = splits_of(table, labels, models, cv, groups)
    fits, seconds = {}, {}
    for name, selector in selectors.items():
        start = perf_counter()
        fits[name] = fitted(selector, table, labels)
        seconds[name] = perf_counter() - start
    selected = {name: selected_by(fit) for name, fit in fits.items()}
    places = np.array([places_by(fit, table.X.shape[1]) for fit in fits.values()])
    folds = over_folds(table, labels, splits, selectors, models, scorers)
    return Comparison(
        methods=tuple(selectors),
        selected=selected,
        seconds=seconds,
        shared_seconds=table.watch.seconds,
        overlap=np.array([[overlap(a, b) for b in selected.values()] for a in selected.values()]),
        rank_agreement=_rank_agreement(places),
        estimators=tuple(models),
        fold_scores=folds.scores,
        fold_sizes=folds.sizes,
        stability=folds.stability,
        feature_names=None if table.names is None else tuple(table.names),
    )


def _rank_agreement(places: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the correlation of every two rows of places; nan where all places of a row are the same."""
    centred = places - places.mean(axis=1, keepdims=True)
    lengths = np.sqrt((centred**2).sum(axis=1))
    with np.errstate(invalid="ignore"):
        return np.asarray(centred @ centred.T / np.outer(lengths, lengths))
