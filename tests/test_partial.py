"""Selection by linear partial correlations: PC-simple and TPC."""

import json
import os
import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.utils import estimator_checks
from sklearn.utils.estimator_checks import parametrize_with_checks
from threadpoolctl import threadpool_limits

import naive_partial as naive
from test_tnvs_estimator import BAD_X, BAD_Y, NOT_RUN_BY_SCIKIT_LEARN
from tnvs import TPC, PCSimple
from tnvs.datasets import make_nonlinear
from tnvs.partial import PartialTrace, Rule, columns, stepwise

BOTH = [PCSimple, TPC]
both = pytest.mark.parametrize("selector", BOTH)


def linear(n=400, p=12, seed=0):
    """Data where y is 2 x1 - x4 + 1.5 x7 + noise and neighbours are correlated."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    for j in range(1, p):
        X[:, j] = 0.6 * X[:, j - 1] + 0.8 * X[:, j]
    return X, 2 * X[:, 1] - X[:, 4] + 1.5 * X[:, 7] + rng.normal(size=n)


# --- against independent values -----------------------------------------------------------------------------


def test_reproduces_the_reference(reference):
    arrays = np.load(reference / "linear_300x50.npz")
    golden = json.loads((reference / "pc_simple_300x50.json").read_text())
    selector = PCSimple(alpha=golden["alpha"]).fit(arrays["X"], arrays["y"].ravel())
    assert (np.sort(selector.selected_) + 1).tolist() == golden["selected"]
    np.testing.assert_allclose(selector.scores_, golden["zMin"], rtol=0, atol=1e-9)


@st.composite
def designs(draw):
    """Correlated columns, some copied, weighted sums of others, discrete, almost equal, or constant."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n, p = draw(st.integers(2, 60)), draw(st.integers(1, 9))
    X = rng.normal(size=(n, p)) + draw(st.sampled_from([0, 0.5, 2])) * rng.normal(size=(n, 1))
    kinds = ["as it is", "copy", "mirrored", "sum", "discrete", "nearly", "constant"]
    for j in range(p):
        a, b = rng.integers(0, p, 2)
        match draw(st.sampled_from(kinds)):
            case "copy":
                X[:, j] = X[:, a]
            case "mirrored":
                X[:, j] = 3 - 2 * X[:, a]
            case "sum":
                X[:, j] = X[:, a] - 3 * X[:, b]
            case "discrete":
                X[:, j] = np.round(X[:, j])
            case "nearly":
                X[:, j] = X[:, a] + 0.01 * rng.normal(size=n)
            case "constant":
                X[:, j] = 0.1
    weights = rng.integers(0, 3, p)
    y = X @ weights + draw(st.sampled_from([0.0, 1.0, 5.0])) * rng.normal(size=n)
    if draw(st.booleans()):
        y = np.round(y)
    y = np.round(y, 9)  # weighted sums of constants differ in their last digit
    y[0] += y.max() == y.min()
    return X, y


@settings(max_examples=300)
@given(designs(), st.sampled_from([0.001, 0.05, 0.5]), st.sampled_from([None, None, 0, 1, 2]))
def test_equals_the_naive_search(data, alpha, max_order):
    X, y = data
    for selector, definition in ((PCSimple, naive.pc_simple), (TPC, naive.tpc)):
        trace = selector(alpha=alpha, max_order=max_order).fit(X, y).trace_
        right = definition(X, y, alpha, max_order)
        assert sorted(trace.selected.tolist()) == right["kept"]
        assert trace.n_tests.tolist() == right["n_tests"]
        dropped = {j: tuple(trace.given_of(j).tolist()) for j in np.flatnonzero(trace.dropped_at >= 0)}
        assert dropped == right["dropped_by"]
        np.testing.assert_allclose(trace.scores, right["smallest"], rtol=1e-7, atol=1e-9)
        check_trace(trace)


def check_trace(trace):
    """What every trace must fulfil."""
    assert PartialTrace.from_json(trace.to_json()) == trace
    assert len(trace.to_frame()) == trace.data.n_features
    tested = trace.n_tests > 0
    assert np.isfinite(trace.scores[tested]).all() and (trace.scores[tested] >= 0).all()
    kept = trace.outcomes == "kept"
    assert (trace.scores[kept & tested] > trace.resolved["quantile"]).all()
    assert (trace.scores[~kept] <= trace.resolved["quantile"]).all()
    assert (trace.n_singular <= trace.n_tests).all()
    for feature in range(trace.data.n_features):
        text = str(trace.explain(feature))
        assert "nan" not in text and "inf" not in text and text.endswith(".")


