"""Two traces compared, a trace computed again, and what another setting would have decided."""

import json
import re
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest

from test_checkpoint import MAKERS, N_STEPS, table, tnvs
from tnvs import FOCI, KFOCI, TNVS, Trace, ledger
from tnvs.engine import CpuEngine
from tnvs.ledger import Choice, Diff, Replay, WhatIf
from tnvs.search import difference

X, Y = table()


def fitted(selector, **options):
    return selector.fit(X, Y, **options).trace_


@pytest.fixture(scope="module")
def trace():
    return fitted(tnvs())


def same(left, right):
    """Whether two traces are equal but for their wall times and the stages that these are of."""
    return replace(left.without_timings(), seconds={}) == replace(right.without_timings(), seconds={})


# --- what if ----------------------------------------------------------------------------------------

CHANGES = [
    {"without": 0},
    {"without": ["x2", 17]},
    {"without": np.array([2, 17])},
    {"without": list(range(10))},
    {"relevance_threshold": 0.15},
    {"relevance_threshold": 0.5},
    {"relevance_threshold": -99.0},
    {"redundancy_threshold": 0.0},
    {"redundancy_threshold": 0.05},
    {"redundancy_threshold": 0.12},
    {"redundancy_threshold": 0.4},
    {"uninformative_threshold": 0.0},
    {"uninformative_threshold": 1.6075},
    {"uninformative_threshold": 9.0},
    {"max_features": 4},
    {"max_features": 14},
    {"max_features": None},
    {"max_features": "auto"},
    {"without": 33, "relevance_threshold": 0.1, "max_features": 6, "redundancy_threshold": 0.1},
]
SETTINGS = {
    "to max_features": {},
    "to the threshold": {"relevance_threshold": 0.0},
    "random ties": {"ties": "random", "random_state": 3},
    "initial": {"initial": [5, "x33"], "exclude": ["x7"]},
    "prefilter": {"uninformative_threshold": 1.605},
    "float32": {},
}


def changed(settings, change):
    """The settings of a fit with the change."""
    change = dict(change)
    without = change.pop("without", [])
    without = list(without) if isinstance(without, list | np.ndarray) else [without]
    settings = {**settings, **change}
    indices = [int(str(key).strip("x")) for key in without]
    if without:
        initial = settings.get("initial")
        if initial is not None:
            settings["initial"] = [key for key in initial if int(str(key).strip("x")) not in indices]
        excluded = settings.get("exclude") or []
        named = zip(without, indices, strict=True)
        new = [key for key, index in named if f"x{index}" not in excluded]
        settings["exclude"] = [*excluded, *new]
    return settings


def agrees(answer, expected):
    """Whether an answer is what a fit found, as far as it goes."""
    if answer.complete:
        return same(answer.trace, expected)
    count = len(answer.trace.steps)
    steps = [replace(step, seconds=0.0) for step in answer.trace.steps]
    change = answer.first_change
    return (
        answer.trace.stop_reason == "interrupted"
        and steps == [replace(step, seconds=0.0) for step in expected.steps[:count]]
        and (
            change is None
            or change.step <= count
            or expected.name_of(expected.steps[count].chosen) == change.would_be
        )
        and set(answer.back_in_play) <= set(expected.steps[count].candidates.tolist())
        and Trace.from_json(answer.trace.to_json()) == answer.trace
    )


@pytest.mark.parametrize("change", CHANGES, ids=str)
@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
def test_what_if_is_what_a_fit_finds(settings, change, request):
    data = X.astype(np.float32) if "float32" in request.node.callspec.id else X
    trace = tnvs(**settings).fit(data, Y).trace_
    expected = tnvs(**changed(settings, change)).fit(data, Y).trace_
    try:
        assert agrees(trace.what_if(**change), expected)
    except ValueError as error:
        assert "give the X and y of the trace" in str(error)
    whole = trace.what_if(**change, X=data, y=Y)
    assert whole.complete and same(whole.trace, expected)
    assert Trace.from_json(whole.trace.to_json()) == whole.trace
    str(whole)


