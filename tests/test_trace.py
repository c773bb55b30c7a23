"""The trace: frozen, lossless in JSON, and what follows from it."""

import copy
import dataclasses
import errno
import json
import os
import pickle
import subprocess
import sys
import traceback
from pathlib import Path

import jsonschema
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from test_search import data
from tnvs import TNVS, Trace
from tnvs.report.markdown import escaped
from tnvs.search import DataSummary, Deletion, Rules, Step, fingerprint, search
from tnvs.search.names import quoted, shown


def fitted(dtype=np.float64, **parameters):
    X, codes = data()
    return TNVS(**parameters).fit(X.astype(dtype), codes).trace_


@pytest.fixture(scope="module")
def trace():
    return fitted(initial=[6], exclude=[7])


def with_non_finite_numbers(trace):
    """A trace that holds every kind of number that JSON lacks."""
    step = trace.steps[0]
    chosen = np.searchsorted(step.candidates, step.chosen)
    scores = np.full_like(step.scores, -np.inf)
    scores[[chosen - 1, chosen]] = [-0.0, np.inf]
    step = dataclasses.replace(
        step,
        scores=scores,
        runner_up=int(step.candidates[chosen - 1]),
        margin=float("inf"),
        seconds=float("nan"),
    )
    last = trace.steps[-1]
    last = dataclasses.replace(last, scores=np.full_like(last.scores, np.nan))
    return dataclasses.replace(trace, steps=(step, *trace.steps[1:-1], last), stop_reason="undefined")


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_json_loses_nothing(dtype, tmp_path):
    trace = with_non_finite_numbers(fitted(dtype, initial=["x6"], exclude=[7]))
    path = tmp_path / "trace.json"
    assert trace.to_json(path) is None
    for loaded in (Trace.from_json(path), Trace.from_json(str(path)), Trace.from_json(trace.to_json())):
        assert loaded == trace
        assert loaded.entropies.dtype == dtype
        for ours, theirs in zip(trace.steps, loaded.steps, strict=True):
            assert ours.scores.tobytes() == theirs.scores.tobytes()
            assert ours.redundant.shares.tobytes() == theirs.redundant.shares.tobytes()
    assert [item.name for item in tmp_path.iterdir()] == ["trace.json"]


def test_json_into_a_missing_folder_names_the_path(trace, tmp_path):
    path = tmp_path / "new" / "trace.json"
    with pytest.raises(FileNotFoundError, match="create the folder first") as caught:
        trace.to_json(path)
    assert caught.value.filename == str(path) and ".tmp" not in formatted(caught.value)
    with pytest.raises(IsADirectoryError, match="add the name of a file"):
        trace.to_json(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("code", [errno.EACCES, errno.EROFS, errno.ENOSPC])
def test_json_that_cant_be_written_names_the_path(code, trace, tmp_path, monkeypatch):
    path = tmp_path / "trace.json"

    def refuse(self, *arguments, **options):
        raise OSError(code, os.strerror(code), str(self))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", refuse)
        with pytest.raises(OSError, match="choose another") as caught:
            trace.to_json(path)
    assert caught.value.errno == code and caught.value.filename == str(path)
    assert ".tmp" not in formatted(caught.value) and list(tmp_path.iterdir()) == []


def formatted(error):
    """What a user sees of it."""
    return "".join(traceback.format_exception(error))


def test_json_is_strict_and_follows_the_schema(trace):
    jsonschema.Draft202012Validator.check_schema(Trace.schema())
    for item in (
        trace,
        with_non_finite_numbers(trace),
        fitted(ties="random", random_state=3, response="nominal"),
    ):
        text = item.to_json()

        def refuse(constant):
            raise AssertionError(constant)

        document = json.loads(text, parse_constant=refuse)
        jsonschema.validate(document, Trace.schema())


def test_schema_refuses_what_is_not_a_trace(trace):
    document = json.loads(trace.to_json())
    for change in ({"stop_reason": "tired"}, {"format": "other"}, {"surplus": 1}, {"steps": [{}]}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**document, **change}, Trace.schema())