# --- partial correlations -----------------------------------------------------------------------------------


def test_naive_is_the_formula_with_the_pseudo_inverse():
    """Also where members of the set determine each other."""
    X, y = linear(60)[0][:, :6], linear(60)[1]
    X[:, 5] = X[:, 3] - 2 * X[:, 4]
    C, unit = naive.correlations(X, y), naive.unit_vectors(X, y)
    for given_set in ([], [1], [1, 2], [1, 2, 3, 4], [3, 4, 5], [1, 3, 4, 5]):
        expected = naive.by_pseudo_inverse(C, 0, 6, given_set)
        assert naive.partial_correlation(unit, 0, 6, given_set) == pytest.approx(expected, abs=1e-10)


def test_correlations_and_kurtosis():
    X, y = linear(100)[0][:, :5], linear(100)[1]
    X[:, 2] = 7
    X[:, 3] = X[:, 3] * 1e300
    alone = columns.marginals(X, y)
    np.testing.assert_allclose(alone.correlations, naive.correlations(X / X.max(0), y)[-1, :-1], atol=1e-14)
    assert alone.constant.tolist() == [False, False, True, False, False]
    assert alone.kurtosis == pytest.approx(naive.kurtosis(X / X.max(0)), abs=1e-12)


def test_blocks_change_nothing(monkeypatch):
    X, y = linear(60, 12)
    monkeypatch.setattr(columns, "CELLS_PER_BLOCK", 100)
    alone = columns.marginals(X, y)
    np.testing.assert_allclose(alone.correlations, naive.correlations(X, y)[-1, :-1], atol=1e-14)
    rows = columns.unit_columns(X, np.arange(12))
    np.testing.assert_allclose(
        columns.correlation_matrix(rows), naive.correlations(X, y)[:-1, :-1], atol=1e-14
    )


@both
def test_bounded_calls_change_nothing(selector, monkeypatch):
    """Long walks come in pieces, so that they can be interrupted."""
    X, y = linear()
    y = y + X.sum(axis=1)
    whole = selector().fit(X, y).trace_
    monkeypatch.setattr(stepwise, "CELLS_PER_CALL", 1)
    monkeypatch.setattr(stepwise, "TESTS_PER_CALL", 1)
    assert selector().fit(X, y).trace_.without_timings() == whole.without_timings()
    assert whole.n_tests.max() > 20


@pytest.mark.parametrize("n", [5, 20, 300])
@pytest.mark.parametrize("kappa", [-0.6, 0.0, 3.0])
def test_the_threshold_is_that_of_the_paper(n, kappa):
    for order in range(3):
        rule = Rule("TPC", 0.05, n, kappa)
        threshold = naive.tpc_threshold(0.05, n, kappa, order)
        assert rule.threshold(order) == pytest.approx(threshold, rel=1e-12)
        if threshold < 0.999:
            assert rule.statistic(threshold, order) == pytest.approx(rule.quantile, rel=1e-9)


# --- known truth and invariances ----------------------------------------------------------------------------


@both
def test_finds_the_linear_model(selector):
    X, y = linear(2000, 30)
    X = np.column_stack([X, X[:, 1], np.ones(2000)])  # a copy of a true one, and a constant
    fitted = selector(alpha=0.001).fit(X, y)
    # Of copies, the last is kept.
    assert set(fitted.selected_.tolist()) == {31 - 1, 4, 7}
    assert fitted.explain(1).outcome == "determined" and fitted.explain(1).given == ("x30",)
    assert fitted.explain(31).outcome == "constant"
    strengths = fitted.scores_[fitted.selected_]
    assert (np.diff(strengths) <= 0).all() and fitted.selected_[0] == 30


def test_more_predictors_than_rows():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(80, 500))
    y = 3 * X[:, 100] - 3 * X[:, 400] + rng.normal(size=80)
    for selector in BOTH:
        assert set(selector(alpha=0.001).fit(X, y).selected_[:2].tolist()) == {100, 400}