@pytest.mark.parametrize(
    "make", [lambda **more: FOCI(max_features=8, **more), lambda **more: KFOCI(max_features=6, **more)]
)
@pytest.mark.parametrize(
    "change", [{"without": 0}, {"without": ["x17", 30]}, {"max_features": 3}, {"max_features": None}], ids=str
)
def test_what_if_of_other_methods(make, change):
    trace = fitted(make(stop=False))
    settings = changed({"stop": False}, change)
    expected = (
        fitted(make(**settings))
        if "max_features" not in settings
        else fitted(make(stop=False).set_params(**settings))
    )
    assert same(trace.what_if(**change, X=X, y=Y).trace, expected)


def test_without_one_at_a_time(trace):
    """What was never selected changes nothing; what was is replaced by the best of the others, exactly."""
    for feature in range(trace.data.n_features):
        answer = trace.what_if(without=feature)
        expected = fitted(tnvs(exclude=[feature]))
        assert agrees(answer, expected)
        assert answer.complete == (feature not in trace.selected)
        if feature in trace.selected:
            step = trace.steps[trace.selected.tolist().index(feature)]
            assert (answer.first_change.step, answer.first_change.was) == (
                step.number,
                trace.name_of(feature),
            )
            assert answer.first_change.would_be == trace.name_of(step.runner_up)
            assert answer.first_change.score == step.score_of(step.runner_up)
        else:
            assert answer.first_change is None


def test_what_the_record_tells_is_not_scored_again(trace, monkeypatch):
    asked = []
    scores = CpuEngine.scores

    def count(engine, selected, candidates):
        asked.append(len(selected))
        return scores(engine, selected, candidates)

    monkeypatch.setattr(CpuEngine, "scores", count)
    fifth = int(trace.selected[5])
    answer = trace.what_if(without=fifth, X=X, y=Y)
    assert (answer.n_recorded, answer.rerun) == (5, True)
    assert asked == list(range(5, N_STEPS))
    asked.clear()
    assert trace.what_if(max_features=4, X=X, y=Y).rerun is False and not asked


def test_what_if_in_words(trace):
    second = trace.selected[1]
    answer = trace.what_if(without=int(second))
    assert isinstance(answer, WhatIf) and isinstance(answer.first_change, Choice)
    first, change, source, rest = str(answer).splitlines()
    assert first == f"Without {trace.name_of(second)}:"
    assert change.startswith("Step 2 would select ") and f"in place of {trace.name_of(second)} (T " in change
    assert source.startswith("This is from the record and exact: ")
    assert rest == "What follows is not in the record: give X and y to have it scored."
    text = str(trace.what_if(without=int(second), X=X, y=Y))
    assert "Step 1 is from the record and exact" in text and "Selected would be " in text
    text = str(trace.what_if(relevance_threshold=0.3))
    assert "With relevance_threshold=0.3:" in text and "or any other: no remaining predictor reached" in text
    assert "Every step would choose the same." in str(trace.what_if(uninformative_threshold=0.0))
    text = str(trace.what_if(redundancy_threshold=0.0))
    assert "Candidates at step 2 would also be " in text
    ended = fitted(tnvs(relevance_threshold=0.1))
    assert "where the search ended, would select" in str(ended.what_if(relevance_threshold=-1.0))
    assert "All steps were scored" in str(trace.what_if(redundancy_threshold=0.4, X=X, y=Y))


def test_what_if_of_a_fit_that_its_caller_ended():
    part = fitted(tnvs(), callback=lambda step: step.number == 5)
    unchanged = part.what_if(without=int(part.steps[0].redundant.features[0]))
    assert unchanged.complete and unchanged.trace.stop_reason == "callback"
    for X_, y_ in ((None, None), (X, Y)):
        answer = part.what_if(max_features=20, X=X_, y=y_)
        assert answer.complete and len(answer.trace.steps) == 5
    other = part.what_if(without=int(part.selected[1]), X=X, y=Y)
    assert other.trace.stop_reason == "callback" and len(other.trace.steps) == 5


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({}, "Nothing is changed"),
        ({"without": []}, "Nothing is changed"),
        ({"without": "gene"}, "without='gene' is not a predictor"),
        ({"without": 40}, "without=40 is not a predictor"),
        ({"relevance_threshold": 2.0}, "relevance_threshold=2.0 is out of range"),
        ({"max_features": "all"}, "max_features='all' is not known"),
        ({"max_features": 14}, "lacks T of every candidate given .*; give the X and y of the trace"),
        ({"redundancy_threshold": 0.9}, "lacks the variance left of every candidate by x0; give the X and y"),
        ({"without": 0, "X": X}, "y is missing: give both"),
        ({"without": 0, "y": Y}, "X is missing: give both"),
        ({"without": 0, "X": X + 1, "y": Y}, "not the data of the trace: X has other values"),
    ],
)
def test_what_if_refuses_with_the_fix(change, message, trace):
    with pytest.raises(ValueError, match=message):
        trace.what_if(**change)


