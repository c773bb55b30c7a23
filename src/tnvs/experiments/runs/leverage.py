"""WLS with the slices behind the paper's numbers: the smallest responses, one by one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from tnvs.experiments import settings
from tnvs.experiments.limit import fitted_within
from tnvs.experiments.outcome import counts, kinds, needed
from tnvs.experiments.sheet import Compute, Key, Sheet, Values
from tnvs.experiments.simulated import repetitions, simulated
from tnvs.experiments.store import Store
from tnvs.selectors import WLS

N_SMALLEST = 100


def compute(setting: int, dataset: int, fold: int, limit: float) -> Values:
    """Select with a slice for each of the 100 smallest responses, and one for all others."""
    data = simulated(setting, dataset)
    rows = data.train[fold - 1]
    slices = np.minimum(np.argsort(np.argsort(data.y[rows])), N_SMALLEST)
    fit = fitted_within(WLS(response="nominal"), data.X[rows], slices, limit)
    relevant, uninformative, redundant, independent = counts(kinds(fit.selected, data.truth)[fit.selected])
    return {
        "seconds": fit.seconds,
        "selected": len(fit.selected),
        "needed": needed(fit.selected, data.truth),
        "relevant": relevant,
        "uninformative": uninformative,
        "redundant": redundant,
        "independent": independent,
    }


def passes() -> Sequence[Sequence[Key]]:
    """Return the first fold of all data sets, then the others; settings taking turns."""
    keys = [(str(setting), *where) for where in repetitions() for setting in settings.SETTINGS]
    return [[key for key in keys if key[2] == "1"], [key for key in keys if key[2] != "1"]]


def prepare(key: Key, store: Store) -> Compute:
    """Return the function that computes a row."""
    return partial(compute, *map(int, key))


SHEET = Sheet(
    name="leverage",
    keys=("setting", "dataset", "fold"),
    values=("seconds", "selected", "needed", "relevant", "uninformative", "redundant", "independent"),
    alike=("setting",),
    passes=passes,
    prepare=prepare,
    quick=lambda key: key == ("1", "1", "1"),
)
