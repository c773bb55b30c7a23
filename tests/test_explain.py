"""Explanations: honest sentences made from the trace alone."""

import re

import numpy as np
import pytest

from test_search import data
from tnvs import TNVS, Trace
from tnvs.search.names import find_feature
from tnvs.search.paragraph import listed
from tnvs.search.sentences import percent

CASES = {
    "plain": {},
    "fixed": {"initial": [6, 1], "exclude": [7]},
    "high threshold": {"relevance_threshold": 0.2},
    "nothing selected": {"relevance_threshold": 0.95},
    "max_features": {"max_features": 1},
    "no redundancy": {"redundancy_threshold": 0.0},
    "strict prefilter": {"uninformative_threshold": 1.2},
    "keeps anything": {"relevance_threshold": -2.0, "max_features": None},
}


def fit(name, **fit_options):
    X, codes = data()
    return TNVS(**CASES[name]).fit(X, codes, **fit_options).trace_


@pytest.mark.parametrize("name", CASES)
def test_never_independent_without_the_condition(name):
    trace = fit(name)
    for feature in range(12):
        why = trace.explain(feature)
        for text in (str(why), why.reason):
            for sentence in re.split(r"\.(?:\s|$)", text):
                if "ndependent" in sentence:
                    assert "given" in sentence and "as far as T at this sample size can tell" in sentence
        assert str(why).startswith(why.name) and str(why).endswith(".")
        assert "nan" not in str(why).split() and "None" not in str(why)


@pytest.mark.parametrize("name", CASES)
def test_numbers_agree_with_the_trace(name):
    trace = fit(name)
    assert Trace.from_json(trace.to_json()).explain(3) == trace.explain(3)
    for feature in range(12):
        why = trace.explain(feature)
        assert why.subset == trace.labels[feature]
        assert why.entropy == trace.entropies[feature]
        assert why.score == trace.scores[feature] or np.isnan(why.score)
        for standing in why.ranks:
            step = trace.steps[standing.step - 1]
            order = step.candidates[np.lexsort((step.candidates, -step.scores))]
            assert order[standing.rank - 1] == feature
            assert standing.n_candidates == len(step.candidates)
            assert standing.score == step.score_of(feature)


def test_relevant():
    trace = fit("plain")
    first, second = trace.selected[:2]
    why = trace.explain(int(second))
    step = trace.steps[1]
    assert (why.subset, why.stage, why.step, why.given) == (
        "relevant",
        "forward selection",
        2,
        (f"x{first}",),
    )
    assert why.ranks[-1].rank == 1 and why.threshold == -0.01
    assert why.margin == pytest.approx(step.best_score + 0.01)
    assert why.runner_up.feature == step.runner_up and why.runner_up.margin == step.margin
    assert f"selected at step 2, after x{first}" in str(why)


def test_relevant_with_no_dependence_is_said():
    trace = fit("keeps anything")
    weak = [feature for feature in trace.selected if trace.scores[feature] <= 0]
    assert weak
    for feature in weak:
        assert "kept only because the threshold, -2, is negative" in str(trace.explain(int(feature)))


def test_redundant():
    why = fit("plain").explain(2)
    assert (why.subset, why.stage) == ("redundant", "batch deletion")
    assert why.responsible[0].name == "x0" and why.responsible[0].share > 0.99
    assert why.residual_variance < why.threshold == 0.01
    assert why.margin == pytest.approx(0.01 - why.residual_variance)
    assert "x0 explains 99.89%" in str(why) and "could stand in for it" in str(why)


def test_redundant_given_initial():
    why = fit("fixed").explain(3)
    assert (why.stage, why.step) == ("batch deletion", 0)
    assert "from the start" in str(why) and why.responsible[0].name == "x1"


def test_uninformative():
    trace = fit("strict prefilter")
    why = trace.explain(5)
    assert (why.subset, why.stage, why.step, why.threshold) == ("uninformative", "prefilter", 0, 1.2)
    assert why.margin == pytest.approx(1.2 - why.entropy) and "without looking at y" in str(why)
    assert trace.explain(4).constant and "same value in all 60 rows" in str(trace.explain(4))
    assert np.isnan(trace.explain(4).margin)


