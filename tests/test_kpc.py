"""The kernel partial correlation against the naive version, FOCI's engine, and what is known to be true."""

import math
import os
import subprocess
import sys
from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive_kpc
from naive_kpc import NaiveKernelEngine
from test_engine import column
from tnvs import FOCI
from tnvs.engine import CpuEngine
from tnvs.kpc import KernelEngine, scoring
from tnvs.kpc.bandwidth import median_distance
from tnvs.kpc.expansion import sums_over_all
from tnvs.kpc.response_kernels import make_likeness, resolved_bandwidth
from tnvs.selectors._kfoci import KFOCI

KERNELS = ("gaussian", "rank", "discrete")
KINDS = ("continuous", "integer", "binary", "zeros", "constant", "duplicate", "outlier")


def response(rng, n):
    kind = rng.integers(5)
    if kind == 0:
        return rng.normal(size=n)
    if kind == 1:
        return rng.integers(0, 4, n).astype(float)
    if kind == 2:
        return rng.standard_cauchy(n) * 10.0 ** rng.integers(-200, 200)
    if kind == 3:
        return np.where(rng.random(n) < 0.8, 0.0, rng.normal(size=n))
    return rng.permutation(n) + 1e9


@st.composite
def problems(draw, most_rows=40):
    """X, y, options, selected columns."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n = draw(st.integers(2, most_rows))
    columns = []
    for kind in draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=20)):
        columns.append(column(rng, kind, n, columns))
    X = np.array(columns).T.astype(draw(st.sampled_from([np.float64, np.float32])))
    options = {
        "n_neighbors": draw(st.integers(1, min(5, n - 1))),
        "kernel": draw(st.sampled_from(KERNELS)),
        "bandwidth": draw(st.sampled_from(["median", 0.5, 1e-300, 1e300])),
    }
    selected = draw(st.permutations(range(X.shape[1])))[: draw(st.integers(0, 4))]
    return X, response(rng, n), options, list(selected)


def make_engine(X, y, *, n_jobs=1, scaling="zscore", **options):
    levels, codes = np.unique(y, return_inverse=True)
    return KernelEngine(CpuEngine(X, codes, scaling=scaling, n_jobs=n_jobs), codes, levels, **options)


REGIMES = {
    "as it is": {},
    "short lists": {"LIST_SHARE": 0.0, "SHORTEST_LIST": 3, "LARGE_CELL": 10**9},
    "lists of a few rows at a time": {"LIST_BYTES": 100, "LARGE_CELL": 10**9},
    "cells": {"LARGE_CELL": 0},
}


@contextmanager
def regime(name):
    """Scoring as at another size of data: bounds on lists, cells and chunks small enough to be met."""
    with pytest.MonkeyPatch.context() as patch:
        for constant, value in REGIMES[name].items():
            patch.setattr(scoring, constant, value)
        yield


def assert_close(ours, right, K):
    """Scores are as exact as what is left to explain allows."""
    assert ours.dtype == right.dtype
    tolerance = 1e-9 if ours.dtype == np.float64 else 1e-5
    np.testing.assert_allclose(ours, right, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("name", REGIMES)
@settings(max_examples=80)
@given(problem=problems(), n_jobs=st.integers(1, 2))
def test_scores_equal_naive(name, problem, n_jobs):
    X, y, options, selected = problem
    candidates = np.setdiff1d(np.arange(X.shape[1]), selected)
    naive = NaiveKernelEngine(X, y, **options)
    right = naive.scores(selected, candidates)
    with regime(name), make_engine(X, y, n_jobs=n_jobs, **options) as engine:
        assert_close(engine.scores(selected, candidates), right, naive.K)


@settings(max_examples=30)
@given(seed=st.integers(0, 2**32 - 1), k=st.integers(1, 30), kernel=st.sampled_from(KERNELS))
def test_groups_of_equal_rows_equal_naive(seed, k, kernel):
    """Groups so large that their sums are polynomials, and rows that tie for the last places in them."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 2, (300, 3)).astype(float)
    X[:, 2] = np.where(rng.random(300) < 0.7, 0, rng.normal(size=300))
    y = response(rng, 300)
    naive = NaiveKernelEngine(X, y, n_neighbors=k, kernel=kernel)
    with make_engine(X, y, n_neighbors=k, kernel=kernel) as engine:
        for selected in ([], [0]):
            candidates = np.setdiff1d(np.arange(3), selected)
            assert_close(engine.scores(selected, candidates), naive.scores(selected, candidates), naive.K)


