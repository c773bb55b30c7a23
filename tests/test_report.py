"""The report as data: what a summary says follows from the trace, and every renderer says it."""

from __future__ import annotations

import dataclasses
import io
import json
import math
import re
import subprocess
import sys

import numpy as np
import pytest

from reports import HOSTILE, invented_trace
from tnvs import FOCI, KFOCI, TNVS, PCSimple, Trace
from tnvs.datasets import make_example, make_nonlinear
from tnvs.palette import SUBSET_COLOURS
from tnvs.report import columns, summarise, tables
from tnvs.report.chart import path_chart, split_bars
from tnvs.search.preparation import Preparation
from tnvs.search.subsets import SUBSETS


@pytest.fixture(scope="module")
def table():
    X, y, _ = make_nonlinear(400, 60, nonzero=0.01, random_state=0)
    return X, y


@pytest.fixture(scope="module")
def fitted(table):
    return TNVS(uninformative_threshold=0.08).fit(*table)


@pytest.fixture(scope="module")
def trace(fitted):
    return fitted.trace_


@pytest.fixture(scope="module")
def summary(trace):
    return trace.summary()


def test_the_split_and_the_path_are_those_of_the_trace(trace, summary):
    assert dict(summary.counts) == trace.counts
    assert [subset.name for subset in summary.subsets] == [name for name in SUBSETS if trace.counts[name]]
    assert [subset.count for subset in summary.subsets] == [n for n in trace.counts.values() if n]
    for step, shown_step in zip(trace.steps, summary.path, strict=True):
        assert shown_step.number == step.number
        assert shown_step.chosen == (step.chosen is not None)
        assert (shown_step.best, shown_step.score) == (step.best, step.best_score)
        assert (shown_step.runner_up, shown_step.margin) == (step.runner_up, step.margin)
        assert shown_step.field.median == np.median(step.scores)
        assert shown_step.n_redundant == len(step.redundant.features)
    assert [step.cumulative for step in summary.path if step.chosen] == trace.cumulative_scores.tolist()


def test_selected_predictors_come_with_evidence_and_group(trace, summary):
    assert [item.predictor.feature for item in summary.selected] == trace.selected.tolist()
    assert [item.place for item in summary.selected] == list(range(1, len(trace.selected) + 1))
    grouped = 0
    for item in summary.selected:
        why = trace.explain(item.predictor.feature)
        assert (item.predictor.score, item.predictor.margin) == (why.score, why.margin)
        assert (item.runner_up_name, item.lead) == (why.runner_up.name, why.runner_up.margin)
        assert item.predictor.reason == why.reason
        for repeat in item.repeats:
            first = trace.explain(repeat.feature).responsible[0]
            assert (first.feature, first.share) == (item.predictor.feature, repeat.share)
        grouped += item.n_repeats
    assert grouped == trace.counts["redundant"] > 0


def test_subsets_list_the_closest_calls_first(trace):
    for subset in trace.summary(limit=1000).subsets:
        assert len(subset.members) == subset.count
        margins = [member.margin for member in subset.members]
        if subset.name == "relevant":
            assert [member.feature for member in subset.members] == trace.selected.tolist()
        else:
            assert margins == sorted(margins)
        values = {"T": "score", "entropy": "entropy", "residual variance": "residual_variance"}
        numbers = [getattr(member, values[subset.measure]) for member in subset.members]
        assert (subset.lowest, subset.highest) == (min(numbers), max(numbers))


def refitted(table, call):
    """The same fit with the threshold of a close call moved just beyond its value."""
    beyond = math.inf if call.direction == "raised" else -math.inf
    moved = {"uninformative_threshold": 0.08, call.rule: np.nextafter(call.value, beyond)}
    return TNVS(**moved).fit(*table).trace_


