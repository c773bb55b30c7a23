"""Every method of the package with its slow version: what tests compare and benchmarks time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import naive_partial
import naive_screening
from tnvs import DCSIS, GCSIS, PCSIS, SIRS, SIS, TPC, WLS, BCorSIS, PCSimple

Scores = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Method:
    """A method: our selector, and the scores of all columns by the slow version."""

    ours: Any
    naive: Callable[[Scores, Scores], Scores]

    @property
    def name(self) -> str:
        """What the class is called."""
        return type(self.ours).__name__


def columnwise(score: Callable[[Scores, Scores], float]) -> Callable[[Scores, Scores], Scores]:
    """Return a function that scores one column after the other."""
    return lambda X, y: np.array([score(column, y) for column in X.T])


METHODS = [
    Method(SIS(), columnwise(naive_screening.pearson)),
    Method(SIS(utility="inner product"), lambda X, y: np.abs(y @ X)),
    Method(SIRS(), columnwise(naive_screening.inverse_ranks)),
    Method(DCSIS(), columnwise(naive_screening.distance_correlation)),
    Method(WLS(), naive_screening.weighted_leverage),
    Method(WLS(rank=3, n_slices=4), lambda X, y: naive_screening.weighted_leverage(X, y, 4, 3)),
    Method(GCSIS(), columnwise(naive_screening.generalised_correlation)),
    Method(BCorSIS(), columnwise(naive_screening.ball_correlation)),
    Method(PCSIS(), columnwise(naive_screening.projection_correlation)),
    Method(PCSimple(), lambda X, y: naive_partial.pc_simple(X, y)["smallest"]),
    Method(TPC(), lambda X, y: naive_partial.tpc(X, y)["smallest"]),
]
