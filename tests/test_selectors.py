"""What every selector of this package promises, whatever its method."""

from __future__ import annotations

import inspect
import json
import threading
import time

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.utils import estimator_checks
from sklearn.utils.estimator_checks import parametrize_with_checks
from threadpoolctl import threadpool_info

from test_tnvs_estimator import NOT_RUN_BY_SCIKIT_LEARN
from tnvs import selectors
from tnvs.screening.leverage import one_thread
from tnvs.selectors._base import Selector
from tnvs.selectors._partial import PartialCorrelationSelector
from tnvs.selectors._screening import Screening

KINDS = [getattr(selectors, name) for name in selectors.__all__]
OTHERS = [kind for kind in KINDS if kind is not selectors.TNVS]  # TNVS has a file of its own
SCREENING = [kind for kind in KINDS if issubclass(kind, Screening)]
SYMMETRIC = [kind for kind in KINDS if not issubclass(kind, PartialCorrelationSelector)]  # others go in order
THREADED = [kind for kind in KINDS if "n_jobs" in inspect.signature(kind).parameters]


def data(n=120, p=15, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    X[:, 3] = rng.integers(0, 4, n)
    X[:, 4] = X[:, 0] + 0.1 * rng.normal(size=n)
    y = 2 * X[:, 0] - X[:, 1] + 0.5 * X[:, 3] + 0.3 * rng.normal(size=n)
    return X, y


@pytest.fixture(name="X", scope="module")
def predictors():
    return data()[0]


@pytest.fixture(name="y", scope="module")
def response():
    return data()[1]


each = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
each_screening = pytest.mark.parametrize("kind", SCREENING, ids=lambda kind: kind.__name__)


# The linear methods rightly select nothing where a check has a y of noise.
@pytest.mark.filterwarnings("ignore:No features were selected")
@parametrize_with_checks([kind() for kind in OTHERS])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


# Some of the checks fit frames and transform arrays, or the other way round.
@pytest.mark.filterwarnings("ignore:X (has|does not have valid) feature names")
@pytest.mark.filterwarnings("ignore:No features were selected")
@pytest.mark.parametrize("name", NOT_RUN_BY_SCIKIT_LEARN)
@pytest.mark.parametrize("kind", OTHERS, ids=lambda kind: kind.__name__)
def test_further_scikit_learn_checks(name, kind):
    getattr(estimator_checks, name)(kind.__name__, kind())


@each
def test_selection_and_scores(kind, X, y):
    selector = kind().fit(X, y)
    assert isinstance(selector, Selector)
    assert len(set(selector.selected_.tolist())) == len(selector.selected_)
    assert selector.scores_.shape == (X.shape[1],)
    assert selector.get_support().sum() == len(selector.selected_)
    assert np.array_equal(selector.transform(X), X[:, np.sort(selector.selected_)])
    assert 0 in selector.selected_ or 4 in selector.selected_  # the strongest, or its near copy


@pytest.mark.parametrize("kind", SYMMETRIC, ids=lambda kind: kind.__name__)
def test_permuted_columns_give_permuted_results(kind, X, y):
    order = np.random.default_rng(1).permutation(X.shape[1])
    plain, permuted = kind().fit(X, y), kind().fit(X[:, order], y)
    assert order[permuted.selected_].tolist() == plain.selected_.tolist()
    np.testing.assert_allclose(permuted.scores_, plain.scores_[order], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("kind", THREADED, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_threads_change_nothing(kind, X, y, dtype):
    one, three = (kind(n_jobs=jobs).fit(X.astype(dtype), y) for jobs in (1, 3))
    assert np.array_equal(one.scores_, three.scores_, equal_nan=True)
    assert np.array_equal(one.selected_, three.selected_)


@each
def test_layout_and_protection_change_nothing(kind, X, y, tmp_path):
    plain = kind().fit(X, y)
    np.save(tmp_path / "X.npy", X)
    mapped = np.load(tmp_path / "X.npy", mmap_mode="r")
    for other in (np.asfortranarray(X), mapped, np.repeat(X, 2, axis=1)[:, ::2]):
        assert np.array_equal(kind().fit(other, y).scores_, plain.scores_, equal_nan=True)


@each
@pytest.mark.parametrize("decimals", [9, 0])
def test_permuted_rows_give_the_same_up_to_rounding(kind, X, y, decimals):
    y = y.round(decimals)  # with none, many rows tie
    order = np.random.default_rng(2).permutation(len(X))
    plain, permuted = kind().fit(X, y), kind().fit(X[order], y[order])
    assert permuted.selected_.tolist() == plain.selected_.tolist()
    np.testing.assert_allclose(permuted.scores_, plain.scores_, rtol=1e-9, atol=1e-12)


@each
@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_frames_in_and_out(kind, frame, X, y):
    names = [f"a {j}" for j in range(X.shape[1])]
    table = frame(dict(zip(names, X.T, strict=True)))
    selector = kind().fit(table, y)
    assert selector.get_feature_names_out().tolist() == [names[j] for j in np.sort(selector.selected_)]
    assert names[selector.selected_[0]] in str(selector.explain(names[selector.selected_[0]]))
    out = selector.set_output(transform="pandas").transform(table)
    assert list(out.columns) == selector.get_feature_names_out().tolist()


@each
def test_every_predictor_is_explained(kind, X, y):
    X = X.copy()
    X[:, 7] = 1.5
    selector = kind().fit(X, y)
    for feature in range(X.shape[1]):
        text = str(selector.explain(feature))
        assert f"x{feature}" in text
        assert "nan" not in text
    assert "same value" in str(selector.explain(7)) or "constant" in str(selector.explain(7))
    assert 7 not in selector.selected_[:3]


@each
def test_explain_refuses_strangers(kind, X, y):
    selector = kind()
    with pytest.raises(NotFittedError):
        selector.explain(0)
    selector.fit(X, y)
    for stranger in ("z", 15, -1):
        with pytest.raises(ValueError, match="feature="):
            selector.explain(stranger)
    with pytest.raises(TypeError, match="feature"):
        selector.explain(1.5)


@each
def test_two_classes_in_words_are_as_good_as_numbers(kind, X, y):
    words = np.where(y > 0, "yes", "no")
    in_words = kind().fit(X, words)
    settings = {"response": "nominal"} if "response" in in_words.get_params() else {}
    in_numbers = kind(**settings).fit(X, (y > 0).astype(float))
    assert in_words.selected_.tolist() == in_numbers.selected_.tolist()
    np.testing.assert_allclose(in_words.scores_, in_numbers.scores_, rtol=1e-12)


@each
def test_constants_never_divide_by_zero(kind, X, y):
    X = X.copy()
    X[:, [2, 9]] = 0.1  # a mean that isn't 0.1 to the last bit
    with np.errstate(all="raise"):
        selector = kind().fit(X, y)
    assert not np.isinf(selector.scores_).any()
    if kind in SCREENING:
        assert (selector.scores_[[2, 9]] == 0).all()
    else:
        assert not {2, 9} & set(selector.selected_.tolist())


@each
def test_more_columns_than_rows(kind):
    X, y = data(n=30, p=60)
    selector = kind().fit(X, y)
    if "max_features" in selector.get_params():
        assert 1 <= len(selector.selected_) <= 9  # ceil(30 / ln 30)
    assert {0, 1, 3, 4} & set(selector.selected_.tolist())


@each
@pytest.mark.parametrize("n", [2, 3, 5])
def test_few_rows(kind, n):
    X, y = data(n=n, p=6)
    selector = kind().fit(X, y)
    assert len(selector.labels_ if hasattr(selector, "labels_") else selector.scores_) == 6
    assert not np.isinf(selector.scores_).any()
    assert str(selector.explain(5)).startswith("x5 ")


@each
def test_copies_and_collinear_columns(kind, X, y):
    X = np.column_stack([X, X[:, :3], X[:, 0] + X[:, 1], -2 * X[:, 0]])
    selector = kind().fit(X, y)
    assert len(selector.selected_)
    assert np.isfinite(selector.scores_[selector.selected_]).all()


@each
def test_bad_data_is_named(kind, X, y):
    broken = pd.DataFrame(X.copy(), columns=[f"c{j}" for j in range(X.shape[1])])
    broken.loc[3, "c5"] = np.nan
    with pytest.raises(ValueError, match="c5"):
        kind().fit(broken, y)
    with pytest.raises(ValueError, match="y is constant"):
        kind().fit(X, np.ones(len(X)))
    with pytest.raises(ValueError, match="inconsistent"):
        kind().fit(X, y[:-1])


@each
def test_a_failed_fit_leaves_nothing(kind, X, y):
    selector = kind().fit(X, y)
    with pytest.raises(ValueError, match="y is constant"):
        selector.fit(X, np.zeros(len(X)))
    assert not [name for name in vars(selector) if name.endswith("_") and not name.startswith("_")]


@each
def test_records_are_plain_and_equal_themselves(kind, X, y):
    first, second = kind().fit(X, y), clone(kind()).fit(X, y)
    assert first.trace_.method == second.trace_.method
    assert first.trace_.data == second.trace_.data
    frame = first.trace_.to_frame()
    assert len(frame) == X.shape[1]
    assert frame["reason"].str.len().min() > 10
    json.dumps(dict(first.trace_.parameters))


@each
def test_in_a_pipeline(kind, X, y):
    model = make_pipeline(kind(), LinearRegression())
    assert cross_validate(model, X, y, cv=2)["test_score"].mean() > 0.5
    first = next(name for name in kind().get_params() if name in ("max_features", "alpha"))
    grid = {f"{kind.__name__.lower()}__{first}": [0.05, 0.1] if first == "alpha" else [1, 2]}
    assert GridSearchCV(model, grid, cv=2).fit(X, y).best_params_


@each_screening
def test_ties_go_to_the_lowest_index(kind, X, y):
    X = X[:, [5, 0, 0, 6, 0]]
    selector = kind(max_features=None).fit(X, y)
    ranked = selector.selected_.tolist()
    assert sorted(ranked) == list(range(5))
    assert ranked[:3] == [1, 2, 4]


@each_screening
@pytest.mark.parametrize("n", [101, 5])
def test_copies_have_the_same_score_wherever_they_stand(kind, n):
    rng = np.random.default_rng(n)
    x, noise = rng.normal(size=(2, n, 1))
    selector = kind(max_features=None).fit(np.repeat(x, 7, axis=1), x[:, 0] + noise[:, 0])
    assert np.unique(selector.scores_).size == 1
    assert selector.selected_.tolist() == list(range(7))


@pytest.mark.parametrize("kind", [kind for kind in SCREENING if kind is not selectors.WLS])
def test_scores_do_not_depend_on_the_other_columns(kind, X, y):
    every = kind().fit(X, y).scores_
    for some in (slice(0, 1), slice(3, 8), slice(2, None, 5)):
        np.testing.assert_array_equal(kind().fit(X[:, some], y).scores_, every[some])


@pytest.mark.parametrize("unit", [1e-200, 1e200, 1e307])
@each
def test_units_of_the_response_do_not_matter(kind, X, y, unit):
    scores = kind().fit(X, y * unit / np.abs(y).max()).scores_
    np.testing.assert_allclose(scores, kind().fit(X, y).scores_, rtol=1e-9, atol=1e-12)


def test_inner_products_beyond_the_range_are_refused(X, y):
    selector = selectors.SIS(utility="inner product")
    usual = selector.fit(X, y).scores_
    large = selector.fit(X.astype(np.float32), y * 1e39).scores_
    np.testing.assert_allclose(large, usual * 1e39, rtol=1e-4)
    np.testing.assert_allclose(selector.fit(X * 1e300, y * 1e-300).scores_, usual, rtol=1e-9)
    for unit in (1e200, 1e-200):
        with pytest.raises(ValueError, match=r"beyond the range of float64: x0, .*\(15 of 15\); rescale"):
            selector.fit(X * unit, y * unit)
    with pytest.raises(ValueError, match=r": age \(1 of 2\)"):
        selector.fit(pd.DataFrame({"weight": y, "age": 1e300 * y}), 1e20 * y)


@each
def test_integers_that_float64_would_round(kind, X, y):
    whole = np.argsort(np.argsort(y)).astype(np.int64)
    usual = kind().fit(X, whole).scores_
    np.testing.assert_array_equal(kind().fit(X, whole + 2**62).scores_, usual)
    np.testing.assert_array_equal(kind().fit(X, whole.astype(np.uint64) + np.uint64(2**63)).scores_, usual)


@pytest.mark.parametrize("kind", [selectors.SIS, selectors.GCSIS, selectors.TPC, selectors.KFOCI])
def test_integers_that_float64_merges_are_refused(kind, X, y):
    whole = np.argsort(np.argsort(y)) + 2**62
    whole[0] = -(2**62)
    with pytest.raises(ValueError, match="y has numbers that float64 can't hold or tell apart"):
        kind().fit(X, whole)
    with pytest.raises(ValueError, match="y has numbers that float64 can't hold or tell apart"):
        selectors.SIS(utility="inner product").fit(X, np.abs(whole))


def test_weighted_leverage_of_subnormal_columns(X, y):
    scores = selectors.WLS().fit(X * 2.0**-1040, y).scores_
    np.testing.assert_allclose(scores, selectors.WLS().fit(X, y).scores_, rtol=1e-6)


@each_screening
def test_the_record_says_what_the_response_was_taken_as(kind, X, y):
    words = kind().fit(X, np.where(y > 0, "b", "a")).trace_.resolved["response"]
    assert words == ("nominal" if hasattr(kind(), "response") else "codes")
    assert kind().fit(X, y).trace_.resolved["response"] == "numeric"


def test_a_frame_of_many_predictors_takes_no_time():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20, 20_000))
    trace = selectors.SIS().fit(X, X[:, 0] + rng.normal(size=20)).trace_
    begin = time.process_time()
    frame = trace.to_frame()
    assert time.process_time() - begin < 5  # computing the order for every row took over a minute
    assert frame["selected"].sum() == trace.n_selected


def test_concurrent_fits_leave_linear_algebra_its_threads(X, y):
    def threads():
        return [library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"]

    before = threads()
    entered, leave, seen = threading.Event(), threading.Event(), []

    def first():
        with one_thread():
            entered.set()
            leave.wait(10)

    def second():
        with one_thread():
            seen.extend(threads())

    workers = [threading.Thread(target=first), threading.Thread(target=second)]
    workers[0].start()
    entered.wait(10)
    workers[1].start()
    workers[1].join(0.1)
    leave.set()
    for worker in workers:
        worker.join()
    selectors.WLS().fit(X, y)
    assert seen and max(seen) == 1
    assert threads() == before
