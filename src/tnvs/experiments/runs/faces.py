"""The pixels that each method selects from all ORL faces, and those that TNVS calls redundant."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from sklearn.preprocessing import StandardScaler

from tnvs.experiments import settings
from tnvs.experiments.limit import fitted_within
from tnvs.experiments.methods import selectors
from tnvs.experiments.real import real
from tnvs.experiments.sheet import Compute, Key, Sheet, Values
from tnvs.experiments.store import Store


def compute(method: str, limit: float) -> Values:
    """Select from all rows."""
    X, y = real("ORL")
    fit = fitted_within(selectors()[method], StandardScaler().fit_transform(X), y, limit)
    labels = getattr(fit.selector, "labels_", np.array([]))
    return {
        **fit.times(limit),
        "selected": fit.selected.tolist(),
        "redundant": np.flatnonzero(labels == "redundant").tolist(),
    }


def passes() -> Sequence[Sequence[Key]]:
    """Return all methods."""
    return [[(method,) for method in settings.METHODS]]


def prepare(key: Key, store: Store) -> Compute:
    """Return the function that computes a row."""
    (method,) = key
    return partial(compute, method)


SHEET = Sheet(
    name="faces",
    keys=("method",),
    values=("seconds", "limit", "selected", "redundant"),
    alike=("method",),
    passes=passes,
    prepare=prepare,
    quick=lambda key: key == ("TNVS",),
)