def changed(trace, *path, to=None):
    """The JSON of a trace with one of its values changed."""
    document = json.loads(trace.to_json())
    place = document
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return json.dumps(document)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda trace: "", "not valid JSON"),
        (lambda trace: trace.to_json()[:-200], "truncated"),
        (lambda trace: '{"a": NaN}', "not standard JSON"),
        (lambda trace: "[" * 100_000, "not valid JSON"),
        (lambda trace: "[1, 2]", "not a trace"),
        (lambda trace: '{"format": "something else"}', "not a trace"),
        (lambda trace: changed(trace, "format_version", to=2), "upgrade tnvs"),
        (lambda trace: changed(trace, "format_version", to="1"), "format_version"),
        (lambda trace: changed(trace, "stop_reason", to="tired"), "stop_reason"),
        (lambda trace: changed(trace, "entropies", to=[1.0]), "entropies has 1 entries"),
        (lambda trace: changed(trace, "entropies", to=["a"] * 12), "entropies"),
        (lambda trace: changed(trace, "uninformative", to=[99]), "outside 0 to 11"),
        (
            lambda trace: changed(trace, "uninformative", to=[1.5]),
            r"uninformative\[0\] is 1.5, expected integer",
        ),
        (lambda trace: changed(trace, "steps", to=None), "damaged"),
        (lambda trace: changed(trace, "steps", to=[{"chosen": 0}]), "is missing"),
        (lambda trace: changed(trace, "rules", to={}), "rules.uninformative_threshold is missing"),
        (
            lambda trace: changed(trace, "rules", "relevance_threshold", to="abc"),
            "threshold is 'abc', expected number",
        ),
        (
            lambda trace: changed(trace, "rules", "max_features", to=0),
            "is 0, expected integer or null of at least 1",
        ),
        (lambda trace: changed(trace, "rules", "max_features", to=1), "resolved.max_features is not"),
        (
            lambda trace: changed(trace, "data", "n_samples", to=-5),
            "n_samples is -5, expected integer of at least 1",
        ),
        (lambda trace: changed(trace, "data", "n_samples", to=True), "n_samples is True, expected integer"),
        (lambda trace: changed(trace, "data", "fingerprint_y", to="abc"), "fingerprint_y is 'abc', expected"),
        (lambda trace: changed(trace, "data", "feature_names", to=["a"]), "feature_names"),
        (lambda trace: changed(trace, "surplus", to=1), "'surplus' is not part of the format"),
        (lambda trace: changed(trace, "entropies", 3, to=True), r"entropies\[3\] is True, expected number"),
        (lambda trace: changed(trace, "resolved", "n_bins", to=0), "n_bins is 0"),
        (lambda trace: changed(trace, "resolved", "response", to="ranks"), "'ranks', expected rank, nominal"),
        (lambda trace: changed(trace, "data", to=[]), "damaged"),
        (
            lambda trace: changed(trace, "stop_reason", to="callback"),
            "scores that end the search as 'threshold'",
        ),
        (lambda trace: changed(trace, "initial", to=[4]), "constant names too"),
        (
            lambda trace: changed(trace, "constant", to=[5]),
            "constant names a predictor whose entropy is not 0",
        ),
        (
            lambda trace: changed(trace, "rules", "uninformative_threshold", to=1.2),
            "uninformative lists others",
        ),
        (
            lambda trace: changed(trace, "rules", "relevance_threshold", to=0.99),
            "step 1 has .* its scores say None",
        ),
        (lambda trace: changed(trace, "rules", "redundancy_threshold", to=1e-9), "a residual variance above"),
        (lambda trace: changed(trace, "steps", 0, "margin", to=0.5), "step 1 has 0.5 as margin"),
        (lambda trace: changed(trace, "steps", 0, "margin", to=None), "step 1 has None as margin"),
        (lambda trace: changed(trace, "steps", 0, "runner_up", to=6), "step 1 has 6 as runner_up"),
        (lambda trace: changed(trace, "steps", 0, "chosen", to=9), "step 1 has 9 as chosen"),
        (lambda trace: changed(trace, "steps", 0, "number", to=2), "step 1 is numbered 2"),
        (lambda trace: changed(trace, "steps", -1, "scores", 0, to=0.9), "as chosen, but its scores say"),
        (
            lambda trace: changed(trace, "steps", to=json.loads(trace.to_json())["steps"][:-1]),
            "does not fit the last",
        ),
        (lambda trace: changed(trace, "excluded", to=[]), "other candidates"),
        (lambda trace: changed(trace, "excluded", to=[6]), "decided before"),
    ],
)
def test_damaged_json_is_a_value_error(trace, spoil, message):
    with pytest.raises(ValueError, match=message):
        Trace.from_json(spoil(trace))


