"""The paper's smallest example: six predictors, all four subsets."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tnvs.datasets._arguments import check_count
from tnvs.datasets.nonlinear import fill_few_rows
from tnvs.datasets.truth import GroundTruth
from tnvs.measures._seed import random_source


def make_example(
    n_samples: int = 1000, random_state: int | np.random.RandomState | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64], GroundTruth]:
    """Simulate the six predictors of the paper's Appendix A.

    X1, X2 and X3 are independent standard normal columns; X4 = X1 + X2 and X5 = X1 + X3. X6 is zero but for
    one row in a thousand (at least one), drawn from a normal distribution with standard deviation 0.1. The
    response is y = X1 X2, without noise.

    Parameters
    ----------
    n_samples : int, default=1000
        Number of rows, at least 2.
    random_state : int, RandomState instance or None, default=None
        Seed of the simulation; pass an int for the same data at every call.

    Returns
    -------
    X : ndarray of float, shape (n_samples, 6)
        The predictors X1 to X6, in this order.
    y : ndarray of float, shape (n_samples,)
        The response.
    truth : GroundTruth
        For each column its subset in ``truth.label`` and its group in ``truth.group``: 1 for X1, X2 and X4, 2
        for X3, 3 for X5, and 0 for X6.

    Notes
    -----
    Any two of X1, X2 and X4 determine the third, and with it y: two of them are relevant, and whichever is
    left is redundant. Which ones depends on where the search begins. The paper walks through the case that X1
    is selected first, but on its own the sum says more about the product than either factor does: T(y, X4)
    exceeds T(y, X1) and T(y, X2), so the search begins with X4. After that X1 and X2 are equally good, and
    the sample decides. The labels follow this order: X4 and X1 relevant, X2 redundant. To judge a selection,
    compare groups rather than labels.

    Examples
    --------
    >>> from tnvs.datasets import make_example
    >>> X, y, truth = make_example(random_state=0)
    >>> for name, label in zip(["X1", "X2", "X3", "X4", "X5", "X6"], truth.label):
    ...     print(name, label)
    X1 relevant
    X2 redundant
    X3 conditionally independent
    X4 relevant
    X5 conditionally independent
    X6 uninformative
    """
    n_samples = check_count("n_samples", n_samples, least=2)
    random = random_source(random_state)
    X = np.zeros((n_samples, 6))
    X[:, :3] = random.standard_normal((n_samples, 3))
    X[:, 3] = X[:, 0] + X[:, 1]
    X[:, 4] = X[:, 0] + X[:, 2]
    fill_few_rows(X[:, 5:], max(1, round(0.001 * n_samples)), random)
    independent = "conditionally independent"
    label = np.array(["relevant", "redundant", independent, "relevant", independent, "uninformative"])
    return X, X[:, 0] * X[:, 1], GroundTruth(label=label, group=np.array([1, 1, 2, 1, 3, 0]))
