"""TNVS with parts of it taken away, on the first fold of each simulated data set."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import Any

from tnvs.experiments import settings
from tnvs.experiments.limit import fitted_within
from tnvs.experiments.methods import selectors
from tnvs.experiments.outcome import found
from tnvs.experiments.runs.simulation import warm_up
from tnvs.experiments.sheet import Compute, Key, Sheet, Values
from tnvs.experiments.simulated import simulated
from tnvs.experiments.store import Store

# with "auto", unlike with "equal-frequency", no column that varies has an entropy of 0
NO_FILTER: dict[str, Any] = {"uninformative_threshold": 0.0, "discretization": "auto"}
NO_DELETION: dict[str, Any] = {"redundancy_threshold": 0.0}
VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "TNVS": ("TNVS", {}),
    "without prefilter": ("TNVS", NO_FILTER),
    "without deletion": ("TNVS", NO_DELETION),
    "without both": ("TNVS", {**NO_FILTER, **NO_DELETION}),
    "FOCI": ("FOCI", {}),
}


def compute(setting: int, dataset: int, variant: str, limit: float) -> Values:
    """Select, and compare with the truth."""
    data = simulated(setting, dataset)
    method, changed = VARIANTS[variant]
    warm_up(method)
    rows = data.train[0]
    fit = fitted_within(selectors()[method].set_params(**changed), data.X[rows], data.y[rows], limit)
    return {
        **fit.times(limit),
        **found(fit.selected, data.truth),
    }


def passes() -> Sequence[Sequence[Key]]:
    """Return the settings one after the other: the last takes longest."""
    datasets = settings.numbers(settings.N_DATASETS)
    return [list(product([str(setting)], datasets, VARIANTS)) for setting in settings.SETTINGS]


def prepare(key: Key, store: Store) -> Compute:
    """Return the function that computes a row."""
    setting, dataset, variant = key
    return partial(compute, int(setting), int(dataset), variant)


SHEET = Sheet(
    name="ablation",
    keys=("setting", "dataset", "variant"),
    values=("seconds", "limit", "selected", "signals", "needed"),
    alike=("setting", "variant"),
    passes=passes,
    prepare=prepare,
    quick=lambda key: key == ("1", "1", "TNVS"),
)
