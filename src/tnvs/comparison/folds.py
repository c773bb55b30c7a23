"""Selection and prediction inside of cross-validation: no method ever sees a test row."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, clone, is_classifier
from sklearn.metrics import check_scoring
from sklearn.model_selection import check_cv

from tnvs.comparison.methods import fitted, selected_by
from tnvs.selectors._table import Table


class Folds(NamedTuple):
    """What was selected and scored on each fold: see `Comparison`."""

    scores: NDArray[np.float64]
    sizes: NDArray[np.int64]
    stability: NDArray[np.float64]


def named_estimators(estimators: Any) -> dict[str, BaseEstimator]:
    """Return the predictive models by name."""
    if estimators is None:
        return {}
    if hasattr(estimators, "fit"):
        estimators = [estimators]
    if not isinstance(estimators, Mapping):
        if isinstance(estimators, str) or not isinstance(estimators, Iterable):
            raise TypeError(f"estimators must be a list or a dict of models, got {estimators!r}.")
        listed = list(estimators)
        estimators = {type(model).__name__: model for model in listed}
        if len(estimators) < len(listed):
            raise ValueError("estimators has two models of one class; pass a dict to give each a name.")
    for name, model in estimators.items():
        if isinstance(model, type) or not (hasattr(model, "fit") and hasattr(model, "predict")):
            raise TypeError(f"estimators[{name!r}] is {model!r}, which is not a model with fit and predict.")
    return {str(name): model for name, model in estimators.items()}


def over_folds(
    table: Table,
    selectors: Mapping[str, BaseEstimator],
    estimators: Mapping[str, BaseEstimator],
    cv: Any,
    scoring: Any,
) -> Folds:
    """Select on each training part, and score every model on its test part."""
    if cv is None and not estimators:
        none = np.empty((len(selectors), 0))
        return Folds(
            none.reshape(len(selectors), 0, 0), none.astype(np.int64), np.full(len(selectors), np.nan)
        )
    classify = any(map(is_classifier, estimators.values()))
    splitter = check_cv(5 if cv is None else cv, table.y, classifier=classify)
    scores: list[list[list[float]]] = []
    chosen: list[list[NDArray[np.intp]]] = []
    for train, test in splitter.split(table.X, table.y):
        part, held_out = table.rows(train), table.rows(test)
        selections = [selected_by(fitted(selector, part)) for selector in selectors.values()]
        chosen.append(selections)
        scores.append(
            [
                [_score(model, scoring, part, held_out, columns) for model in estimators.values()]
                for columns in selections
            ]
        )
    sizes = np.array([[len(columns) for columns in selections] for selections in chosen], np.int64)
    stability = [mean_overlap([fold[method] for fold in chosen]) for method in range(len(selectors))]
    shape = (len(chosen), len(selectors), len(estimators))
    return Folds(np.array(scores).reshape(shape).transpose(1, 2, 0), sizes.T, np.array(stability))


def _score(model: BaseEstimator, scoring: Any, train: Table, test: Table, columns: NDArray[np.intp]) -> float:
    """Return the score of a model on these columns; nan if there are none."""
    if not len(columns):
        return float("nan")
    model = clone(model).fit(train.X[:, columns], train.y)
    return float(check_scoring(model, scoring)(model, test.X[:, columns], test.y))


def overlap(first: NDArray[np.intp], second: NDArray[np.intp]) -> float:
    """Return the Jaccard index of two selections; nan if both are empty."""
    union = len(np.union1d(first, second))
    return len(np.intersect1d(first, second)) / union if union else float("nan")


def mean_overlap(selections: Sequence[NDArray[np.intp]]) -> float:
    """Return the mean Jaccard index of every two selections; nan where none is defined."""
    found = [overlap(first, second) for first, second in combinations(selections, 2)]
    defined = [value for value in found if value == value]
    return float(np.mean(defined)) if defined else float("nan")
