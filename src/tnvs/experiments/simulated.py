"""The simulated data of the paper's three settings, and their folds."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import KFold

from tnvs.datasets import GroundTruth, make_nonlinear
from tnvs.experiments import settings


class Simulated(NamedTuple):
    """One data set, and the rows to train on in each fold."""

    X: NDArray[np.float64]
    y: NDArray[np.float64]
    truth: GroundTruth
    train: tuple[NDArray[np.intp], ...]


@lru_cache(maxsize=3)
def simulated(setting: int, dataset: int) -> Simulated:
    """Return data set number 1, 2, ... of a setting."""
    n, p = settings.SETTINGS[setting]
    seed = settings.simulation_seed(setting, dataset)
    X, y, truth = make_nonlinear(n, p, random_state=seed)
    folds = KFold(settings.N_FOLDS, shuffle=True, random_state=seed)
    return Simulated(X, y, truth, tuple(train for train, _ in folds.split(X)))


def repetitions() -> list[tuple[str, str]]:
    """Return data sets and folds as they stand in keys: one fold of every data set, then the next."""
    folds = product(settings.numbers(settings.N_FOLDS), settings.numbers(settings.N_DATASETS))
    return [(dataset, fold) for fold, dataset in folds]
