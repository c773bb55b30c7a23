"""Selection and prediction inside of cross-validation: no method ever sees a test row."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, clone, is_classifier
from sklearn.metrics import check_scoring
from sklearn.model_selection import check_cv

from tnvs.comparison.methods import by_name, fitted, selected_by
from tnvs.measures._response import is_nominal
from tnvs.selectors._table import Table

Split: TypeAlias = tuple[NDArray[Any], NDArray[Any]]
Scorer: TypeAlias = Callable[..., float]


class Folds(NamedTuple):
    """What was selected and scored on each fold: see `Comparison`."""

    scores: NDArray[np.float64]
    sizes: NDArray[np.int64]
    stability: NDArray[np.float64]


def named_estimators(estimators: Any) -> dict[str, BaseEstimator]:
    """Return the predictive models by name."""
    if estimators is None:
        return {}
    if isinstance(estimators, type):
        raise TypeError(f"estimators is the class {estimators.__name__}; pass {estimators.__name__}().")
    if hasattr(estimators, "fit"):
        estimators = [estimators]
    if not isinstance(estimators, Mapping):
        if isinstance(estimators, str) or not isinstance(estimators, Iterable):
            raise TypeError(f"estimators must be a list or a dict of models, got {estimators!r}.")
        listed = list(estimators)
        estimators = {_class_name(model): model for model in listed}
        if len(estimators) < len(listed):
            raise ValueError("estimators has two models of one class; pass a dict to give each a name.")
    models = by_name(estimators, "estimators")
    for name, model in models.items():
        if isinstance(model, type) or not (hasattr(model, "fit") and hasattr(model, "predict")):
            raise TypeError(f"estimators[{name!r}] is {model!r}, which is not a model with fit and predict.")
    return models


def _class_name(model: Any) -> str:
    return (model if isinstance(model, type) else type(model)).__name__


def scorers_of(models: Mapping[str, BaseEstimator], scoring: Any) -> dict[str, Scorer]:
    """Return by model what scores it; refuse now what would only fail after all fits."""
    if scoring is None or isinstance(scoring, str) or callable(scoring):
        if scoring is not None and not models:
            raise ValueError("scoring has no use without models to score; pass estimators too.")
        return {name: check_scoring(model, scoring) for name, model in models.items()}
    raise TypeError(f"scoring must be the name of one score or a callable, got {scoring!r}.")


def splits_of(
    table: Table, labels: NDArray[Any], models: Mapping[str, BaseEstimator], cv: Any, groups: Any
) -> list[Split]:
    """Return the rows of every fold's training and test part; no fold where none is asked for."""
    if groups is not None and np.shape(groups) != (len(table.X),):
        raise ValueError(
            f"groups has shape {np.shape(groups)}, but X has {len(table.X)} rows; pass one value a row."
        )
    if cv is None and not models:
        if groups is not None:
            raise ValueError("groups has no use without folds; pass cv too.")
        return []
    by_class = is_nominal(table.y) or any(map(is_classifier, models.values()))
    splitter = check_cv(5 if cv is None else cv, labels, classifier=by_class)
    splits = list(splitter.split(table.X, labels, groups))
    if not splits:
        raise ValueError("cv has no folds; give at least one pair of rows to train on and rows to test on.")
    for number, (train, _) in enumerate(splits, start=1):
        values = table.y[train]
        if (values == values[:1]).all():
            raise ValueError(
                f"y is constant in the training part of fold {number} of {len(splits)} ({len(values)} rows); "
                "pass a cv that leaves at least two different values in each, for example with fewer folds, "
                "shuffled or stratified."
            )
    return splits


def over_folds(
    table: Table,
    labels: NDArray[Any],
    splits: Sequence[Split],
    selectors: Mapping[str, BaseEstimator],
    models: Mapping[str, BaseEstimator],
    scorers: Mapping[str, Scorer],
) -> Folds:
    """Select on each training part, and score every model on its test part."""
    scores: list[list[list[float]]] = []
    chosen: list[list[NDArray[np.intp]]] = []
    for train, test in splits:
        part = table.rows(train)
        selections = [selected_by(fitted(selector, part, labels[train])) for selector in selectors.values()]
        chosen.append(selections)
        scores.append(
            [
                [
                    _score(model, scorers[name], table.X[:, columns], labels, (train, test))
                    for name, model in models.items()
                ]
                for columns in selections
            ]
        )
    sizes = np.array([[len(columns) for columns in selections] for selections in chosen], np.int64)
    stability = [mean_overlap([fold[method] for fold in chosen]) for method in range(len(selectors))]
    shape = (len(splits), len(selectors), len(models))
    return Folds(
        np.array(scores).reshape(shape).transpose(1, 2, 0),
        sizes.reshape(shape[:2]).T,
        np.array(stability),
    )


def _score(
    model: BaseEstimator, scorer: Scorer, X: NDArray[Any], labels: NDArray[Any], split: Split
) -> float:
    """Return the score of a model on these columns; nan if there are none."""
    if not X.shape[1]:
        return float("nan")
    train, test = split
    score = scorer(clone(model).fit(X[train], labels[train]), X[test], labels[test])
    try:
        return float(score)
    except TypeError as error:
        raise TypeError(f"scoring must give one number, got {score!r}.") from error


def overlap(first: NDArray[np.intp], second: NDArray[np.intp]) -> float:
    """Return the Jaccard index of two selections; nan if both are empty."""
    union = len(np.union1d(first, second))
    return len(np.intersect1d(first, second)) / union if union else float("nan")


def mean_overlap(selections: Sequence[NDArray[np.intp]]) -> float:
    """Return the mean Jaccard index of every two selections; nan where none is defined."""
    found = [overlap(first, second) for first, second in combinations(selections, 2)]
    defined = [value for value in found if value == value]
    return float(np.mean(defined)) if defined else float("nan")
