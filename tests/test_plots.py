"""Every display draws what the trace says, at any size, in any style, with any names."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from itertools import chain
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.colors import to_hex, to_rgb, to_rgba
from sklearn.exceptions import NotFittedError

from tnvs import FOCI, KFOCI, SIS, TNVS, TPC, Trace
from tnvs.datasets import make_example, make_nonlinear
from tnvs.palette import SUBSET_COLOURS
from tnvs.plots import (
    EntropyDisplay,
    PredictorDisplay,
    RedundancyDisplay,
    SelectionImageDisplay,
    SelectionPathDisplay,
    SelectionSpectrumDisplay,
    SplitDisplay,
    StabilityDisplay,
)
from tnvs.plots.labels import elided, label, labels, width
from tnvs.search import DataSummary, Deletion, Rules, Step
from tnvs.search.subsets import SUBSETS

PROJECT = Path(__file__).resolve().parents[1]
PLOTS = ["plot_path", "plot_split", "plot_entropy", "plot_redundancy"]
HOSTILE = [
    "$a_b$ and $c^{d}$",
    "_hidden",
    "two\nlines",
    "mood 😀🧬",
    "日本語の列名",
    "a" * 10_000,
    "",
    "=1+1",
    "\\frac{1}{2}$",
    "<script>alert(1)</script>",
    "W" * 50,
]


@pytest.fixture(scope="module")
def example():
    X, y, _ = make_example(500, random_state=0)
    return TNVS().fit(X, y)


@pytest.fixture(scope="module")
def selector():
    X, y, _ = make_nonlinear(400, 100, random_state=0, nonzero=0)
    return TNVS(initial=["x1"], exclude=[2, 45], relevance_threshold=0.1).fit(X, y)


@pytest.fixture(scope="module")
def trace(selector):
    return selector.trace_


@pytest.fixture(scope="module")
def foci():
    X, y, _ = make_nonlinear(300, 30, random_state=0, nonzero=0)
    return FOCI().fit(X, y).trace_


@pytest.fixture(scope="module")
def wide():
    return made(50_000, 40)


def made(p, n_steps, n_redundant=25, names=None, seed=0):
    """A trace of any size, with numbers out of the air, in which all subsets occur."""
    rng = np.random.default_rng(seed)
    order = rng.permutation(p).astype(np.int32)
    excluded, uninformative, order = np.sort(order[:1]), np.sort(order[1:2]), order[2:]
    steps = []
    for number in range(1, n_steps + 1):
        candidates = np.sort(order)
        scores = np.sort(rng.normal(0, 0.1, len(order)))[np.argsort(np.argsort(-order, kind="stable"))]
        winner = int(np.argmax(scores))
        second = int(np.argsort(scores)[-2])
        gone = candidates[np.arange(len(candidates)) != winner][:n_redundant]
        shares = rng.dirichlet(np.ones(number), len(gone)) * 0.99
        steps.append(
            Step(
                number,
                candidates,
                scores,
                int(candidates[winner]),
                int(candidates[second]),
                float(scores[winner] - scores[second]),
                Deletion(gone, rng.uniform(0, 0.01, len(gone)), shares),
                0.0,
            )
        )
        order = np.setdiff1d(order, [*gone, candidates[winner]])
    entropies = rng.uniform(0.5, 2, p)
    entropies[uninformative] = 0.001
    nothing = np.empty(0, np.int32)
    return Trace(
        rules=Rules(),
        entropies=entropies,
        constant=nothing,
        initial=nothing,
        excluded=excluded,
        uninformative=uninformative,
        initial_deletion=Deletion(nothing, np.empty(0), np.empty((0, 0))),
        steps=tuple(steps),
        stop_reason="max_features",
        seconds={},
        method="TNVS",
        parameters={},
        resolved={},
        data=DataSummary(
            n_samples=9,
            n_features=p,
            dtype="float64",
            fingerprint_X="",
            fingerprint_y="",
            feature_names=None if names is None else tuple(names),
        ),
    )


def drawn(display):
    """Draw, so that whatever matplotlib would warn of is found."""
    display.figure_.canvas.draw()
    return display


def boxes(texts):
    """Where texts lie on the figure, in pixels."""
    return [text.get_window_extent() for text in texts if text.get_visible() and text.get_text()]


def overlaps(found):
    return [(a, b) for k, a in enumerate(found) for b in found[k + 1 :] if a.overlaps(b)]


# --- what is drawn ------------------------------------------------------------------------------------------


def test_path_shows_chosen_runner_up_threshold_and_stop(trace):
    display = drawn(trace.plot_path())
    chosen = [step for step in trace.steps if step.chosen is not None]
    assert isinstance(display, SelectionPathDisplay)
    assert display.chosen_.get_ydata().tolist() == [step.best_score for step in chosen]
    assert display.chosen_.get_color() == SUBSET_COLOURS["relevant"]
    seconds = [step.best_score - step.margin for step in chosen]
    np.testing.assert_allclose(display.runners_up_.get_ydata()[: len(chosen)], seconds)
    assert display.threshold_.get_ydata()[0] == 0.1
    assert trace.steps[-1].chosen is None
    assert display.stop_.get_ydata().tolist() == [trace.steps[-1].best_score]
    ticks = [tick.get_text() for tick in display.ax_.get_xticklabels()]
    assert ticks == [*(trace.name_of(step.chosen) for step in chosen), "(none)"]
    assert "no remaining predictor reached the threshold" in display.ax_.get_xlabel()


def test_path_field_holds_the_inner_candidates(trace):
    display = trace.plot_path()
    outer, inner = display.field_
    low, high = outer.get_data().baseline, outer.get_data().values
    for step, bottom, top in zip(trace.steps, low, high, strict=True):
        inside = (step.scores >= bottom) & (step.scores <= top)
        assert 0.85 <= inside.mean() <= 1
    assert (inner.get_data().values <= high).all() and (inner.get_data().baseline >= low).all()


def test_split_accounts_for_every_predictor(trace):
    display = drawn(trace.plot_split())
    assert isinstance(display, SplitDisplay)
    assert sum(flow.count for flow in display.flows) == trace.data.n_features
    for subset, count in trace.counts.items():
        assert sum(flow.count for flow in display.flows if flow.subset == subset) == count
        if count:
            assert f"\n{count:,} (" in display.texts_[subset].get_text()
            assert to_hex(display.boxes_[subset].get_facecolor()).upper() == SUBSET_COLOURS[subset]
    assert {flow.stage.split(":")[0] for flow in display.flows} >= {"exclude", "initial", "prefilter", "stop"}


def test_split_is_to_scale_and_shows_one_of_a_million():
    display = made(100_000, 1, n_redundant=50_000).plot_split()
    heights = {name: box.get_height() for name, box in display.boxes_.items()}
    assert heights["redundant"] == pytest.approx(heights["conditionally independent"], rel=0.01)
    assert 0.003 < heights["uninformative"] < 0.05
    assert "<0.1%" in display.texts_["uninformative"].get_text()


def test_split_joins_the_later_steps():
    display = made(2000, 30).plot_split()
    stages = list(dict.fromkeys(flow.stage for flow in display.flows))
    assert [stage.split(":")[0] for stage in stages[1:]] == [
        "prefilter",
        *(f"step {number}" for number in range(1, 6)),
        "steps 6 to 30",
        "stop",
    ]
    counts = {flow.subset: flow.count for flow in display.flows if flow.stage == "steps 6 to 30"}
    assert counts["relevant"] == 25


def test_entropy_bars_count_every_predictor(trace):
    display = drawn(trace.plot_entropy(bins=12))
    assert isinstance(display, EntropyDisplay)
    for subset, bars in display.bars_.items():
        data = bars.get_data()
        assert (data.values - data.baseline).sum() == trace.counts[subset]
        assert to_hex(bars.get_facecolor()).upper() == SUBSET_COLOURS[subset]
    assert set(display.bars_) == {subset for subset in SUBSETS if trace.counts[subset]}
    assert display.threshold_.get_xdata()[0] == trace.rules.uninformative_threshold


def test_entropy_bars_of_the_uninformative_end_at_the_threshold(trace):
    data = trace.plot_entropy().bars_["uninformative"].get_data()
    filled = np.flatnonzero(data.values > data.baseline)
    assert data.edges[filled.max() + 1] <= trace.rules.uninformative_threshold * (1 + 1e-9)


def test_entropy_at_the_threshold_is_uninformative():
    X = np.random.default_rng(0).normal(size=(64, 3))
    X[:, 1] = 1
    display = FOCI().fit(X, X[:, 0]).plot_entropy()  # its threshold is 0, and so is this entropy
    data = display.bars_["uninformative"].get_data()
    assert data.edges[np.flatnonzero(data.values > data.baseline)[0] + 1] == pytest.approx(0)
    assert display.ticks_["uninformative"].get_xdata().tolist() == [0]


@pytest.mark.parametrize("plot", ["plot_entropy", "plot_path", "plot_split", "plot_redundancy"])
def test_nothing_selected_is_drawn(plot):
    rng = np.random.default_rng(0)
    nothing = TNVS(relevance_threshold=0.9).fit(rng.normal(size=(100, 4)), rng.normal(size=100))
    assert nothing.selected_.size == 0
    assert drawn(getattr(nothing, plot)()).ax_.figure is not None


def test_redundancy_shows_the_recorded_shares(trace):
    display = drawn(trace.plot_redundancy())
    groups = display.groups
    assert isinstance(display, RedundancyDisplay)
    assert sorted(groups.members) == np.flatnonzero(trace.labels == "redundant").tolist()
    assert groups.sizes.sum() == trace.counts["redundant"] == display.image_.get_array().shape[1]
    for member, responsible, left in zip(groups.members, groups.responsible, groups.left, strict=True):
        why = trace.explain(int(member))
        assert why.responsible[0].feature == trace.selected[responsible]
        assert why.residual_variance == left < trace.rules.redundancy_threshold
    assert (np.diff(groups.responsible) >= 0).all()
    rows = [tick.get_text() for tick in display.ax_.figure.axes[2].get_yticklabels()]
    assert rows[0].startswith("x1 (")
    assert display.colorbar_.mappable is display.image_


@pytest.mark.parametrize("members", [1, 1000, 30_000])
def test_redundancy_is_readable_at_any_size(members):
    display = drawn(made(members + 20, 4, n_redundant=-(-members // 4)).plot_redundancy())
    shown = display.image_.get_array()
    assert shown.shape[0] == len(display.row_names) <= 4
    assert 1 <= shown.shape[1] <= 2000
    assert shown.min() >= 0 and shown.max() <= 1
    left = display.left_.get_data()
    assert left.edges[-1] == len(display.groups.members) and left.values.max() < 0.01


def test_redundancy_with_many_selected_draws_the_largest_groups():
    display = drawn(made(3000, 60).plot_redundancy())
    sizes = display.groups.sizes
    assert len(display.rows) == 24
    assert sizes[display.rows].min() >= np.sort(sizes)[-24]
    assert "24 of 60" in display.axes_[1].get_ylabel()


def test_predictor_shows_score_and_rank_until_decided(trace):
    feature = int(np.flatnonzero(trace.labels == "conditionally independent")[0])
    display = drawn(trace.plot_predictor(feature))
    why = trace.explain(feature)
    assert isinstance(display, PredictorDisplay)
    assert display.scores_.get_ydata().tolist() == [standing.score for standing in why.ranks]
    assert display.ranks_.get_ydata().tolist() == [standing.rank for standing in why.ranks]
    assert display.best_.get_ydata().tolist() == [step.best_score for step in trace.steps]
    assert display.scores_.get_color() == SUBSET_COLOURS["conditionally independent"]
    assert why.reason in " ".join(display.words_.get_text().split())


def test_predictor_stops_where_it_was_decided(trace):
    member = trace.steps[0].redundant.features[0]
    display = trace.plot_predictor(trace.name_of(int(member)))
    assert display.scores_.get_xdata().tolist() == [1]
    assert display.scores_.get_color() == SUBSET_COLOURS["redundant"]


@pytest.mark.parametrize("feature", ["x1", "x2"])
def test_predictor_never_scored_says_why(trace, feature):
    display = drawn(trace.plot_predictor(feature))
    assert display.scores_ is None and display.axes_ == []
    assert trace.explain(feature).reason in " ".join(display.words_.get_text().split())


@pytest.mark.parametrize("order", ["C", "F"])
def test_image_marks_the_pixels(trace, order):
    display = drawn(trace.selection_image((4, 25), background=np.arange(100.0), order=order))
    assert isinstance(display, SelectionImageDisplay)
    squares, area = display.marks_["relevant"], display.marks_["redundant"]
    x, y = np.array([path.vertices[:4].mean(axis=0) for path in squares.get_paths()]).astype(int).T
    flat = np.ravel_multi_index((y, x), (4, 25), order=order)
    assert sorted(flat) == np.flatnonzero(trace.labels == "relevant").tolist()
    assert to_hex(squares.get_facecolor()[0]).upper() == SUBSET_COLOURS["relevant"]
    marked = ~np.ma.getmaskarray(area.get_array())
    assert np.array_equal(marked.ravel(order), trace.labels == "redundant")
    assert to_hex(area.cmap(0)).upper() == SUBSET_COLOURS["redundant"]
    keys = {text.get_text() for text in display.legend_.get_texts()}
    assert keys == {f"{subset} ({trace.counts[subset]})" for subset in ("relevant", "redundant")}
    assert np.array_equal(display.background_.get_array().ravel(order), np.arange(100))


def test_image_without_a_background_and_with_colours(trace):
    assert drawn(trace.selection_image([4, 25])).background_ is None
    assert drawn(trace.selection_image((4, 25), background=np.zeros((4, 25, 3)))).background_ is not None


def test_spectrum_marks_channels_and_bands(trace):
    axis, curve = np.linspace(900, 400, 100), np.sin(np.arange(100))
    display = drawn(trace.selection_spectrum(axis, curve))
    assert isinstance(display, SelectionSpectrumDisplay)
    assert display.ax_.get_xlim()[0] > display.ax_.get_xlim()[1]
    assert sorted(display.points_.get_xdata()) == sorted(axis[trace.selected])
    assert [line[0, 0] for line in display.lines_.get_segments()] == sorted(
        axis[trace.selected], reverse=True
    )
    inside = np.zeros(100, dtype=bool)
    for path in display.bands_.get_paths():
        low, high = path.vertices[:, 0].min(), path.vertices[:, 0].max()
        inside |= (axis > low) & (axis < high)
    assert np.array_equal(inside, trace.labels == "redundant")


def test_spectrum_without_a_curve_and_in_any_order(trace):
    axis = np.random.default_rng(0).permutation(100.0 * np.arange(100))
    display = drawn(trace.selection_spectrum(axis))
    assert display.curve_ is None and display.points_ is None
    assert sorted(line[0, 0] for line in display.lines_.get_segments()) == sorted(axis[trace.selected])


def test_stability_counts_subsets():
    traces = [TNVS().fit(*make_example(300, random_state=seed)[:2]).trace_ for seed in range(5)]
    display = drawn(StabilityDisplay.from_traces(traces))
    expected = np.sum([trace.labels == "relevant" for trace in traces], axis=0)
    assert display.counts[:, 0].tolist() == expected[display.features].tolist()
    assert display.counts.sum(axis=1).tolist() == [5] * len(display.features)
    assert (np.diff(display.counts[:, 0]) <= 0).all()
    assert [bar.get_width() for bar in display.bars_["relevant"]] == display.counts[:, 0].tolist()
    assert to_hex(display.bars_["redundant"][0].get_facecolor()).upper() == SUBSET_COLOURS["redundant"]
    few = traces[0].plot_stability(traces[1:], most=2)
    assert len(few.features) == 2 and f"{display.n_ever - 2} more" in few.ax_.get_xlabel()


# --- any trace ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("plot", PLOTS)
def test_estimator_trace_and_file_draw_the_same(selector, plot, tmp_path):
    selector.trace_.to_json(tmp_path / "trace.json")
    pictures = []
    for source in (selector, selector.trace_, Trace.from_json(tmp_path / "trace.json")):
        display = getattr(source, plot)()
        display.figure_.savefig(tmp_path / "picture.png", metadata={"Software": None})
        pictures.append((tmp_path / "picture.png").read_bytes())
    assert pictures[0] == pictures[1] == pictures[2]


@pytest.mark.parametrize("kind", [FOCI, KFOCI])
def test_other_forward_searches_have_plots(kind):
    X, y, _ = make_nonlinear(200, 20, random_state=0)
    selector = kind(max_features=2).fit(X, y)
    for plot in PLOTS:
        drawn(getattr(selector, plot)())
    assert drawn(selector.plot_predictor("x3")).explanation.name == "x3"
    assert "did not look for any" in selector.plot_redundancy().ax_.texts[0].get_text()


def test_no_threshold_no_line():
    X, y, _ = make_nonlinear(100, 10, random_state=0)
    selector = FOCI(stop=False, max_features=3).fit(X, y)
    assert drawn(selector.plot_path()).threshold_ is None
    assert drawn(selector.plot_predictor(0)).threshold_ is None


def test_undefined_scores():
    X = np.random.default_rng(0).integers(0, 3, size=(200, 4)).astype(float)
    selector = TNVS().fit(X, X[:, 1])
    assert selector.trace_.stop_reason == "undefined"
    display = drawn(selector.plot_path())
    assert display.stop_ is None and "y is already determined" in display.ax_.get_xlabel()
    drawn(selector.plot_predictor(0))
    drawn(selector.plot_split())


def test_nothing_selected_and_nothing_scored():
    X = np.ones((50, 3))
    nothing = TNVS().fit(X, np.arange(50))
    assert "No step was made" in drawn(nothing.plot_path()).ax_.texts[0].get_text()
    for plot in PLOTS[1:]:
        drawn(getattr(nothing, plot)())
    drawn(nothing.selection_image((1, 3)))
    drawn(nothing.selection_spectrum([1, 2, 3], [0, 1, 0]))
    assert "No predictor was selected" in drawn(nothing.plot_stability([nothing])).ax_.texts[0].get_text()


def test_one_predictor():
    x = np.random.default_rng(0).normal(size=(60, 1))
    selector = TNVS().fit(x, x[:, 0] ** 2)
    for plot in PLOTS:
        drawn(getattr(selector, plot)())
    assert drawn(selector.plot_predictor(0)).ranks_.get_ydata().tolist() == [1]
    assert drawn(selector.selection_image((1, 1))).labels.tolist() == [["relevant"]]
    assert drawn(selector.selection_spectrum([5.0], [1.0])).ax_.get_xlim() == (4.5, 5.5)


def test_infinite_scores_are_left_out(trace):
    step = trace.steps[0]
    scores = step.scores.copy()
    scores[:5] = -np.inf
    broken = replace(trace, steps=(replace(step, scores=scores), *trace.steps[1:]))
    limits = drawn(broken.plot_path()).ax_.get_ylim()
    assert np.isfinite(limits).all()


@pytest.mark.parametrize("n_steps", [1, 200])
def test_short_and_long_paths(n_steps):
    trace = made(n_steps + 20, n_steps, n_redundant=0)
    display = drawn(trace.plot_path())
    assert len(display.chosen_.get_ydata()) == n_steps
    assert overlaps(boxes(display.ax_.get_xticklabels())) == []
    drawn(trace.plot_predictor(int(trace.selected[-1])))
    drawn(trace.plot_split())


# --- size, names, styles ------------------------------------------------------------------------------------


@pytest.mark.parametrize("plot", PLOTS)
def test_few_artists_for_many_predictors(wide, plot):
    assert len(drawn(getattr(wide, plot)()).figure_.findobj()) < 700


def test_pictures_of_many_predictors(wide):
    assert len(drawn(wide.selection_image((200, 250))).figure_.findobj()) < 300
    axis = np.arange(50_000)
    assert len(drawn(wide.selection_spectrum(axis, np.sin(axis))).figure_.findobj()) < 300
    assert len(drawn(wide.plot_stability([made(50_000, 5, seed=1)])).figure_.findobj()) < 700


def hostile(n_steps=3):
    return made(len(HOSTILE), n_steps, n_redundant=1, names=HOSTILE)


@pytest.mark.parametrize("plot", [*PLOTS, "plot_stability", "plot_predictor"])
@pytest.mark.parametrize("backend", ["svg", "pdf"])
def test_hostile_names_are_drawn(plot, backend, tmp_path):
    trace = hostile()
    arguments = {"plot_stability": [[trace]], "plot_predictor": [3]}.get(plot, [])
    display = getattr(trace, plot)(*arguments)
    display.figure_.savefig(tmp_path / f"picture.{backend}")
    assert (tmp_path / f"picture.{backend}").stat().st_size > 1000


@pytest.mark.parametrize("name", HOSTILE)
def test_labels_are_short_and_literal(name):
    text = label(name, 20)
    assert text and "\n" not in text and len(text.replace(r"\$", "$")) <= 20
    assert width(text.replace(r"\$", "$")) <= 12
    figure, ax = plt.subplots()
    ax.set_title(text)
    figure.canvas.draw()
    assert ax.title._preprocess_math(text) == (text.replace(r"\$", "$"), False)


def test_labels_keep_both_ends_and_stay_different():
    assert elided("abcdefghij", 5) == "ab…ij"
    names = [f"a_common_beginning_{k}_and_a_common_end" for k in range(3)] + ["other"]
    found = labels(names, range(4), 16)
    assert len(set(found)) == 4 and all(len(text) <= 16 for text in found)
    assert found[1].endswith(" [1]") and found[3] == "other"


def test_letters_the_font_lacks_are_escaped():
    assert label("日") == r"\u65e5"
    assert label("é") == "é"


LONG = [f"the_{j}_of_many_measurements_of_gene_expression_after_{j}_days" for j in range(1000)]
WIDE = [f"WWW_{j}_{'W' * 50}_{j}_WWW" for j in range(1000)]


@pytest.mark.parametrize("p", [6, 1000])
@pytest.mark.parametrize("n_steps", [2, 12])
@pytest.mark.parametrize("names", [LONG, WIDE], ids=["long", "wide"])
def test_long_names_do_not_overlap(p, n_steps, names):
    trace = made(p, min(n_steps, p - 4), n_redundant=p // 30, names=names[:p])
    split = drawn(trace.plot_split())
    assert overlaps(boxes(split.texts_.values())) == []
    stability = drawn(trace.plot_stability([trace]))
    assert overlaps(boxes(stability.ax_.get_yticklabels())) == []
    path = drawn(trace.plot_path())
    left = [box.x1 for box in boxes(path.ax_.get_xticklabels())]  # they end below their ticks
    height = 1.4 * plt.rcParams["font.size"] * path.figure_.dpi / 72
    assert (np.diff(left) > height).all()
    assert all(box.x0 > -200 for box in boxes(path.ax_.get_xticklabels()))


def test_texts_stay_on_the_figure():
    trace = made(1000, 8, names=LONG)
    displays = [getattr(trace, plot)() for plot in PLOTS]
    displays += [trace.plot_predictor(int(trace.selected[-1])), trace.plot_stability([trace])]
    for display in displays:
        drawn(display)
        width, height = display.figure_.get_size_inches() * display.figure_.dpi
        box = display.figure_.get_tightbbox().transformed(display.figure_.dpi_scale_trans)
        assert box.x0 > -2 and box.y0 > -2 and box.x1 < width + 2 and box.y1 < height + 2


@pytest.mark.parametrize(("style", "ink"), [("default", "black"), ("dark_background", "white")])
def test_lines_and_letters_follow_the_style(trace, style, ink):
    with plt.style.context(style):
        path, split = drawn(trace.plot_path()), drawn(trace.plot_split())
        entropy, life = drawn(trace.plot_entropy()), drawn(trace.plot_predictor("x50"))
        heat = drawn(trace.plot_redundancy())
    for artist in (path.threshold_, path.stop_, entropy.threshold_, life.best_, life.words_, heat.threshold_):
        assert to_rgb(artist.get_color()) == to_rgb(ink)
    for text in split.texts_.values():
        assert to_rgb(text.get_color()) == to_rgb(ink)
    paper = to_rgb("white" if ink == "black" else "black")
    np.testing.assert_allclose(heat.image_.cmap(0)[:3], paper, atol=0.01)
    shades = [sum(to_rgb(area.get_facecolor())) for area in path.field_]
    assert abs(shades[0] - sum(paper)) < abs(shades[1] - sum(paper))
    assert path.chosen_.get_color() == SUBSET_COLOURS["relevant"]


def test_axes_without_a_background_take_that_of_the_figure(trace):
    figure = plt.figure(facecolor="navy")
    ax = figure.add_subplot(facecolor="none")
    heat = trace.plot_redundancy(ax=ax)
    np.testing.assert_allclose(heat.image_.cmap(0), to_rgba("navy"), atol=0.01)


# --- axes ---------------------------------------------------------------------------------------------------


def every_plot(trace, ax):
    yield trace.plot_path(ax=ax())
    yield trace.plot_split(ax=ax())
    yield trace.plot_entropy(ax=ax())
    yield trace.plot_redundancy(ax=ax())
    yield trace.plot_predictor("x50", ax=ax())
    yield trace.selection_image((4, 25), ax=ax())
    yield trace.selection_spectrum(np.arange(100), ax=ax())
    yield trace.plot_stability([trace], ax=ax())


@pytest.mark.parametrize("layout", ["constrained", "tight", None])
def test_plots_on_given_axes_make_no_figure(trace, layout):
    figure, panels = plt.subplots(3, 3, figsize=(15, 12), layout=layout)
    rest = iter(panels.ravel())
    given = []

    def next_panel():
        given.append(next(rest))
        return given[-1]

    for display in every_plot(trace, next_panel):
        assert display.ax_ is given[-1] and display.figure_ is figure
    figure.canvas.draw()
    assert plt.get_fignums() == [figure.number]


def test_plots_on_parts_of_a_figure_and_on_free_axes(trace):
    figure = plt.figure(figsize=(12, 6))
    part, _ = figure.subfigures(1, 2)
    for display in every_plot(trace, lambda: part.subplots()):
        assert display.figure_ is figure
        part.clear()
    for plot in (trace.plot_redundancy, trace.plot_split):
        assert drawn(plot(ax=figure.add_axes((0.6, 0.2, 0.3, 0.6)))).figure_ is figure


def test_a_display_can_be_drawn_again(trace):
    display = trace.plot_redundancy()
    first, image = display.ax_, display.image_
    assert display.plot() is display
    assert display.ax_ is not first and display.image_ is not image
    assert np.array_equal(display.image_.get_array(), image.get_array())


def test_every_display_has_both_constructors(selector):
    for display, arguments in {
        SelectionPathDisplay: [],
        SplitDisplay: [],
        EntropyDisplay: [],
        RedundancyDisplay: [],
        PredictorDisplay: ["x5"],
        SelectionImageDisplay: [(10, 10)],
        SelectionSpectrumDisplay: [np.arange(100)],
        StabilityDisplay: [[selector.trace_, selector]],
    }.items():
        for made_of in (
            display.from_trace(selector.trace_, *arguments),
            display.from_estimator(selector, *arguments),
        ):
            assert type(made_of) is display and made_of.ax_.figure is made_of.figure_
            plt.close(made_of.figure_)


# --- errors -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [SIS, TPC])
def test_selectors_without_a_forward_search_say_so(kind):
    X, _, _ = make_nonlinear(100, 10, random_state=0)
    selector = kind().fit(X, X[:, 0])
    with pytest.raises(TypeError, match=f"{kind.__name__} leaves no Trace .* TNVS, FOCI and KFOCI"):
        SplitDisplay.from_estimator(selector)
    with pytest.raises(TypeError, match="got one of type"):
        SplitDisplay.from_trace(selector.trace_)


def test_wrong_sources_are_refused(trace):
    with pytest.raises(NotFittedError):
        TNVS().plot_path()
    with pytest.raises(NotFittedError):
        SplitDisplay.from_estimator(TNVS())
    with pytest.raises(TypeError, match="estimator is a Trace; use from_trace"):
        SplitDisplay.from_estimator(trace)
    with pytest.raises(TypeError, match="estimator must be a fitted selector, got 3"):
        SplitDisplay.from_estimator(3)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda t: t.selection_image((4, 24)), r"shape=\(4, 24\) has 96 pixels, but the trace is of 100"),
        (lambda t: t.selection_image((-4, -25)), r"shape=\(-4, -25\)"),
        (lambda t: t.selection_image((4, 25), order="A"), "order must be 'C' .* or 'F' .*, got 'A'"),
        (
            lambda t: t.selection_image((4, 25), background=np.ones((25, 4))),
            r"background has shape \(25, 4\)",
        ),
        (lambda t: t.selection_spectrum(np.arange(99)), r"axis has shape \(99,\), but the trace is of 100"),
        (lambda t: t.selection_spectrum(np.arange(100), [1]), r"spectrum has shape \(1,\)"),
        (lambda t: t.selection_spectrum([np.nan] * 100), "axis must be finite, got nan"),
        (lambda t: t.plot_entropy(bins=0), "bins must be an int of 1 or more, got 0"),
        (lambda t: t.plot_stability([t], most=0.5), "most must be an int of 1 or more, got 0.5"),
        (lambda t: t.plot_stability([]), "traces must hold 2 or more traces to compare, got 1"),
        (lambda t: t.plot_stability([made(9, 1)]), r"traces\[1\] is of 9 predictors, traces\[0\] of 100"),
        (
            lambda t: t.plot_stability([made(100, 1, names=LONG[:100])]),
            r"traces\[1\] has other feature names",
        ),
        (lambda t: t.plot_predictor("x100"), "feature='x100' is not a predictor"),
    ],
)
def test_wrong_arguments_are_named(trace, call, message):
    with pytest.raises(ValueError, match=message):
        call(trace)
    assert plt.get_fignums() == []


@pytest.mark.parametrize("shape", [5, "ab", (2, "x"), (2, 5, 10)])
def test_shapes_that_are_none(trace, shape):
    with pytest.raises((TypeError, ValueError), match="shape must be two ints"):
        trace.selection_image(shape)


@pytest.mark.parametrize("plot", PLOTS)
def test_without_matplotlib_the_error_says_what_to_install(trace, plot, monkeypatch):
    for name in [name for name in sys.modules if name.split(".")[0] == "matplotlib"]:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=r'pip install "tnvs\[plot\]"'):
        getattr(trace, plot)()


@pytest.mark.parametrize(
    "path", sorted((PROJECT / "src" / "tnvs" / "plots").glob("*.py")), ids=lambda p: p.stem
)
def test_matplotlib_is_imported_by_the_first_plot_only(path):
    """What isn't indented runs on import."""
    assert re.findall(r"^(?:from|import) matplotlib.*", path.read_text(encoding="utf-8"), re.MULTILINE) == []


