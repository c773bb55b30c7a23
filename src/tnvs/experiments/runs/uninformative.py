"""The uninformative columns of the real data as their threshold varies, and their T with the classes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import product
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tnvs import measures
from tnvs.experiments import settings
from tnvs.experiments.methods import selectors
from tnvs.experiments.real import repetitions, split
from tnvs.experiments.sheet import Compute, Key, Sheet, Values
from tnvs.experiments.store import Store

THRESHOLDS = ("0", "0.01", "0.02", "0.03", "0.04", "0.05")


def compute(dataset: str, repetition: int, fold: int, threshold: float, limit: float) -> Values:
    """Find A1; its T with the classes alone, and given what is selected without it.

    As in the paper, T given a selection that determines the classes counts as 0.
    """
    start = process_time()
    part = split(dataset, repetition, fold)
    found = np.flatnonzero(measures.entropy(part.X_train, method="equal-frequency") <= threshold)
    alone = given = None
    if len(found):
        X, y = part.X_train[:, found], part.y_train
        ties: dict[str, Any] = {"ties": "random", "random_state": settings.TIES_SEED}
        alone = float(measures.codec(y, X, **ties))
        chosen = _selected(dataset, repetition, fold, len(found), threshold)
        given = float(np.nan_to_num(measures.codec(y, X, part.X_train[:, chosen], **ties)))
    return {"seconds": process_time() - start, "size": len(found), "T": alone, "T_given_S": given}


@lru_cache(maxsize=1)
def _selected(dataset: str, repetition: int, fold: int, size: int, threshold: float) -> NDArray[np.intp]:
    """Return what TNVS selects; thresholds that remove as many columns remove the same."""
    part = split(dataset, repetition, fold)
    selector = selectors()["TNVS"].set_params(uninformative_threshold=threshold)
    return np.asarray(selector.fit(part.X_train, part.y_train).selected_)


def passes() -> Sequence[Sequence[Key]]:
    """Return all rows."""
    rows = product(settings.DATASETS, repetitions(), THRESHOLDS)
    return [[(dataset, *where, threshold) for dataset, where, threshold in rows]]


def prepare(key: Key, store: Store) -> Compute:
    """Return the function that computes a row."""
    dataset, repetition, fold, threshold = key
    return partial(compute, dataset, int(repetition), int(fold), float(threshold))


SHEET = Sheet(
    name="uninformative",
    keys=("dataset", "repetition", "fold", "threshold"),
    values=("seconds", "size", "T", "T_given_S"),
    alike=("dataset",),
    passes=passes,
    prepare=prepare,
    quick=lambda key: key[:3] == ("isolet", "1", "1"),
)
