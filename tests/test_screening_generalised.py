"""Generalised correlation against its naive version, and what it must not depend on."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naive_screening import generalised_correlation
from screening_helpers import sorted_data
from tnvs import GCSIS
from tnvs.screening import generalised
from tnvs.screening.generalised import generalised_correlations

KINDS = (
    "continuous",
    "integer",
    "many integers",
    "binary",
    "zeros",
    "constant",
    "skewed",
    "noisy duplicates",
)


def column(rng, kind, n):
    if kind == "integer":
        return rng.integers(0, 6, n).astype(float)
    if kind == "many integers":
        return rng.poisson(4, n).astype(float)
    if kind == "binary":
        return (rng.random(n) < rng.random()).astype(float)
    if kind == "zeros":
        return np.where(rng.random(n) < 0.7, 0.0, rng.normal(size=n))
    if kind == "noisy duplicates":
        return rng.integers(0, 9, n) * 0.1 + rng.integers(0, 3, n) * 1e-16
    if kind == "constant":
        return np.full(n, rng.normal())
    return np.exp(2 * rng.normal(size=n)) if kind == "skewed" else rng.normal(size=n)


@st.composite
def problems(draw):
    """X, y, n_knots."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n = draw(st.integers(2, 80))
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=12))
    X = np.array([column(rng, kind, n) for kind in kinds]).T
    y = column(rng, draw(st.sampled_from(KINDS)), n)
    return X.astype(draw(st.sampled_from([np.float64, np.float32]))), y, draw(st.integers(2, 9))


@settings(max_examples=100)
@given(problem=problems(), n_jobs=st.integers(1, 2))
def test_equals_naive(problem, n_jobs):
    """On z-scored values: in float32 the rounding of z-scores moves the columns a little."""
    X, y, n_knots = problem
    data = sorted_data(X, y, n_jobs=n_jobs)
    ours = generalised_correlations(data, n_knots)
    right = [generalised_correlation(x, data.y, n_knots) for x in data.columns.values]
    np.testing.assert_allclose(ours**2, np.square(right), atol=1e-9)
    assert np.all((ours >= 0) & (ours <= 1))


def mixed(n=200, p=40, seed=0):
    rng = np.random.default_rng(seed)
    X = np.array([column(rng, KINDS[j % len(KINDS)], n) for j in range(p)]).T
    return X, X[:, 0] ** 2 + X[:, 1] + rng.normal(size=n)


def test_same_bits_on_any_number_of_threads():
    X, y = mixed(n=3000, p=200)
    right = generalised_correlations(sorted_data(X, y), 6)
    for n_jobs in (2, 5):
        np.testing.assert_array_equal(generalised_correlations(sorted_data(X, y, n_jobs=n_jobs), 6), right)
    np.testing.assert_array_equal(generalised_correlations(sorted_data(np.asfortranarray(X), y), 6), right)


def test_order_units_and_signs_change_nothing():
    X, y = mixed()
    rng = np.random.default_rng(1)
    right = generalised_correlations(sorted_data(X, y), 6)
    rows, columns = rng.permutation(len(X)), rng.permutation(X.shape[1])
    shuffled = generalised_correlations(sorted_data(X[rows][:, columns], y[rows]), 6)
    np.testing.assert_allclose(shuffled, right[columns], atol=1e-12)
    for scaled, response in ((3e5 * X - 7, y), (-X, y), (X, -1e-8 * y + 3), (X, 1e300 * y)):
        ours = generalised_correlations(sorted_data(scaled, response), 6)
        np.testing.assert_allclose(ours, right, atol=1e-6 if response is not y else 1e-9)


@pytest.mark.parametrize("function", [np.square, np.abs, np.exp, np.sin, lambda x: np.sin(2 * x)])
def test_known_truth(function):
    X = np.random.default_rng(0).normal(size=(500, 50))
    scores = generalised_correlations(sorted_data(X, function(X[:, 17])), 6)
    assert np.argmax(scores) == 17
    assert scores[17] > 0.95
    assert np.delete(scores, 17).max() < 0.25