def test_close_calls_flip_when_the_threshold_is_moved_as_they_say(table, trace, summary):
    kinds = set()
    for call in summary.close_calls:
        kinds.add((call.rule, call.direction))
        assert call.by == abs(call.value - call.threshold)
        before, after = trace.explain(call.feature), refitted(table, call).explain(call.feature)
        match call.rule, call.direction:
            case "uninformative_threshold", "lowered":
                assert (before.subset, after.subset == "uninformative") == ("uninformative", False)
            case "uninformative_threshold", "raised":
                assert (before.subset == "uninformative", after.subset) == (False, "uninformative")
            case "relevance_threshold", "lowered":
                assert after.subset == "relevant" and f"at step {after.step}," in call.consequence
            case "relevance_threshold", "raised":
                assert before.subset == "relevant" and after.subset != "relevant"
                assert f"at step {after.step}," in call.consequence
            case "redundancy_threshold", "lowered":
                assert before.stage == "batch deletion"
                assert (after.stage, after.step) != (before.stage, before.step)
    rules = ("uninformative_threshold", "relevance_threshold")
    both_sides = {(rule, direction) for rule in rules for direction in ("raised", "lowered")}
    assert kinds == both_sides | {("redundancy_threshold", "lowered")}


def test_close_calls_count_those_at_the_same_distance(trace):
    levels = dataclasses.replace(trace, entropies=np.where(trace.entropies > 0.08, 1.0, 0.01))
    above = next(call for call in levels.summary().close_calls if call.direction == "raised")
    assert above.n_others + 1 == np.count_nonzero(levels.entropies == 1.0)


def test_swaps_are_the_near_candidates_and_the_repeats(trace, summary):
    window = 1 / math.sqrt(trace.data.n_samples)
    for step, swap in zip(trace.steps, summary.swaps, strict=False):
        behind = step.best_score - step.scores
        near = set(step.candidates[behind <= window].tolist()) - {step.chosen}
        assert swap.feature == step.chosen and swap.n_alternatives == len(near)
        assert {other.feature for other in swap.alternatives} <= near
        assert [other.behind for other in swap.alternatives] == sorted(
            other.behind for other in swap.alternatives
        )
        assert {other.feature for other in swap.redundant} <= set(step.redundant.features.tolist())
        for other in (*swap.alternatives, *swap.redundant):
            assert other.score == step.score_of(other.feature)
            assert other.subset == trace.labels[other.feature]
    assert len(summary.swaps) == len(trace.selected)


def test_the_call_repeats_the_fit():
    pandas = pytest.importorskip("pandas")
    X, y, _ = make_example(300, random_state=0)
    frame = pandas.DataFrame(X, columns=["a'b", "<i>", 'c"d', "e\\", "f", "=g"])
    trace = TNVS(initial=["a'b"], exclude=["f"], ties="random", random_state=3).fit(frame, y).trace_
    assert trace.summary().call.caveats == ()
    names = {"X": frame, "y": y}
    exec(trace.summary().call.code, names)
    assert names["selector"].trace_.without_timings() == trace.without_timings()
    names["y"] = y + 1
    with pytest.raises(AssertionError):
        exec(trace.summary().call.code, names)


def test_what_a_call_can_not_repeat_is_said(table):
    X, y = table
    unseeded = TNVS(ties="random").fit(X, y).trace_
    assert str(unseeded.resolved["seed"]) in unseeded.summary().call.caveats[0]
    ended = TNVS().fit(X, y, callback=lambda step: True).trace_
    assert "callback" in ended.summary().call.caveats[0]


def test_all_predictors_stand_in_the_table(trace, summary):
    frame = trace.to_frame()
    table = summary.predictors
    for column, ours in [
        ("feature", table.name),
        ("subset", table.subset),
        ("stage", table.stage),
        ("reason", table.reason),
    ]:
        assert frame[column].tolist() == list(ours)
    for column in ("step", "score", "threshold", "margin", "entropy", "residual_variance"):
        np.testing.assert_array_equal(frame[column], getattr(table, column))
    assert trace.summary(predictors=False).predictors is None


def test_numbers_stand_in_the_json_where_the_page_says(trace, summary):
    document, table = json.loads(trace.to_json()), summary.predictors
    for feature in range(trace.data.n_features):
        assert table.entropy[feature] == document["entropies"][feature]
        step = int(table.step[feature])
        if table.subset[feature] == "redundant":
            deletion = document["steps"][step - 1]["redundant"]
            place = deletion["features"].index(feature)
            assert table.residual_variance[feature] == deletion["residual_variances"][place]
            chosen = [earlier["chosen"] for earlier in document["steps"][:step]]
            largest = int(np.argmax(deletion["shares"][place]))
            assert table.responsible[feature] == chosen[largest]
        if step:
            scored = document["steps"][step - 1]
            assert table.score[feature] == scored["scores"][scored["candidates"].index(feature)]
        else:
            assert feature in document["uninformative"]


