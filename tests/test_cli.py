"""The command: what it prints, what it leaves, how it refuses."""

from __future__ import annotations

import inspect
import json
import shlex
import subprocess
import sys
import tomllib

import click
import numpy as np
import polars as pl
import pytest
from sklearn.model_selection import GroupKFold
from sklearn.neighbors import KNeighborsRegressor

from cli_helpers import run, selected, table
from tnvs import TNVS, Trace, compare, datasets
from tnvs.cli import entry, exits
from tnvs.cli.halt import Duration
from tnvs.cli.main import COMMANDS, command
from tnvs.cli.signature import parameters
from tnvs.readers import Request

X, Y = table()
FRAME = pl.DataFrame(X, schema=[f"v{at}" for at in range(X.shape[1])]).with_columns(y=Y)


@pytest.fixture
def path(tmp_path):
    FRAME.write_parquet(tmp_path / "data.parquet")
    return tmp_path / "data.parquet"


@pytest.fixture
def result(path, tmp_path):
    run("select", path, "--target", "y", "-o", tmp_path / "result", "-q")
    return tmp_path / "result"


def options_of(name):
    return {
        parameter.name: parameter for parameter in command.get_command(click.Context(command), name).params
    }


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("select", TNVS.__init__),
        ("compare", compare),
        ("simulate", datasets.make_nonlinear),
        ("simulate", datasets.make_example),
    ],
)
def test_every_parameter_of_the_library_is_an_option(name, function):
    wanted = [
        each.name for each in inspect.signature(function).parameters.values() if each.name not in "selfXy"
    ]
    assert set(wanted) <= set(options_of(name))


def test_defaults_and_texts_are_those_of_the_estimator():
    known = {each.name: each.default for each in parameters("selectors/_tnvs.py", "TNVS")}
    signature = inspect.signature(TNVS).parameters
    assert known == {name: parameter.default for name, parameter in signature.items()}
    options = options_of("select")
    for name, default in known.items():
        assert options[name].standard == (None if default is None else str(default))
        assert options[name].help


def test_every_option_of_select_is_known_to_the_library_or_documented_as_its_own():
    own = {"data", "output", "force", "resume", "write_back", "time_limit", "quiet", "as_json"}
    own |= {"memory_limit", "scratch"}
    reading = set(Request.__dataclass_fields__) - {"path"}
    assert set(options_of("select")) == own | reading | set(inspect.signature(TNVS).parameters)


def test_every_option_does_what_the_parameter_does(path, tmp_path):
    words = "--uninformative-threshold 0.02 --relevance-threshold 0.05 --redundancy-threshold 0.03 "
    words += (
        "--max-features 4 --scaling rank --discretization equal-frequency --response nominal --ties random "
    )
    words += "--initial v3 --exclude v1 --exclude 4 --threads 2 --seed 7 --verbose 0"
    ours = selected(path, tmp_path / "out", "--target", "y", *words.split())
    theirs = TNVS(
        uninformative_threshold=0.02,
        relevance_threshold=0.05,
        redundancy_threshold=0.03,
        max_features=4,
        scaling="rank",
        discretization="equal-frequency",
        response="nominal",
        ties="random",
        initial=["v3"],
        exclude=["v1", 4],
        n_jobs=2,
        random_state=7,
        verbose=0,
    ).fit(FRAME.drop("y").to_pandas(), Y)
    assert ours == theirs.trace_.without_timings()


def test_none_is_no_bound(path, tmp_path):
    assert (
        selected(path, tmp_path / "out", "--target", "y", "--max-features", "none").rules.max_features is None
    )


def test_result_folder(result, path):
    files = {item.name for item in result.iterdir()}
    assert files == {
        *("trace.json", "predictors.parquet", "predictors.csv", "selected.parquet", "report.html"),
        *("settings.toml", "command.txt"),
    }
    trace = Trace.from_json(result / "trace.json")
    predictors = pl.read_parquet(result / "predictors.parquet")
    assert predictors["subset"].to_list() == trace.labels.tolist()
    assert {"step", "score", "threshold", "margin", "reason", "stage", "source"} <= set(predictors.columns)
    assert pl.read_csv(result / "predictors.csv").height == X.shape[1]
    chosen = pl.read_parquet(result / "selected.parquet")
    assert chosen.columns == ["y", *(trace.name_of(j) for j in trace.selected)]
    np.testing.assert_array_equal(chosen[:, 1:].to_numpy(), X[:, trace.selected])
    settings = tomllib.loads((result / "settings.toml").read_text())
    assert settings["data"] == {
        **{"path": str(path), "target": "y"},
        **{"categorical": "refuse", "missing": "refuse", "dates": "refuse"},
    }