@pytest.mark.parametrize("k", [1, 10])
@pytest.mark.parametrize("kernel", KERNELS)
def test_a_heap_of_equal_rows_beside_others_that_are_almost_equal(kernel, k):
    """There are many leaves, and hardly any tells its rows from those of the others."""
    rng = np.random.default_rng(0)
    n = 1500
    heaped = np.where(rng.random(n) < 1 / 3, 0, rng.normal(size=n))
    heaped[0] = 1e6
    X = np.column_stack([heaped, rng.normal(size=n), rng.integers(0, 300, n)])
    y = X[:, 1] + rng.normal(size=n)
    naive = NaiveKernelEngine(X, y, n_neighbors=k, kernel=kernel)
    with make_engine(X, y, n_neighbors=k, kernel=kernel) as engine:
        candidates = np.array([1, 2])
        assert_close(engine.scores([0], candidates), naive.scores([0], candidates), naive.K)


def large_problem(kind, n=3000, p=24, seed=0, dtype=np.float64):
    rng = np.random.default_rng(seed)
    kinds = {"continuous": ["continuous"], "integer": ["integer"], "mixed": list(KINDS[:4])}[kind]
    X = np.array([column(rng, kinds[j % len(kinds)], n, []) for j in range(p)]).T.astype(dtype)
    return X, X[:, 0] * X[:, 1] + X[:, 2] + 0.1 * rng.normal(size=n).round(1)