def test_json_is_strict_and_complete(summary):
    document = json.loads(summary.to_json(), parse_constant=pytest.fail)
    assert document == summary.to_dict()
    assert document["predictors"]["name"][:2] == ["x0", "x1"]
    assert document["predictors"]["residual_variance"].count("NaN") > 0
    assert set(document) == {field.name for field in dataclasses.fields(summary)}


def put_together(column):
    """What the page's script makes of the sentences, in Python."""
    texts = [(text["parts"], [iter(gap.split(" ")) for gap in text["gaps"]]) for text in column["texts"]]
    for code in column["codes"].split(" "):
        parts, gaps = texts[int(code)]
        yield parts[0] + "".join(next(gap) + part for gap, part in zip(gaps, parts[1:], strict=True))


@pytest.mark.parametrize("names", [None, HOSTILE])
def test_sentences_are_put_together_letter_for_letter(names):
    summary = invented_trace(names=names).summary()
    found = columns.columns(summary, summary.predictors)
    assert tuple(put_together(found["reason"])) == summary.predictors.reason
    assert len(found["reason"]["texts"]) < 30


def test_every_renderer_takes_the_summary_as_it_is(summary):
    page, markdown, text = summary.to_html(), summary.to_markdown(), str(summary)
    for item in summary.selected:
        for rendered in (page, markdown, text):
            assert item.predictor.name in rendered
            assert tables.value(item.predictor.score) in rendered
    for name in ("uninformative_threshold", "fingerprint"):
        assert name in page and name in markdown.replace("\\", "")
    with pytest.raises(ValueError, match="predictors=True"):
        dataclasses.replace(summary, predictors=None).to_html()


def test_every_renderer_says_how_the_data_were_prepared(trace):
    columns = {f"<b>column {number}</b>": number for number in range(1, 6)}
    nothing = {key: {} for key in ("columns_dropped", "onehot", "ordinal", "dates")}
    prepared = Preparation(rows_dropped=1, imputed=columns, rounded=(), **nothing)
    summary = dataclasses.replace(trace, preparation=prepared).summary()
    for sentence in prepared.sentences():
        assert sentence in str(summary) and sentence in summary.head.preparation
        assert sentence.replace("<", "&lt;").replace(">", "&gt;") in summary.to_html()
    assert "&lt;b&gt;column 5&lt;/b&gt; \\(5\\)" in summary.to_markdown()
    assert "after the preparation" in summary.call.caveats[0]


TRACES = {
    "FOCI": lambda X, y: FOCI().fit(X, y),
    "FOCI without a stop": lambda X, y: FOCI(stop=False, max_features=3).fit(X, y),
    "KFOCI": lambda X, y: KFOCI().fit(X, y),
    "max_features": lambda X, y: TNVS(max_features=1).fit(X, y),
    "initial": lambda X, y: TNVS(initial=[0, 25]).fit(X, y),
    "nothing but initial": lambda X, y: TNVS(initial=[0], max_features=1).fit(X, y),
    "all excluded": lambda X, y: TNVS(exclude=list(range(X.shape[1]))).fit(X, y),
    "undefined": lambda X, y: TNVS(redundancy_threshold=0).fit(np.c_[X, y > 0], y > 0),
    "float32": lambda X, y: TNVS().fit(X.astype(np.float32), y),
}


@pytest.mark.parametrize("case", TRACES)
def test_every_kind_of_trace_has_a_report(case, table):
    X, y = table
    trace = TRACES[case](X, y).trace_
    summary = trace.summary()
    assert "nan" not in re.sub(r"<script.*", "", summary.to_html(), flags=re.DOTALL).lower()
    assert f"{len(trace.selected)} of {trace.data.n_features} predictors" in summary.to_html()
    assert str(summary) and summary.to_markdown() and json.loads(summary.to_json())


def test_a_trace_with_infinite_scores_has_a_report(trace):
    step = trace.steps[-1]
    odd = dataclasses.replace(step, scores=np.full_like(step.scores, -np.inf))
    summary = dataclasses.replace(trace, steps=(*trace.steps[:-1], odd)).summary()
    assert summary.to_html() and summary.to_markdown() and json.loads(summary.to_json())