def test_heavy_tails_raise_the_threshold():
    X, y = linear(300)
    kappas = [TPC().fit(x, y).trace_.resolved["kurtosis"] for x in (np.sign(X), X, X**3)]
    assert kappas[0] == pytest.approx(-2 / 3, abs=0.02) and kappas == sorted(kappas)
    assert PCSimple().fit(X, y).trace_.resolved["kurtosis"] is None


@both
@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_scale_sign_and_row_order_do_not_matter(selector, seed):
    rng = np.random.default_rng(seed)
    X, y = linear(100, 8, seed)
    expected = selector().fit(X, y)
    exact = selector().fit(X * 2.0 ** rng.integers(-900, 900, 8) * rng.choice([-1, 1], 8), -8 * y)
    np.testing.assert_array_equal(exact.scores_, expected.scores_)
    rows = rng.permutation(100)
    for other in (selector().fit(3 * X - 5, y / 7 + 1), selector().fit(X[rows], y[rows])):
        np.testing.assert_allclose(other.scores_, expected.scores_, rtol=1e-9, atol=1e-9)
        assert other.selected_.tolist() == expected.selected_.tolist()


# --- edges --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(2, 9))
@both
def test_few_rows(selector, n):
    rng = np.random.default_rng(n)
    y = np.arange(n)
    X = np.column_stack([y[:, None] + rng.normal(size=(n, 6)), np.ones(n)])
    trace = selector(alpha=0.9).fit(X, y).trace_
    check_trace(trace)
    assert trace.outcomes[6] == "constant"
    if n - 3 <= 0 and selector is PCSimple:
        assert trace.stop_reason == "too few rows" and trace.sizes.size == 0
        assert trace.selected.tolist() == list(range(6)) and np.isnan(trace.scores[:6]).all()
        assert "without a test" in str(trace.explain(0)) and "without a test" in trace.explain(0).reason


def test_sets_too_large_for_the_rows():
    X = np.random.default_rng(0).normal(size=(6, 5)) * 0.01 + np.arange(6)[:, None]
    trace = PCSimple(alpha=0.99).fit(X, np.arange(6)).trace_
    assert trace.stop_reason == "too few rows" and len(trace.sizes) == 3
    assert "can't be tested with 6 rows" in str(trace.explain(int(trace.selected[0])))


def test_a_collinear_set():
    """x2 = x0 - 3 x1, all of them needed pairwise: the first is determined by the others."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(500, 4))
    X[:, 2] = X[:, 0] - 3 * X[:, 1]
    y = X[:, 0] + 2 * X[:, 1] + X[:, 3] + rng.normal(size=500)
    trace = PCSimple().fit(X, y).trace_
    why = trace.explain(0)
    assert why.outcome == "determined" and why.given == ("x1", "x2") and why.singular and why.order == 2
    assert trace.n_singular[0] == 1 and sorted(trace.selected.tolist()) == [1, 2, 3]
    assert "a weighted sum of x1 and x2 equals it up to rounding" in str(why)


def test_a_singular_set_is_recorded():
    """x3 = x1 + x2 within the set given which x0 is tested; no test of a smaller order drops any of them."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(500, 4))
    X[:, 3] = X[:, 1] - X[:, 2]
    y = 2 * X[:, 0] + X[:, 1] + 2 * X[:, 2] + rng.normal(size=500)
    unit = naive.unit_vectors(X, y)
    units = columns.unit_columns(X, np.arange(4))
    walk = stepwise.Sets(columns.correlation_matrix(units), units @ unit[4], 3)
    found = walk.weakest(0, np.array([1, 2, 3]), 0.0)
    assert found.singular and found.n_singular == 1 and found.outcome == "kept"
    assert found.r == pytest.approx(naive.partial_correlation(unit, 0, 4, [1, 2]), abs=1e-12)


def test_a_determined_response():
    X, _ = linear()
    y = 5 - 2 * X[:, 7]
    trace = PCSimple(alpha=1e-6).fit(X, y).trace_
    assert trace.selected.tolist() == [7]
    why = trace.explain(6)
    assert why.outcome == "response determined" and why.given == ("x7",) and why.singular
    assert "x7, shifted and scaled, equals y up to rounding" in str(why) and "equals y" in why.reason


