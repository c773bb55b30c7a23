"""Ball correlation against its naive version, and what it must not depend on."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naive_screening import ball_correlation
from screening_helpers import sorted_data
from tnvs.screening import ball
from tnvs.screening.ball import ball_correlations

KINDS = ("continuous", "integer", "binary", "zeros", "constant", "grid", "outlier", "huge")


def column(rng, kind, n):
    if kind == "integer":
        return rng.integers(0, 6, n).astype(float)
    if kind == "binary":
        return (rng.random(n) < rng.random()).astype(float)
    if kind == "zeros":
        return np.where(rng.random(n) < 0.7, 0.0, rng.normal(size=n))
    if kind == "constant":
        return np.full(n, rng.normal())
    if kind == "grid":  # equal steps that aren't equal in floating point
        return rng.permutation(np.arange(n) * 0.1)
    if kind == "outlier":  # z-scored, the others would all be one value
        return np.append(rng.normal(size=n - 1), 1e300)
    return rng.normal(size=n) * (1e30 if kind == "huge" else 1.0)


@st.composite
def problems(draw, most_rows=16):
    """X, y, nominal."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n = draw(st.integers(2, most_rows))
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=10))
    X = np.array([column(rng, kind, n) for kind in kinds]).T
    if draw(st.booleans()):
        X = np.clip(X, -1e30, 1e30).astype(np.float32)
    y = column(rng, draw(st.sampled_from(KINDS)), n)
    return X, y, draw(st.booleans())


@settings(max_examples=100)
@given(problem=problems(), n_jobs=st.integers(1, 2), narrow=st.booleans())
def test_equals_naive(problem, n_jobs, narrow):
    """For any kind of data, on one thread or two, with counts for few rows or many, whole or in chunks."""
    X, y, nominal = problem
    right = [ball_correlation(x, y, nominal) for x in X.T]
    with pytest.MonkeyPatch.context() as patch:
        if not narrow:
            patch.setattr(ball, "NARROW", 0)
            patch.setattr(ball, "PAIRS_PER_TASK", 300)
        ours = ball_correlations(sorted_data(X, y, nominal, n_jobs))
    np.testing.assert_allclose(ours, right, rtol=1e-10, atol=1e-14)


@pytest.mark.parametrize("narrow", [True, False])
@pytest.mark.parametrize("n", [511, 512, 2100, 5000])
def test_counts_across_words(n, narrow, monkeypatch):
    """Counts are kept for 64, 512 and 2048 rows; the balls around two rows cross them all."""
    if not narrow:
        monkeypatch.setattr(ball, "NARROW", 0)
    rng = np.random.default_rng(n)
    X, y = (
        np.column_stack([rng.normal(size=n), rng.integers(0, 40, n)]),
        np.sort(rng.integers(0, 3 * n, n) * 1.0),
    )
    first = n // 3
    right = np.zeros(2)
    for j, x in enumerate(X.T):
        for i in (first, first + 1):
            in_x = np.abs(x - x[i]) <= np.abs(x - x[i])[:, None]
            in_y = np.abs(y - y[i]) <= np.abs(y - y[i])[:, None]
            joint = np.count_nonzero(in_x & in_y, axis=1)
            products = np.count_nonzero(in_x, axis=1) * np.count_nonzero(in_y, axis=1)
            right[j] += ((n * joint - products).astype(float) ** 2).sum()
    rows = np.argsort(X, axis=0).T
    ascending = np.take_along_axis(X.T, rows, axis=1)
    ours, with_itself = np.empty(2), np.empty(2)
    marks = ball.make_marks(n)
    ball.ball_sums(ascending, rows.astype(np.uint32), y, np.inf, first, first + 2, marks, ours, with_itself)
    np.testing.assert_allclose(ours, right, rtol=1e-12)


def test_more_rows_than_sixteen_bits_count():
    n = 70_000
    y = np.sort(np.random.default_rng(0).normal(size=n))
    rows = np.arange(n, dtype=np.uint32)
    with_y, with_itself = np.empty(1), np.empty(1)
    ball.ball_sums(
        y[None], rows[None], y, np.inf, n // 3, n // 3 + 2, ball.make_marks(n), with_y, with_itself
    )
    assert with_y == pytest.approx(with_itself, rel=1e-12)