def test_other_records_are_refused_by_name(table):
    partial = PCSimple().fit(*table).trace_
    with pytest.raises(TypeError, match="got PartialTrace; of other methods, explain and to_frame"):
        summarise(partial)


def test_the_drawings_show_every_step_and_subset(summary):
    bars = split_bars(summary)
    assert {bar.subset: bar.count for bar in bars} == {k: n for k, n in summary.counts.items() if n}
    assert bars[-1].x + bars[-1].width == pytest.approx(1000)
    chart = path_chart(summary)
    assert [mark.label for mark in chart.marks] == [str(step.number) for step in summary.path]
    heights = [mark.best for mark in chart.marks]
    scores = [step.score for step in summary.path]
    assert np.argsort(heights).tolist() == np.argsort([-score for score in scores]).tolist()
    assert set(SUBSET_COLOURS) == set(SUBSETS)


def test_a_long_path_is_labelled_sparingly():
    chart = path_chart(invented_trace(n_features=3000, n_steps=100).summary(predictors=False))
    assert len(chart.marks) > 100
    assert sum(mark.label != "" for mark in chart.marks) <= 25
    assert all(mark.name == "" for mark in chart.marks)


def test_the_page_is_written_whole_or_not_at_all(trace, tmp_path):
    path = tmp_path / "report.html"
    assert trace.to_html(path) is None
    assert path.read_text(encoding="utf-8") == trace.to_html()
    with pytest.raises(FileNotFoundError, match="create the folder first"):
        trace.to_html(tmp_path / "nowhere" / "report.html")
    assert [item.name for item in tmp_path.iterdir()] == ["report.html"]


def test_a_loaded_trace_gives_the_same_page(trace):
    assert Trace.from_json(trace.to_json()).to_html() == trace.to_html()


def test_without_jinja_the_page_says_what_to_install(fitted, monkeypatch):
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(ImportError, match=r'pip install "tnvs\[report\]"'):
        fitted.to_html()
    assert "<pre>TNVS: " in fitted._repr_html_()


def test_hostile_names_stay_text():
    page = invented_trace(names=HOSTILE).to_html()
    assert page.count("<script") == 2 and page.count("</script") == 2
    assert "<img" not in page and "\u202e" not in page and "x" * 100 not in page and "\u2028" not in page
    assert "&lt;script&gt;document.title" in page and "{{ 7 * 7 }}" in page
    page.encode("utf-8")


def test_notebooks_show_the_split_beneath_the_diagram(table):
    from sklearn import config_context

    selector = TNVS()
    assert "tnvs-summary" not in selector._repr_html_()
    assert "tnvs-summary" not in selector._repr_mimebundle_()["text/html"]
    selector.fit(*table)
    diagram = selector._repr_html_()
    assert diagram.count('class="tnvs-summary"') == 1
    assert selector._repr_mimebundle_()["text/html"].count('class="tnvs-summary"') == 1
    assert diagram.index("sk-") < diagram.index("tnvs-summary")
    assert f"{len(selector.selected_)} of 60 predictors selected" in diagram
    with config_context(display="text"):
        assert "text/html" not in selector._repr_mimebundle_()
        assert not hasattr(selector, "_repr_html_")


def test_terminal_tables(summary):
    rich = pytest.importorskip("rich.console")
    text = str(summary)
    assert text.splitlines()[0] == f"TNVS: {summary.counts['relevant']} of 60 predictors selected, 400 rows"
    console = rich.Console(width=200, record=True, file=io.StringIO())
    console.print(summary)
    drawn = console.export_text()
    for word in (*SUBSETS, "The path", summary.selected[0].predictor.name):
        assert word in text and word in drawn


def test_terminal_tables_show_names_as_they_are():
    rich = pytest.importorskip("rich.console")
    trace = invented_trace(names=None)
    names = ["[red]a[/red]\x1b[31m"] * trace.data.n_features
    named = dataclasses.replace(trace, data=dataclasses.replace(trace.data, feature_names=tuple(names)))
    console = rich.Console(width=300, record=True, file=io.StringIO())
    console.print(named.summary())
    for drawn in (console.export_text(), str(named.summary())):
        assert r"[red]a[/red]\x1b[31m" in drawn


def test_nothing_optional_is_imported_with_the_package():
    code = "import sys, tnvs, tnvs.report; print(sorted({'jinja2', 'markupsafe'} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
