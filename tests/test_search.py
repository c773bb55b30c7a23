"""Algorithm 1 over the engine protocol."""

import numpy as np
import pytest

from naive import NaiveEngine
from naive import search as naive_search
from tnvs.engine import CpuEngine
from tnvs.search import Rules, search


def data(n=60, p=12, seed=0):
    """Continuous, with a duplicate, a near copy, a constant, a discrete one; y depends on columns 0 and 1."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    X[:, 2] = X[:, 0]
    X[:, 3] = X[:, 1] + 0.01 * X[:, 3]
    X[:, 4] = 7.0
    X[:, 5] = rng.integers(0, 3, n)
    y = np.round(np.sin(2 * X[:, 0]) + X[:, 1], 1)
    return X, np.unique(y, return_inverse=True)[1]


def run(X, codes, rules=Rules(max_features=5), engine=NaiveEngine, **options):  # noqa: B008
    with engine(X, codes) as opened:
        return search(opened, rules, **options)


@pytest.mark.parametrize("engine", [NaiveEngine, CpuEngine])
@pytest.mark.parametrize(
    "fixed", [{}, {"initial": [6, 1]}, {"excluded": [0, 8]}, {"initial": [2], "excluded": [7]}]
)
@pytest.mark.parametrize("max_features", [None, 1, 3])
def test_agrees_with_the_plain_version(engine, fixed, max_features):
    X, codes = data()
    record = run(X, codes, Rules(max_features=max_features), engine, **fixed)
    expected = naive_search(
        X,
        codes,
        max_features=max_features,
        initial=fixed.get("initial", ()),
        exclude=fixed.get("excluded", ()),
    )
    chosen = [step.chosen for step in record.steps if step.chosen is not None]
    assert [*record.initial, *chosen] == expected["selected"]
    assert record.uninformative.tolist() == expected["uninformative"]
    assert record.excluded.tolist() == expected["excluded"]
    assert record.stop_reason == expected["stop"]
    deletions = [record.initial_deletion, *(step.redundant for step in record.steps)]
    assert np.concatenate([deletion.features for deletion in deletions]).tolist() == expected["redundant"]
    assert len(record.steps) == len(expected["steps"])
    for step, plain in zip(record.steps, expected["steps"], strict=True):
        assert dict(zip(step.candidates.tolist(), step.scores.tolist(), strict=True)) == pytest.approx(
            plain["scores"], abs=1e-12, nan_ok=True
        )


def test_step_names_runner_up_and_margin():
    record = run(*data())
    first = record.steps[0]
    order = np.lexsort((first.candidates, -first.scores))
    assert [first.chosen, first.runner_up] == first.candidates[order[:2]].tolist()
    assert first.margin == first.scores[order[0]] - first.scores[order[1]]
    assert first.best == first.chosen and first.best_score == first.scores.max()
    assert first.score_of(4) is None and first.score_of(first.chosen) == first.best_score


def test_lowest_index_wins_a_tie():
    X, codes = data()
    record = run(X[:, [6, 0, 2]], codes)
    assert record.steps[0].chosen == 1 and record.steps[0].runner_up == 2 and record.steps[0].margin == 0
    assert record.steps[0].redundant.features.tolist() == [2]
    assert record.steps[0].redundant.shares.shape == (1, 1)


def test_initial_is_relevant_from_the_start_and_never_prefiltered():
    X, codes = data()
    X[:, 9] = 0
    X[0, 9] = 1  # nearly constant: entropy below the threshold
    record = run(X, codes, Rules(uninformative_threshold=0.5), initial=[9, 0])
    assert record.initial.tolist() == [9, 0]
    assert 9 not in record.uninformative
    assert record.initial_deletion.features.tolist() == [2]
    assert record.initial_deletion.shares.shape == (1, 2)
    assert not {9, 0, 2} & set(record.steps[0].candidates.tolist())


def test_initial_counts_towards_max_features():
    record = run(*data(), Rules(max_features=2), initial=[6, 7])
    assert record.steps == () and record.stop_reason == "max_features"


@pytest.mark.parametrize(
    "fixed", [{"initial": [4]}, {"initial": [0, 0]}, {"initial": [0], "excluded": [0]}, {"excluded": [12]}]
)
def test_impossible_fixed_features(fixed):
    with pytest.raises(ValueError, match="initial"):
        run(*data(), **fixed)


def test_stops_at_the_threshold_and_records_the_step_that_ended_it():
    record = run(*data(), Rules(relevance_threshold=0.9))
    (step,) = record.steps
    assert record.stop_reason == "threshold"
    assert (step.chosen, step.runner_up, step.margin) == (None, None, None)
    assert step.best is not None and step.redundant.features.size == 0


def test_stops_where_t_is_undefined():
    X, codes = data()
    codes //= 10
    X[:, 6] = codes
    record = run(X, codes, initial=[6])
    assert record.stop_reason == "undefined"
    assert np.isnan(record.steps[0].scores).all() and record.steps[0].best is None


def test_no_candidates():
    X, codes = data()
    assert run(np.ones_like(X), codes).stop_reason == "no candidates"
    assert run(X, codes, excluded=range(12)).stop_reason == "no candidates"
    assert run(X[:, [0, 2]], codes).stop_reason == "no candidates"


def test_callback_sees_every_step_and_can_stop():
    seen = []
    whole = run(*data(), callback=seen.append)
    assert [step.number for step in seen] == [step.number for step in whole.steps]
    part = run(*data(), callback=lambda step: step.number == 2)
    assert part.stop_reason == "callback" and len(part.steps) == 2
    assert [step.chosen for step in part.steps] == [step.chosen for step in whole.steps[:2]]


def test_a_natural_end_is_reported_even_if_the_callback_stops():
    assert run(*data(), Rules(max_features=2), callback=lambda step: True).stop_reason == "callback"
    assert run(*data(), Rules(max_features=1), callback=lambda step: True).stop_reason == "max_features"
    assert run(*data(), Rules(relevance_threshold=0.9), callback=lambda step: True).stop_reason == "threshold"


def test_errors_of_a_callback_are_not_swallowed():
    def broken(step):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(*data(), callback=broken)


def test_seconds_are_kept_by_stage():
    assert set(run(*data()).seconds) == {"prefilter", "forward selection", "batch deletion"}