def test_what_if_refuses_what_has_no_meaning(trace):
    with pytest.raises(TypeError, match=r"without must be a list of names or indices, got 3\.5"):
        trace.what_if(without=3.5)
    with pytest.raises(
        ValueError, match="FOCI has no redundancy_threshold; for this trace give without or max"
    ):
        fitted(FOCI(max_features=2)).what_if(redundancy_threshold=0.1)


# --- replay -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_replay_reproduces_every_number(make):
    trace = fitted(make())
    result = Trace.from_json(trace.to_json()).replay(X, Y)
    assert isinstance(result, Replay)
    assert result and result.reproduced and not result.mismatches and not result.data
    assert str(result).startswith("Reproduced: on the same data, all ")
    assert f"in {len(trace.steps)} steps" in str(result)


@pytest.mark.parametrize(
    "settings",
    [
        {"random_state": np.random.RandomState(4), "ties": "random"},
        {"n_jobs": -1, "verbose": 1},
        {"exclude": {3, 4}},
    ],
    ids=str,
)
def test_replay_of_settings_that_json_lacks(settings):
    assert Trace.from_json(fitted(tnvs(**settings)).to_json()).replay(X, Y)


def test_replay_with_names_classes_and_without():
    frame = pd.DataFrame(X, columns=[f"gene {j}" for j in range(X.shape[1])])
    classes = np.where(Y > 0, "ill", "well")
    trace = tnvs(initial=["gene 3"]).fit(frame, classes).trace_
    assert trace.replay(frame, classes)
    assert trace.replay(X, classes), "names decide nothing"
    assert not trace.replay(frame.rename(columns={"gene 2": "gene two"}), classes)


CHANGED = {
    "X": (X + 1e-12, Y, ["X has other values"]),
    "y": (X, Y[::-1], ["y has other values"]),
    "rows": (X[1:], Y[1:], ["n_samples was 150 and is now 149", "X has other values", "y has other values"]),
    "type": (X.astype(np.float32), Y, ["dtype was float64 and is now float32", "X has other values"]),
    "columns": (X[:, ::-1], Y, ["X has other values"]),
}


@pytest.mark.parametrize(("data", "y", "said"), CHANGED.values(), ids=CHANGED)
def test_replay_detects_a_changed_input(data, y, said, trace):
    result = trace.replay(data, y)
    assert not result and result.found is None
    text = str(result)
    assert "the data are not those of the trace" in text and all(words in text for words in said)


def doctored(trace, spoil):
    document = json.loads(trace.to_json())
    spoil(document)
    return Trace.from_json(json.dumps(document))


def test_replay_lists_the_numbers_that_differ(trace):
    def spoil(document):
        step = document["steps"][2]
        worst = int(np.argmin(step["scores"]))
        step["scores"][worst] -= 0.25
        document["entropies"][7] += 1e-9
        document["resolved"]["n_bins"] = 4
        document["library_version"] = "0.0.1"
        document["steps"][0]["redundant"]["shares"][0][0] += 0.5

    spoilt = doctored(trace, spoil)
    result = spoilt.replay(X, Y)
    assert not result and result.found is not None
    assert [mismatch.where for mismatch in result.mismatches] == [
        "entropies", "shares of redundant of step 1", "scores of step 3", "n_bins (resolved)",
    ]  # fmt: skip
    entropies, shares, scores, n_bins = result.mismatches
    third = trace.steps[2]
    assert (scores.count, scores.size) == (1, len(third.candidates))
    assert scores.example == trace.name_of(int(third.candidates[np.argmin(third.scores)]))
    assert scores.recorded == scores.found - 0.25 and scores.largest == pytest.approx(0.25)
    assert entropies.example == "x7" and entropies.largest == pytest.approx(1e-9)
    assert shares.example == trace.name_of(int(trace.steps[0].redundant.features[0]))
    assert (n_bins.recorded, n_bins.found) == (4, trace.resolved["n_bins"])
    text = str(result)
    assert "Not reproduced: on the same data, other numbers came out." in text
    assert f"scores of step 3: 1 of {scores.size} differ, first that of {scores.example}: recorded " in text
    assert "made by tnvs 0.0.1; the version here is" in text
    assert result.versions == ("0.0.1", trace.library_version)


