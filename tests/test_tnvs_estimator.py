"""TNVS as a scikit-learn estimator."""

import datetime
import json
import logging
import multiprocessing
import time
from decimal import Decimal
from fractions import Fraction

import joblib
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
from tnvs import FOCI, KFOCI, TNVS
from tnvs.selectors import _forward, _parameters
from tnvs.selectors._validation import check_initial, resolved_features

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
            pd.Series(y, dtype=object),
            y.astype(object),
            np.array([Decimal(int(value)) for value in y]),
            [Fraction(int(value)) for value in y],
            pl.Series(y).cast(pl.Int128),
            pl.Series(y).cast(pl.Decimal(10, 2)),
            np.ma.masked_greater(y, 1000),
        )
    }
    assert len(prints) == 1


NUMBERS = {
    "objects": lambda y: y.astype(object),
    "objects of halves": lambda y: (y / 2).astype(object),
    "mixed objects": lambda y: np.array([*y[:30].tolist(), *y[30:].astype(np.float32)], dtype=object),
    "decimals": lambda y: pl.Series(y).cast(pl.Decimal(12, 3)),
    "128 bits": lambda y: pl.Series(y).cast(pl.Int128),
    "beyond 53 bits": lambda y: y.astype(object) + 2**60,
    "beyond 63 bits": lambda y: y.astype(object) + 2**63,
    "lists beyond 63 bits": lambda y: [int(value) * 10**30 - 10**31 for value in y],
}


@pytest.mark.parametrize("kind", NUMBERS)
def test_numbers_of_any_type_are_ranked(kind, X, y):
    selector = TNVS().fit(X, NUMBERS[kind](y))
    assert selector.trace_.resolved["response"] == "rank"
    np.testing.assert_array_equal(selector.scores_, TNVS().fit(X, y).scores_)


CLASSES = {
    "category of integers": lambda y: pd.Series(y % 12).astype("category"),
    "frame of categories": lambda y: pd.DataFrame({"y": pd.Categorical(y % 12)}),
    "category of floats": lambda y: pd.Categorical((y % 12) / 2),
    "category of dates": lambda y: pd.Series((y % 12).astype("M8[D]").astype("M8[s]")).astype("category"),
    "intervals": lambda y: pd.cut(pd.Series(y % 12), np.arange(-1, 12)),
    "polars categories": lambda y: pl.Series((y % 12).astype(str), dtype=pl.Categorical),
    "polars enum": lambda y: pl.Series((y % 12).astype(str), dtype=pl.Enum(list(map(str, range(12))))),
    "strings of NumPy": lambda y: (y % 12).astype(str).astype(np.dtypes.StringDType()),
    "bytes": lambda y: (y % 12).astype("S2"),
}
BOOLEANS = {
    "NumPy": lambda y: y > 12,
    "list": lambda y: (y > 12).tolist(),
    "objects": lambda y: (y > 12).astype(object),
    "nullable": lambda y: pd.Series(y > 12, dtype="boolean"),
    "category": lambda y: pd.Series(y > 12).astype("category"),
    "polars": lambda y: pl.Series(y > 12),
}


@pytest.mark.filterwarnings("ignore:A column-vector y was passed")
@pytest.mark.parametrize("kind", [*CLASSES, *BOOLEANS])
def test_names_of_any_type_are_nominal(kind, X, y):
    labels = (CLASSES.get(kind) or BOOLEANS[kind])(y)
    selector = TNVS().fit(X, labels)
    assert selector.trace_.resolved["response"] == "nominal"
    same = TNVS(response="nominal").fit(X, y % 12 if kind in CLASSES else y > 12)
    np.testing.assert_array_equal(selector.scores_, same.scores_)


def test_ranks_of_categories_are_those_of_their_values(X, y):
    ranked = TNVS(response="rank").fit(X, pd.Series(y).astype("category"))
    np.testing.assert_array_equal(ranked.scores_, TNVS().fit(X, y).scores_)


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