@pytest.mark.parametrize("nominal", [False, True])
@pytest.mark.parametrize("kind", ["continuous", "integer", "mixed"])
def test_one_neighbour_and_ranks_are_foci(kind, nominal):
    X, y = large_problem(kind, n=1000)
    codes = np.unique(y.round(), return_inverse=True)[1]
    kernel = "discrete" if nominal else "rank"
    with (
        CpuEngine(X, codes, nominal=nominal) as foci,
        make_engine(X, codes, n_neighbors=1, kernel=kernel) as engine,
    ):
        for selected in ([], [0], [0, 1], [2, 0, 1]):
            candidates = np.setdiff1d(np.arange(X.shape[1]), selected)
            ours, right = engine.scores(selected, candidates), foci.scores(selected, candidates)
            np.testing.assert_allclose(ours, right, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("kind", ["continuous", "integer", "mixed"])
def test_same_bits_however_it_runs(kind, kernel):
    """Threads, the order of columns, and the size of lists change no bit."""
    X, y = large_problem(kind)
    selections = [[], [0], [0, 1], [2, 0, 1]]

    def run(X, shuffle=None, n_jobs=1):
        order = np.arange(X.shape[1]) if shuffle is None else shuffle
        back = np.argsort(order)
        with make_engine(X[:, order], y, n_neighbors=7, kernel=kernel, n_jobs=n_jobs) as engine:
            return np.array([engine.scores(back[s].tolist(), back[3:]) for s in selections])

    right = run(X)
    np.testing.assert_array_equal(run(X, n_jobs=2), right)
    np.testing.assert_array_equal(run(X, n_jobs=5), right)
    np.testing.assert_array_equal(run(X, shuffle=np.random.default_rng(0).permutation(X.shape[1])), right)
    for name in ("short lists", "lists of a few rows at a time"):
        with regime(name), pytest.MonkeyPatch.context() as patch:
            patch.setattr(scoring, "LARGE_CELL", 8)
            patch.setattr(scoring, "LIST_BYTES", max(scoring.LIST_BYTES, 1 << 20))
            np.testing.assert_array_equal(run(X), right)


@pytest.mark.parametrize("kind", ["continuous", "integer", "mixed"])
def test_order_of_rows_changes_nothing(kind):
    """Distances of unscaled data don't depend on the order of rows, so scores don't either, to the bit."""
    X, y = large_problem(kind)
    rows = np.random.default_rng(1).permutation(len(X))
    with (
        make_engine(X, y, scaling="none", n_neighbors=5) as plain,
        make_engine(X[rows], y[rows], scaling="none", n_neighbors=5) as shuffled,
    ):
        for selected in ([], [0], [0, 1]):
            candidates = np.arange(3, X.shape[1])
            np.testing.assert_array_equal(
                shuffled.scores(selected, candidates), plain.scores(selected, candidates)
            )


def test_given_is_the_same_from_scratch():
    """What a step knows from the step before is what it would compute anew."""
    X, y = large_problem("mixed", n=500)
    candidates = np.arange(3, X.shape[1])
    with make_engine(X, y, n_neighbors=3) as engine, make_engine(X, y, n_neighbors=3) as fresh:
        engine.scores([], np.arange(X.shape[1]))
        engine.scores([1], np.array([0, 2, 5]))
        np.testing.assert_array_equal(engine.scores([1, 0], candidates), fresh.scores([1, 0], candidates))


def test_undefined_where_the_response_is_a_function_of_the_selected():
    x = np.repeat([0.0, 1.0, 2.0], 4)
    X = np.column_stack([x, np.random.default_rng(0).normal(size=12)])
    for kernel in KERNELS:
        with make_engine(X, x, n_neighbors=3, kernel=kernel) as engine:
            assert engine.scores([], np.array([0]))[0] == pytest.approx(1)
            assert np.isnan(engine.scores([0], np.array([1]))).all()
        with make_engine(X, np.ones(12), n_neighbors=3, kernel=kernel) as engine:
            assert np.isnan(engine.scores([], np.array([0, 1]))).all()


# --- the kernel ---


@given(st.lists(st.floats(-1e6, 1e6) | st.sampled_from([0.0, 1.0]), min_size=2, max_size=40))
def test_median_distance_equals_naive(values):
    y = np.sort(np.array(values))
    assert median_distance(y) == pytest.approx(naive_kpc.median_distance(y), rel=1e-12)


@pytest.mark.parametrize("scale", [1e-300, 1.0, 1e308])
def test_bandwidth_scales_with_the_response(scale):
    y = np.random.default_rng(0).uniform(-1, 1, 101)
    y[0] = 1.0
    bandwidth = resolved_bandwidth("median", y * scale, np.arange(101))
    assert bandwidth == pytest.approx(naive_kpc.median_distance(y) * scale, rel=1e-12)


@given(
    seed=st.integers(0, 2**32 - 1), n=st.integers(2, 200), width=st.sampled_from([1e-200, 0.01, 1.0, 50.0])
)
def test_polynomials_are_the_sums_of_kernels(seed, n, width):
    y = np.sort(response(np.random.default_rng(seed), n))
    y = np.ldexp(y, -np.frexp(np.abs(y).max())[1])  # below 1, without rounding
    levels, codes = np.unique(y, return_inverse=True)
    bandwidth = resolved_bandwidth("median", levels, codes) * width
    likeness, _ = make_likeness("gaussian", codes, levels, bandwidth, 1)
    gaps = np.abs(np.subtract.outer(y, y))
    with np.errstate(over="ignore", under="ignore"):
        right = np.exp(-((gaps / bandwidth) ** 2) / 2)
    np.testing.assert_allclose(sums_over_all(likeness), right.sum(axis=1), rtol=1e-12 * n)


# --- known truth ---


def test_independent_is_near_zero_and_a_function_near_one():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(4000, 4))
    y = np.sin(3 * X[:, 0]) * X[:, 1]
    with make_engine(X, y, n_neighbors=10) as engine:
        first = engine.scores([], np.arange(4))
        assert first[:2].min() > 0.08
        assert np.abs(first[2:]).max() < 0.03
        second = engine.scores([0], np.array([1, 2, 3]))
        assert second[0] > 0.85
        assert np.abs(second[1:]).max() < 0.1


def test_expected_score_of_correlated_gaussians():
    """For the linear model of y and x with correlation rho, E k(Y, Y') given x has a closed form."""
    rng = np.random.default_rng(0)
    rho, sigma, n = 0.8, 1.0, 20_000
    x = rng.normal(size=n)
    y = rho * x + math.sqrt(1 - rho**2) * rng.normal(size=n)
    within = sigma / math.sqrt(sigma**2 + 2 * (1 - rho**2))
    between = sigma / math.sqrt(sigma**2 + 2)
    with make_engine(x[:, None], y, n_neighbors=5, bandwidth=sigma) as engine:
        score = engine.scores([], np.array([0]))[0]
    assert score == pytest.approx((within - between) / (1 - between), abs=0.02)


