"""What the tests of the command share: running it in this process, and a table to select from."""

from __future__ import annotations

import numpy as np
from click.testing import CliRunner

from tnvs import Trace
from tnvs.cli.main import command


def run_any(*words):
    """Run the command in this process; return its result, which is never a traceback."""
    result = CliRunner().invoke(command, [str(word) for word in words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise AssertionError(f"{words} left with a traceback") from result.exception
    return result


def run(*words, code=0):
    """Run the command; return its result after a look at the exit code."""
    result = run_any(*words)
    assert result.exit_code == code, f"{words}: {result.exit_code}\n{result.output}"
    return result


def table(n=120, p=8, seed=0):
    """Numbers and a response of two of them; one column repeats another, one is constant."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    X[:, p - 2] = X[:, 0] + 0.001 * X[:, 1]
    X[:, p - 1] = 1.5
    return X, np.sin(2 * X[:, 0]) + X[:, 2] ** 2


def selected(path, out, *words, code=0):
    """Select into a folder; return the trace without wall times."""
    run("select", path, "-o", out, "-q", *words, code=code)
    return Trace.from_json(out / "trace.json").without_timings()