@pytest.mark.parametrize(("dtype", "limit"), [(np.float64, "1e-140"), (np.float32, "1e-14")])
def test_unscaled_values_whose_distances_underflow(dtype, limit, X, y):
    X = X.astype(dtype)
    tiny = X.copy()
    tiny[:, [3, 5]] *= dtype(limit) * dtype(1e-3)
    message = rf"within {limit} of each other in 2 of 12 columns \(x3, x5\).*underflow {dtype.__name__}; use"
    with pytest.raises(ValueError, match=message):
        TNVS(scaling="none").fit(tiny, y)
    assert TNVS(scaling="none", exclude=[3, 5]).fit(tiny, y).labels_[3] == "excluded"
    assert TNVS().fit(tiny, y).labels_.tolist() == TNVS().fit(X, y).labels_.tolist()
    near_ties = X + X * dtype(1e-3) * dtype(limit)
    near_ties[0, 3], near_ties[1, 3] = 0, dtype(limit) * dtype(1e-6)
    assert TNVS(scaling="none").fit(near_ties, y).selected_.size


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


def spoiled(value, columns=(3,), dtype=float):
    X = data()[0].astype(dtype)
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
    "complex": (
        data()[0].astype(complex),
        ValueError,
        "Complex data not supported: X .* columns of their own",
    ),
    "complex objects": (data()[0].astype(complex).astype(object), ValueError, "not numbers: x0, x1"),
    "complex in a frame": (named(wave=1j), ValueError, "not numbers: wave"),
    "NA objects": (spoiled(pd.NA, [3, 5], object), ValueError, r"2 of 12 columns .*x3 \(1\), x5 \(1\)"),
    "NA in a list": ([[1, pd.NA], [2, 3]] * 30, ValueError, r"1 of 2 columns .*x1 \(30\)"),
    "NA in a frame": (named(a=[pd.NA, None, *range(58)]), ValueError, r"NaN or infinity in 1 .*a \(2\)"),
    "lazy": (pl.DataFrame(data()[0]).lazy(), TypeError, r"X is a LazyFrame.*X\.collect\(\)"),
    "128 bits": (pl.DataFrame({"a": range(60)}).cast(pl.Int128), ValueError, "NumPy lacks .a.; cast them"),
    "dict": ({"a": [1, 2]}, TypeError, "X is a dict; pass an array or a data frame"),
    "generator": ((row for row in data()[0]), TypeError, r"X is a generator.*list\(X\)"),
    "set": ({1, 2}, TypeError, "X is a set"),
    "records": (
        np.zeros(60, [("a", "f8"), ("b", "f8")]),
        TypeError,
        "fields a, b.*structured_to_unstructured",
    ),
    "record array": (np.rec.array(np.zeros(60, [("a", "f8")])), TypeError, "structured array"),
    "no name": (pd.DataFrame({"": np.full(60, np.nan)}), ValueError, r"\): '' \(60\)"),
    "objects": (np.full((60, 2), {}, dtype=object), TypeError, "dict"),
    "strings": (data()[0].astype(str), ValueError, "convert it to numbers"),
    "string objects": (
        data()[0].astype(str).astype(object),
        ValueError,
        "not numbers: x0, x1, x2, x3, x4 and 7 more",
    ),
    "dates": (np.full((60, 2), np.datetime64("2020-01-01")), ValueError, "datetime64"),
    "masked": (np.ma.masked_less(data()[0], 0), ValueError, "masked values"),
    "huge integers": ([[10**400, 1]] * 60, ValueError, "beyond the range of float64"),
    "sparse": (scipy.sparse.csr_array(data()[0]), TypeError, "[Ss]parse"),
    "nothing": (None, TypeError, "X must be a 2-D array or a data frame, got None of type NoneType"),
    "a word": ("abc", TypeError, "X must be a 2-D array or a data frame, got 'abc' of type str"),
    "ragged": ([[1, 2], [3]], ValueError, "X must have rows of one length"),
    "sparse columns": (
        pd.DataFrame(np.eye(60)).astype(pd.SparseDtype(float, 0)),
        TypeError,
        r"X has sparse columns; pass X\.sparse\.to_dense\(\)",
    ),
    "string columns": (named(town="a", land="b"), ValueError, r"not numbers: town, land \(2 of 14\)"),
    "dates in a frame": (named(day=pd.Timestamp("2020-01-01")), ValueError, "day"),
    "category in a frame": (named(kind=pd.Categorical(["a"] * 60)), ValueError, "kind"),
    "strings in polars": (pl.DataFrame({"a": range(60), "b": ["x"] * 60}), ValueError, r"b \(1 of 2\)"),
    "duplicate names": (
        pd.DataFrame(data()[0][:, :3], columns=["a", "b", "a"]),
        ValueError,
        "duplicate.*: a",
    ),
    "other length": (
        data()[0][:50],
        ValueError,
        "inconsistent numbers of samples: X has 50 rows but y has 60",
    ),
    "other length of a frame": (
        named()[:50],
        ValueError,
        "inconsistent .* X has 50 rows but y has 60 values;",
    ),
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
    "constant number": (np.ones(60), ValueError, r"all 60 values are 1\.0, so"),
    "constant string": (np.full(60, "a"), ValueError, "all 60 values are 'a', so"),
    "constant boolean": (np.full(60, False), ValueError, "all 60 values are False, so"),
    "nan": ([np.nan] + [1.0] * 59, ValueError, r"y contains NaN .* \(1 of 60\); drop those rows"),
    "nan in an array": (np.array([np.nan, 1.0, 2.0] * 20), ValueError, r"\(20 of 60\); drop those rows"),
    "nan in a frame": (pd.Series([np.nan, 1.0, 2.0] * 20), ValueError, r"\(20 of 60\); drop those rows"),
    "nan among strings": (["a", np.nan, "b"] * 20, ValueError, r"\(20 of 60\); drop those rows"),
    "nan in float32": (list(np.array([np.nan, 1, 2] * 20, "f4")), ValueError, r"\(20 of 60\); drop"),
    "infinity": ([np.inf] * 2 + [1.0] * 58, ValueError, r"y contains infinity \(2 of 60 values\); drop"),
    "masked": (np.ma.masked_less(np.arange(60), 3), ValueError, "y is a masked array with 3 masked values"),
    "too large": ([10**400, *range(59)], ValueError, "y has numbers that float64 can't hold.*ranks"),
    "too close": ([2**80, 2**80 + 1] * 30, ValueError, "tell apart; pass their ranks"),
    "close decimals": (
        np.array([Decimal("0.1"), Decimal("0.10000000000000000001")] * 30),
        ValueError,
        "ranks",
    ),
    "decimal nan": (np.array([Decimal("sNaN"), Decimal(1)] * 30), ValueError, r"missing values \(30 of 60\)"),
    "lists": (np.array([[1], [2, 3]] * 30, dtype=object), ValueError, "y holds a collection .type list"),
    "lazy": (pl.DataFrame({"y": range(60)}).lazy(), TypeError, r"y is a LazyFrame.*y\.collect"),
    "dict": ({"y": 1}, TypeError, "y is a dict"),
    "generator": (iter(range(60)), TypeError, "y is a range_iterator"),
    "none inside": (["a", None] * 30, ValueError, "missing values .30 of 60"),
    "missing": (pd.array([None, 1] * 30, dtype="Int64"), ValueError, "NaN"),
    "missing category": (pd.Series(["a", None, "b"] * 20, dtype="category"), ValueError, "missing"),
    "missing in polars": (pl.Series(["a", None, "b"] * 20), ValueError, "missing"),
    "mixed": (
        np.array(["a", 1] * 30, dtype=object),
        ValueError,
        "y mixes numbers and strings .types int, str",
    ),
    "mixed booleans": (np.array([True, 2.5] * 30, dtype=object), ValueError, "y mixes booleans and numbers"),
    "complex": (np.arange(60) + 1j, ValueError, "Complex data not supported: y .*y.real"),
    "complex objects": ([1j, 2] * 30, ValueError, "y mixes complex numbers and numbers"),
    "dates": (
        np.arange(60).astype("datetime64[D]"),
        ValueError,
        r"y holds dates .*datetime64.*toordinal\(\)",
    ),
    "date objects": (
        [datetime.date(2020, 1, day) for day in (1, 2)] * 30,
        ValueError,
        "y holds dates .*date",
    ),
    "durations": (np.array([np.timedelta64(1, "D")] * 60, dtype=object), ValueError, "y holds dates"),
    "periods": (pd.period_range("2020", periods=60), ValueError, "y holds dates .*Period"),
    "dates of polars": (pl.Series(range(60)).cast(pl.Date), ValueError, "y holds dates"),
    "missing in categories": (pd.Series([1, None] * 30).astype("category"), ValueError, r"\(30 of 60\)"),
    "missing booleans": (pd.Series([True, None] * 30, dtype="boolean"), ValueError, r"\(30 of 60\)"),
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
    ({"max_features": "all"}, ValueError, "max_features='all'.*\"auto\", an int, or None"),
    ({"relevance_threshold": 10**400}, ValueError, "relevance_threshold=1000.* at most 1"),
    ({"relevance_threshold": -(10**5000)}, ValueError, "relevance_threshold=.* at most 1"),
    ({"verbose": "abc"}, TypeError, "verbose must be an int, got 'abc'"),
    ({"verbose": -1}, ValueError, "verbose=-1 is too small; give at least 0"),
    ({"random_state": np.random.default_rng(0)}, TypeError, "got a Generator; pass a number drawn from it"),
    ({"random_state": "seed"}, TypeError, "random_state must be None, an int or a RandomState, got 'seed'"),
    ({"random_state": -1}, ValueError, "random_state=-1 is out of range"),
    ({"random_state": 1.5}, TypeError, "random_state"),
    ({"initial": {1, 2}}, TypeError, r"initial must be a list.*of type set; the order counts"),
    ({"initial": b"x1"}, TypeError, "initial must be a list.*of type bytes"),
    ({"exclude": {"x1": 1}}, TypeError, "exclude must be a list.*of type dict"),
    ({"exclude": iter([1])}, TypeError, "exclude must be a list.*of type list_iterator"),
    ({"exclude": np.array(1)}, TypeError, "exclude must be a list"),
    ({"initial": [""]}, ValueError, r"initial\[0\]='' is not a predictor"),
    ({"max_features": 1, "initial": [0, 1]}, ValueError, "max_features=1 is less than the 2"),
    ({"scaling": "minmax"}, ValueError, "scaling='minmax'.*'zscore', 'rank', 'none'"),
    ({"discretization": None}, ValueError, "discretization=None"),
    ({"response": "class"}, ValueError, "response='class'"),
    ({"ties": "first"}, ValueError, "ties='first'"),
    ({"n_jobs": 0}, ValueError, "n_jobs=0"),
    ({"n_jobs": 1.5}, TypeError, "n_jobs"),
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
    assert len(TNVS().fit(X, y, callback=lambda step: np.bool_(step.number == 1)).selected_) == 1
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


