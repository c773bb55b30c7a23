"""Every method of the registry against its slow version, through the estimator."""

import json

import numpy as np
import pytest

from methods import METHODS, Method
from tnvs import DCSIS, SIRS, SIS, WLS, selectors

GOLDEN = {"SIRS": SIRS(), "SIS_inner_product": SIS(utility="inner product"), "DCSIS": DCSIS(), "WLS": WLS()}
# What becomes of a continuous response; with 24 values several slices of WLS have more than one.
RESPONSES = {
    "continuous": lambda y: y,
    "many ties": lambda y: np.ceil(3 * y),
    "four values": lambda y: np.digitize(y, [-2, 0, 1]).astype(float),
}


def table(n, p, seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    X[:, 1] = rng.integers(0, 4, n)
    X[:, 2] = X[:, 0] + 0.2 * rng.normal(size=n)
    return X, X[:, 0] - X[:, 1] ** 2 + 0.2 * rng.normal(size=n)


@pytest.mark.parametrize("response", RESPONSES)
@pytest.mark.parametrize("shape", [(40, 8), (25, 30)])
@pytest.mark.parametrize("method", METHODS, ids=lambda method: str(method.ours))
def test_scores_are_those_of_the_slow_version(method: Method, shape, response):
    X, y = table(*shape, seed=3)
    y = RESPONSES[response](y)
    np.testing.assert_allclose(method.ours.fit(X, y).scores_, method.naive(X, y), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", GOLDEN)
def test_screening_agrees_with_golden_values(reference, name):
    data = np.load(reference / "simulation_500x200.npz")
    expected = json.loads((reference / "screening_500x180.json").read_text())[name]
    fitted = GOLDEN[name].fit(data["X"][:, :180], data["y"].ravel())
    largest = max(expected["scores"])
    np.testing.assert_allclose(fitted.scores_, expected["scores"], rtol=1e-9, atol=1e-9 * largest)
    assert (fitted.selected_ + 1).tolist() == expected["ranking"]


def test_every_method_has_a_slow_version():
    assert {method.name for method in METHODS} == set(selectors.__all__)
