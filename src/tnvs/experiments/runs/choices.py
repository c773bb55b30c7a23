"""What the paper's way with ties, classes and bins does on real data, and what other options change."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tnvs.experiments import settings
from tnvs.experiments.methods import selectors
from tnvs.experiments.real import split
from tnvs.experiments.runs.prediction import indicators, predictions
from tnvs.experiments.sheet import Compute, Key, Sheet, Values
from tnvs.experiments.store import Store

MODELS = ("SVM", "RF")
N_REPETITIONS = 2
VARIANTS: dict[str, dict[str, Any]] = {
    "paper": {},
    "paper, classes renamed": {},
    "paper, other ties": {"random_state": settings.TIES_SEED + 1},
    "ties averaged": {"ties": "average"},
    "nominal": {"response": "nominal"},
    "nominal, classes renamed": {"response": "nominal"},
    "exact entropy": {"discretization": "auto"},
    "package defaults, nominal": {"response": "nominal", "ties": "average", "discretization": "auto"},
    "relevance threshold 0": {"relevance_threshold": 0.0},
}


def compute(dataset: str, repetition: int, fold: int, variant: str, limit: float) -> Values:
    """Select from the training rows, and score two models on the test rows."""
    start = process_time()
    part = split(dataset, repetition, fold)
    y = renamed(part.y_train) if "renamed" in variant else part.y_train
    selector = selectors()["TNVS"].set_params(**VARIANTS[variant])
    selector.fit(part.X_train, y)
    columns = tuple(selector.selected_.tolist())
    seed = settings.random_class_seed(repetition, fold)
    scores = {name: indicators(part.y_test, predictions(part, columns, name, seed))["ACC"] for name in MODELS}
    return {"seconds": process_time() - start, "size": len(columns), **scores, "selected": columns}


def renamed(y: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the classes under other numbers, in another order."""
    classes, codes = np.unique(y, return_inverse=True)
    other = np.random.default_rng(settings.RENAMING_SEED).permutation(len(classes))
    return np.asarray(other[codes], dtype=np.int64)


def passes() -> Sequence[Sequence[Key]]:
    """Return the first repetitions of all variants."""
    folds = settings.numbers(settings.N_FOLDS)
    return [
        list(product(settings.DATASETS, [repetition], folds, VARIANTS))
        for repetition in settings.numbers(N_REPETITIONS)
    ]


def prepare(key: Key, store: Store) -> Compute:
    """Return the function that computes a row."""
    dataset, repetition, fold, variant = key
    return partial(compute, dataset, int(repetition), int(fold), variant)


SHEET = Sheet(
    name="choices",
    keys=("dataset", "repetition", "fold", "variant"),
    values=("seconds", "size", *MODELS, "selected"),
    alike=("dataset",),
    passes=passes,
    prepare=prepare,
    quick=lambda key: key[:3] == ("warpAR10P", "1", "1") and key[3] in ("paper", "nominal"),
)