def test_command_can_be_run_again(path, tmp_path, monkeypatch):
    words = ["tnvs", "select", str(path), "--target", "y", "-o", str(tmp_path / "a b")]
    monkeypatch.setattr(sys, "argv", words)
    run(*words[1:])
    assert shlex.split((tmp_path / "a b" / "command.txt").read_text()) == words


def test_result_is_not_overwritten(result, path):
    before = (result / "trace.json").read_bytes()
    refused = run("select", path, "--target", "y", "-o", result, "--max-features", 1, code=2)
    assert "--force" in refused.output and (result / "trace.json").read_bytes() == before
    run("select", path, "--target", "y", "-o", result, "--max-features", 1, "--force")
    assert Trace.from_json(result / "trace.json").counts["relevant"] == 1
    assert sorted(item.name for item in result.parent.iterdir()) == ["data.parquet", "result"]


def test_other_folders_are_never_replaced(path, tmp_path):
    other = tmp_path / "holiday"
    other.mkdir()
    (other / "photo.jpg").write_bytes(b"precious")
    for words in ([], ["--force"]):
        run("select", path, "--target", "y", "-o", other, *words, code=2)
        assert [item.name for item in other.iterdir()] == ["photo.jpg"]


def test_a_folder_in_the_way_of_the_unfinished_run_is_left_alone(path, tmp_path):
    (tmp_path / "out.unfinished").mkdir()
    (tmp_path / "out.unfinished" / "notes.txt").write_text("mine")
    run("select", path, "--target", "y", "-o", tmp_path / "out", "--force", code=2)
    assert (tmp_path / "out.unfinished" / "notes.txt").read_text() == "mine"


def test_failed_replacement_leaves_the_old_result(result, path, monkeypatch):
    from tnvs.cli import results

    def refuse(folder, trace):
        raise OSError(28, "No space left on device", str(folder / "report.html"))

    before = (result / "trace.json").read_bytes()
    monkeypatch.setattr(results, "write_report", refuse)
    failed = run("select", path, "--target", "y", "-o", result, "--force", "--max-features", 1, code=2)
    assert "No space left" in failed.output and "--resume" in failed.output
    assert (result / "trace.json").read_bytes() == before
    monkeypatch.undo()
    run("select", "--resume", result)
    assert Trace.from_json(result / "trace.json").counts["relevant"] == 1


def test_result_that_was_moved_away_comes_back(result):
    """A run that died between the two moves of the folders left the old result under its other name."""
    from tnvs.cli.folder import ResultFolder

    folder = ResultFolder(result)
    result.rename(folder.previous)
    assert "nothing to go on with" in run("select", "--resume", result).output
    assert (result / "trace.json").is_file() and not folder.previous.exists()


@pytest.mark.parametrize("words", [["-o", "missing/result"], ["-o", "data.parquet"]])
def test_folders_that_cannot_be(words, path, monkeypatch):
    monkeypatch.chdir(path.parent)
    run("select", path, "--target", "y", *words, code=2)
    assert [item.name for item in path.parent.iterdir()] == ["data.parquet"]


def test_no_space_is_said_before_the_search(path, tmp_path, monkeypatch):
    import shutil

    monkeypatch.setattr(shutil, "disk_usage", lambda folder: shutil._ntuple_diskusage(10, 9, 1))
    assert "no space" in run("select", path, "--target", "y", "-o", tmp_path / "r", code=2).output
    assert [item.name for item in tmp_path.iterdir()] == ["data.parquet"]


def test_json(path, tmp_path):
    out = json.loads(run("select", path, "--target", "y", "-o", tmp_path / "r", "--json").stdout)
    trace = Trace.from_json(tmp_path / "r" / "trace.json")
    assert out["status"] == "done" and out["counts"] == trace.counts
    assert [item["index"] for item in out["selected"]] == trace.selected.tolist()
    assert [item["score"] for item in out["selected"]] == [trace.scores[j] for j in trace.selected]
    explained = json.loads(run("explain", tmp_path / "r", "v6", "--json").stdout)
    assert explained[0]["subset"] == "redundant" and explained[0]["responsible"][0]["name"] == "v0"
    assert json.loads(run("info", path, "--json", "--no-timing").stdout)["constant"] == ["v7"]
    assert json.loads(run("diff", tmp_path / "r", tmp_path / "r", "--json").stdout)
    compared = json.loads(run("compare", path, "--target", "y", "--methods", "tnvs,SIS", "--json").stdout)
    assert [row["method"] for row in compared] == ["TNVS", "SIS"]