def test_almost_equal_columns():
    """Groups of a hundred columns with correlations of 0.9999."""
    X, _, _ = make_nonlinear(300, 200, random_state=0)
    y = X[:, 0] + X[:, 20] + np.random.default_rng(0).normal(size=300)
    for selector, definition in ((PCSimple, naive.pc_simple), (TPC, naive.tpc)):
        trace = selector().fit(X[:, :180], y).trace_
        right = definition(X[:, :180], y)
        assert sorted(trace.selected.tolist()) == right["kept"]
        np.testing.assert_allclose(trace.scores, right["smallest"], rtol=1e-9, atol=1e-9)
        check_trace(trace)


@both
def test_max_order(selector):
    X, y = linear(400)
    sizes = [selector(max_order=order).fit(X, y).trace_ for order in (0, 1, None)]
    assert [trace.stop_reason for trace in sizes] == ["max_order", "max_order", "all sets tested"]
    assert [len(trace.sizes) for trace in sizes[:2]] == [1, 2]
    assert len(sizes[0].selected) >= len(sizes[1].selected) >= len(sizes[2].selected)
    kept = int(sizes[1].selected[0])
    assert "Sets of more than 1 were not tried, as asked for by max_order." in str(sizes[1].explain(kept))


@both
def test_nothing_is_kept(selector):
    X = np.random.default_rng(0).normal(size=(50, 3))
    trace = selector(alpha=1e-6).fit(X, np.arange(50.0)).trace_
    assert (
        trace.stop_reason == "no predictors left" and trace.selected.size == 0 and trace.sizes.tolist() == [0]
    )
    trace = selector().fit(np.ones((50, 3)), np.arange(50.0)).trace_
    assert trace.stop_reason == "no predictors left" and trace.n_tests.tolist() == [0, 0, 0]
    check_trace(trace)


# --- the trace ----------------------------------------------------------------------------------------------


def test_trace_and_explanations():
    X, y = linear()
    frame = pd.DataFrame(X, columns=[f"c {j}" for j in range(12)])
    frame["still"] = 1.0
    selector = PCSimple().fit(frame, y)
    trace = selector.trace_
    check_trace(trace)
    assert trace.data.feature_names[0] == "c 0" and trace.parameters == {"alpha": 0.05, "max_order": None}
    assert list(trace.resolved) == ["quantile", "thresholds", "kurtosis", "max_order", "response"]
    assert trace.resolved["thresholds"][0] == Rule("PC-simple", 0.05, 400).threshold(0)
    assert trace.sizes[-1] == len(selector.selected_) and not trace.scores.flags.writeable
    strongest = selector.explain(int(selector.selected_[0]))
    assert strongest.outcome == "kept" and strongest.rank == 1
    assert f"number 1 of {len(selector.selected_)}" in str(strongest)
    dropped = [selector.explain(j) for j in range(12) if trace.outcomes[j] == "not significant"]
    assert any(why.order > 0 for why in dropped) and any(why.order == 0 for why in dropped)
    for why in dropped:
        assert why.statistic <= why.quantile and abs(why.partial_correlation) <= why.threshold
        r = naive.partial_correlation(
            naive.unit_vectors(X, y), why.feature, 12, [int(name[2:]) for name in why.given]
        )
        assert why.partial_correlation == pytest.approx(r, abs=1e-12)
    assert "same value in all 400 rows" in str(selector.explain("still"))
    with pytest.raises(ValueError, match="did you mean 'c 3'"):
        selector.explain("c_3")


@both
def test_never_claims_more_than_it_knows(selector):
    """Independence is always of something given, and as far as this test can tell."""
    X, y = linear()
    X[:, 11] = X[:, 1]
    trace = selector().fit(X, y).trace_
    for feature in range(12):
        why = trace.explain(feature)
        for text in (str(why), why.reason):
            if "independent" in text:
                assert "independent of y given " in text
                assert "as far as a linear partial correlation at this sample size can tell" in text


def test_frame():
    trace = TPC().fit(*linear()).trace_
    for library, kind in (("pandas", pd.DataFrame), ("polars", pl.DataFrame)):
        frame = trace.to_frame(library)
        assert isinstance(frame, kind) and list(frame["score"]) == trace.scores.tolist()
    assert frame["rank"].to_list()[trace.selected[0]] == 1
    with pytest.raises(ValueError, match="library"):
        trace.to_frame("dask")


