"""Projection correlation against its naive version, and what it must not depend on."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naive_screening import projection_correlation
from screening_helpers import sorted_data
from tnvs.screening.projection import projection_correlations

KINDS = ("continuous", "integer", "binary", "zeros", "constant", "heavy", "outlier", "huge")


def column(rng, kind, n):
    if kind == "integer":
        return rng.integers(0, 4, n).astype(float)
    if kind == "binary":
        return (rng.random(n) < rng.random()).astype(float)
    if kind == "zeros":
        return np.where(rng.random(n) < 0.7, 0.0, rng.normal(size=n))
    if kind == "constant":
        return np.full(n, rng.normal())
    if kind == "heavy":
        return rng.standard_cauchy(n)
    if kind == "outlier":  # z-scored, the others would all be one value
        return np.append(rng.normal(size=n - 1), 1e30)
    return rng.normal(size=n) * {"huge": 1e30}.get(kind, 1.0)


@st.composite
def problems(draw, most_rows=12):
    """X, y."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n = draw(st.integers(2, most_rows))
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=6))
    X = np.array([column(rng, kind, n) for kind in kinds]).T
    y = column(rng, draw(st.sampled_from(KINDS)), n)
    if draw(st.booleans()):
        y = X[:, 0] * draw(st.sampled_from([1.0, -1.0])) + draw(st.sampled_from([0.0, 0.1])) * y
    return X.astype(draw(st.sampled_from([np.float64, np.float32]))), y


@settings(max_examples=200)
@given(problem=problems(), n_jobs=st.integers(1, 2), nominal=st.booleans())
def test_equals_naive(problem, n_jobs, nominal):
    """Squares are compared: the root of a rounding error is no rounding error."""
    X, y = problem
    ours = projection_correlations(sorted_data(X, y, nominal, n_jobs))
    right = [projection_correlation(x, y) for x in X.T]
    np.testing.assert_allclose(ours**2, np.square(right), rtol=1e-11, atol=1e-14)


def products_of_signs(x, y):
    """What the projection correlation comes to: products of centred signs, in whole numbers."""

    def total(first, second):
        s, t = (np.sign(np.subtract.outer(v, v)).astype(int) for v in (first, second))
        inner = len(x) * (s * t).sum(axis=0) - s.sum(axis=0) * t.sum(axis=0)
        return sum(int(value) ** 2 for value in inner)

    return (total(x, y) / (total(x, x) * total(y, y)) ** 0.5) ** 0.5


@pytest.mark.parametrize("x_kind", ["continuous", "integer", "zeros", "outlier"])
@pytest.mark.parametrize("y_kind", ["continuous", "integer", "zeros"])
def test_many_rows(x_kind, y_kind):
    rng = np.random.default_rng(0)
    x, noise = column(rng, x_kind, 500), column(rng, y_kind, 500)
    for y in (noise, np.round(np.arctan(x) + noise, 1)):
        score = projection_correlations(sorted_data(x[:, None], y))[0]
        np.testing.assert_allclose(score, products_of_signs(x, y), rtol=1e-13)


def large_problem(dtype=np.float64, n=3000, p=150):
    rng = np.random.default_rng(0)
    X = np.array([column(rng, KINDS[j % 6], n) for j in range(p)]).T
    return X.astype(dtype), np.round(X[:, 0] ** 2 + X[:, 1] + rng.normal(size=n), 1)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_same_bits_on_any_number_of_threads_and_in_any_order(dtype):
    """Sums are of whole numbers in increasing order of x, so not even the rows' order changes a bit."""
    X, y = large_problem(dtype)
    right = projection_correlations(sorted_data(X, y))
    assert right.dtype == np.float64
    for n_jobs in (2, 7):
        np.testing.assert_array_equal(projection_correlations(sorted_data(X, y, n_jobs=n_jobs)), right)
    rows = np.random.default_rng(1).permutation(len(X))
    np.testing.assert_array_equal(projection_correlations(sorted_data(X[rows], y[rows])), right)
    some = projection_correlations(sorted_data(np.asfortranarray(X[:, 140:]), y))
    np.testing.assert_array_equal(some, right[140:])


def test_increasing_transformations_and_reflections_change_nothing():
    X, y = large_problem(n=500)
    right = projection_correlations(sorted_data(X, y))
    np.testing.assert_array_equal(projection_correlations(sorted_data(X**3 * 7, np.exp(y))), right)
    np.testing.assert_allclose(projection_correlations(sorted_data(-X, -y)), right, rtol=1e-12)


def test_known_truths():
    rng = np.random.default_rng(0)
    y = rng.standard_cauchy(400)
    X = np.column_stack([y, -np.arctan(y), np.abs(y), y > 0, rng.normal(size=400), np.ones(400)])
    same, opposite, size, sign, noise, constant = projection_correlations(sorted_data(X, y))
    assert same == pytest.approx(1, abs=1e-14)
    assert opposite == pytest.approx(1, abs=1e-14)
    assert 1 > sign > size > 0.2 > noise
    assert constant == 0
    assert projection_correlations(sorted_data(X, np.zeros(400))).tolist() == [0] * 6


SMALL_RUN = """
import sys
import numpy as np
sys.path.insert(0, sys.argv[1])
from screening_helpers import sorted_data
from tnvs.screening.projection import projection_correlations
rng = np.random.default_rng(0)
X = np.column_stack([rng.normal(size=(12, 3)), rng.integers(0, 2, (12, 2))])
for dtype in (np.float64, np.float32):
    for y in (rng.normal(size=12), np.arange(12) // 5):
        print(projection_correlations(sorted_data(X.astype(dtype), y)).tolist())
"""


def test_compiled_equals_plain_python():
    def run(**environment):
        return subprocess.run(
            [sys.executable, "-c", SMALL_RUN, os.path.dirname(__file__)],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    plain = run(NUMBA_DISABLE_JIT="1")
    assert plain.count("\n") == 4
    assert plain == run()
