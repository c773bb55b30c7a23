"""Selection from a file that stays on the disk."""

from __future__ import annotations

import inspect
import os

import numpy as np
import polars as pl
import pytest

from cli_helpers import run, selected, table
from tnvs import Trace, fit_file

X, Y = table()
NAMES = [f"v{at}" for at in range(X.shape[1])]
LIMIT = ["--memory-limit", "4GB"]


@pytest.fixture
def path(tmp_path):
    pytest.importorskip("pyarrow")
    frame = pl.DataFrame(X, schema=NAMES).with_columns(y=Y, patient=np.arange(len(Y)))
    frame.write_parquet(tmp_path / "data.parquet")
    return tmp_path / "data.parquet"


def test_same_result_as_in_memory(path, tmp_path):
    words = ["--target", "y", "--id", "patient", "--drop", "v3", "--exclude", "v1"]
    large = selected(path, tmp_path / "large", *words, *LIMIT, "--scratch", tmp_path)
    assert large == selected(path, tmp_path / "small", *words)
    for name in ("selected.parquet", "predictors.csv"):
        assert (tmp_path / "large" / name).read_bytes() == (tmp_path / "small" / name).read_bytes()


def test_array(tmp_path):
    np.save(tmp_path / "data.npy", np.column_stack([X, Y]))
    large = selected(tmp_path / "data.npy", tmp_path / "large", "--target", -1, *LIMIT)
    assert large == selected(tmp_path / "data.npy", tmp_path / "small", "--target", -1)


def test_time_limit_and_resume(path, tmp_path):
    out = tmp_path / "out"
    words = ["--target", "y", "--id", "patient", *LIMIT]
    expected = selected(path, tmp_path / "expected", *words)
    said = run("select", path, "-o", out, *words, "--time-limit", "0.001s", code=1).stdout
    assert "partial" in said and "--resume" in said
    run("select", "--resume", out, "-q")
    assert Trace.from_json(out / "trace.json").without_timings() == expected


def test_run_that_was_killed_begins_anew_within_its_limit(path, tmp_path):
    """It left its folder and settings behind, and nothing else."""
    out = tmp_path / "out"
    words = ["--target", "y", "--id", "patient", *LIMIT]
    expected = selected(path, out, *words)
    unfinished = tmp_path / "out.unfinished"
    unfinished.mkdir()
    for name in ("settings.toml", "command.txt"):
        (out / name).rename(unfinished / name)
    for item in out.iterdir():
        item.unlink()
    out.rmdir()
    run("select", "--resume", out, "-q")
    assert Trace.from_json(out / "trace.json").without_timings() == expected
    assert 'memory_limit = "4GB"' in (out / "settings.toml").read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--memory-limit", "4GB", "--missing", "median"], "--missing"),
        (["--memory-limit", "lots"], "memory_limit"),
        (["--scratch", "here"], "--memory-limit"),
    ],
)
def test_refusals(words, said, path, tmp_path):
    out = tmp_path / "out"
    assert said in run("select", path, "--target", "y", "--id", "patient", "-o", out, *words, code=2).output
    assert os.listdir(tmp_path) == ["data.parquet"]


def test_every_parameter_is_an_option():
    parameters = set(inspect.signature(fit_file).parameters) - {"callback", "checkpoint"}
    assert parameters == {"selector", "path", "target", "memory_limit", "drop", "scratch"}
