"""A fit that is killed at any moment goes on from its checkpoint to the same trace, to the last bit."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import pytest

from naive import NaiveEngine
from test_outofcore import ENOUGH, blocks
from test_search import data
from tnvs import FOCI, KFOCI, TNVS, Trace, fit_file
from tnvs.engine import CpuEngine
from tnvs.search import Rules, search
from tnvs.search.algorithm import begin, resume
from tnvs.search.serialise import _dumps
from tnvs.selectors import _checkpoint

N_STEPS = 12


def table(dtype=np.float64):
    """Rounded columns with ties, some of them near copies of others."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(150, 40))
    X[:, 20:30] = X[:, :10] + 0.3 * X[:, 20:30]
    y = np.sin(2 * X[:, 0]) + X[:, 1] * X[:, 2] + 0.1 * rng.normal(size=150)
    return np.round(X, 1).astype(dtype), np.round(y, 1)


def tnvs(**parameters):
    rules = {"relevance_threshold": -9, "redundancy_threshold": 0.2, "max_features": N_STEPS}
    return TNVS(**{**rules, **parameters})


MAKERS = {
    "average ties": tnvs,
    "random ties, a seed": lambda: tnvs(ties="random", random_state=3),
    "random ties, no seed": lambda: tnvs(ties="random"),
    "initial": lambda: tnvs(initial=[5, 33, 2], exclude=[7], max_features=15),
    "two threads": lambda: tnvs(n_jobs=2),
    "until the threshold": lambda: TNVS(relevance_threshold=0.0),
    "until nothing is left": lambda: TNVS(relevance_threshold=-9, redundancy_threshold=0.9),
    "FOCI": lambda: FOCI(max_features=N_STEPS, stop=False),
    "KFOCI": lambda: KFOCI(max_features=N_STEPS, stop=False),
}


def kept_lines(path):
    return path.read_bytes().splitlines(keepends=True)


def fitted(selector, path, X=None, y=None, **options):
    known = table()
    X, y = known[0] if X is None else X, known[1] if y is None else y
    return selector.fit(X, y, checkpoint=path, **options).trace_


@pytest.fixture
def begun(tmp_path):
    """A checkpoint with the header and four steps."""
    path = tmp_path / "fit.checkpoint"
    fitted(tnvs(), path)
    path.write_bytes(b"".join(kept_lines(path)[:5]))
    return path


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_goes_on_from_every_line_to_the_same_trace(make, tmp_path):
    path = tmp_path / "fit.checkpoint"
    whole = fitted(make(), path)
    lines = kept_lines(path)
    assert len(lines) == len(whole.steps) + 1
    assert Trace.from_checkpoint(path) == whole
    for count in range(1, len(lines) + 1):
        path.write_bytes(b"".join(lines[:count]))
        part = Trace.from_checkpoint(path)
        assert part.steps == whole.steps[: count - 1]
        assert part.stop_reason == (whole.stop_reason if count == len(lines) else "interrupted")
        assert Trace.from_json(part.to_json()) == part
        told = []
        again = fitted(make(), path, callback=told.append)
        assert again.without_timings() == whole.without_timings()
        assert again.steps[: count - 1] == whole.steps[: count - 1]
        assert tuple(told) == again.steps[count - 1 :]
        assert [json.loads(line)["stop_reason"] for line in kept_lines(path)[:-1]] == (
            ["interrupted"] * len(whole.steps)
        )
        assert Trace.from_checkpoint(path).without_timings() == again.without_timings()


def test_a_checkpoint_changes_nothing(tmp_path):
    X, y = table()
    assert fitted(tnvs(), tmp_path / "c").without_timings() == tnvs().fit(X, y).trace_.without_timings()


def test_float32(tmp_path):
    path = tmp_path / "c"
    X, _ = table(np.float32)
    whole = fitted(tnvs(), path, X=X)
    path.write_bytes(b"".join(kept_lines(path)[:6]))
    assert fitted(tnvs(), path, X=X).without_timings() == whole.without_timings()