# --- the gallery --------------------------------------------------------------------------------------------


def test_gallery_pictures_are_made_by_its_code(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(PROJECT / "docs")
    import make_gallery

    made_pictures = make_gallery.main(tmp_path)
    stored = PROJECT / "docs" / "figures" / "gallery"
    page = (PROJECT / "docs" / "gallery.md").read_text(encoding="utf-8")
    assert len(made_pictures) == len(set(made_pictures)) == page.count("](figures/gallery/")
    pages = [PROJECT / "README.md", *(PROJECT / "docs").glob("*.md")]
    used = [re.findall(r"figures/gallery/([\w-]+\.png)", page.read_text(encoding="utf-8")) for page in pages]
    assert set(chain.from_iterable(used)) == set(made_pictures)
    assert sorted(made_pictures) == sorted(path.name for path in stored.iterdir())
    for name in made_pictures:
        assert 1000 < (tmp_path / name).stat().st_size < 60_000
        assert 1000 < (stored / name).stat().st_size < 60_000


def test_gallery_shows_every_display():
    import tnvs.plots

    page = (PROJECT / "docs" / "gallery.md").read_text(encoding="utf-8")
    assert [name for name in tnvs.plots.__all__ if f"`{name}`" not in page] == []


def test_tests_draw_without_a_screen():
    assert matplotlib.get_backend().lower() == "agg"