def test_replay_sees_other_decisions(trace):
    """A trace that is consistent in itself, but of a search that ended too soon."""
    short = replace(trace, steps=trace.steps[:4], stop_reason="callback")
    assert short.replay(X, Y), "ended by its caller, after as many steps"
    longer = replace(short, rules=replace(trace.rules, max_features=4), stop_reason="max_features")
    result = longer.replay(X, Y)
    assert not result
    assert {"number of steps", "max_features of rules"} <= {each.where for each in result.mismatches}


def test_what_cannot_be_replayed(trace):
    unfinished = replace(trace, steps=trace.steps[:2], stop_reason="interrupted")
    for attempt in (lambda: unfinished.replay(X, Y), lambda: unfinished.what_if(without=3)):
        with pytest.raises(ValueError, match="unfinished fit; finish it first"):
            attempt()
    with pytest.raises(ValueError, match="method 'Mine'; it can be computed again for TNVS, FOCI, KFOCI"):
        replace(trace, method="Mine").replay(X, Y)
    with pytest.raises(ValueError, match="no parameter 'alpha'"):
        replace(trace, parameters={**trace.parameters, "alpha": 1}).replay(X, Y)


# --- diff -------------------------------------------------------------------------------------------


def test_no_difference(trace):
    change = trace.diff(fitted(tnvs(n_jobs=2, verbose=1)))
    assert isinstance(change, Diff) and change.same_selection
    assert (change.settings, change.data, change.moved, change.divergence) == ((), (), (), None)
    assert str(change).splitlines()[0] == "Same data, same settings."
    assert "Both selected the same predictors in the same order." in str(change)


def test_moved_predictors_have_the_evidence_of_both(trace):
    other = fitted(tnvs(redundancy_threshold=0.0))
    change = trace.diff(other)
    moved = {move.name: move for move in change.moved}
    expected = np.flatnonzero(trace.labels != other.labels)
    assert list(moved) == [f"x{j}" for j in expected]
    for j in expected:
        for place, each in ((moved[f"x{j}"].before, trace), (moved[f"x{j}"].after, other)):
            why = each.explain(int(j))
            assert (place.index, place.subset, place.step, place.reason) == (
                j,
                why.subset,
                why.step,
                why.reason,
            )
            assert place.score == why.score or np.isnan(why.score)
    (setting,) = change.settings
    assert (setting.name, setting.before, setting.after) == ("redundancy_threshold", 0.2, 0.0)
    assert "redundancy_threshold was 0.2 and is now 0.0" in str(change)
    assert f"{len(expected)} predictors, matched by index, are in another subset:" in str(change)


def test_divergence_says_where_and_by_what_margin(trace):
    second = trace.steps[1]
    other = fitted(tnvs(exclude=[second.chosen]))
    parting = trace.diff(other).divergence
    assert parting.step == 2
    assert parting.before.chosen == trace.name_of(second.chosen)
    assert parting.before.rival == parting.after.chosen == trace.name_of(second.runner_up)
    assert parting.before.margin == pytest.approx(second.margin)
    assert parting.after.rival == parting.before.chosen and parting.after.why_not == "excluded"
    assert np.isnan(parting.after.margin)
    assert f"was {second.margin:.4g} less" in str(parting) and "was no candidate there (excluded)" in str(
        parting
    )


def ends(**parameters):
    return fitted(tnvs(**parameters))


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (lambda: ends(relevance_threshold=0.1), "The second stopped: the highest T, "),
        (lambda: ends(max_features=5), "The second had ended because max_features was reached."),
        (lambda: ends(initial=[4]), "The first starts from no predictor. The second starts from x4."),
        (
            lambda: ends(uninformative_threshold=1.6083),
            "was no candidate there (uninformative, with entropy ",
        ),
        (lambda: ends(redundancy_threshold=0.95), "was no candidate there (redundant since step "),
        (lambda: tnvs().fit(X[:, :17], Y).trace_, "was no candidate there (its data don't have it)"),
    ],
)
def test_divergence_in_words(other, words, trace):
    there, back = trace.diff(other()), other().diff(trace)
    assert words in str(there.divergence)
    assert there.divergence.step == back.divergence.step
    assert there.divergence.before.chosen == back.divergence.after.chosen
    assert str(there) and str(back)


