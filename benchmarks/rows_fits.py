"""Whole fits: the paper's simulation against a sort and against R, two threads against one, few levels."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks import data, peers
from benchmarks.registry import Effort, Measurement, Reach, Row, add
from benchmarks.timing import interleaved, readable
from tnvs import TNVS

FEW_LEVELS_SHAPE = (1800, 1008)


def fit(X: data.Array, y: data.Array, n_jobs: int, **settings: float) -> Callable[[], object]:
    """Return a fit to time."""
    return lambda: TNVS(n_jobs=n_jobs, **settings).fit(X, y)


def fit_against_argsort(effort: Effort) -> Measurement:
    """Compare a fit with a sort of the same matrix."""
    X, y = data.setting(3, effort.tiny)
    ours, sort = interleaved(effort, fit(X, y, 2), peers.argsort(X))
    return Measurement(ours / sort, f"{readable(ours)} against {readable(sort)}")


def setting_against_r(number: int) -> Callable[[Effort], Measurement]:
    """Compare one thread with the authors' code on one core."""

    def measure(effort: Effort) -> Measurement:
        X, y = data.setting(number, effort.tiny)
        one, two = interleaved(effort, fit(X, y, 1), fit(X, y, 2))
        r, bound = peers.R_SECONDS[number], ">" if number in peers.R_STOPPED else ""
        detail = f"{readable(one)} ({readable(two)} on 2 threads) against {bound}{r:.0f} s"
        if number in peers.R_SECONDS_INFORMATIVE:
            easier = peers.R_SECONDS_INFORMATIVE[number]
            detail += f"; {easier:.0f} s where it gets informative columns only"
        return Measurement(r / one, detail, bound)

    return measure


def two_threads(effort: Effort) -> Measurement:
    """Compare two threads with one."""
    X, y = data.setting(3, effort.tiny)
    one, two = interleaved(effort, fit(X, y, 1), fit(X, y, 2))
    return Measurement(one / two, f"{readable(one)} on one, {readable(two)} on two")


def few_levels_fit(effort: Effort) -> Measurement:
    """Compare fits of five steps on integer and on continuous columns."""
    n, p = effort.rows(FEW_LEVELS_SHAPE[0]), effort.columns(FEW_LEVELS_SHAPE[1])
    steps = {"max_features": 5, "relevance_threshold": -1}
    fits = [fit(*data.table(n, p, kind), 1, **steps) for kind in ("integer", "continuous")]
    integer, continuous = interleaved(effort, *fits)
    return Measurement(integer / continuous, f"{readable(integer)} against {readable(continuous)}")


def few_levels_step(q: int) -> Callable[[Effort], Measurement]:
    """Compare one step's scores on integer and on continuous columns."""

    def measure(effort: Effort) -> Measurement:
        n, p = effort.rows(FEW_LEVELS_SHAPE[0]), effort.columns(FEW_LEVELS_SHAPE[1])
        scorers = [data.engine(*data.table(n, p, kind)) for kind in ("integer", "continuous")]
        best = interleaved(effort, *(data.step(scorer, *data.split(q, p - q)) for scorer in scorers))
        each = [readable(seconds / (p - q)) for seconds in best]
        return Measurement(best[0] / best[1], f"{each[0]} against {each[1]} a candidate")

    return measure


def register() -> None:
    """Add the rows about whole fits."""
    shape = f"{round(data.TRAINING * data.ROWS)} x {data.SETTINGS[3]}"
    what = f"TNVS fit, setting 3 ({shape}), 2 threads, against np.argsort(X.T, axis=1)"
    add(Row("fit-argsort", what, "x the sort", fit_against_argsort, Reach(8, "x")))
    for number in data.SETTINGS:
        what = f"TNVS fit, setting {number}, 1 thread, against the authors' R code (measured elsewhere)"
        reach = Reach(500, "x", at_least=True)
        add(Row(f"setting-{number}", what, "x faster", setting_against_r(number), reach))
    what = f"two threads against one, setting 3 ({shape})"
    add(Row("two-threads", what, "x faster", two_threads, Reach(1.8, "x", at_least=True)))
    shape = "{} x {}".format(*FEW_LEVELS_SHAPE)
    what = f"integer table ({data.LEVELS} levels) against continuous ({shape}), fit of 5 steps"
    add(Row("few-levels-fit", what, "x as long", few_levels_fit, Reach(3, "x")))
    for q in range(4):
        what = f"integer table against continuous, scoring given q = {q}"
        add(Row(f"few-levels-q{q}", what, "x as long", few_levels_step(q), Reach(3, "x")))


register()