# --- the selector ---


def interaction(n=400):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 8))
    return X, X[:, 0] * X[:, 1] + 0.1 * rng.normal(size=n)


def test_selects_an_interaction():
    X, y = interaction()
    selector = KFOCI().fit(X, y)
    assert sorted(selector.selected_[:2].tolist()) == [0, 1]
    assert selector.trace_.resolved["n_neighbors"] == 20
    assert selector.trace_.resolved["kernel"] == "gaussian"
    assert selector.trace_.resolved["bandwidth"] == pytest.approx(naive_kpc.median_distance(y))
    assert sorted(KFOCI(stop=False).fit(X, y).selected_.tolist()) == list(range(8))


def test_scores_of_a_whole_search_equal_naive():
    X, y = interaction(120)
    trace = KFOCI(stop=False, n_neighbors=4).fit(X, y).trace_
    naive = NaiveKernelEngine(X, y, n_neighbors=4)
    for number, step in enumerate(trace.steps):
        right = naive.scores(trace.selected[:number].tolist(), step.candidates)
        np.testing.assert_allclose(step.scores, right, rtol=1e-9, atol=1e-9)
    given = [naive_kpc.kpc(y, naive.X[:, trace.selected[: m + 1]], k=4) for m in range(8)]
    np.testing.assert_allclose(trace.cumulative_scores, given, rtol=1e-9)


def test_one_neighbour_and_ranks_select_as_foci():
    X, y = interaction()
    ours = KFOCI(n_neighbors=1, kernel="rank", max_features=None).fit(X, y)
    foci = FOCI().fit(X, y)
    assert ours.selected_.tolist() == foci.selected_.tolist()
    np.testing.assert_allclose(ours.scores_, foci.scores_, rtol=1e-12)
    names = np.where(y > 0, "high", "low")
    ours = KFOCI(n_neighbors=1, max_features=None).fit(X, names)
    assert ours.trace_.resolved["kernel"] == "discrete"
    assert ours.selected_.tolist() == FOCI().fit(X, names).selected_.tolist()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"n_neighbors": 400}, ValueError, "n_neighbors=400 is too large.*at most 399"),
        ({"n_neighbors": 0}, ValueError, "n_neighbors=0 is too small"),
        ({"n_neighbors": 1.5}, TypeError, "n_neighbors must be an int"),
        ({"n_neighbors": "all"}, ValueError, "n_neighbors='all' is not known"),
        ({"kernel": "linear"}, ValueError, "kernel='linear' is not known"),
        ({"bandwidth": 0}, ValueError, "bandwidth=0"),
        ({"bandwidth": "wide"}, ValueError, "bandwidth='wide' is not known"),
        ({"kernel": "gaussian", "response": "nominal"}, ValueError, 'kernel="gaussian" needs numbers'),
    ],
)
def test_wrong_parameters_are_refused(options, error, message):
    X, y = interaction()
    with pytest.raises(error, match=message):
        KFOCI(**options).fit(X, y)


def test_engine_refuses_more_neighbours_than_rows():
    with pytest.raises(ValueError, match="n_neighbors=3 is out of range; with 3 rows give 1 to 2"):
        make_engine(np.eye(3), np.arange(3.0), n_neighbors=3)


SMALL_RUN = """
import numpy as np
from tnvs.engine import CpuEngine
from tnvs.kpc import KernelEngine
rng = np.random.default_rng(0)
X = np.column_stack([rng.normal(size=(80, 2)), np.arange(80) > 68, rng.integers(0, 2, (80, 2))])
levels, codes = np.unique(rng.integers(0, 5, 80) / 3, return_inverse=True)
out = []
for kernel in ("gaussian", "rank", "discrete"):
    with np.errstate(all="ignore"), KernelEngine(
        CpuEngine(X, codes), codes, levels, n_neighbors=3, kernel=kernel
    ) as engine:
        for selected in ([], [0], [3], [4, 0]):
            out += [engine.scores(selected, np.array([1, 2]))]
print(np.concatenate(out).tolist())
"""


def output(**environment):
    run = subprocess.run(
        [sys.executable, "-c", SMALL_RUN], env={**os.environ, **environment}, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_compiled_equals_plain_python():
    """The kernels are Python, and compiling them changes nothing."""
    assert output(NUMBA_DISABLE_JIT="1") == output()