def test_divergence_from_an_undefined_step():
    rng = np.random.default_rng(0)
    data, y = rng.normal(size=(60, 4)), rng.integers(0, 3, 60)
    data[:, 2] = y
    first, second = TNVS().fit(data, y).trace_, TNVS(exclude=[2], relevance_threshold=-9).fit(data, y).trace_
    assert first.stop_reason == "undefined"
    assert "T of" in str(first.diff(second).divergence)
    third = replace(second, initial=first.initial)
    assert "nan" not in str(first.diff(third)) + str(third.diff(first))


def test_features_are_matched_by_name_in_any_order():
    names = [f"gene {j}" for j in range(X.shape[1])]
    frame = pd.DataFrame(X, columns=names)
    first = tnvs().fit(frame, Y).trace_
    reordered = tnvs().fit(frame[names[::-1]], Y).trace_
    change = first.diff(reordered)
    assert change.matched_by == "name" and change.same_selection
    assert [each.name for each in change.data] == ["fingerprint_X", "name of column 0"]
    fewer = tnvs().fit(frame[names[3:]].assign(extra=Y), Y).trace_
    change = first.diff(fewer)
    assert change.only_before == ("gene 0", "gene 1", "gene 2") and change.only_after == ("extra",)
    assert "only in the first: gene 0, gene 1 and gene 2" in str(change)
    assert not change.same_selection
    unnamed = tnvs().fit(X, Y).trace_
    assert first.diff(unnamed).matched_by == "index" and first.diff(unnamed).same_selection


def test_diff_of_two_methods(trace):
    change = trace.diff(fitted(FOCI(max_features=5, stop=False)))
    names = [each.name for each in change.settings]
    assert names[0] == "method" and "stop" in names and "redundancy_threshold" in names
    assert "redundancy_threshold was 0.2 and is now not set" in str(change)


def test_diff_tells_how_the_data_were_prepared(trace):
    done = replace(difference.NOTHING_DONE, rows_dropped=3, imputed={"x1": 2})
    prepared = replace(trace, preparation=done)
    assert [each.name for each in trace.diff(prepared).data] == ["rows_dropped", "imputed"]
    assert "imputed was {'x1': 2} and is now {}" in str(prepared.diff(trace))
    assert prepared.replay(X, Y) and prepared.what_if(without=30).trace.preparation == done


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_diff_as_a_frame(trace, library):
    change = trace.diff(fitted(tnvs(exclude=[0, 1])))
    frame = change.to_frame(library)
    assert isinstance(frame, pd.DataFrame if library == "pandas" else pl.DataFrame)
    assert list(frame["feature"]) == [move.name for move in change.moved]
    assert list(frame["subset_before"]) == [move.before.subset for move in change.moved]
    assert list(frame["reason_after"]) == [move.after.reason for move in change.moved]
    with pytest.raises(ValueError, match="library must be"):
        change.to_frame("excel")


def test_diff_with_hostile_names():
    hostile = ["a\nb", "=1+1", "", "x" * 10_000, *(f"x{j}" for j in range(36))]
    frame = pd.DataFrame(X, columns=hostile)
    change = tnvs().fit(frame, Y).trace_.diff(tnvs(exclude=[0, 3]).fit(frame, Y).trace_)
    assert change.moved and max(map(len, str(change).splitlines())) < 400


def test_diff_needs_a_trace(trace):
    with pytest.raises(TypeError, match="other must be a Trace, got dict"):
        trace.diff({})


def test_every_field_is_documented():
    text = (Path(__file__).parents[1] / "docs" / "ledger.md").read_text(encoding="utf-8")
    code = re.findall(r"`([^`\n]+)`", text)
    records = [getattr(ledger, name) for name in ledger.__all__ if isinstance(getattr(ledger, name), type)]
    assert len(records) == 10
    names = [record.__name__ for record in records]
    for record in records:
        names += [field.name for field in fields(record)]
        names += [name for name, value in vars(record).items() if isinstance(value, property)]
    assert [name for name in names if name not in code] == []
