"""The result folder: one run at a time, and nothing of the user's is lost."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib

import polars as pl
import pytest

from cli_helpers import run, table
from tnvs import TNVS, Trace, fit_file
from tnvs.cli.folder import ResultFolder

posix = pytest.mark.skipif(sys.platform == "win32", reason="folders are locked and linked otherwise there")
X, Y = table()
TARGET = ["--target", "y", "-q"]


@pytest.fixture
def path(tmp_path):
    (tmp_path / "data").mkdir()
    path = tmp_path / "data" / "data.parquet"
    pl.DataFrame(X, schema=[f"v{at}" for at in range(X.shape[1])]).with_columns(y=Y).write_parquet(path)
    return path


@pytest.fixture
def partial(path, tmp_path):
    out = tmp_path / "out"
    run("select", path, *TARGET, "-o", out, "--time-limit", "0.000001s", code=1)
    return out


@pytest.fixture
def whole(path, tmp_path):
    out = tmp_path / "out"
    run("select", path, *TARGET, "-o", out)
    return out


def content(folder):
    return {item.name: item.read_bytes() for item in folder.iterdir()}


@posix
@pytest.mark.parametrize("words", [["--resume"], ["--force", "-o"], ["-o"]])
def test_folder_of_a_live_run_is_left_alone(words, path, partial, tmp_path):
    live = ResultFolder(partial)
    assert live.resume()
    before = content(live.unfinished)
    data = [] if words == ["--resume"] else [path, *TARGET]
    assert "being written by another run" in run("select", *data, *words, partial, code=2).output
    assert content(live.unfinished) == before
    live.release()
    run("select", "--resume", partial, "-q")
    assert sorted(os.listdir(tmp_path)) == ["data", "out"]


@posix
def test_run_that_moves_its_result_is_left_alone(path, whole, tmp_path):
    other = ResultFolder(whole)
    other.begin(True, b"", b"")
    (other.unfinished / "trace.json").write_bytes((whole / "trace.json").read_bytes())
    whole.rename(other.previous)
    other.unfinished.rename(whole)
    before = content(other.previous)
    assert "another run" in run("select", path, *TARGET, "--force", "-o", whole, code=2).output
    assert content(other.previous) == before and not other.unfinished.exists()
    other.release()


@posix
def test_failed_move_leaves_the_old_result_and_the_new_one(path, whole, monkeypatch):
    before = content(whole)
    folder = ResultFolder(whole)
    rename = type(whole).rename

    def broken(self, target):
        if self == folder.unfinished:
            raise OSError(16, "Device or resource busy")
        return rename(self, target)

    monkeypatch.setattr(type(whole), "rename", broken)
    assert "go on with" in run("select", path, *TARGET, "--force", "-o", whole, code=2).output
    assert content(whole) == before
    assert {"trace.json", "checkpoint.jsonl"} <= set(os.listdir(folder.unfinished))
    monkeypatch.undo()
    run("select", "--resume", whole, "-q")
    assert not folder.unfinished.exists()


def test_mount_point_is_refused_early(path, tmp_path, monkeypatch):
    out = tmp_path / "out"
    out.mkdir()
    monkeypatch.setattr(os.path, "ismount", lambda place: place == out)
    assert "choose a folder in it" in run("select", path, *TARGET, "-o", out, code=2).output
    assert sorted(os.listdir(tmp_path)) == ["data", "out"]


def test_root_is_refused(path):
    assert (
        "choose a folder in it" in run("select", path, *TARGET, "-o", os.path.abspath(os.sep), code=2).output
    )


@pytest.mark.parametrize("force", [True, False])
def test_folder_that_appears_during_the_run_is_not_replaced(force, whole, tmp_path):
    folder = ResultFolder(tmp_path / "late")
    folder.begin(force, b"", b"")
    (folder.unfinished / "trace.json").write_text("{}")
    folder.path.mkdir()
    (folder.path / "notes.md").write_text("mine")
    with pytest.raises(FileExistsError, match=r"late\.unfinished"):
        folder.finish(keep_checkpoint=False)
    assert folder.abandon()
    assert (folder.path / "notes.md").read_text() == "mine"


@pytest.mark.parametrize("begun", ["forced", "resumed", "recovered"])
def test_files_of_the_user_go_along(begun, path, partial):
    (partial / "notes.md").write_text("mine")
    (partial / "figures").mkdir()
    (partial / "figures" / "one.svg").write_text("<svg/>")
    if begun == "recovered":
        partial.rename(partial.with_name(".out.previous"))
        partial.with_name("other").mkdir()
        run("select", path, *TARGET, "-o", partial.with_name("new"))
        partial.with_name("new").rename(partial)
    if begun == "resumed":
        run("select", "--resume", partial, "-q")
    else:
        run("select", path, *TARGET, "--force", "-o", partial)
    assert (partial / "notes.md").read_text() == "mine"
    assert (partial / "figures" / "one.svg").read_text() == "<svg/>"
    assert "checkpoint.jsonl" not in os.listdir(partial)
    assert not partial.with_name(".out.previous").exists()


@pytest.mark.parametrize("words", [[], ["--force"]])
def test_data_in_the_result_are_refused(words, path, whole):
    data = whole / "data.parquet"
    path.rename(data)
    said = run("select", data, *TARGET, "-o", whole, *words, code=2).output
    assert "the folder of the result" in said and data.exists()


@posix
def test_result_through_a_link(path, tmp_path):
    (tmp_path / "disk").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "disk" / "real")
    for _ in range(2):
        run("select", path, *TARGET, "--force", "-o", tmp_path / "link")
        assert os.listdir(tmp_path / "disk") == ["real"] and (tmp_path / "link").is_symlink()
    Trace.from_json(tmp_path / "link" / "trace.json")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
@pytest.mark.parametrize("place", ["data", "out"])
def test_name_that_is_not_utf8(place, path, tmp_path):
    data, out = path, tmp_path / "out"
    if place == "data":
        data = path.rename(path.with_name("caf\udce9.parquet"))
    else:
        out = tmp_path / "caf\udce9"
    command = [sys.executable, "-m", "tnvs", "select", data, *TARGET, "-o", out]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == 2 and b"not UTF-8" in done.stderr
    assert os.listdir(tmp_path) == ["data"]


@posix
def test_killed_while_a_partial_result_was_copied(partial, tmp_path):
    """Whatever was copied until then, the run goes on from the steps of the result."""
    checkpoint = (partial / "checkpoint.jsonl").read_bytes()
    for left in ({}, {"checkpoint.jsonl.part": checkpoint[:-9]}, {"checkpoint.jsonl": checkpoint}):
        unfinished = tmp_path / "out.unfinished"
        unfinished.mkdir()
        for name, text in left.items():
            (unfinished / name).write_bytes(text)
        folder = ResultFolder(partial)
        assert folder.resume() and folder.checkpoint.read_bytes() == checkpoint
        folder.release()
        for item in unfinished.iterdir():
            item.unlink()
        unfinished.rmdir()


def test_copy_that_breaks_off_is_no_checkpoint(partial, monkeypatch):
    folder = ResultFolder(partial)

    def killed(self, target):
        raise KeyboardInterrupt

    monkeypatch.setattr(type(partial), "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        folder.resume()
    assert not folder.checkpoint.exists()


def test_run_that_was_killed_before_its_settings(path, tmp_path):
    (tmp_path / "out.unfinished").mkdir()
    assert "nothing was begun" in run("select", "--resume", tmp_path / "out", code=2).output
    run("select", path, *TARGET, "-o", tmp_path / "out")


def test_changed_data(path, partial):
    frame = pl.read_parquet(path)
    frame.with_columns(v0=frame["v0"] + 1).write_parquet(path)
    said = run("select", "--resume", partial, code=2).output
    assert "Restore the data, or begin anew with --force" in said and "go on with" not in said
    frame.write_parquet(path)
    run("select", "--resume", partial, "-q")


@posix
@pytest.mark.parametrize("closed", ["stdout", "stderr"])
def test_nobody_reads_what_is_printed(closed, path, tmp_path):
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "tnvs", "select", path, "--target", "y", "-o", tmp_path / "out"]
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, closed: write}
    done = subprocess.run(command, **streams, check=False)
    os.close(write)
    assert done.returncode == 0
    Trace.from_json(tmp_path / "out" / "trace.json")


@posix
def test_error_that_nobody_reads(tmp_path):
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "tnvs", "select", tmp_path / "none.csv", "--target", "y"]
    done = subprocess.run(command, stderr=write, check=False)
    os.close(write)
    assert done.returncode == 2


def test_id_is_not_overwritten_by_a_value_of_a_category(tmp_path):
    frame = pl.DataFrame(X[:, :3], schema=["a", "b", "c"]).with_columns(y=Y)
    frame = frame.with_columns(pl.Series("colour", ["red", "blue"] * 60), pl.Series("patient", range(120)))
    clash = next(iter(frame.select("colour").to_dummies(separator="=").columns))
    frame.rename({"patient": clash}).write_csv(tmp_path / "data.csv")
    words = ["--target", "y", "--id", clash, "--categorical", "onehot"]
    said = run("select", tmp_path / "data.csv", *words, code=2).output
    assert f"{clash!r} is both a column and the name of a value" in said


def test_scratch_is_kept_with_its_whole_path(path, tmp_path, monkeypatch):
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    run("select", path, *TARGET, "-o", "out", "--memory-limit", "4GB", "--scratch", "data")
    settings = tomllib.loads((tmp_path / "out" / "settings.toml").read_text())
    assert settings["run"]["scratch"] == str(tmp_path / "data")


def test_groups_of_no_column(path):
    said = run("compare", path, "--target", "y", "--groups", "zz", code=2).output
    assert "groups='zz' is not the name of a column" in said and "id=" not in said


def test_file_without_a_target(path):
    pytest.importorskip("pyarrow")
    with pytest.raises(ValueError, match="say which column is the target"):
        fit_file(TNVS(), path, None, memory_limit="4GB")


def test_old_result_comes_back_in_place_of_an_empty_folder(whole):
    before = content(whole)
    whole.rename(whole.with_name(".out.previous"))
    whole.mkdir()
    assert "nothing to go on with" in run("select", "--resume", whole).output
    assert content(whole) == before
