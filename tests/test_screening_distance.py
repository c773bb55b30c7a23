"""Distance correlation against golden values and its naive version, and what it must not depend on."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naive_screening import distance_correlation
from screening_helpers import sorted_data
from tnvs.screening.distance import distance_correlations

KINDS = ("continuous", "integer", "binary", "zeros", "constant", "heavy", "rare", "tiny", "huge")


def column(rng, kind, n):
    if kind == "integer":
        return rng.integers(0, 5, n).astype(float)
    if kind == "binary":
        return (rng.random(n) < rng.random()).astype(float)
    if kind == "zeros":
        return np.where(rng.random(n) < 0.7, 0.0, rng.normal(size=n))
    if kind == "constant":
        return np.full(n, rng.normal())
    if kind == "heavy":
        return rng.standard_cauchy(n)
    if kind == "rare":
        return (np.arange(n) == rng.integers(n)).astype(float)
    return rng.normal(size=n) * {"tiny": 1e-30, "huge": 1e30}.get(kind, 1.0)


@st.composite
def problems(draw, most_rows=40, kinds=KINDS):
    """X, y, nominal."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n = draw(st.integers(2, most_rows))
    X = np.array([column(rng, kind, n) for kind in draw(st.lists(st.sampled_from(kinds), min_size=1))]).T
    y = column(rng, draw(st.sampled_from(kinds)), n)
    if draw(st.booleans()):
        y = X[:, 0] * draw(st.sampled_from([1.0, -1.0])) + draw(st.sampled_from([0.0, 0.1])) * y
    return X.astype(draw(st.sampled_from([np.float64, np.float32]))), y, draw(st.booleans())


@settings(max_examples=300)
@given(problem=problems(), n_jobs=st.integers(1, 2))
def test_equals_naive(problem, n_jobs):
    """Squares are compared: the root of a rounding error is no rounding error."""
    X, y, nominal = problem
    ours = distance_correlations(sorted_data(X, y, nominal, n_jobs))
    right = [distance_correlation(x, y, nominal) for x in X.T.astype(float)]
    precise = X.dtype == np.float64
    np.testing.assert_allclose(ours**2, np.square(right), rtol=1e-9, atol=1e-13 if precise else 1e-5)


def test_golden_pairs(reference):
    pairs = np.load(reference / "distance_correlation.npz")
    for case in json.loads((reference / "distance_correlation.json").read_text()):
        x, y = (pairs[f"d{case['id']}_{name}"] for name in "xy")
        score = distance_correlations(sorted_data(x[:, None], y))[0]
        np.testing.assert_allclose(score, case["dcor"], rtol=1e-13)


def exact(x, y):
    """The naive version on whole numbers, in whole numbers."""
    n = len(x)

    def centred(v):
        a = [[abs(first - second) for second in v] for first in v]
        means = [sum(row) for row in a]
        return [
            n * n * a[k][m] - n * means[k] - n * means[m] + sum(means) for k in range(n) for m in range(n)
        ]

    A, B = centred(x), centred(y)
    products = [sum(a * b for a, b in zip(P, Q, strict=True)) for P, Q in ((A, B), (A, A), (B, B))]
    return (products[0] / (products[1] * products[2]) ** 0.5) ** 0.5


@pytest.mark.parametrize("x_kind", ["binary", "rare", "heavy", "continuous"])
@pytest.mark.parametrize("y_kind", ["binary", "rare", "heavy", "continuous"])
def test_precise_where_terms_cancel(x_kind, y_kind):
    """Near-constant and heavy-tailed data, where the difference of large sums would have lost its digits."""
    rng = np.random.default_rng(0)
    x, y = (np.rint(100 * column(rng, kind, 300)).astype(int) for kind in (x_kind, y_kind))
    score = distance_correlations(sorted_data(x[:, None].astype(float), y))[0]
    np.testing.assert_allclose(score, exact(x.tolist(), y.tolist()), rtol=1e-11)


def large_problem(dtype=np.float64, n=3000, p=150):
    rng = np.random.default_rng(0)
    X = np.array([column(rng, KINDS[j % 4], n) for j in range(p)]).T
    return X.astype(dtype), np.round(X[:, 0] ** 2 + X[:, 1] + rng.normal(size=n), 1)


@pytest.mark.parametrize("nominal", [False, True])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_same_bits_on_any_number_of_threads(dtype, nominal):
    X, y = large_problem(dtype)
    right = distance_correlations(sorted_data(X, y, nominal))
    assert right.dtype == np.float64
    for n_jobs in (2, 7):
        np.testing.assert_array_equal(distance_correlations(sorted_data(X, y, nominal, n_jobs)), right)
    some = distance_correlations(sorted_data(X[:, 140:], y, nominal))
    np.testing.assert_array_equal(some, right[140:])


@pytest.mark.parametrize("nominal", [False, True])
def test_order_of_rows_and_units_change_nothing(nominal):
    X, y = large_problem()
    rng = np.random.default_rng(1)
    rows = rng.permutation(len(X))
    units = rng.choice([-1.0, 1.0], X.shape[1]) * 10.0 ** rng.integers(-6, 6, X.shape[1])
    shuffled = sorted_data(X[rows] * units + units, y[rows] if nominal else 3 - 1e-5 * y[rows], nominal)
    right = distance_correlations(sorted_data(X, y, nominal))
    np.testing.assert_allclose(distance_correlations(shuffled), right, rtol=1e-10)


def test_names_of_classes_change_nothing():
    X, y = large_problem(n=500)
    names = np.unique(y, return_inverse=True)[1]
    renamed = np.random.default_rng(1).permutation(names.max() + 1)[names]
    right = distance_correlations(sorted_data(X, y, nominal=True))
    np.testing.assert_allclose(
        distance_correlations(sorted_data(X, renamed, nominal=True)), right, rtol=1e-12
    )
    two = y > 0
    as_numbers = distance_correlations(sorted_data(X, two.astype(float)))
    as_names = distance_correlations(sorted_data(X, two, nominal=True))
    np.testing.assert_allclose(as_names**2, as_numbers**2, rtol=1e-11, atol=1e-15)


def test_known_truths():
    rng = np.random.default_rng(0)
    y = rng.normal(size=400)
    X = np.column_stack([y, -3 * y + 1, y**2, rng.normal(size=400), np.ones(400)])
    same, opposite, square, noise, constant = distance_correlations(sorted_data(X, y))
    assert same == pytest.approx(1, abs=1e-14)
    assert opposite == pytest.approx(1, abs=1e-14)
    assert 1 > square > 0.3 > noise
    assert constant == 0
    assert distance_correlations(sorted_data(X, np.zeros(400))).tolist() == [0] * 5


SMALL_RUN = """
import sys
import numpy as np
sys.path.insert(0, sys.argv[1])
from screening_helpers import sorted_data
from tnvs.screening.distance import distance_correlations
rng = np.random.default_rng(0)
X = np.column_stack([rng.normal(size=(12, 3)), rng.integers(0, 2, (12, 2))])
for dtype in (np.float64, np.float32):
    for y, nominal in ((rng.normal(size=12), False), (np.arange(12) // 5, False), (np.arange(12) % 3, True)):
        print(distance_correlations(sorted_data(X.astype(dtype), y, nominal)).tolist())
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
    assert plain.count("\n") == 6
    assert plain == run()
