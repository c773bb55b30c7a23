"""Long runs: interrupted, killed, out of time, out of disk; and always the same trace in the end."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import numpy as np
import polars as pl
import pytest

from cli_helpers import run
from tnvs import TNVS, Trace
from tnvs.cli import folder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals work otherwise there")

WORDS = ["--target", "y", "--relevance-threshold", "-1e9", "--max-features", "14"]
STEPS = 14


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """Independent columns, so that every step scores all that are left."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(1500, 800))
    path = tmp_path_factory.mktemp("long") / "data.parquet"
    pl.DataFrame(X, schema=[f"v{at}" for at in range(800)]).with_columns(
        y=rng.normal(size=1500)
    ).write_parquet(path)
    return path


@pytest.fixture(scope="module")
def uninterrupted(path):
    frame = pl.read_parquet(path)
    settings = {"relevance_threshold": -1e9, "max_features": STEPS}
    return TNVS(**settings).fit(frame.drop("y").to_pandas(), frame["y"].to_numpy()).trace_.without_timings()


def begun(path, out):
    """Start a run in a process of its own, and wait until it has taken a step."""
    command = [sys.executable, "-m", "tnvs", "select", str(path), *WORDS, "-o", str(out), "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    checkpoint = out.with_name(f"{out.name}.unfinished") / "checkpoint.jsonl"
    deadline = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        if checkpoint.exists() and checkpoint.read_bytes().count(b"\n") >= 2:
            return process
        time.sleep(0.002)
    process.kill()
    raise AssertionError(f"no step was taken: {process.communicate()}")


def finished(out):
    return Trace.from_json(out / "trace.json").without_timings()


@pytest.mark.parametrize("seed", range(10))
def test_killed_at_any_moment_and_resumed(seed, path, uninterrupted, tmp_path):
    out = tmp_path / "out"
    process = begun(path, out)
    time.sleep(random.Random(seed).uniform(0, 0.2))
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert [item.name for item in tmp_path.iterdir()] == ["out.unfinished"]
    assert "--resume" in run("select", path, *WORDS, "-o", out, code=2).output
    run("select", "--resume", out, "-q")
    assert finished(out) == uninterrupted
    assert [item.name for item in tmp_path.iterdir()] == ["out"]
    assert "checkpoint.jsonl" not in os.listdir(out)


def test_interrupt_ends_after_the_step_with_a_valid_result(path, uninterrupted, tmp_path):
    out = tmp_path / "out"
    process = begun(path, out)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 130, stderr
    assert json.loads(stdout)["status"] == "interrupted"
    partial = finished(out)
    assert partial.stop_reason == "callback" and 0 < len(partial.steps) < STEPS
    assert partial.steps == uninterrupted.steps[: len(partial.steps)]
    run("select", "--resume", out, "-q")
    assert finished(out) == uninterrupted
    assert "nothing to go on with" in run("select", "--resume", out).output


def test_time_limit(path, uninterrupted, tmp_path):
    out = tmp_path / "out"
    said = run("select", path, *WORDS, "-o", out, "--time-limit", "0.001s", code=1)
    assert "time limit" in said.output and f"--resume {out}" in said.output
    assert len(finished(out).steps) == 1
    run("select", "--resume", out, "--time-limit", "0.001s", "-q", code=1)
    assert len(finished(out).steps) == 2
    run("select", "--resume", out, "-q")
    assert finished(out) == uninterrupted


def test_partial_result_without_a_folder_is_printed(path):
    out = json.loads(run("select", path, *WORDS, "--time-limit", "0.001s", "--json", code=1).stdout)
    assert out["status"] == "partial" and out["output"] is None and len(out["selected"]) == 1


def test_changed_data_are_not_resumed(path, tmp_path):
    data, out = tmp_path / "data.parquet", tmp_path / "out"
    frame = pl.read_parquet(path)
    frame.write_parquet(data)
    run("select", data, *WORDS, "-o", out, "--time-limit", "0.001s", "-q", code=1)
    before = (out / "trace.json").read_bytes()
    frame.with_columns(v0=frame["v0"] + 1).write_parquet(data)
    assert "of another fit" in run("select", "--resume", out, code=2).output
    assert (out / "trace.json").read_bytes() == before


def test_lost_checkpoint(path, tmp_path):
    out = tmp_path / "out"
    run("select", path, *WORDS, "-o", out, "--time-limit", "0.001s", "-q", code=1)
    (out / "checkpoint.jsonl").unlink()
    assert "lost its checkpoint" in run("select", "--resume", out, code=2).output


def test_damaged_settings(path, tmp_path):
    out = tmp_path / "out"
    run("select", path, *WORDS, "-o", out, "--time-limit", "0.001s", "-q", code=1)
    (out / "settings.toml").write_text("[data\n")
    assert "damaged" in run("select", "--resume", out, code=2).output


def test_resume_takes_no_other_settings(tmp_path):
    assert "leave out" in run("select", "--resume", tmp_path, "--ties", "random", code=2).output
    assert "leave out" in run("select", "--resume", tmp_path, "--missing", "median", code=2).output


@contextmanager
def mounted(folder, options):
    """A file system in memory, where one may be mounted."""
    folder.mkdir()
    may = sys.platform == "linux" and os.geteuid() == 0
    if not may or subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", folder]).returncode:
        pytest.skip("mounting a file system takes the rights of root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def test_full_disk(path, tmp_path, monkeypatch):
    with mounted(tmp_path / "disk", "size=256k") as disk:
        refused = run("select", path, *WORDS, "-o", disk / "out", code=2)
        assert "no space for the results" in refused.output and os.listdir(disk) == []
        monkeypatch.setattr(folder, "BYTES_A_PREDICTOR", 0)
        monkeypatch.setattr(folder, "BYTES_A_STEP", 0)
        assert "No space left" in run("select", path, *WORDS, "-o", disk / "out", code=2).output
        assert not (disk / "out").exists()


def test_read_only_disk(path, tmp_path):
    with mounted(tmp_path / "disk", "ro") as disk:
        assert "no permission to write" in run("select", path, *WORDS, "-o", disk / "out", code=2).output


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write anywhere")
def test_read_only_folder(path, tmp_path):
    tmp_path.chmod(0o500)
    try:
        assert "no permission to write" in run("select", path, *WORDS, "-o", tmp_path / "out", code=2).output
    finally:
        tmp_path.chmod(0o700)
