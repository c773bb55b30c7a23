"""Scoring one candidate, on one thread, against what a peer takes for one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchmarks import data, peers
from benchmarks.registry import Effort, Measurement, Reach, Row, add
from benchmarks.timing import interleaved, readable

# By number of rows: candidates scored together, and how many times faster than a k-d tree each should be.
TREE_SIZES = {2_000: (1024, 20), 10_000: (1024, 8), 100_000: (128, 8), 1_000_000: (16, 8)}
PYFOCI_ROWS = 1800
PYFOCI_GIVEN = 3
PYFOCI_COLUMNS = 23  # of the table that pyFOCI gets; its time is per candidate
OUR_CANDIDATES = 1024


def against_tree(q: int, n: int) -> Callable[[Effort], Measurement]:
    """Compare with SciPy's k-d tree, built and asked once a candidate."""

    def measure(effort: Effort) -> Measurement:
        data.warm_up()
        rows, count = effort.rows(n), 16 if effort.tiny else TREE_SIZES[n][0]
        X, y = data.table(rows, q + 2 * count)
        points = np.ascontiguousarray(X[:, : q + 1])
        selected, candidates = data.split(q, 2 * count)
        with data.engine(X, y) as scorer:
            del X
            few, many, tree = interleaved(
                effort,
                data.step(scorer, selected, candidates[:count]),
                data.step(scorer, selected, candidates),
                lambda: peers.neighbours_by_tree(points),
            )
        each, more = few / count, max(many - few, 0.0) / count
        detail = f"{readable(each)} ({readable(more)} without what candidates share) against {readable(tree)}"
        return Measurement(tree / each, detail)

    return measure


def against_pyfoci(ties: str) -> Callable[[Effort], Measurement]:
    """Compare with pyFOCI's step of a forward selection."""

    def measure(effort: Effort) -> Measurement:
        rows = effort.rows(PYFOCI_ROWS)
        X, y = data.table(rows, PYFOCI_COLUMNS)
        theirs = peers.pyfoci_candidate_seconds(X, y, PYFOCI_GIVEN, effort, ties)
        ours = our_candidate_seconds(rows, PYFOCI_GIVEN, effort)
        return Measurement(theirs / ours, f"{readable(ours)} against {readable(theirs)}")

    return measure


def against_mutual_information(effort: Effort) -> Measurement:
    """Compare the first step with scikit-learn's ranking of single columns."""
    rows, columns = effort.rows(PYFOCI_ROWS), effort.columns(40)
    X, y = data.table(rows, columns)
    (theirs,) = interleaved(effort, peers.mutual_information(X, y))
    ours = our_candidate_seconds(rows, 0, effort)
    return Measurement(theirs / columns / ours, f"{readable(ours)} against {readable(theirs / columns)}")


def our_candidate_seconds(n: int, q: int, effort: Effort) -> float:
    """Return what one of many candidates takes, with what they share."""
    count = effort.columns(OUR_CANDIDATES)
    X, y = data.table(n, q + count)
    selected, candidates = data.split(q, count)
    with data.engine(X, y) as scorer:
        (best,) = interleaved(effort, data.step(scorer, selected, candidates))
    return best / count


def register() -> None:
    """Add the rows about one candidate."""
    what = f"scoring a candidate, n = {PYFOCI_ROWS}, q = {PYFOCI_GIVEN}, against pyFOCI"
    reach = Reach(100, "x", at_least=True)
    add(Row("pyfoci", what, "x faster", against_pyfoci("random"), reach))
    what += " without its tie breaking"
    add(Row("pyfoci-first", what, "x faster", against_pyfoci("first")))
    what = f"scoring a candidate, n = {PYFOCI_ROWS}, q = 0, against mutual_info_regression"
    add(Row("mutual-info", what, "x faster", against_mutual_information))
    for n, (_, times) in TREE_SIZES.items():
        for q in range(1, 5):
            what = f"scoring a candidate, n = {n}, q = {q}, against a k-d tree per candidate"
            reach = Reach(times, "x", at_least=True)
            name = f"kdtree-n{n}-q{q}"
            add(Row(name, what, "x faster", against_tree(q, n), reach, full=n >= 1_000_000))


register()
