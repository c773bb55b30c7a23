"""TNVS as a scikit-learn estimator."""

import json
import logging

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse
from sklearn.base import clone
from sklearn.exceptions import DataConversionWarning, NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.utils import estimator_checks
from sklearn.utils.estimator_checks import parametrize_with_checks

import tnvs
from test_search import data
from tnvs import TNVS
from tnvs.selectors import _forward

NOT_RUN_BY_SCIKIT_LEARN = [
    "check_set_output_transform",
    "check_set_output_transform_pandas",
    "check_global_output_transform_pandas",
    "check_set_output_transform_polars",
    "check_global_set_output_transform_polars",
    "check_transformer_get_feature_names_out",
    "check_transformer_get_feature_names_out_pandas",
    "check_dataframe_column_names_consistency",
]


@parametrize_with_checks([TNVS(), TNVS(response="nominal", ties="random", random_state=0, max_features=2)])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


# Some of the checks fit frames and transform arrays, or the other way round.
@pytest.mark.filterwarnings("ignore:X (has|does not have valid) feature names")
@pytest.mark.parametrize("name", NOT_RUN_BY_SCIKIT_LEARN)
def test_further_scikit_learn_checks(name):
    getattr(estimator_checks, name)("TNVS", TNVS())


@pytest.fixture(name="X")
def predictors():
    return data()[0]


@pytest.fixture(name="y")
def response():
    return data()[1]


def test_attributes(X, y):
    selector = TNVS().fit(X, y)
    assert selector.n_features_in_ == 12 and not hasattr(selector, "feature_names_in_")
    assert selector.labels_[4] == "uninformative" and selector.labels_[2] == "redundant"
    assert np.flatnonzero(selector.get_support()).tolist() == sorted(selector.selected_)
    assert selector.transform(X).shape == (60, len(selector.selected_))
    assert selector.scores_.shape == (12,)
    assert selector.trace_.resolved == {"max_features": 15, "n_bins": 3, "response": "rank", "seed": None}
    assert "x2 is redundant" in str(selector.explain("x2")) and selector.explain(2) == selector.explain("x2")


def test_frames(X, y):
    columns = [f"c {i}" for i in range(12)]
    plain = TNVS().fit(X, y)
    for frame in (pd.DataFrame(X, columns=columns), pl.DataFrame(X, schema=columns)):
        selector = TNVS().fit(frame, y)
        assert selector.feature_names_in_.tolist() == columns
        assert selector.labels_.tolist() == plain.labels_.tolist()
        assert selector.trace_.data.fingerprint_X == plain.trace_.data.fingerprint_X
        assert selector.explain("c 3").feature == 3
        for library, module in (("pandas", pd), ("polars", pl)):
            result = selector.set_output(transform=library).transform(frame)
            assert isinstance(result, module.DataFrame)
            assert list(result.columns) == [columns[i] for i in sorted(selector.selected_)]
    with pytest.raises(ValueError, match="did you mean 'c 3'"):
        selector.explain("c_3")


def test_mixed_numeric_frames(X, y):
    frame = pd.DataFrame(X)
    frame[5] = pd.array(X[:, 5].astype(int), dtype="Int64")
    frame[6] = X[:, 6] > 0
    frame[7] = frame[7].astype(np.float32)
    selector = TNVS().fit(frame, y)
    assert selector.trace_.data.dtype == "float64" and selector.trace_.data.feature_names is None


def test_pipeline_and_model_selection(X):
    target = np.where(X[:, 0] + X[:, 1] > 0, "yes", "no")
    pipeline = make_pipeline(TNVS(), LogisticRegression())
    scores = cross_validate(pipeline, X, target, cv=3, error_score="raise")["test_score"]
    assert scores.mean() > 0.7
    search = GridSearchCV(
        pipeline, {"tnvs__max_features": [1, 3], "tnvs__response": ["rank", "nominal"]}, cv=2
    )
    assert search.fit(X, target).best_estimator_[0].trace_.data.n_samples == 60


def test_clone_keeps_the_settings():
    selector = TNVS(max_features=3, initial=["a"], exclude=[2])
    assert clone(selector).get_params() == selector.get_params()


def test_renaming_classes_changes_nothing(X, y):
    three = y % 3
    names = np.array(["b", "c", "a"])[three]
    reference = TNVS(response="nominal").fit(X, three)
    for labels in (
        names,
        names.astype(object),
        pd.Series(names, dtype="category"),
        pl.Series(names),
        list(names),
    ):
        selector = TNVS().fit(X, labels)
        assert selector.trace_.resolved["response"] == "nominal"
        np.testing.assert_array_equal(selector.scores_, reference.scores_)
    assert TNVS().fit(X, three > 0).trace_.resolved["response"] == "nominal"
    assert TNVS(response="rank").fit(X, names).trace_.resolved["response"] == "rank"