def test_a_column_that_varies_is_not_said_to_hardly_vary():
    X, codes = data()
    few = [0, 20, 40, 50, 59]
    trace = TNVS(discretization="equal-frequency").fit(X[few], codes[few]).trace_
    why = trace.explain(5)
    assert why.subset == "uninformative" and not why.constant
    for text in (str(why), why.reason):
        assert (
            "discretised values carry only 0 nats of entropy" in text and "hardly varies" not in text.lower()
        )


@pytest.mark.parametrize("name", CASES)
def test_below_zero_is_said_to_be_no_help(name):
    trace = fit(name)
    for feature in range(12):
        why = trace.explain(feature)
        for text in (str(why), why.reason):
            scores = re.sub(r"threshold(,| was)? -?[\d.]+", "", text)
            assert ("elow 0" in text) == bool(re.search(r" -\d", scores)), text


def test_fixed_in_advance():
    trace = fit("fixed")
    assert "by assumption" in str(trace.explain(6)) and trace.explain(6).stage == "initial"
    assert "never considered" in str(trace.explain(7)) and trace.explain(7).stage == "excluded"


def test_positive_score_below_the_threshold_is_not_called_independent_outright():
    trace = fit("nothing selected")
    left = [f for f in range(12) if trace.labels[f] == "conditionally independent" and trace.scores[f] > 0]
    assert left
    for feature in left:
        text = str(trace.explain(feature))
        assert "is counted as independent" in text and "may still add something" in text


def test_nothing_selected():
    assert "given no other predictor" in str(fit("nothing selected").explain(8))


@pytest.mark.parametrize("cause", ["max_features", "callback", "undefined"])
def test_left_over_is_said_honestly(cause):
    if cause == "undefined":
        X, codes = data()
        codes //= 10
        X[:, 6] = codes
        trace = TNVS(redundancy_threshold=0).fit(X, codes).trace_
    else:
        stop = {"callback": lambda step: True} if cause == "callback" else {}
        trace = fit(cause if cause == "max_features" else "plain", **stop)
    assert trace.stop_reason == cause
    left = np.flatnonzero(trace.labels == "conditionally independent")
    assert left.size
    for feature in left.tolist():
        why = trace.explain(feature)
        assert "left over when the search stopped" in str(why) and "no evidence" in str(why)
        assert "ndependent" not in str(why) and np.isnan(why.threshold)
        assert f"rank {why.ranks[-1].rank} of" in str(why)


def test_left_over_and_never_scored():
    X, codes = data()
    trace = TNVS(initial=[0], max_features=1).fit(X, codes).trace_
    assert "never scored" in str(trace.explain(8)) and "never scored" in trace.explain(8).reason


@pytest.mark.parametrize(
    ("key", "error", "message"),
    [
        ("speed", ValueError, "did you mean 'Speed'"),
        ("wieght", ValueError, "did you mean 'weight'"),
        ("twice", ValueError, "several predictors"),
        (-1, ValueError, "0 to 3"),
        (4, ValueError, "0 to 3"),
        (True, TypeError, "bool"),
        (1.0, TypeError, "float"),
        (None, TypeError, "NoneType"),
    ],
)
def test_unknown_features(key, error, message):
    with pytest.raises(error, match=message):
        find_feature(key, 4, ["Speed", "weight", "twice", "twice"], "feature")


def test_lookup_without_names():
    assert find_feature("x3", 4, None, "feature") == find_feature(np.int64(3), 4, None, "feature") == 3
    for unknown in ("x4", "x03", "y1", "x", "", "x²", "x" + "9" * 6000):
        with pytest.raises(ValueError, match="x0 to x3"):
            find_feature(unknown, 4, None, "feature")


def test_wording():
    assert listed(["a"]) == "a" and listed(list("abcdefgh")) == "a, b, c, d, e, f and 2 more"
    assert percent(0.99999) == "99.999%" and percent(0.5) == "50.00%" and percent(1.0) == "100%"
