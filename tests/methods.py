"""Every method of the package with its slow version: what tests compare and benchmarks time."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import naive
import naive_partial
import naive_screening
from naive_kpc import NaiveKernelEngine
from tnvs import DCSIS, FOCI, GCSIS, KFOCI, PCSIS, SIRS, SIS, TNVS, TPC, WLS, BCorSIS, PCSimple

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


def last_scores(found: dict[str, Any]) -> Scores:
    """Return the last score that every column had in a search; nan where it had none."""
    scored = [item for step in found["steps"] for item in step["scores"].items()]
    last = {feature: score for feature, score in scored if not math.isnan(score)}
    return np.array([last.get(feature, math.nan) for feature in range(len(found["entropies"]))])


def tnvs(X: Scores, y: Scores) -> Scores:
    return last_scores(naive.search(X, np.unique(y, return_inverse=True)[1]))


def foci(X: Scores, codes: Scores, **options: Any) -> Scores:
    smallest = np.nextafter(0, 1)  # T above 0, that is
    rules = {"uninformative_threshold": 0, "relevance_threshold": smallest, "redundancy_threshold": 0}
    return last_scores(naive.search(X, codes, **rules, **options))


def kfoci(X: Scores, y: Scores) -> Scores:
    k = min(math.ceil(len(y) / 20), 20)
    return foci(X, y, engine=NaiveKernelEngine, n_neighbors=k)


METHODS = [
    Method(TNVS(), tnvs),
    Method(FOCI(), lambda X, y: foci(X, np.unique(y, return_inverse=True)[1], max_features=None)),
    Method(KFOCI(), kfoci),
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