@pytest.mark.parametrize("kind", [TNVS, FOCI, KFOCI])
def test_automatic_max_features_below_initial_is_refused(kind):
    X = np.random.default_rng(0).normal(size=(30, 20))
    selector = kind(max_features="auto", initial=list(range(12)))
    with pytest.raises(ValueError, match=r'"auto" comes to 9 with 30 rows, less than the 12 .* at least 12'):
        selector.fit(X, X[:, 0])
    assert len(selector.set_params(max_features=12).fit(X, X[:, 0] + X[:, 13]).selected_) == 12


def test_many_names_are_found_at_once():
    names = [f"gene {j}" for j in range(20_000)]
    begin = time.process_time()
    found = resolved_features(names[::-2], "exclude", len(names), names)
    check_initial(np.eye(2), [], found, names)
    assert found == tuple(range(19_999, 0, -2))
    assert time.process_time() - begin < 1  # a search of all names for each took 8
    with pytest.raises(ValueError, match=r"exclude\[1\]='twice' is the name of several predictors"):
        resolved_features(["once", "twice"], "exclude", 3, ["twice", "once", "twice"])


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_integers_of_x_that_floats_merge_are_refused(frame, X, y):
    n = len(y)
    whole = np.arange(n, dtype=np.uint64) + np.uint64(2**63)
    table = frame({"a": X[:, 0], "id": whole, "b": X[:, 1]})
    with pytest.raises(
        ValueError, match=r"X has integers beyond 2\^53 .* in 1 of 3 columns \(id\); subtract"
    ):
        TNVS().fit(table, y)
    for given in (whole[:, None], whole[:, None].astype(object), whole[:, None].tolist()):
        with pytest.raises(ValueError, match=r"1 of 1 columns \(x0\)"):
            TNVS().fit(given, y)
    TNVS().fit(np.arange(n)[:, None] * 2**55, y)