@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 1.0])
@pytest.mark.parametrize("line", [0, 1, 6])
def test_a_line_that_is_cut_off_is_dropped(line, share, tmp_path):
    path = tmp_path / "c"
    whole = fitted(tnvs(), path)
    lines = kept_lines(path)
    torn = lines[line][: int(share * (len(lines[line]) - 1))]
    path.write_bytes(b"".join(lines[:line]) + torn)
    if line == 0:
        with pytest.raises(ValueError, match="is empty"):
            Trace.from_checkpoint(path)
    else:
        assert len(Trace.from_checkpoint(path).steps) == line - 1
    assert fitted(tnvs(), path).without_timings() == whole.without_timings()
    assert len(kept_lines(path)) == len(lines)


def test_a_last_line_of_zeros_is_dropped(begun):
    """What a file system may leave after a power failure."""
    with begun.open("ab") as file:
        file.write(bytes(100) + b"\n")
    assert len(Trace.from_checkpoint(begun).steps) == 4
    assert len(fitted(tnvs(), begun).steps) == N_STEPS


SLOW_FIT = """
import sys, time
sys.path.insert(0, sys.argv[2])
from test_checkpoint import fitted, tnvs
fitted(tnvs(ties="random", random_state=1), sys.argv[1], callback=lambda step: time.sleep(0.1))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals work otherwise there")
def test_killed_again_and_again(tmp_path):
    """Each life of the process is ended by SIGKILL once the file has so many lines."""
    path = tmp_path / "c"
    for n_lines in (1, 3, 8):
        arguments = [sys.executable, "-c", SLOW_FIT, str(path), os.path.dirname(__file__)]
        process = subprocess.Popen(arguments)
        deadline = time.monotonic() + 100
        while not (path.exists() and path.read_bytes().count(b"\n") >= n_lines):
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        assert n_lines <= len(kept_lines(path)) < N_STEPS
    X, y = table()
    uninterrupted = tnvs(ties="random", random_state=1).fit(X, y).trace_
    resumed = fitted(tnvs(ties="random", random_state=1), path)
    assert resumed.without_timings() == uninterrupted.without_timings()


def test_finished_steps_are_not_scored_again(begun, monkeypatch):
    asked, computed = [], []
    scores, totals = CpuEngine.scores, CpuEngine._totals

    def count_scores(engine, selected, candidates):
        asked.append(len(selected))
        return scores(engine, selected, candidates)

    def count_totals(engine, selected, candidates):
        computed.append((len(selected), len(candidates)))
        return totals(engine, selected, candidates)

    monkeypatch.setattr(CpuEngine, "scores", count_scores)
    monkeypatch.setattr(CpuEngine, "_totals", count_totals)
    fitted(tnvs(), begun)
    assert asked == list(range(4, N_STEPS))
    assert computed[0] == (3, 1)  # T of the next step needs what the last selected one reached
    assert [n_selected for n_selected, _ in computed[1:]] == asked


def test_seconds_add_up(begun):
    before = Trace.from_checkpoint(begun)
    slow = replace(before, seconds=dict.fromkeys(before.seconds, 100.0))
    lines = kept_lines(begun)
    last = json.loads(lines[-1]) | {"seconds": dict(slow.seconds)}
    begun.write_bytes(b"".join(lines[:-1]) + json.dumps(last).encode() + b"\n")
    after = fitted(tnvs(), begun)
    assert after.seconds.keys() == before.seconds.keys()
    assert all(100 < seconds < 200 for seconds in after.seconds.values())


def test_a_fit_ended_by_its_callback_goes_on(tmp_path):
    path = tmp_path / "c"
    part = fitted(tnvs(), path, callback=lambda step: step.number == 3)
    assert part.stop_reason == "callback" and len(part.steps) == 3
    assert Trace.from_checkpoint(path).stop_reason == "interrupted"
    assert fitted(tnvs(), path).without_timings() == fitted(tnvs(), tmp_path / "d").without_timings()


def test_progress_says_what_was_taken_over(begun, caplog):
    fitted(tnvs(verbose=1), begun)
    first, second, *_ = caplog.messages
    assert first == f"steps 1 to 4 taken from {str(begun)!r}"
    assert second.startswith("step 5: ")


X, Y = table()
OTHERS = {
    "a threshold": ({"redundancy_threshold": 0.3}, {}, r"redundancy_threshold was 0\.2 and is now 0\.3"),
    "a word": ({"scaling": "rank"}, {}, "scaling was zscore and is now rank"),
    "initial": ({"initial": ["x3"]}, {}, r"initial was None and is now \['x3'\]"),
    "ties": ({"ties": "random"}, {}, "ties was average and is now random"),
    "X": ({}, {"X": X + 1e-9}, "X has other values"),
    "y": ({}, {"y": Y[::-1]}, "y has other values"),
    "type": ({}, {"X": X.astype(np.float32)}, "dtype was float64 and is now float32"),
    "columns": ({}, {"X": X[:, :-1]}, "n_features was 40 and is now 39"),
}


@pytest.mark.parametrize(("parameters", "other", "message"), OTHERS.values(), ids=OTHERS)
def test_another_fit_is_refused_by_name(parameters, other, message, begun):
    with begun.open("ab") as file:
        file.write(b'{"step": {"numb')
    before = begun.read_bytes()
    selector = tnvs(**parameters)
    with pytest.raises(ValueError, match=message) as raised:
        fitted(selector, begun, **other)
    assert "delete the file" in str(raised.value) and not hasattr(selector, "trace_")
    assert begun.read_bytes() == before


def test_another_seed_method_names_and_version_are_refused(tmp_path):
    path = tmp_path / "c"
    pandas = pytest.importorskip("pandas")
    X, _ = table()
    frame = pandas.DataFrame(X, columns=[f"gene {j}" for j in range(40)])
    fitted(tnvs(ties="random", random_state=1), path, X=frame)
    with pytest.raises(ValueError, match="seed was"):
        fitted(tnvs(ties="random", random_state=2), path, X=frame)
    with pytest.raises(ValueError, match="method was TNVS and is now FOCI"):
        fitted(FOCI(), path, X=frame)
    with pytest.raises(ValueError, match="name of column 1 was gene 1 and is now other"):
        fitted(tnvs(ties="random", random_state=1), path, X=frame.rename(columns={"gene 1": "other"}))
    with pytest.raises(ValueError, match="feature names was given and is now absent"):
        fitted(tnvs(ties="random", random_state=1), path, X=X)
    version = Trace.from_checkpoint(path).library_version
    path.write_text(path.read_text().replace(f'"library_version": "{version}"', '"library_version": "0.0.1"'))
    with pytest.raises(ValueError, match=r"version of tnvs was 0\.0\.1 and is now"):
        fitted(tnvs(ties="random", random_state=1), path, X=frame)


def test_n_jobs_and_verbose_may_differ(begun):
    again = fitted(tnvs(n_jobs=2, verbose=1), begun)
    assert again.parameters["n_jobs"] == 2
    X, y = table()
    assert again.without_timings() == tnvs(n_jobs=2, verbose=1).fit(X, y).trace_.without_timings()


def test_other_numbers_before_the_first_step_are_refused(begun):
    header, *steps = kept_lines(begun)
    document = json.loads(header)
    document["entropies"][3] += 1e-12
    begun.write_bytes(_dumps(document).encode() + b"\n" + b"".join(steps))
    with pytest.raises(ValueError, match="has other numbers"):
        fitted(tnvs(), begun)


def test_what_is_no_checkpoint_is_left_alone(tmp_path):
    path = tmp_path / "thesis.txt"
    path.write_text("three years of work")
    with pytest.raises(ValueError, match="is not a checkpoint"):
        fitted(tnvs(), path)
    with pytest.raises(ValueError, match="is not a checkpoint"):
        Trace.from_checkpoint(path)
    assert path.read_text() == "three years of work"


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda lines: [lines[0], lines[2]], "step 1 is numbered 2"),
        (lambda lines: [lines[0], lines[1], b"{]\n", lines[2]], "line 3 is not JSON"),
        (lambda lines: [lines[0], b"7\n"], "a line is no step"),
        (lambda lines: [lines[0], b'{"step": {}, "seconds": {}, "stop_reason": "interrupted"}\n'], "missing"),
        (lambda lines: [lines[0].replace(b'"format_version": 1', b'"format_version": 9')], "upgrade tnvs"),
    ],
)
def test_a_damaged_checkpoint_is_a_value_error(spoil, message, begun):
    begun.write_bytes(b"".join(spoil(kept_lines(begun))))
    with pytest.raises(ValueError, match=message):
        Trace.from_checkpoint(begun)
    with pytest.raises(ValueError, match=message):
        fitted(tnvs(), begun)


def test_paths_that_cannot_be(tmp_path):
    with pytest.raises(TypeError, match="checkpoint must be a path, got 7"):
        fitted(tnvs(), 7)
    with pytest.raises(OSError, match="create the folder first"):
        fitted(tnvs(), tmp_path / "none" / "c")
    with pytest.raises(OSError, match="choose another path"):
        fitted(tnvs(), tmp_path)
    with pytest.raises(OSError, match="none"):
        Trace.from_checkpoint(tmp_path / "none")


def test_a_fit_to_a_file_goes_on_too(tmp_path):
    """Whether a fit goes on in memory or on the file, a few columns at a time, makes no difference."""
    X, y = table()
    np.save(tmp_path / "X.npy", X)
    path = tmp_path / "c"

    def fit():
        selector = fit_file(tnvs(), tmp_path / "X.npy", y, memory_limit=ENOUGH, checkpoint=path)
        return selector.trace_.without_timings()

    with blocks(len(X), width=7):
        whole = tnvs().fit(X, y).trace_.without_timings()
        assert fit() == whole
        lines = kept_lines(path)
        for count in (1, 5, len(lines)):
            path.write_bytes(b"".join(lines[:count]))
            assert fit() == whole
        path.write_bytes(b"".join(lines[:5]))
        assert fitted(tnvs(), path).without_timings() == whole


@pytest.mark.skipif(_checkpoint.fcntl is None, reason="no file locks here")
def test_two_fits_at_once_are_refused(begun):
    def second_fit(step):
        with pytest.raises(ValueError, match="in use by another fit"):
            fitted(tnvs(), begun)

    assert len(fitted(tnvs(), begun, callback=second_fit).steps) == N_STEPS


@pytest.mark.skipif(_checkpoint.fcntl is None, reason="no file locks here")
def test_file_systems_without_locks(begun, monkeypatch):
    def refuse(file, operation):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(_checkpoint.fcntl, "flock", refuse)
    assert len(fitted(tnvs(), begun).steps) == N_STEPS


@pytest.mark.parametrize("engine", [NaiveEngine, CpuEngine])
def test_a_search_goes_on_with_a_new_engine(engine):
    """Answers of an engine may not depend, to the last bit, on what it was asked before."""
    X, codes = data(p=16)
    rules = Rules(relevance_threshold=-99.0, redundancy_threshold=0.5)
    with engine(X, codes) as opened:
        whole = search(opened, rules)
    assert len(whole.steps) > 8
    for count in range(len(whole.steps)):
        part = replace(whole, steps=whole.steps[:count], stop_reason="interrupted")
        with engine(X, codes) as opened:
            resumed = resume(opened, part)
        assert [replace(step, seconds=0.0) for step in resumed.steps] == [
            replace(step, seconds=0.0) for step in whole.steps
        ]
        assert resumed.stop_reason == whole.stop_reason


def test_begin_knows_when_there_is_nothing_to_do():
    X, codes = data()
    with CpuEngine(X, codes) as engine:
        record = begin(engine, Rules(max_features=1), initial=[0])
        assert record.stop_reason == "max_features" and resume(engine, record) == record
