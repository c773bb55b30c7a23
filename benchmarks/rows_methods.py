"""The other methods on the paper's first setting: seconds, and against slow versions and peers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import data, peers
from benchmarks.registry import Effort, Measurement, Reach, Row, add
from benchmarks.timing import interleaved, readable
from tnvs import FOCI, KFOCI
from tnvs.engine import CpuEngine

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))

from methods import METHODS, Method  # what tests compare with slow versions

THREADS = 2
LIMITS = {"SIS": 1, "SIRS": 1, "WLS": 1, "DCSIS": 3, "PCSimple": 2, "TPC": 2}  # seconds
SLOW = (400, 50)  # rows and columns of what a slow version gets
SLOWEST = (60, 20)  # ... if it takes the cube of the rows
CUBIC = ("BCorSIS", "PCSIS")
NEIGHBOURS = 5


def own_time(method: Method) -> Callable[[Effort], Measurement]:
    """Time a whole fit; the slow version gets a small table, on which both are timed."""

    def measure(effort: Effort) -> Measurement:
        X, y = data.setting(1, effort.tiny)
        rows, columns = SLOWEST if method.name in CUBIC else SLOW
        small = data.table(effort.rows(rows), effort.columns(columns))
        ours = with_threads(method.ours)
        (best,) = interleaved(effort, lambda: ours.fit(X, y))
        fast, slow = interleaved(effort, lambda: ours.fit(*small), lambda: method.naive(*small))
        detail = f"{readable(fast)} against {readable(slow)} of the slow version"
        return Measurement(best, f"{detail} on {small[0].shape[0]} x {small[0].shape[1]}")

    return measure


def with_threads(selector: Any) -> Any:
    """Return the selector with as many threads as it takes, up to two."""
    return selector.set_params(n_jobs=THREADS) if "n_jobs" in selector.get_params() else selector


def against_dcor(effort: Effort) -> Measurement:
    """Compare one column's distance correlation with the dcor package, both on one thread."""
    X, y = data.setting(1, effort.tiny)
    X = X[:, : effort.columns(100)]
    ours = next(method.ours for method in METHODS if method.name == "DCSIS").set_params(n_jobs=1)
    mine, theirs = interleaved(effort, lambda: ours.fit(X, y), peers.distance_correlations(X, y))
    detail = f"{readable(mine / X.shape[1])} (a whole fit) against {readable(theirs / X.shape[1])} a column"
    return Measurement(theirs / mine, detail)


def foci_step(effort: Effort) -> Measurement:
    """Compare FOCI's third step with what the engine takes for the same candidates in a step of TNVS."""
    X, y = data.setting(1, effort.tiny)
    selected, candidates = data.split(2, X.shape[1] - 2)
    selector = FOCI(initial=selected, max_features=3, n_jobs=THREADS)
    seconds: list[float] = []
    with CpuEngine(X, data.codes(y), n_jobs=THREADS) as engine:
        tnvs, _ = interleaved(
            effort,
            data.step(engine, selected, candidates),
            lambda: seconds.append(selector.fit(X, y).trace_.steps[0].seconds),
        )
    return Measurement(min(seconds) / tnvs, f"{readable(min(seconds))} against {readable(tnvs)}")


def kfoci_against_tree(effort: Effort) -> Measurement:
    """Compare one candidate's nearest neighbours and kernels with SciPy's k-d tree for each candidate."""
    n, count = effort.rows(1800), effort.columns(100)
    X, y = data.table(n, 2 + count)
    selector = KFOCI(initial=[0, 1], max_features=3, n_neighbors=NEIGHBOURS, n_jobs=1)
    points = np.ascontiguousarray(X[:, :3])
    seconds: list[float] = []
    (tree, _) = interleaved(
        effort,
        lambda: peers.neighbours_by_tree(points, NEIGHBOURS),
        lambda: seconds.append(selector.fit(X, y).trace_.steps[0].seconds),
    )
    each = min(seconds) / count
    return Measurement(tree / each, f"{readable(each)} against {readable(tree)}")


def register() -> None:
    """Add a row for every method, and those against peers."""
    for method in METHODS:
        if method.ours.get_params() == type(method.ours)().get_params():
            reach = Reach(LIMITS[method.name], "s") if method.name in LIMITS else None
            what = f"{method.name} fit, setting 1 (1800 x 1000), {THREADS} threads"
            add(Row(f"method-{method.name.lower()}", what, "s", own_time(method), reach))
    what = "distance correlation of a column, n = 1800, against dcor"
    add(Row("method-dcor", what, "x faster", against_dcor))
    add(Row("method-foci-step", "FOCI's third step against the same step of TNVS", "x as long", foci_step))
    what = f"KFOCI, scoring a candidate, n = 1800, q = 2, {NEIGHBOURS} neighbours, against a k-d tree"
    add(Row("method-kfoci-tree", what, "x faster", kfoci_against_tree))


register()