def test_summary_on_the_terminal(path):
    out = run("select", path, "--target", "y").stdout
    trace = TNVS().fit(FRAME.drop("y").to_pandas(), Y).trace_
    assert out.startswith(str(trace.summary(predictors=False)))
    assert "The search stopped because" in out and "v0" in out


def test_quiet_prints_nothing(path, tmp_path):
    assert run("select", path, "--target", "y", "-o", tmp_path / "r", "-q").output == ""


def test_progress_is_plain_lines_elsewhere(path):
    lines = run("select", path, "--target", "y").stderr.splitlines()
    assert lines[0].startswith("reading") and any(line.startswith("step 1: v") for line in lines)


def test_explain(result):
    said = run("explain", result, "v6", "7").stdout
    assert "v6 is redundant" in said and "v7 is uninformative" in said
    assert run("explain", result / "trace.json", "v6").stdout.strip() in said
    assert "did you mean" in run("explain", result, "V6", code=2).output


@pytest.mark.parametrize(
    "words", [["explain", "nowhere", "a"], ["report", "nowhere"], ["diff", "nowhere", "here"]]
)
def test_missing_results(words):
    assert "there is no result" in run(*words, code=2).output


def test_report(result):
    written = result / "report.html"
    before = written.read_text()
    written.unlink()
    assert run("report", result).stdout.strip() == str(written)
    assert written.read_text() == before


def test_diff(result, path, tmp_path):
    run("select", path, "--target", "y", "-o", tmp_path / "other", "-q", "--redundancy-threshold", 0)
    out = run("diff", result, tmp_path / "other").stdout
    assert out.strip() == str(
        Trace.from_json(result / "trace.json").diff(Trace.from_json(tmp_path / "other" / "trace.json"))
    )


def test_compare_with_folds(path, tmp_path):
    words = ["--methods", "tnvs,sis", "--cv", 3, "--estimators", "KNeighborsRegressor", "--scoring", "r2"]
    out = run("compare", path, "--target", "y", *words, "-o", tmp_path / "out.csv").stdout
    assert "KNeighborsRegressor_mean" in out
    assert pl.read_csv(tmp_path / "out.csv")["method"].to_list() == ["TNVS", "SIS"]
    assert (
        "did you mean KNeighborsRegressor"
        in run("compare", path, "--target", "y", "--estimators", "KNeighborRegressor", code=2).output
    )
    assert "--force" in run("compare", path, "--target", "y", "-o", tmp_path / "out.csv", code=2).output


def test_compare_with_groups(tmp_path):
    who = np.repeat(np.arange(30), 4)
    FRAME.with_columns(who=who).write_parquet(tmp_path / "t.parquet")
    words = ["--methods", "tnvs", "--cv", 3, "--estimators", "KNeighborsRegressor", "--json"]
    out = json.loads(
        run("compare", tmp_path / "t.parquet", "--target", "y", "--groups", "who", *words).stdout
    )
    expected = compare(X, Y, ["TNVS"], cv=GroupKFold(3), estimators=KNeighborsRegressor(), groups=who)
    assert out[0]["KNeighborsRegressor_mean"] == expected.fold_scores.mean()
    refused = run("compare", tmp_path / "t.parquet", "--target", "y", "--groups", "v*", code=2)
    assert "not the name of a column" in refused.output


@pytest.mark.parametrize("ending", ["parquet", "csv", "tsv", "arrow", "npz"])
def test_simulate_and_select(ending, tmp_path):
    out = tmp_path / f"sim.{ending}"
    run("simulate", "nonlinear", "--n-samples", 60, "--n-features", 10, "--seed", 1, "-o", out)
    X, y, truth = datasets.make_nonlinear(60, 10, random_state=1)
    assert pl.read_csv(tmp_path / "sim.truth.csv")["subset"].to_list() == truth.label.tolist()
    trace = selected(out, tmp_path / "r", "--target", "y")
    assert trace.data.fingerprint_X == TNVS().fit(X, y).trace_.data.fingerprint_X
    assert "--force" in run("simulate", "nonlinear", "-o", out, code=2).output


