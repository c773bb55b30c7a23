"""Several methods side by side: what each selects alone, sharing work changes nothing, folds don't leak."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.stats import rankdata, spearmanr
from sklearn.base import clone
from sklearn.feature_selection import SelectKBest, f_classif, f_regression
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import GroupKFold, KFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline

from tnvs import FOCI, SIS, TNVS, PCSimple, compare, selectors
from tnvs.datasets import make_nonlinear


@pytest.fixture(scope="module", name="table")
def simulated():
    X, y, _ = make_nonlinear(300, 60, random_state=0)
    return X, y


def test_each_selects_what_it_selects_alone(table):
    X, y = table
    result = compare(X, y, selectors.__all__)
    assert result.methods == tuple(selectors.__all__)
    for name in selectors.__all__:
        alone = getattr(selectors, name)().fit(X, y)
        assert result.selected[name].tolist() == alone.selected_.tolist()
        assert result.seconds[name] >= 0


def test_shared_work_is_done_once(table, monkeypatch):
    prepared = []
    original = selectors._table.prepared

    def watched(*arguments, **options):
        prepared.append(options)
        return original(*arguments, **options)

    monkeypatch.setattr(selectors._table, "prepared", watched)
    result = compare(*table, ["TNVS", FOCI(), "SIS", "SIRS"])
    assert len(result.methods) == 4
    assert prepared == [{"scaling": "zscore", "discretization": "auto"}]
    assert set(result.shared_seconds) == {"validation", "fingerprint", "preparation"}


def test_overlap_and_rank_agreement(table):
    X, y = table
    methods = {
        "one": SIS(max_features=4),
        "same": SIS(max_features=4),
        "two": SIS(max_features=2),
        "tnvs": "tnvs",
    }
    result = compare(X, y, methods)
    np.testing.assert_allclose(result.overlap[:3, :3], [[1, 1, 0.5], [1, 1, 0.5], [0.5, 0.5, 1]])
    np.testing.assert_allclose(result.rank_agreement[:3, :3], 1)
    assert np.array_equal(result.overlap, result.overlap.T)
    assert abs(result.rank_agreement[0, 3]) < 1
    pairs = result.pairs_to_frame()
    assert len(pairs) == 6
    assert pairs.loc[0, ["first", "second", "overlap"]].tolist() == ["one", "same", 1.0]


def test_scores_are_those_of_a_pipeline(table):
    X, y = table
    folds = KFold(3, shuffle=True, random_state=0)
    models = {"line": LinearRegression(), "near": KNeighborsRegressor()}
    result = compare(X, y, [TNVS(), "SIS"], cv=folds, estimators=models, scoring="r2")
    assert result.fold_scores.shape == (2, 2, 3)
    for i, selector in enumerate((TNVS(), SIS())):
        for j, model in enumerate(models.values()):
            expected = cross_val_score(make_pipeline(selector, clone(model)), X, y, cv=folds, scoring="r2")
            np.testing.assert_allclose(result.fold_scores[i, j], expected, rtol=1e-9)


def test_selection_never_sees_the_test_part():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 2000)), rng.normal(size=60)
    result = compare(X, y, [SIS(max_features=5)], cv=5, estimators=LinearRegression())
    assert result.fold_scores.mean() < 0  # nothing can be told about noise
    chosen = X[:, compare(X, y, [SIS(max_features=5)]).selected["SIS"]]
    assert cross_val_score(LinearRegression(), chosen, y, cv=5).mean() > 0.1  # unless rows were seen


def test_folds_alone_tell_how_stable_selections_are(table):
    result = compare(*table, ["TNVS", "SIS"], cv=4)
    assert result.fold_scores.shape == (2, 0, 4)
    assert result.fold_sizes.shape == (2, 4)
    assert (result.stability > 0).all() and (result.stability <= 1).all()
    assert "stability" in result.to_frame().columns


def test_classes_are_stratified_and_encoded(table):
    X, y = table
    classes = np.where(y > np.quantile(y, 0.9), "high", "low")
    result = compare(X, classes, ["TNVS", "DCSIS"], estimators=LogisticRegression(), cv=3)
    assert np.isfinite(result.fold_scores).all()


@pytest.mark.parametrize(
    "categories", [[0, 1, 2], [0.5, 1.5, 2.5], ["a", "b", "c"], [b"a", b"b", b"c"], [True, False, True]]
)
def test_categories_of_any_type_are_classes(table, categories):
    X, y = table[0][:, :54], table[1]  # the rest is constant in some fold
    classes = pd.Categorical(np.array(categories, dtype=object)[np.digitize(y, [-0.5, 0.5])])
    methods = ["TNVS", SelectKBest(f_classif, k=5)]
    result = compare(X, classes, methods, cv=3, estimators=KNeighborsClassifier())
    codes = np.unique(np.asarray(classes), return_inverse=True)[1].astype(str)
    same = compare(X, codes, methods, cv=3, estimators=KNeighborsClassifier())
    assert np.array_equal(result.fold_scores, same.fold_scores)


def test_rare_classes_are_in_every_training_part():
    X = np.random.default_rng(0).normal(size=(90, 5))
    y = np.array(["a"] * 88 + ["b"] * 2)
    with pytest.warns(UserWarning, match="least populated class"):  # scikit-learn's
        assert compare(X, y, ["TNVS", "SIS"], cv=5).fold_sizes.shape == (2, 5)
    with pytest.raises(ValueError, match=r"y is constant in the training part of fold 3 of 3 \(60 rows\)"):
        compare(X, y, ["TNVS"], cv=KFold(3))


def test_groups_stay_together(table):
    X, y = table
    groups = np.arange(300) % 10
    result = compare(X, y, ["SIS"], cv=GroupKFold(5), groups=groups, estimators=LinearRegression())
    model = make_pipeline(SIS(), LinearRegression())
    expected = cross_val_score(model, X, y, cv=GroupKFold(5), groups=groups)
    np.testing.assert_allclose(result.fold_scores[0, 0], expected, rtol=1e-9)


def test_many_relevant_predictors_come_to_an_end():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(1000, 40))
    y = X.sum(axis=1) + rng.normal(size=1000)
    result = compare(X, y, ["PCSimple", "TPC"])
    assert result.selected["PCSimple"].tolist() == PCSimple(max_order=3).fit(X, y).selected_.tolist()
    assert len(result.selected["PCSimple"]) == len(result.selected["TPC"]) == 40


def test_what_a_forward_search_drops_shares_one_place(table):
    X, y = table
    result = compare(X, y, ["TNVS", "SIS"])
    places = {name: np.arange(60.0) for name in result.methods}
    for name, selected in result.selected.items():
        others = np.setdiff1d(np.arange(60), selected)
        scores = np.zeros(60) if name == "TNVS" else SIS().fit(X, y).scores_
        places[name][selected] = np.arange(len(selected))
        places[name][others] = len(selected) + rankdata(-scores[others])
    expected = spearmanr(places["TNVS"], places["SIS"]).statistic
    np.testing.assert_allclose(result.rank_agreement[0, 1], expected, rtol=1e-12)


def test_nothing_selected_is_nan():
    class Nothing(SelectKBest):
        def _get_support_mask(self):
            return np.zeros(self.n_features_in_, bool)

    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 3)), rng.normal(size=30)
    result = compare(X, y, {"a": Nothing(f_regression, k=1), "b": "SIS"}, estimators=LinearRegression(), cv=2)
    assert np.isnan(result.fold_scores[0]).all()
    assert np.isfinite(result.fold_scores[1]).all()
    assert result.overlap[0, 1] == 0 and np.isnan(result.overlap[0, 0])


def test_selectors_of_others_are_welcome(table):
    X, y = table
    best = SelectKBest(f_regression, k=5)
    result = compare(X, y, {"kbest": best, "SIS": SIS(max_features=5)})
    assert result.overlap[0, 1] == 1
    assert result.rank_agreement[0, 1] > 0.99
    assert not hasattr(best, "scores_")


def test_names_and_tables(table):
    X, y = table
    frame = pd.DataFrame(X, columns=[f"gene {j}" for j in range(X.shape[1])])
    result = compare(frame, y, ["TNVS", "sis"])
    assert result.names_of("TNVS")[0] == f"gene {result.selected['TNVS'][0]}"
    lines = str(result).splitlines()
    assert lines[0].split() == ["method", "size", "seconds", "selected"]
    assert lines[1].startswith("TNVS") and "gene" in lines[1]
    assert lines[2].endswith("more")
    assert isinstance(result.to_frame("polars"), pl.DataFrame)
    assert result.to_frame()["size"].tolist() == [len(chosen) for chosen in result.selected.values()]
    for stranger in ("FOCI", ["TNVS"]):
        with pytest.raises(ValueError, match="choose from TNVS, SIS"):
            result.names_of(stranger)


def test_default_methods_are_those_of_the_paper(table):
    expected = ("TNVS", "FOCI", "SIS", "SIRS", "DCSIS", "WLS", "PCSimple", "TPC")
    assert compare(*table).methods == expected


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"methods": "TNVS"}, TypeError, r"try \['TNVS'\]"),
        ({"methods": ["lasso"]}, ValueError, "'lasso', which is not known; choose from"),
        ({"methods": ["SIS", SIS(max_features=2)]}, ValueError, "SIS more than once"),
        ({"methods": []}, ValueError, "methods is empty"),
        ({"methods": [LinearRegression()]}, TypeError, "not a selector"),
        ({"methods": [TNVS]}, TypeError, "not a selector"),
        ({"estimators": "line"}, TypeError, "estimators must be"),
        ({"estimators": [TNVS()]}, TypeError, "not a model"),
        ({"estimators": [LinearRegression(), LinearRegression()]}, ValueError, "two models of one class"),
        (
            {"estimators": LinearRegression},
            TypeError,
            r"the class LinearRegression; pass LinearRegression\(\)",
        ),
        ({"estimators": [LinearRegression]}, TypeError, r"estimators\['LinearRegression'\] is"),
        ({"estimators": {1: LinearRegression(), "1": LinearRegression()}}, ValueError, "both read '1'"),
        ({"methods": {1: "SIS", "1": "SIRS"}}, ValueError, "methods has two keys that both read '1'"),
        ({"cv": []}, ValueError, "cv has no folds"),
        ({"scoring": "r2"}, ValueError, "pass estimators too"),
        ({"scoring": {"a": "r2"}, "estimators": LinearRegression()}, TypeError, "scoring must be the name"),
        ({"scoring": "r3", "estimators": LinearRegression()}, ValueError, "'scoring'"),
        ({"scoring": lambda *_: {}, "estimators": LinearRegression()}, TypeError, "scoring must give one"),
        ({"groups": np.zeros(3), "cv": 2}, ValueError, r"groups has shape \(3,\), but X has 300 rows"),
        ({"groups": np.zeros(300)}, ValueError, "groups has no use without folds"),
        ({"n_jobs": 0}, ValueError, "n_jobs"),
        ({"methods": [SIS(max_features=0)]}, ValueError, "max_features"),
    ],
)
def test_bad_arguments_are_named(table, arguments, error, message):
    with pytest.raises(error, match=message):
        compare(*table, **{"methods": ["SIS"], **arguments})


def test_unknown_library(table):
    with pytest.raises(ValueError, match="library"):
        compare(*table, ["SIS"]).to_frame("dplyr")
