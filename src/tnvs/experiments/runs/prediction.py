"""What five models predict from the columns that each method selected."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import accuracy_score, cohen_kappa_score, f1_score, recall_score

from tnvs.experiments import settings
from tnvs.experiments.methods import model
from tnvs.experiments.real import Split, repetitions, split
from tnvs.experiments.runs import selection
from tnvs.experiments.sheet import Compute, Key, Sheet, Values
from tnvs.experiments.store import Store


def compute(
    dataset: str, repetition: int, fold: int, columns: tuple[int, ...], name: str, limit: float
) -> Values:
    """Fit a model to the selected columns of the training rows, and score it on the test rows."""
    part = split(dataset, repetition, fold)
    start = process_time()
    predicted = predictions(part, columns, name, settings.random_class_seed(repetition, fold))
    return {"seconds": process_time() - start, **indicators(part.y_test, predicted)}


def predictions(part: Split, columns: tuple[int, ...], name: str, seed: int) -> NDArray[Any]:
    """Return the predicted classes; without columns, one class at random for all rows."""
    if not columns:
        drawn = np.random.default_rng(seed).choice(np.unique(part.y_train))
        return np.full(len(part.y_test), drawn)
    chosen = list(columns)
    fitted = model(name).fit(part.X_train[:, chosen], part.y_train)
    return np.asarray(fitted.predict(part.X_test[:, chosen]))


def indicators(y: NDArray[Any], predicted: NDArray[Any]) -> dict[str, float]:
    """Return the paper's four, recall and F1 as means over classes."""
    return {
        "ACC": float(accuracy_score(y, predicted)),
        "recall": float(recall_score(y, predicted, average="macro", zero_division=0)),
        "F1": float(f1_score(y, predicted, average="macro", zero_division=0)),
        "Kappa": float(np.nan_to_num(cohen_kappa_score(y, predicted))),
    }


def passes() -> Sequence[Sequence[Key]]:
    """Return one list a model, the quickest first, TNVS first in each."""
    return [
        [
            (dataset, *where, method, name)
            for dataset, where, method in product(settings.DATASETS, repetitions(), settings.METHODS)
        ]
        for name in settings.MODELS
    ]


def prepare(key: Key, store: Store) -> Compute | None:
    """Return the function that computes a row, if the selection is there."""
    dataset, repetition, fold, _, name = key
    row = store.rows(selection.SHEET.name, selection.SHEET.keys).get(key[:4])
    if row is None:
        return None
    columns = tuple(map(int, row["selected"].split()))
    return partial(compute, dataset, int(repetition), int(fold), columns, name)


SHEET = Sheet(
    name="prediction",
    keys=("dataset", "repetition", "fold", "method", "model"),
    values=("seconds", *settings.INDICATORS),
    alike=("dataset", "method", "model"),
    passes=passes,
    prepare=prepare,
    quick=lambda key: key[:3] == ("warpAR10P", "1", "1") and key[4] in ("SVM", "DT", "RF"),
)