def test_a_function_of_few_levels_is_found_whole():
    """Group means explain it; knots at all levels give them."""
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.integers(0, 6, 300), rng.integers(0, 2, 300), rng.normal(size=300)]).astype(
        float
    )
    y = np.array([3.0, -1.0, 4.0, -1.0, 5.0, -9.0])[X[:, 0].astype(int)]
    scores = generalised_correlations(sorted_data(X, y), 6)
    assert scores[0] == pytest.approx(1, abs=1e-12)
    assert scores[1] == pytest.approx(abs(np.corrcoef(X[:, 1], y)[0, 1]), abs=1e-12)


def test_two_knots_are_the_linear_correlation():
    X, y = mixed()
    X = X[:, X.std(axis=0) > 0]
    linear = [abs(np.corrcoef(x, y)[0, 1]) for x in X.T]
    np.testing.assert_allclose(generalised_correlations(sorted_data(X, y), 2), linear, atol=1e-12)


def test_noise_scores_what_it_must():
    """The square is about (functions / rows): five for six knots, fewer where there are fewer levels."""
    rng = np.random.default_rng(0)
    X = np.hstack([rng.normal(size=(400, 300)), rng.integers(0, 2, (400, 300))])
    squares = generalised_correlations(sorted_data(X, rng.normal(size=400)), 6) ** 2
    assert squares[:300].mean() == pytest.approx(5 / 400, rel=0.15)
    assert squares[300:].mean() == pytest.approx(1 / 400, rel=0.25)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_extremes_are_finite(kind):
    """An outlier spoils one function, not all: the shape of the rest is still seen."""
    x = np.random.default_rng(0).normal(size=300)
    near = np.append(x, 1e4)
    X = np.column_stack([near, np.append(x, 1e30), np.append(x * 1e-30, 0), np.append(x[:-1], [-1e20, 1e20])])
    scores = generalised_correlations(sorted_data(X.astype(kind), np.append(x**2, 0.0)), 6)
    assert np.all(np.isfinite(scores))
    assert scores[0] > 0.9


def test_more_knots_than_rows_are_as_many_as_rows():
    rng = np.random.default_rng(0)
    X = rng.integers(0, 8, (60, 3)) + rng.normal(size=(60, 3)).round(1)
    y = rng.normal(size=60)
    expected = GCSIS(n_knots=60).fit(X, y).scores_
    for n_knots in (61, 200_000, 10**19):
        np.testing.assert_array_equal(GCSIS(n_knots=n_knots).fit(X, y).scores_, expected)


def test_many_knots_make_small_tasks(monkeypatch):
    counts = []
    monkeypatch.setattr(
        generalised,
        "multiple_correlations",
        lambda values, orders, y, n_knots, near, scores: counts.append(len(values)),
    )
    X = np.random.default_rng(0).normal(size=(400, 600))
    for n_knots, most in ((6, 500), (60, 5), (300, 1)):
        counts.clear()
        GCSIS(n_knots=n_knots, n_jobs=1).fit(X, X[:, 0])
        assert (max(counts), sum(counts)) == (most, 600)


def test_constants_score_zero():
    X = np.column_stack([np.ones(10), np.arange(10.0)])
    assert generalised_correlations(sorted_data(X, np.arange(10.0) % 3), 6)[0] == 0
    assert generalised_correlations(sorted_data(X, np.ones(10)), 6).tolist() == [0, 0]
    assert generalised_correlations(sorted_data(X, np.zeros(10)), 6).tolist() == [0, 0]


SMALL_RUN = """
import sys
sys.path.insert(0, "tests")
import numpy as np
from screening_helpers import sorted_data
from tnvs import GCSIS
from tnvs.screening import generalised
from tnvs.screening.generalised import generalised_correlations
rng = np.random.default_rng(0)
X = np.hstack([rng.normal(size=(20, 3)), rng.integers(0, 3, (20, 3)), rng.poisson(3, (20, 2))])
X[:, 5] = 1
for n_knots in (2, 3, 6):
    for kind in (np.float32, np.float64):
        with np.errstate(over="ignore"):
            data = sorted_data(X.astype(kind), rng.normal(size=20))
            print(generalised_correlations(data, n_knots).tolist())
"""


def run(code, **environment):
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, env={**os.environ, **environment}, cwd=root, capture_output=True, text=True, check=True
    ).stdout


def test_compiled_equals_plain_python():
    assert run(SMALL_RUN, NUMBA_DISABLE_JIT="1") == run(SMALL_RUN) != ""