def test_initial_and_exclude_by_name_and_index(X, y):
    frame = pd.DataFrame(X, columns=list("abcdefghijkl"))
    selector = TNVS(initial=["g", 1], exclude=np.array([7, 8])).fit(frame, y)
    assert selector.selected_[:2].tolist() == [6, 1]
    assert (selector.labels_[[7, 8]] == "excluded").all() and selector.labels_[3] == "redundant"
    assert selector.trace_.parameters["initial"] == ("g", 1) and selector.trace_.parameters["exclude"] == (
        7,
        8,
    )


def test_features_are_recorded_whatever_they_come_in(X, y):
    frame = pd.DataFrame(X, columns=list("abcdefghijkl"))
    for features in (
        ["g", "b"],
        pd.Index(["g", "b"]),
        pd.Series(["g", "b"]),
        pl.Series(["g", "b"]),
        ("g", "b"),
    ):
        trace = TNVS(initial=features).fit(frame, y).trace_
        assert trace.parameters["initial"] == ("g", "b") and trace.selected[:2].tolist() == [6, 1]
    assert TNVS(exclude={"h", "b", "c"}).fit(frame, y).trace_.parameters["exclude"] == ("b", "c", "h")


def test_random_ties_depend_on_the_seed_only(X, y):
    X = np.round(X)
    first, again, other = (
        TNVS(ties="random", random_state=seed, max_features=3).fit(X, y).trace_ for seed in (1, 1, 2)
    )
    assert first.without_timings() == again.without_timings()
    assert first.resolved["seed"] != other.resolved["seed"]
    assert {type(_parameters.seed_of(None)), _parameters.seed_of(0) < 2**53} == {int, True}


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


