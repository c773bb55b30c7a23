"""The data sets that are timed; all of them from fixed seeds."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.timing import After
from tnvs.datasets import make_nonlinear
from tnvs.engine import CpuEngine

SETTINGS = {1: 1000, 2: 2000, 3: 5000}  # the paper's simulation settings: 2000 rows, so many columns
ROWS = 2000
TRAINING = 0.9  # the share of rows that the paper selects on
LEVELS = 5  # of an integer column

Array = NDArray[np.float64]
Selection = tuple[list[int], NDArray[np.intp]]


@lru_cache(maxsize=1)
def setting(number: int, tiny: bool = False) -> tuple[Array, Array]:
    """Return the training part of a simulation setting."""
    n, p = (200, 20) if tiny else (ROWS, SETTINGS[number])
    X, y, _ = make_nonlinear(n, p, random_state=0)
    training = round(TRAINING * n)
    return X[:training], y[:training]


def table(n: int, p: int, kind: str = "continuous", seed: int = 0) -> tuple[Array, Array]:
    """Return a table whose columns are independent, and a response of the first two.

    ``kind`` is "continuous", "integer" (`LEVELS` levels), or "mixed": both kinds by turns.
    """
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, p))
    if kind != "continuous":
        part = X[:, 1::2] if kind == "mixed" else X
        part[...] = rng.integers(0, LEVELS, part.shape)
    y = X[:, 0] * X[:, -1] + 0.1 * rng.standard_normal(n)
    return X, y


def codes(y: NDArray[Any]) -> NDArray[np.intp]:
    """Return the place of each value among the distinct ones, as the engine wants it."""
    return np.unique(y, return_inverse=True)[1]


def engine(X: Array, y: Array, n_jobs: int = 1) -> CpuEngine:
    """Return an engine over these data."""
    return CpuEngine(X, codes(y), n_jobs=n_jobs)


def split(q: int, candidates: int) -> Selection:
    """Return the first ``q`` columns as selected ones, and as many of the following ones as candidates."""
    return list(range(q)), np.arange(q, q + candidates)


def step(scorer: CpuEngine, selected: list[int], candidates: NDArray[np.intp]) -> After:
    """Return a step of a search to time: the agreement of the selected columns is known from the last one."""

    def know() -> None:
        if selected:
            scorer.scores(selected[:-1], np.array(selected[-1:]))

    return After(know, lambda: scorer.scores(selected, candidates))


@lru_cache(maxsize=1)
def warm_up() -> None:
    """Have every kernel compiled before anything is timed."""
    for kind in ("continuous", "integer", "mixed"):
        for n in (60, 6_000):
            X, y = table(n, 8, kind)
            with engine(X, y) as scorer:
                for q in range(5):
                    scorer.scores(*split(q, 3))
                scorer.residual_variances([0, 1], np.arange(2, 8))
                scorer.explained_shares([0, 1], np.arange(2, 8))