def test_equal_responses_have_equal_fingerprints(X, y):
    prints = {
        TNVS().fit(X, same).trace_.data.fingerprint_y
        for same in (
            y,
            y.astype(float),
            y.astype(np.int8),
            list(y),
            pd.Series(y),
            pd.Series(y, dtype="Int64"),
        )
    }
    assert len(prints) == 1
    assert TNVS().fit(X, y.astype(object)).trace_.resolved["response"] == "nominal"


def test_any_memory(X, y, tmp_path):
    expected = TNVS().fit(X, y).trace_.without_timings()
    read_only = X.copy()
    read_only.setflags(write=False)
    mapped = np.lib.format.open_memmap(tmp_path / "x.npy", mode="w+", dtype=float, shape=X.shape)
    mapped[:] = X
    mapped = np.load(tmp_path / "x.npy", mmap_mode="r")
    twice = np.repeat(X, 2, axis=1)
    for same in (read_only, np.asfortranarray(X), mapped, twice[:, ::2], X.tolist(), X.astype(object)):
        assert TNVS().fit(same, y).trace_.without_timings() == expected


def test_threads_change_nothing(X, y):
    one, two = (TNVS(n_jobs=n_jobs).fit(X, y) for n_jobs in (1, 2))
    np.testing.assert_array_equal(one.scores_, two.scores_)
    assert one.trace_.steps[0].scores.tobytes() == two.trace_.steps[0].scores.tobytes()


def test_types_of_numbers(X, y):
    selector = TNVS().fit(X.astype(np.float32), y)
    trace = selector.trace_
    assert trace.data.dtype == "float32" and selector.scores_.dtype == np.float32
    assert trace.entropies.dtype == trace.steps[0].scores.dtype == np.float32
    assert selector.transform(X.astype(np.float32)).dtype == np.float32
    for dtype in (np.int64, np.int8, np.uint16, np.float16, np.bool_):
        assert TNVS().fit(np.abs(X * 10).astype(dtype), y).trace_.data.dtype == "float64"


def test_huge_and_tiny_values(X, y):
    expected = TNVS().fit(X, y)
    for factor in (2.0**1000, 2.0**-1000):
        assert TNVS().fit(X * factor, y).labels_.tolist() == expected.labels_.tolist()


@pytest.mark.parametrize(
    ("dtype", "value", "limit"), [(np.float64, 2e150, "1e\\+150"), (np.float32, -2e18, "1e\\+18")]
)
def test_unscaled_values_whose_distances_overflow(dtype, value, limit, X, y):
    X = X.astype(dtype)
    X[7, [3, 5, 8]] = value
    message = rf"beyond {limit} in 3 of 12 columns \(x3, x5, x8\).*{dtype.__name__}; use scaling=\"zscore\""
    with pytest.raises(ValueError, match=message):
        TNVS(scaling="none").fit(X, y)
    with pytest.raises(ValueError, match="speed"):
        TNVS(scaling="none").fit(pd.DataFrame(X[:, 3:4], columns=["speed"]), y)
    assert TNVS(scaling="none", exclude=[3, 5, 8]).fit(X, y).labels_[3] == "excluded"
    assert TNVS(scaling="none").fit(np.clip(X, -abs(value) / 2, abs(value) / 2), y).selected_.size
    for scaling in ("zscore", "rank"):
        assert TNVS(scaling=scaling).fit(X, y).selected_.size


@pytest.mark.parametrize("n_columns", [1, 3])
def test_small_data(n_columns):
    for X in (np.arange(2.0 * n_columns).reshape(2, n_columns), np.ones((2, n_columns))):
        selector = TNVS().fit(X, [0, 1])
        assert selector.labels_.shape == (n_columns,)


@pytest.mark.parametrize("n", range(2, 8))
def test_varying_columns_of_few_rows_are_candidates(n):
    X = np.random.default_rng(0).normal(size=(n, 2))
    trace = TNVS().fit(X, np.arange(n)).trace_
    assert trace.resolved["n_bins"] == 2 and trace.uninformative.size == 0
    assert TNVS(discretization="equal-frequency").fit(X, np.arange(n)).trace_.uninformative.size == 2


