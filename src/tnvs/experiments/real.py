"""The four public data sets as the paper uses them, and their folds."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import RepeatedStratifiedKFold
from sklearn.preprocessing import StandardScaler

from tnvs.datasets import fetch_arcene, fetch_isolet, fetch_orl, fetch_warpar10p
from tnvs.experiments import settings


class Split(NamedTuple):
    """Training and test rows of one fold, standardised by what the training rows say."""

    X_train: NDArray[np.float64]
    y_train: NDArray[np.int64]
    X_test: NDArray[np.float64]
    y_test: NDArray[np.int64]


@cache
def real(dataset: str) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return predictors and classes."""
    if dataset == "isolet":
        X, y = fetch_isolet(subset="paper", random_state=settings.ISOLET_SEED, return_X_y=True)
    else:
        loaders = {"arcene": fetch_arcene, "warpAR10P": fetch_warpar10p, "ORL": fetch_orl}
        X, y = loaders[dataset](return_X_y=True)
    return X, y


@cache
def _folds(dataset: str) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    folds = RepeatedStratifiedKFold(
        n_splits=settings.N_FOLDS, n_repeats=settings.N_REPETITIONS, random_state=settings.FOLDS_SEED
    )
    return list(folds.split(*real(dataset)))


@lru_cache(maxsize=2)
def split(dataset: str, repetition: int, fold: int) -> Split:
    """Return the rows of a fold; repetitions and folds count from 1."""
    X, y = real(dataset)
    train, test = _folds(dataset)[(repetition - 1) * settings.N_FOLDS + fold - 1]
    return scaled(X, y, train, test)


def scaled(
    X: NDArray[np.float64], y: NDArray[np.int64], train: NDArray[np.intp], test: NDArray[np.intp]
) -> Split:
    """Return the rows of a fold, scaled by what its training rows say."""
    scaler = StandardScaler().fit(X[train])
    return Split(scaler.transform(X[train]), y[train], scaler.transform(X[test]), y[test])


def repetitions() -> list[tuple[str, str]]:
    """Return the numbers of repetitions and folds as they stand in keys."""
    return list(product(settings.numbers(settings.N_REPETITIONS), settings.numbers(settings.N_FOLDS)))
