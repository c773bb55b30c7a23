"""FOCI: the sequence of the reference run, and how it differs from TNVS."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from tnvs import FOCI, TNVS, Trace


def test_reproduces_the_reference_run(reference):
    arrays = np.load(reference / "simulation_500x200.npz")
    golden = json.loads((reference / "foci_500x180.json").read_text())
    selector = FOCI().fit(arrays["X"][:, :180], arrays["y"].ravel())
    assert (selector.selected_ + 1).tolist() == golden["selected"]
    np.testing.assert_allclose(selector.trace_.cumulative_scores, golden["stepT"], rtol=0, atol=1e-9)


@given(seed=st.integers(0, 2**32 - 1), n=st.integers(2, 30), p=st.integers(1, 6), levels=st.integers(0, 4))
def test_agrees_with_the_naive_search(seed, n, p, levels):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, levels + 1, (n, p)).astype(float) if levels else rng.normal(size=(n, p))
    y = rng.permutation(n) // rng.integers(1, max(2, n))
    y[0] = y.max() + 1
    codes = np.unique(y, return_inverse=True)[1]
    found = FOCI().fit(X, y.astype(float))
    smallest = np.nextafter(0, 1)  # T above 0, that is
    expected = naive.search(
        X, codes, uninformative_threshold=0, relevance_threshold=smallest, redundancy_threshold=0,
        max_features=None,
    )  # fmt: skip
    assert found.selected_.tolist() == expected["selected"]
    np.testing.assert_allclose(found.scores_[found.selected_], expected["scores"], rtol=0, atol=1e-12)
    assert found.trace_.stop_reason == expected["stop"]


def interaction(n=400):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 8))
    X[:, 5] = X[:, 0]
    return X, X[:, 0] * X[:, 1] + 0.1 * rng.normal(size=n)


def test_copies_stay_candidates():
    X, y = interaction()
    trace = FOCI().fit(X, y).trace_
    assert trace.counts["redundant"] == 0
    assert 5 in trace.steps[1].candidates
    assert TNVS().fit(X, y).trace_.counts["redundant"] == 1


def test_stops_where_nothing_tells_more():
    X, y = interaction()
    selector = FOCI().fit(X, y)
    assert selector.trace_.stop_reason == "threshold"
    assert selector.trace_.steps[-1].best_score <= 0
    assert "not above the threshold 0" in str(selector.explain(7))
    assert "above the threshold 0" in selector.trace_.to_frame()["reason"][selector.selected_[0]]


def test_orders_everything_without_stopping():
    X, y = interaction()
    selector = FOCI(stop=False).fit(X, y)
    assert sorted(selector.selected_.tolist()) == list(range(8))
    assert selector.trace_.stop_reason == "no candidates"
    assert "no threshold was set" in str(selector.explain(int(selector.selected_[-1])))
    assert Trace.from_json(selector.trace_.to_json()) == selector.trace_
    assert FOCI(stop=False, max_features=3).fit(X, y).selected_.tolist() == selector.selected_[:3].tolist()


def test_initial_and_exclude():
    X, y = interaction()
    selector = FOCI(initial=[3], exclude=[5, "x0"]).fit(X, y)
    assert selector.selected_[0] == 3
    assert selector.labels_[[0, 5]].tolist() == ["excluded"] * 2


def test_constants_are_never_scored():
    X, y = interaction()
    X[:, 4] = 2.0
    selector = FOCI(stop=False).fit(X, y)
    assert selector.labels_[4] == "uninformative"
    assert np.isnan(selector.scores_[4])


def test_cumulative_scores_are_those_of_all_selected():
    X, y = interaction()
    trace = FOCI().fit(X, y).trace_
    Z = (X - X.mean(axis=0)) / X.std(axis=0, ddof=1)
    together = [naive.codec(y, Z[:, trace.selected[: k + 1]]) for k in range(len(trace.selected))]
    np.testing.assert_allclose(trace.cumulative_scores, together, rtol=1e-12)


def test_cumulative_scores_are_given_the_initial_ones():
    X, y = interaction()
    trace = FOCI(initial=[1], stop=False, max_features=4).fit(X, y).trace_
    Z, found = (X - X.mean(axis=0)) / X.std(axis=0, ddof=1), trace.selected[1:]
    given_initial = [naive.codec(y, Z[:, found[: k + 1]], Z[:, [1]]) for k in range(len(found))]
    assert len(found) > 1
    np.testing.assert_allclose(trace.cumulative_scores, given_initial, rtol=1e-12)


@pytest.mark.parametrize("wrong", [1, "yes", None])
def test_stop_is_a_flag(wrong):
    X, y = interaction()
    with pytest.raises(TypeError, match="stop must be True or False"):
        FOCI(stop=wrong).fit(X, y)