def test_verbose_leaves_the_configuration_of_logging_alone(X, y, monkeypatch, capsys):
    logger = logging.getLogger("tnvs")
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    TNVS(verbose=True).fit(X, y)
    assert logger.level == logging.NOTSET and not logger.handlers
    assert capsys.readouterr().err
    monkeypatch.setattr(logger, "level", logging.WARNING)
    TNVS(verbose=1).fit(X, y)
    monkeypatch.setattr(logger, "level", logging.INFO)
    monkeypatch.setattr(logger.manager, "disable", logging.INFO)
    TNVS(verbose=1).fit(X, y)
    assert not capsys.readouterr().err


def test_threads_are_counted_where_processes_cant_be_started(monkeypatch):
    monkeypatch.setitem(multiprocessing.current_process()._config, "daemon", True)
    every = joblib.cpu_count()
    assert [_parameters.threads(n_jobs) for n_jobs in (None, 1, 3, -1, -2)] == [
        1,
        1,
        3,
        every,
        max(every - 1, 1),
    ]


def test_threads_follow_the_context():
    for settings in ({}, {"backend": "threading"}, {"prefer": "processes"}):
        with joblib.parallel_config(**settings, n_jobs=3):
            assert [_parameters.threads(n_jobs) for n_jobs in (None, 2)] == [3, 2]
    with joblib.parallel_config(backend="sequential"):
        assert _parameters.threads(4) == 1


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