def mixed(n=150, p=40, seed=0):
    rng = np.random.default_rng(seed)
    X = np.array([column(rng, KINDS[j % 5], n) for j in range(p)]).T
    return X, X[:, 0] ** 2 + X[:, 1] + rng.normal(size=n)


@pytest.mark.parametrize("nominal", [False, True])
def test_same_bits_on_any_number_of_threads(nominal, monkeypatch):
    monkeypatch.setattr(ball, "PAIRS_PER_TASK", 20_000)
    X, y = mixed()
    y = np.rint(y) if nominal else y
    right = ball_correlations(sorted_data(X, y, nominal))
    for n_jobs in (2, 5):
        np.testing.assert_array_equal(ball_correlations(sorted_data(X, y, nominal, n_jobs)), right)
    np.testing.assert_array_equal(ball_correlations(sorted_data(np.asfortranarray(X), y, nominal)), right)


def test_order_of_rows_and_columns_changes_nothing():
    X, y = mixed()
    rng = np.random.default_rng(1)
    rows, columns = rng.permutation(len(X)), rng.permutation(X.shape[1])
    shuffled = ball_correlations(sorted_data(X[rows][:, columns], y[rows]))
    np.testing.assert_allclose(shuffled, ball_correlations(sorted_data(X, y))[columns], rtol=1e-12)


def test_units_and_names_change_nothing():
    """Distances are exact here, so equal ones stay equal; of classes only equality counts."""
    rng = np.random.default_rng(0)
    X = rng.integers(-5, 6, (80, 6)).astype(float)
    y = np.abs(X[:, 0]) + rng.integers(0, 3, 80)
    right = ball_correlations(sorted_data(X, y))
    np.testing.assert_allclose(ball_correlations(sorted_data(X * 0.25 + 1000, -8 * y)), right, rtol=1e-12)
    names = ball_correlations(sorted_data(X, y, nominal=True))
    renamed = np.array(["x", "cat", "b", "a", "zebra", "k", "m", "9", "yak"])[y.astype(int)]
    np.testing.assert_allclose(ball_correlations(sorted_data(X, renamed, nominal=True)), names, rtol=1e-12)


@pytest.mark.parametrize("function", [np.square, np.abs, np.exp, lambda x: np.sin(2 * x)])
def test_known_truth(function):
    X = np.random.default_rng(0).normal(size=(300, 50))
    scores = ball_correlations(sorted_data(X, function(X[:, 17]), n_jobs=2))
    assert np.argmax(scores) == 17
    assert scores[17] > 10 * np.delete(scores, 17).max()
    assert np.all((scores >= 0) & (scores <= 1))


def test_one_for_itself_and_for_two_rows():
    x = np.random.default_rng(0).normal(size=60)
    assert ball_correlations(sorted_data(x[:, None], 7 - 2 * x))[0] == pytest.approx(1, rel=1e-6)
    assert ball_correlations(sorted_data(np.eye(2), np.array([3.0, 4.0]))).tolist() == [1, 1]


@pytest.mark.parametrize("nominal", [False, True])
def test_constants_score_zero(nominal):
    X = np.column_stack([np.ones(10), np.arange(10.0)])
    assert ball_correlations(sorted_data(X, np.arange(10.0) % 3, nominal))[0] == 0
    np.testing.assert_array_equal(ball_correlations(sorted_data(X, np.ones(10), nominal)), [0, 0])


SMALL_RUN = """
import sys
sys.path.insert(0, "tests")
import numpy as np
from screening_helpers import sorted_data
from tnvs.screening.ball import ball_correlations
rng = np.random.default_rng(0)
X = np.column_stack([rng.normal(size=(12, 2)), rng.integers(0, 3, (12, 2)), np.ones(12)])
for nominal in (False, True):
    for kind in (np.float32, np.float64):
        with np.errstate(over="ignore"):
            print(ball_correlations(sorted_data(X.astype(kind), rng.integers(0, 5, 12), nominal)).tolist())
"""


def run(code, **environment):
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, env={**os.environ, **environment}, cwd=root, capture_output=True, text=True, check=True
    ).stdout


def test_compiled_equals_plain_python():
    assert run(SMALL_RUN, NUMBA_DISABLE_JIT="1") == run(SMALL_RUN) != ""
