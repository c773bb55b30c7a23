"""TNVS on the real data over a grid of its two other thresholds: sizes, and what models make of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import product
from time import process_time

from tnvs.experiments import settings
from tnvs.experiments.methods import selectors
from tnvs.experiments.real import split
from tnvs.experiments.runs.prediction import indicators, predictions
from tnvs.experiments.sheet import Compute, Key, Sheet, Values
from tnvs.experiments.store import Store

RELEVANCE = ("-0.05", "-0.04", "-0.03", "-0.02", "-0.01", "0")
REDUNDANCY = ("0", "0.01", "0.02", "0.03", "0.04", "0.05")


def compute(dataset: str, fold: int, relevance: float, redundancy: float, limit: float) -> Values:
    """Select, and score all models."""
    start = process_time()
    part = split(dataset, 1, fold)
    selector = selectors()["TNVS"].set_params(relevance_threshold=relevance, redundancy_threshold=redundancy)
    selector.fit(part.X_train, part.y_train)
    columns = tuple(selector.selected_.tolist())
    accuracies = {name: _accuracy(dataset, fold, columns, name) for name in settings.MODELS}
    return {"seconds": process_time() - start, "size": len(columns), **accuracies}


@lru_cache(maxsize=500)
def _accuracy(dataset: str, fold: int, columns: tuple[int, ...], name: str) -> float:
    """Score a model; many thresholds select the same columns."""
    part = split(dataset, 1, fold)
    predicted = predictions(part, columns, name, settings.random_class_seed(1, fold))
    return indicators(part.y_test, predicted)["ACC"]


def passes() -> Sequence[Sequence[Key]]:
    """Return all rows, fold by fold."""
    folds = settings.numbers(settings.N_FOLDS)
    return [list(product(settings.DATASETS, folds, RELEVANCE, REDUNDANCY))]


def prepare(key: Key, store: Store) -> Compute:
    """Return the function that computes a row."""
    dataset, fold, relevance, redundancy = key
    return partial(compute, dataset, int(fold), float(relevance), float(redundancy))


SHEET = Sheet(
    name="grid",
    keys=("dataset", "fold", "relevance_threshold", "redundancy_threshold"),
    values=("seconds", "size", *settings.MODELS),
    alike=("dataset",),
    passes=passes,
    prepare=prepare,
    quick=lambda key: False,  # it needs LightGBM, and says little in a few rows
)