def test_json_file(tmp_path):
    trace = TPC().fit(*linear()).trace_
    assert trace.to_json(tmp_path / "trace.json") is None
    assert PartialTrace.from_json(tmp_path / "trace.json") == trace

    def refuse(name):
        raise AssertionError(name)

    json.loads(trace.to_json(), parse_constant=refuse)


DAMAGE = [
    ({"format": "tnvs-trace"}, "lacks"),
    ({"format_version": 2}, "format version 2"),
    ({"outcomes": ["kept"] * 12}, "disagree"),
    ({"outcomes": ["lost"] * 12}, "outcomes has 'lost'"),
    ({"dropped_at": [0]}, "has 1 entries"),
    ({"dropped_at": [0.5] * 12}, "not a list of integers"),
    ({"given": [99]}, "outside 0 to 11"),
    ({"given": []}, "not as many members"),
    ({"weakest_orders": [9] * 12}, "weakest"),
    ({"sizes": [9]}, "different lengths"),
    ({"stop_reason": "bored"}, "stop_reason"),
    ({"method": "PC"}, "method"),
    ({"scores": "all"}, "scores"),
    ({"resolved": {}}, "'quantile' is missing"),
    ({"resolved": {"quantile": 2.0, "thresholds": ["NaN"] * 4}}, "thresholds has nan, expected"),
    ({"resolved": {"quantile": 2.0, "thresholds": ["Infinity"] * 4}}, "thresholds has inf, expected"),
]


@pytest.mark.parametrize(("damage", "message"), DAMAGE)
def test_damaged_json(damage, message):
    document = json.loads(PCSimple().fit(*linear()).trace_.to_json())
    with pytest.raises(ValueError, match=message):
        PartialTrace.from_json(json.dumps({**document, **damage}))
    with pytest.raises(ValueError, match="not valid JSON"):
        PartialTrace.from_json("{")


@both
def test_copies_have_the_same_correlations(selector):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(203, 1))
    y = x[:, 0] + rng.normal(size=203)
    for copies in (5, 7, 30):
        X = np.repeat(x, copies, axis=1)
        assert np.unique(selector().fit(X, y).trace_.correlations).size == 1
        assert np.unique(columns.correlation_matrix(columns.unit_rows(X))).size == 1


@both
def test_threads_of_linear_algebra_change_nothing(selector):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(12_000, 40))
    y = X[:, :4].sum(axis=1) + rng.normal(size=12_000)
    traces = []
    for n_threads in (1, 2):
        with threadpool_limits(n_threads, user_api="blas"):
            traces.append(selector(alpha=0.3, max_order=2).fit(X, y).trace_)
    np.testing.assert_array_equal(traces[0].scores, traces[1].scores)
    np.testing.assert_array_equal(traces[0].correlations, traces[1].correlations)


# --- as estimators ------------------------------------------------------------------------------------------


# Some of the checks use a y that has nothing to do with X, so that nothing is selected, which warns.
@pytest.mark.filterwarnings("ignore:No features were selected")
@parametrize_with_checks([PCSimple(), TPC(), PCSimple(alpha=0.3, max_order=1)])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


# Some of the checks fit frames and transform arrays, or the other way round.
@pytest.mark.filterwarnings("ignore:No features were selected")
@pytest.mark.filterwarnings("ignore:X (has|does not have valid) feature names")
@pytest.mark.parametrize("name", NOT_RUN_BY_SCIKIT_LEARN)
@both
def test_further_scikit_learn_checks(selector, name):
    getattr(estimator_checks, name)(selector.__name__, selector())


BAD_PARAMETERS = [
    ({"alpha": 0}, ValueError, "alpha=0 is out of range"),
    ({"alpha": 1.0}, ValueError, "alpha=1.0 is out of range"),
    ({"alpha": -0.1}, ValueError, "alpha=-0.1"),
    ({"alpha": np.nan}, ValueError, "alpha=nan"),
    ({"alpha": "small"}, TypeError, "alpha must be a number, got 'small'"),
    ({"max_order": -1}, ValueError, "max_order=-1 .* at least 0, or None"),
    ({"max_order": 1.5}, TypeError, "max_order must be an int or None"),
    ({"max_order": True}, TypeError, "max_order"),
]