def test_nothing_selected_warns_in_transform(y):
    selector = TNVS().fit(np.ones((60, 3)), y)
    assert selector.selected_.size == 0 and selector.trace_.stop_reason == "no candidates"
    with pytest.warns(UserWarning, match="No features were selected"):
        assert selector.transform(np.ones((60, 3))).shape == (60, 0)


def spoiled(value, columns=(3,)):
    X = data()[0]
    X[0, list(columns)] = value
    return X


def named(**columns):
    return pd.DataFrame(data()[0]).rename(columns=str).assign(**columns)


BAD_X = {
    "nan": (spoiled(np.nan, [3, 5]), ValueError, r"2 of 12 columns .*x3 \(1\), x5 \(1\)"),
    "many nan": (spoiled(np.nan, range(9)), ValueError, r"9 of 12 columns.*x4 \(1\) and 4 more"),
    "infinity": (spoiled(np.inf), ValueError, r"NaN or infinity in 1 of 12 columns.*x3"),
    "nan in a frame": (named(speed=np.nan), ValueError, r"speed \(60\)"),
    "missing in a frame": (named(a=pd.array([None] + [1] * 59, dtype="Int64")), ValueError, r"a \(1\)"),
    "one row": (data()[0][:1], ValueError, "minimum of 2"),
    "no row": (np.empty((0, 3)), ValueError, "0 sample"),
    "no column": (np.empty((60, 0)), ValueError, "0 feature"),
    "one dimension": (data()[0][:, 0], ValueError, "2D array"),
    "three dimensions": (np.ones((60, 2, 2)), ValueError, "dim 3"),
    "complex": (data()[0].astype(complex), ValueError, "Complex"),
    "objects": (np.full((60, 2), {}, dtype=object), TypeError, "dict"),
    "strings": (data()[0].astype(str), ValueError, "convert it to numbers"),
    "string objects": (
        data()[0].astype(str).astype(object),
        ValueError,
        "not numbers: 0, 1, 2, 3, 4 and 7 more",
    ),
    "dates": (np.full((60, 2), np.datetime64("2020-01-01")), ValueError, "datetime64"),
    "masked": (np.ma.masked_less(data()[0], 0), ValueError, "masked values"),
    "huge integers": ([[10**400, 1]] * 60, ValueError, "beyond the range of float64"),
    "sparse": (scipy.sparse.csr_array(data()[0]), TypeError, "[Ss]parse"),
    "string columns": (named(town="a", land="b"), ValueError, r"not numbers: town, land \(2 of 14\)"),
    "dates in a frame": (named(day=pd.Timestamp("2020-01-01")), ValueError, "day"),
    "category in a frame": (named(kind=pd.Categorical(["a"] * 60)), ValueError, "kind"),
    "strings in polars": (pl.DataFrame({"a": range(60), "b": ["x"] * 60}), ValueError, r"b \(1 of 2\)"),
    "duplicate names": (
        pd.DataFrame(data()[0][:, :3], columns=["a", "b", "a"]),
        ValueError,
        "duplicate.*: a",
    ),
    "other length": (data()[0][:50], ValueError, "inconsistent numbers of samples"),
}


@pytest.mark.parametrize("name", BAD_X)
def test_bad_x(name, y):
    X, error, message = BAD_X[name]
    y = y[: len(X)] if name in ("one row", "no row") else y
    with pytest.raises(error, match=message):
        TNVS().fit(X, y)


BAD_Y = {
    "none": (None, ValueError, "requires y"),
    "constant": (np.ones(60), ValueError, "constant: all 60 values"),
    "constant string": (["a"] * 60, ValueError, "constant"),
    "nan": ([np.nan] + [1.0] * 59, ValueError, r"y contains NaN .* \(1 of 60\); drop those rows"),
    "nan in an array": (np.array([np.nan, 1.0, 2.0] * 20), ValueError, r"\(20 of 60\); drop those rows"),
    "nan in a frame": (pd.Series([np.nan, 1.0, 2.0] * 20), ValueError, r"\(20 of 60\); drop those rows"),
    "nan among strings": (["a", np.nan, "b"] * 20, ValueError, r"\(20 of 60\); drop those rows"),
    "nan in float32": (list(np.array([np.nan, 1, 2] * 20, "f4")), ValueError, r"\(20 of 60\); drop"),
    "infinity": ([np.inf] + [1.0] * 59, ValueError, "infinity"),
    "none inside": (["a", None] * 30, ValueError, "missing values .30 of 60"),
    "missing": (pd.array([None, 1] * 30, dtype="Int64"), ValueError, "NaN"),
    "missing category": (pd.Series(["a", None, "b"] * 20, dtype="category"), ValueError, "missing"),
    "missing in polars": (pl.Series(["a", None, "b"] * 20), ValueError, "missing"),
    "mixed": (np.array(["a", 1] * 30, dtype=object), ValueError, "y mixes"),
    "complex": (np.arange(60) + 1j, ValueError, "Complex"),
    "dates": (np.arange(60).astype("datetime64[D]"), ValueError, "y has dtype datetime64"),
    "two columns": (np.ones((60, 2)), ValueError, "1d array"),
    "scalar": (3, (ValueError, TypeError), "."),
}


