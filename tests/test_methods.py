"""Every method of the registry against its slow version, through the estimator."""

import numpy as np
import pytest

from methods import METHODS, Method
from tnvs import selectors


def table(n, p, seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    X[:, 1] = rng.integers(0, 4, n)
    X[:, 2] = X[:, 0] + 0.2 * rng.normal(size=n)
    return X, X[:, 0] - X[:, 1] ** 2 + 0.2 * rng.normal(size=n)


@pytest.mark.parametrize("shape", [(40, 8), (25, 30)])
@pytest.mark.parametrize("method", METHODS, ids=lambda method: str(method.ours))
def test_scores_are_those_of_the_slow_version(method: Method, shape):
    X, y = table(*shape, seed=3)
    np.testing.assert_allclose(method.ours.fit(X, y).scores_, method.naive(X, y), rtol=1e-9, atol=1e-12)


def test_every_method_has_a_slow_version():
    assert {method.name for method in METHODS} == set(selectors.__all__)