def test_simulate_refuses_what_has_no_meaning(tmp_path):
    out = tmp_path / "sim.csv"
    assert "--noise" in run("simulate", "example", "--noise", 1, "-o", out, code=2).output
    assert "--setting" in run("simulate", "example", "--setting", 1, "-o", out, code=2).output
    assert "multiple of 10" in run("simulate", "nonlinear", "--n-features", 11, "-o", out, code=2).output
    assert "must end in" in run("simulate", "example", "-o", tmp_path / "sim.doc", code=2).output


def test_info(tmp_path):
    frame = FRAME.with_columns(
        copy=pl.col("v2"),
        hole=pl.Series([None, *X[1:, 3]]),
        word=pl.Series(["a", "b"] * 60),
        number=range(120),
    )
    frame.write_parquet(tmp_path / "t.parquet")
    said = run("info", tmp_path / "t.parquet", "--target", "y").stdout
    for part in (
        "120 rows, 13 columns",
        "copy of v2",
        "hole (1)",
        "v7",
        "--missing",
        "--categorical",
        "a step of",
    ):
        assert part in said
    assert "--target" in run("info", tmp_path / "t.parquet", "--no-timing").stdout
    np.savez(tmp_path / "t.npz", X=X, y=Y)
    assert "select would take it as it is" in run("info", tmp_path / "t.npz").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["select"], "which file"),
        (["select", "none.csv", "--target", "y"], "no file"),
        (["select", "data.parquet"], "which column"),
        (["select", "data.parquet", "--target", "z"], "not among"),
        (["select", "data.parquet", "--target", "99"], "out of range"),
        (["select", "data.parquet", "--target", "y", "--relevance-threshold", "2"], "relevance_threshold"),
        (["select", "data.parquet", "--target", "y", "--max-features", "few"], "--max-features"),
        (["select", "data.parquet", "--target", "y", "--initial", "v99"], "v99"),
        (["select", "data.parquet", "--target", "y", "--time-limit", "soon"], "45s"),
        (["select", "data.parquet", "--target", "y", "--drop", "q*"], "matches none"),
        (["select", "data.parquet", "--target", "y", "--drop", "v*"], "no column"),
        (["select", "data.parquet", "--resume", "r"], "leave out"),
        (["select", "--resume", "nowhere"], "no unfinished run"),
        (["selct"], "No such command"),
    ],
)
def test_bad_usage_is_one_message(words, said, path, monkeypatch):
    monkeypatch.chdir(path.parent)
    output = run(*words, code=2).stderr
    assert said in output
    assert [item.name for item in path.parent.iterdir()] == ["data.parquet"]


def test_columns(path, tmp_path):
    trace = selected(path, tmp_path / "a", "--target", "y", "--only", "v[0-3]", "--drop", "v1", "--id", "v2")
    assert trace.feature_names == ("v0", "v3")
    kept = pl.read_parquet(tmp_path / "a" / "selected.parquet")
    assert kept.columns[:2] == ["v2", "y"]


def test_help_is_quick_and_loads_nothing_heavy():
    code = (
        "import sys; from tnvs.cli.entry import main; sys.argv = ['tnvs', {!r}, '--help'][:{}]\ntry: main()\n"
    )
    code += (
        "except SystemExit: print(*[m for m in ('numba', 'sklearn', 'scipy', 'polars') if m in sys.modules])"
    )
    for name in COMMANDS:
        done = subprocess.run(
            [sys.executable, "-c", code.format(name, 3)], capture_output=True, text=True, check=True
        )
        assert done.stdout.splitlines()[-1] == ""


def test_module_and_version():
    done = subprocess.run(
        [sys.executable, "-m", "tnvs", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("tnvs ")


def test_missing_extra_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr(entry, "find_spec", lambda name: None if name == "rich" else object())
    with pytest.raises(SystemExit) as caught:
        entry.main()
    assert caught.value.code == exits.USAGE
    assert capsys.readouterr().err == 'tnvs: the command needs rich: pip install "tnvs[cli]"\n'


@pytest.mark.parametrize(
    ("text", "seconds"), [("90", 90), ("45s", 45), ("10m", 600), ("1h30m", 5400), ("0.5h", 1800)]
)
def test_durations(text, seconds):
    assert Duration().convert(text, None, None) == seconds


def test_completion():
    from click.shell_completion import ShellComplete

    complete = ShellComplete(command, {}, "tnvs", "_TNVS_COMPLETE")
    assert [item.value for item in complete.get_completions([], "se")] == ["select"]
    assert "--relevance-threshold" in [item.value for item in complete.get_completions(["select"], "--rel")]
    assert [item.value for item in complete.get_completions(["select", "--ties"], "a")] == ["average"]