@pytest.mark.parametrize("name", BAD_Y)
def test_bad_y(name, X):
    y, error, message = BAD_Y[name]
    with pytest.raises(error, match=message):
        TNVS().fit(X, y)


def test_column_vector_y_warns(X, y):
    with pytest.warns(DataConversionWarning):
        TNVS().fit(X, y[:, None])


BAD_PARAMETERS = [
    ({"uninformative_threshold": -0.1}, ValueError, "uninformative_threshold=-0.1 .* at least 0"),
    ({"uninformative_threshold": np.nan}, ValueError, "uninformative_threshold=nan"),
    ({"uninformative_threshold": "low"}, TypeError, "uninformative_threshold must be a number, got 'low'"),
    ({"redundancy_threshold": -1}, ValueError, "redundancy_threshold=-1"),
    ({"redundancy_threshold": True}, TypeError, "redundancy_threshold"),
    ({"relevance_threshold": 1.1}, ValueError, "relevance_threshold=1.1 .* at most 1"),
    ({"relevance_threshold": -np.inf}, ValueError, "relevance_threshold=-inf"),
    ({"max_features": 0}, ValueError, "max_features=0 .* at least 1"),
    ({"max_features": -3}, ValueError, "max_features=-3"),
    ({"max_features": 2.0}, TypeError, "max_features"),
    ({"max_features": "all"}, ValueError, "max_features='all'.*'auto'"),
    ({"max_features": 1, "initial": [0, 1]}, ValueError, "max_features=1 is less than the 2"),
    ({"scaling": "minmax"}, ValueError, "scaling='minmax'.*'zscore', 'rank', 'none'"),
    ({"discretization": None}, ValueError, "discretization=None"),
    ({"response": "class"}, ValueError, "response='class'"),
    ({"ties": "first"}, ValueError, "ties='first'"),
    ({"n_jobs": 0}, ValueError, "n_jobs=0"),
    ({"n_jobs": 1.5}, TypeError, "n_jobs"),
    ({"ties": "random", "random_state": "seed"}, ValueError, "seed"),
    ({"initial": "x1"}, TypeError, r"initial must be a list.*\['x1'\]"),
    ({"exclude": 3}, TypeError, r"exclude must be a list"),
    ({"initial": ["x99"]}, ValueError, r"initial\[0\]='x99' is not a predictor"),
    ({"exclude": [1, 99]}, ValueError, r"exclude\[1\]=99 is not a predictor; indices run from 0 to 11"),
    ({"initial": [True]}, TypeError, r"initial\[0\]"),
    ({"initial": [1, "x1"]}, ValueError, "initial names x1 more than once"),
    ({"initial": [1, 2], "exclude": [2]}, ValueError, "x2 is in both"),
    ({"initial": [4]}, ValueError, "initial names x4, which is constant"),
]


@pytest.mark.parametrize(("settings", "error", "message"), BAD_PARAMETERS)
def test_bad_parameters(settings, error, message, X, y):
    selector = TNVS(**settings)
    with pytest.raises(error, match=message):
        selector.fit(X, y)
    with pytest.raises(NotFittedError):
        selector.transform(X)


def test_callback_stops_with_a_valid_result(X, y):
    seen = []

    def stop(step):
        seen.append(step.number)
        return step.number == 2

    selector = TNVS().fit(X, y, callback=stop)
    assert seen == [1, 2] and selector.trace_.stop_reason == "callback"
    assert len(selector.selected_) == 2 and selector.transform(X).shape == (60, 2)
    with pytest.raises(TypeError, match="callback must be callable"):
        TNVS().fit(X, y, callback=3)


def test_interrupted_fit_leaves_nothing(X, y):
    def interrupt(step):
        raise KeyboardInterrupt

    selector = TNVS().fit(X, y)
    before = set(vars(TNVS()))
    with pytest.raises(KeyboardInterrupt):
        selector.fit(X, y, callback=interrupt)
    assert set(vars(selector)) == before
    for method in (selector.transform, selector.explain):
        with pytest.raises(NotFittedError):
            method(X)