def places(value, path=()):
    """Every place in a document; of a list the first and the last."""
    yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from places(item, (*path, key))
    elif isinstance(value, list) and value:
        for position in {0, len(value) - 1}:
            yield from places(value[position], (*path, position))


def test_what_the_schema_refuses_is_refused():
    """One value of the document replaced, removed or added, everywhere and by everything."""
    validator = jsonschema.Draft202012Validator(Trace.schema())
    original = fitted(initial=[6], exclude=[7], max_features=3).to_json()
    refused = 0
    for path in list(places(json.loads(original)))[1:]:
        for value in (
            None,
            True,
            False,
            -1,
            0,
            1,
            2.5,
            "abc",
            "NaN",
            "0" * 65,
            [],
            [1],
            {},
            {"a": 1},
            ...,
            len,
        ):
            document = json.loads(original)
            place = document
            for key in path[:-1]:
                place = place[key]
            if value is ...:
                del place[path[-1]]
            elif value is len and isinstance(place, dict):
                place["surplus"] = 1
            elif value is not len:
                place[path[-1]] = value
            if not validator.is_valid(document):
                refused += 1
                with pytest.raises(ValueError):
                    Trace.from_json(json.dumps(document))
    assert refused > 500
    assert Trace.from_json(original)


MUTATIONS = st.lists(
    st.tuples(st.floats(0, 1), st.sampled_from([*'0123456789-,:[]{}"eEnulN. ', ""])), min_size=1
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(mutations=MUTATIONS)
def test_mutated_json_is_refused_or_can_be_used(trace, mutations):
    text = trace.to_json()
    for where, character in mutations:
        position = int(where * (len(text) - 1))
        text = text[:position] + character + text[position + 1 :]
    try:
        loaded = Trace.from_json(text)
    except ValueError:
        return
    for feature in range(loaded.data.n_features):
        assert str(loaded.explain(feature))
    loaded.to_markdown()


def test_foreign_files(tmp_path):
    binary = tmp_path / "a.npy"
    np.save(binary, np.array([-1.0, np.pi]))
    with pytest.raises(ValueError, match=r"a\.npy.*not text"):
        Trace.from_json(binary)
    with pytest.raises(FileNotFoundError):
        Trace.from_json(tmp_path / "nothing.json")
    with pytest.raises(TypeError, match="source"):
        Trace.from_json(3)


def test_a_failed_write_leaves_the_old_file(trace, tmp_path):
    path = tmp_path / "trace.json"
    path.write_text("old")
    broken = dataclasses.replace(trace, parameters={**trace.parameters, "verbose": float("nan")})
    with pytest.raises(ValueError):
        broken.to_json(path)
    assert path.read_text() == "old"
    with pytest.raises(FileNotFoundError):
        trace.to_json(tmp_path / "nowhere" / "trace.json")
    assert len(list(tmp_path.iterdir())) == 1


def test_hostile_feature_names_survive(trace):
    hostile = ["<script>", '"', "a\nb", "\ud800", "‮abc", "=1+1", "é", "x" * 10_000, "|", "", "🙂", "NaN"]
    named = dataclasses.replace(trace, data=dataclasses.replace(trace.data, feature_names=tuple(hostile)))
    assert Trace.from_json(named.to_json()).feature_names == tuple(hostile)
    assert named.to_frame()["feature"].tolist() == hostile
    report = named.to_markdown()
    assert "<script>" not in report and "‮" not in report and "x" * 100 not in report
    assert all(str(named.explain(feature)).isprintable() for feature in range(12))


def test_trace_is_immutable(trace):
    with pytest.raises(dataclasses.FrozenInstanceError):
        trace.stop_reason = "callback"
    with pytest.raises(TypeError):
        trace.parameters["verbose"] = 2
    for copied in (
        trace,
        pickle.loads(pickle.dumps(trace)),
        copy.deepcopy(trace),
        Trace.from_json(trace.to_json()),
    ):
        assert copied == trace
        for array in (copied.entropies, copied.steps[0].scores, copied.initial_deletion.shares):
            with pytest.raises(ValueError, match="read-only"):
                array[...] = 0
            with pytest.raises(ValueError, match="WRITEABLE"):
                array.setflags(write=True)


def test_equality_sees_every_difference(trace):
    assert trace != dataclasses.replace(trace, stop_reason="callback")
    assert trace != dataclasses.replace(trace, entropies=trace.entropies.astype(np.float32))
    assert trace != "trace"
    assert fitted(initial=[6], exclude=[7]).without_timings() == trace.without_timings()


def test_the_subsets_are_a_partition(trace):
    assert sum(trace.counts.values()) == 12
    labels = trace.labels
    assert set(labels[trace.selected]) == {"relevant"}
    assert trace.selected[0] == 6 and labels[7] == "excluded" and labels[4] == "uninformative"


def test_scores_are_the_deciding_ones(trace):
    scores = trace.scores
    for step in trace.steps:
        if step.chosen is not None:
            assert scores[step.chosen] == step.best_score
    last = trace.steps[-1]
    assert trace.stop_reason == "threshold"
    assert (scores[last.candidates] == last.scores).all()
    assert np.isnan(scores[[4, 6, 7]]).all()


def test_an_undefined_step_keeps_the_last_defined_score():
    X, codes = data()
    codes //= 10
    X[:, 6] = codes
    trace = TNVS(redundancy_threshold=0).fit(X, codes).trace_
    assert trace.stop_reason == "undefined"
    left = trace.labels == "conditionally independent"
    assert np.isfinite(trace.scores[left]).all()


def test_default_names(trace):
    assert trace.data.feature_names is None
    assert trace.feature_names[:2] == ("x0", "x1") and trace.name_of(11) == "x11"


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frame_has_one_row_a_predictor(trace, library):
    frame = trace.to_frame(library)
    assert type(frame).__module__.startswith(library)
    assert list(frame.columns) == [
        "feature", "index", "subset", "stage", "step", "score", "threshold", "margin", "entropy",
        "residual_variance", "reason",
    ]  # fmt: skip
    assert len(frame) == 12
    assert frame["subset"].to_list() == trace.labels.tolist()
    for feature, reason in enumerate(frame["reason"].to_list()):
        assert reason == trace.explain(feature).reason
    margins = frame["margin"].to_numpy()
    assert (margins[~np.isnan(margins)] >= 0).all()


def test_frame_says_what_to_install(trace, monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ImportError, match="pip install polars"):
        trace.to_frame("polars")
    with pytest.raises(ValueError, match="library"):
        trace.to_frame("excel")


def test_markdown_lists_at_most_the_limit(trace):
    report = trace.to_markdown(limit=1)
    count = trace.counts["relevant"]
    assert f"## Relevant ({count})" in report and f"… and {count - 1} more" in report
    assert f"| {trace.steps[0].number} | {len(trace.steps[0].candidates)} |" in report
    with pytest.raises(ValueError, match="limit"):
        trace.to_markdown(limit=-1)
    for limit in (None, 1.5, "all", True):
        with pytest.raises(TypeError, match="limit must be an int, got"):
            trace.to_markdown(limit)


def test_markdown_names_are_escaped():
    assert escaped("a*b_<i>|`") == r"a\*b\_&lt;i&gt;\|\`"
    assert shown("a\nb\u202e") == r"a\nb\u202e"


def test_names_that_can_not_be_seen_are_quoted(trace):
    assert (shown(""), shown(" "), quoted(""), quoted("a")) == ("''", "' '", "''", "'a'")
    names = ("", *(f"c{feature}" for feature in range(1, 12)))
    named = dataclasses.replace(trace, data=dataclasses.replace(trace.data, feature_names=names))
    assert str(named.explain("")).startswith("'' ") and "**''**" in named.to_markdown()
    with pytest.raises(ValueError, match=r"feature='' is not among"):
        dataclasses.replace(named, data=dataclasses.replace(trace.data, feature_names=("a",) * 12)).explain(
            ""
        )


class PretendEngine:
    """Answers at once, at a size that no test could compute."""

    n_samples = 2000

    def __init__(self, n_features):
        self.n_features = n_features
        self.rng = np.random.default_rng(0)

    def entropies(self):
        return np.ones(self.n_features)

    def constants(self):
        return np.zeros(self.n_features, dtype=bool)

    def scores(self, selected, candidates):
        return self.rng.random(len(candidates))

    def residual_variances(self, selected, candidates):
        return np.where(np.arange(len(candidates)) < 100, 0.001, 1.0)

    def explained_shares(self, selected, features):
        return np.full((len(features), len(selected)), 0.9 / len(selected))


def test_wide_trace_is_small(tmp_path):
    p = 50_000
    record = search(PretendEngine(p), Rules(max_features=40))
    summary = DataSummary(
        n_samples=2000, n_features=p, dtype="float64", fingerprint_X="0" * 64, fingerprint_y="0" * 64,
        feature_names=None,
    )  # fmt: skip
    trace = Trace.from_search(record, method="TNVS", parameters={}, resolved={}, data=summary)
    assert len(trace.steps) == 40
    assert total_bytes(trace) < 100e6
    trace.to_json(tmp_path / "trace.json")
    assert Trace.from_json(tmp_path / "trace.json") == trace


def total_bytes(record):
    if isinstance(record, np.ndarray):
        return record.nbytes
    if isinstance(record, tuple):
        return sum(map(total_bytes, record))
    if dataclasses.is_dataclass(record):
        return sum(total_bytes(getattr(record, field.name)) for field in dataclasses.fields(record))
    return 0


def test_fingerprint_sees_values_type_and_shape_only(tmp_path):
    X = np.random.default_rng(0).normal(size=(700, 1000))
    expected = fingerprint(X)
    wide = np.zeros((1400, 1000))
    wide[::2] = X
    mapped = np.lib.format.open_memmap(tmp_path / "x.npy", mode="w+", dtype=float, shape=X.shape)
    mapped[:] = X
    for same in (np.asfortranarray(X), wide[::2], mapped, X.astype(">f8")):
        assert fingerprint(same) == expected
    assert fingerprint(X, n_jobs=3) == expected
    for other in (X[:-1], X.T.reshape(X.shape), X.astype(np.float32), X.ravel(), X + 0.0001):
        assert fingerprint(other) != expected


@pytest.mark.parametrize("n_jobs", [1, 3])
def test_fingerprint_of_columns_is_that_of_rows(n_jobs):
    """Of columns, rows are gathered for several hashes at once: here twice, and the last time for fewer."""
    X = np.random.default_rng(0).random((9000, 600))
    assert fingerprint(np.asfortranarray(X), n_jobs) == fingerprint(X)


@pytest.mark.parametrize("dtype", [">f8", "<f4", np.float16])
def test_fingerprint_is_that_of_the_values(dtype):
    assert fingerprint(np.array([0.0, 1.0, -0.0], dtype)) == fingerprint(np.array([-0.0, 1.0, 0.0], dtype))


def test_fingerprint_of_strings():
    assert fingerprint(["a", "bc"]) != fingerprint(["ab", "c"])
    assert fingerprint(np.array(["a", "é"])) == fingerprint(np.array(["a", "é"], dtype=object))
    assert fingerprint([]) == fingerprint(np.empty(0)) and fingerprint([True, False]) != fingerprint([1, 0])


def test_fingerprint_never_changes():
    """Stored traces hold it."""
    assert fingerprint(np.arange(4.0)).startswith("00b1d5267496282c")


def test_records_can_be_made_by_hand():
    nothing = Deletion(np.array([], np.int32), np.array([]), np.empty((0, 1)))
    scores = np.array([0.5, 0.25])
    step = Step(1, np.array([0, 3], np.int32), scores, 0, 3, 0.25, nothing, 0.0)
    scores[0] = 9
    assert step.best_score == 0.5


def test_import_needs_no_optional_dependency():
    program = (
        "import sys\n"
        "for name in ('pandas', 'polars', 'matplotlib', 'jinja2'): sys.modules[name] = None\n"
        "import tnvs; print(tnvs.__version__)"
    )
    source = str(Path(__file__).parents[1] / "src")
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {source!r})\n{program}"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
