"""The paper's simulation: interactions, oscillation, collinear copies and almost constant columns."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tnvs.datasets._arguments import check_count, check_number
from tnvs.datasets.truth import GroundTruth
from tnvs.measures._seed import random_source

N_SIGNALS = 9
N_RELEVANT_SIGNALS = 4


def make_nonlinear(
    n_samples: int = 2000,
    n_features: int = 1000,
    *,
    noise: float = 0.1,
    perturbation: float = 0.01,
    nonzero: float = 0.001,
    random_state: int | np.random.RandomState | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64], GroundTruth]:
    """Simulate a wide table in which only four hidden signals matter.

    The columns form ten blocks of ``n_features / 10``. Each of the first nine starts with a signal, a
    standard normal column independent of the others, and continues with copies of it disturbed by a little
    noise. The last block is uninformative: zero but for a few rows. With x1 .. x4 the first four signals, the
    response is ::

        y = 2 x1 x2 + cos(pi x3 x4) + noise

    Parameters
    ----------
    n_samples : int, default=2000
        Number of rows, at least 2.
    n_features : int, default=1000
        Number of columns, a multiple of 10.
    noise : float, default=0.1
        Standard deviation of the normal noise added to the response.
    perturbation : float, default=0.01
        Standard deviation of the normal noise in which a copy differs from its signal; the paper's lambda.
    nonzero : float, default=0.001
        Share of rows that are not zero in an uninformative column. Each has exactly ``round(nonzero *
        n_samples)`` of them, at rows of its own, drawn from a normal distribution with standard deviation
        0.1.
    random_state : int, RandomState instance or None, default=None
        Seed of the simulation; pass an int for the same data at every call.

    Returns
    -------
    X : ndarray of float, shape (n_samples, n_features)
        The predictors.
    y : ndarray of float, shape (n_samples,)
        The response.
    truth : GroundTruth
        For each column its subset in ``truth.label`` and its block in ``truth.group`` (1 to 9; 0 for
        uninformative). The four signals are labelled relevant and their copies redundant, although any copy
        serves as well as its signal. The other five signals and their copies are conditionally independent of
        the response.

    Notes
    -----
    The paper uses 2000 rows and 1000, 2000 or 5000 columns, and selects on nine tenths of the rows.

    Examples
    --------
    >>> from tnvs.datasets import make_nonlinear
    >>> X, y, truth = make_nonlinear(500, 20, random_state=0)
    >>> X.shape, y.shape
    ((500, 20), (500,))
    >>> [str(label) for label in truth.label[:3]]
    ['relevant', 'redundant', 'relevant']
    """
    n_samples = check_count("n_samples", n_samples, least=2)
    n_features = check_count("n_features", n_features, least=10)
    if n_features % 10:
        nearest = n_features - n_features % 10
        raise ValueError(
            f"n_features must be a multiple of 10, got {n_features}: try {nearest} or {nearest + 10}"
        )
    noise = check_number("noise", noise)
    perturbation = check_number("perturbation", perturbation)
    nonzero = check_number("nonzero", nonzero, most=1)
    random = random_source(random_state)

    width = n_features // 10
    signals = random.standard_normal((n_samples, N_SIGNALS))
    X = np.zeros((n_samples, n_features))
    for g in range(N_SIGNALS):
        block = X[:, g * width : (g + 1) * width]
        block[:, 1:] = random.standard_normal((n_samples, width - 1))
        block[:, 1:] *= perturbation
        block += signals[:, [g]]
    fill_few_rows(X[:, N_SIGNALS * width :], round(nonzero * n_samples), random)
    x1, x2, x3, x4 = signals[:, :N_RELEVANT_SIGNALS].T
    y = 2 * x1 * x2 + np.cos(np.pi * x3 * x4) + noise * random.standard_normal(n_samples)
    return X, y, true_subsets(width)


def fill_few_rows(X: NDArray[np.float64], count: int, random: np.random.RandomState) -> None:
    """Put ``count`` values from N(0, 0.1^2) into each column of zeros, at random rows of its own."""
    if count == 0:
        return
    n_samples, n_columns = X.shape
    rows = np.argpartition(random.random_sample((n_columns, n_samples)), count - 1, axis=1)[:, :count].T
    np.put_along_axis(X, rows, 0.1 * random.standard_normal((count, n_columns)), axis=0)


def true_subsets(width: int) -> GroundTruth:
    """Label the columns of ten blocks of ``width``."""
    block = np.repeat(np.arange(1, N_SIGNALS + 2), width)
    is_signal = np.tile(np.arange(width) == 0, N_SIGNALS + 1)
    label = np.select(
        [block > N_SIGNALS, block > N_RELEVANT_SIGNALS, is_signal],
        ["uninformative", "conditionally independent", "relevant"],
        default="redundant",
    )
    return GroundTruth(label=label, group=np.where(block > N_SIGNALS, 0, block))