def test_initial_and_exclude_by_name_and_index(X, y):
    frame = pd.DataFrame(X, columns=list("abcdefghijkl"))
    selector = TNVS(initial=["g", 1], exclude=np.array([7, 8])).fit(frame, y)
    assert selector.selected_[:2].tolist() == [6, 1]
    assert (selector.labels_[[7, 8]] == "excluded").all() and selector.labels_[3] == "redundant"
    assert selector.trace_.parameters["initial"] == ("g", 1) and selector.trace_.parameters["exclude"] == (
        7,
        8,
    )


def test_random_ties_depend_on_the_seed_only(X, y):
    X = np.round(X)
    first, again, other = (
        TNVS(ties="random", random_state=seed, max_features=3).fit(X, y).trace_ for seed in (1, 1, 2)
    )
    assert first.without_timings() == again.without_timings()
    assert first.resolved["seed"] != other.resolved["seed"]


def test_verbose_logs_one_line_a_step(X, y, caplog):
    with caplog.at_level(logging.INFO, logger="tnvs"):
        selector = TNVS(verbose=1).fit(X, y)
        assert len(caplog.records) == len(selector.trace_.steps)
        assert caplog.messages[0].startswith(f"step 1: x{selector.selected_[0]} selected, T ")
        caplog.clear()
        TNVS().fit(X, y)
        assert not caplog.records


def test_verbose_says_where_t_is_undefined(X, y, caplog):
    classes = y // 10
    X[:, 6] = classes
    with caplog.at_level(logging.INFO, logger="tnvs"):
        trace = TNVS(verbose=1, redundancy_threshold=0).fit(X, classes).trace_
    assert trace.stop_reason == "undefined"
    assert "selected, T undefined; " in caplog.messages[-1]
    row = next(row for row in trace.to_markdown().splitlines() if "| none |" in row)
    assert "| undefined |" in row
    assert "nan" not in caplog.text + trace.to_markdown()


def test_verbose_is_seen_where_logging_is_not_configured(X, y, monkeypatch, capsys):
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    TNVS(verbose=1).fit(X, y)
    assert "step 1: " in capsys.readouterr().err


def test_the_engine_is_closed(X, y, monkeypatch):
    closed = []

    class Watched(_forward.CpuEngine):
        def close(self):
            closed.append(True)
            super().close()

    monkeypatch.setattr(_forward, "CpuEngine", Watched)
    with pytest.raises(ZeroDivisionError):
        TNVS().fit(X, y, callback=lambda step: 1 / 0)
    assert closed


def test_reproduces_the_reference_run(reference):
    """Selected sequence, T, redundant set and residual variances of the paper authors' own run."""
    arrays = np.load(reference / "simulation_500x200.npz")
    golden = json.loads((reference / "tnvs_500x200.json").read_text())
    trace = TNVS(discretization="equal-frequency").fit(arrays["X"], arrays["y"].ravel()).trace_
    assert (trace.selected + 1).tolist() == golden["selected"]
    np.testing.assert_allclose(trace.scores[trace.selected], golden["stepT"], rtol=0, atol=1e-9)
    assert (trace.uninformative + 1).tolist() == golden["uninformative"]
    redundant = np.concatenate([step.redundant.features for step in trace.steps]) + 1
    variances = np.concatenate([step.redundant.residual_variances for step in trace.steps])
    assert redundant.tolist() == golden["redundant"]
    np.testing.assert_allclose(variances, golden["redundant_var"], rtol=0, atol=1e-9)
    assert trace.resolved["max_features"] == 81 and trace.stop_reason == "threshold"


def test_reproduces_the_reference_run_step_by_step(reference):
    arrays = np.load(reference / "simulation_500x200.npz")
    records = json.loads((reference / "tnvs_500x200_steps.json").read_text())
    golden = [record for record in records if record["kind"] == "codec_T"]
    trace = TNVS(discretization="equal-frequency").fit(arrays["X"], arrays["y"].ravel()).trace_
    assert len(trace.steps) == len(golden)
    for step, record in zip(trace.steps, golden, strict=True):
        assert (step.candidates + 1).tolist() == record["columns"]
        np.testing.assert_allclose(step.scores, record["values"], rtol=0, atol=1e-9)


def test_public_names():
    assert len(set(tnvs.__all__)) == len(tnvs.__all__)
    assert all(hasattr(tnvs, name) for name in tnvs.__all__)