@pytest.mark.parametrize(("bad", "error", "message"), BAD_PARAMETERS)
@both
def test_bad_parameters(selector, bad, error, message):
    X, y = linear()
    estimator = selector().fit(X, y).set_params(**bad)
    with pytest.raises(error, match=message):
        estimator.fit(X, y)
    with pytest.raises(NotFittedError):
        estimator.explain(0)


@pytest.mark.parametrize("name", BAD_X)
def test_bad_x(name):
    X, error, message = BAD_X[name]
    y = np.arange(len(X) if name in ("one row", "no row") else 60)
    with pytest.raises(error, match=message):
        PCSimple().fit(X, y)


@pytest.mark.parametrize("name", BAD_Y)
def test_bad_y(name):
    y, error, message = BAD_Y[name]
    with pytest.raises(error, match=message):
        TPC().fit(linear(60)[0], y)


@both
def test_classes_are_taken_as_codes(selector):
    X, y = linear()
    codes = np.digitize(y, [-1, 1])
    expected = selector().fit(X, codes)
    names = np.array(["a", "b", "c"])[codes]
    for classes in (names, names.astype(object), pd.Series(names, dtype="category"), pl.Series(names)):
        fitted = selector().fit(X, classes)
        np.testing.assert_array_equal(fitted.scores_, expected.scores_)
        assert fitted.trace_.resolved["response"] == "codes"
    assert expected.trace_.resolved["response"] == "numbers"
    two = selector().fit(X, (y > 0) + 3.0)
    np.testing.assert_allclose(selector().fit(X, y > 0).scores_, two.scores_, atol=1e-12)


@both
def test_types_and_memory(selector):
    X, y = linear(100)
    X = X.astype(np.float32)
    expected = selector().fit(X.astype(np.float64), y)
    for same in (X, np.asfortranarray(X), np.repeat(X, 2, axis=1)[:, ::2], X.astype(object)):
        np.testing.assert_array_equal(selector().fit(same, y).scores_, expected.scores_)
    read_only = X.copy()
    read_only.setflags(write=False)
    selector().fit(read_only, y)
    assert clone(selector(alpha=0.1, max_order=3)).get_params() == {"alpha": 0.1, "max_order": 3}


LONG_FIT = """
import os, signal, threading, time
import numpy as np
from tnvs import PCSimple

rng = np.random.default_rng(0)
cause = rng.normal(size=(1000, 1))
X, y = cause + rng.normal(size=(1000, 300)), cause[:, 0]  # billions of sets, and none drops anything
selector = PCSimple(max_order=1).fit(X, y).set_params(max_order=None)
sent = []

def strike():
    sent.append(time.perf_counter())
    os.kill(os.getpid(), signal.SIGINT)

threading.Timer(1, strike).start()
try:
    selector.fit(X, y)
except KeyboardInterrupt:
    print("interrupted", hasattr(selector, "trace_"), time.perf_counter() - sent[0])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals work otherwise there")
def test_interrupt_leaves_the_estimator_unfitted():
    done = subprocess.run(
        [sys.executable, "-c", LONG_FIT], capture_output=True, text=True, timeout=120, check=True
    )
    word, fitted, seconds = done.stdout.split()
    assert (word, fitted) == ("interrupted", "False")
    assert float(seconds) < 20  # usually milliseconds; compiling, which is not interrupted, takes longest


SMALL_RUN = """
import numpy as np
from tnvs import TPC, PCSimple
rng = np.random.default_rng(0)
X = rng.normal(size=(40, 6)) + rng.normal(size=(40, 1))
X[:, 5] = X[:, 0] - 3 * X[:, 1]
for y in (X @ [1, 2, 0, 3, 0, 1] + rng.normal(size=40), X[:, 0] + X[:, 1]):
    for selector in (PCSimple(alpha=0.5), TPC(alpha=0.5)):
        trace = selector.fit(X, y).trace_.without_timings()
        print(trace.scores.round(9).tolist(), trace.n_tests, trace.n_singular, trace.given, trace.outcomes)
"""


def test_compiled_equals_plain_python():
    """The kernels are Python, and compiling them changes nothing."""
    runs = [
        subprocess.run(
            [sys.executable, "-c", SMALL_RUN],
            env={**os.environ, **settings},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for settings in ({}, {"NUMBA_DISABLE_JIT": "1"})
    ]
    assert runs[0] == runs[1] and "determined" in runs[0]
