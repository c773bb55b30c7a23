"""The agreement of every candidate with the response, given the selected columns: who scores what."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .buckets import score_columns
from .columns import Columns, are_apart
from .lanes import LANES, Data, score_lanes
from .line import score_line
from .lists import Lists, empty_lists, fill_lists
from .neighbourhood import Neighbourhood
from .pool import Pool
from .response import UNITS, Response

LIST_BYTES = 64 << 20  # what the lists of one chunk of rows may take
ROWS_PER_TASK = 2_000_000  # how many rows times candidates one task looks at: well below a second


class Sums(NamedTuple):
    """Total agreement of each candidate: whole numbers and rests in units of 1 / UNITS."""

    whole: NDArray[np.int64]
    rest: NDArray[np.int64]

    def totals(self) -> NDArray[np.float64]:
        """Q of each candidate."""
        carried, rest = np.divmod(self.rest, UNITS)
        totals: NDArray[np.float64] = (self.whole + carried) + rest / UNITS
        return totals


def total_agreement(
    columns: Columns,
    candidates: NDArray[np.intp],
    neighbourhood: Neighbourhood,
    response: Response,
    pool: Pool,
) -> NDArray[np.float64]:
    """Q(S + j) of each candidate j."""
    sums = Sums(np.zeros(len(candidates), np.int64), np.zeros(len(candidates), np.int64))
    places = np.arange(len(candidates))
    if neighbourhood.q == 0:
        on_line = columns.apart[candidates]
        _score_lines(columns, candidates, places[on_line], response, sums, pool)
        _score_in_buckets(columns, candidates, places[~on_line], neighbourhood, response, sums, pool)
    else:
        by_list = neighbourhood.suits_lists(columns.tied[candidates])
        _score_in_lists(columns, candidates, places[by_list], neighbourhood, response, sums, pool)
        _score_in_buckets(columns, candidates, places[~by_list], neighbourhood, response, sums, pool)
    return sums.totals()


def _groups(places: NDArray[np.intp], size: int) -> list[NDArray[np.intp]]:
    """Cut places into groups of at most ``size``."""
    return [places[begin : begin + size] for begin in range(0, len(places), size)]


def _score_lines(
    columns: Columns,
    candidates: NDArray[np.intp],
    places: NDArray[np.intp],
    response: Response,
    sums: Sums,
    pool: Pool,
) -> None:
    def task(group: NDArray[np.intp]) -> None:
        score_line(columns.values, columns.orders, candidates, group, response, sums.whole, sums.rest)

    pool.run(task, _groups(places, max(1, ROWS_PER_TASK // columns.values.shape[1])))


def _score_in_buckets(
    columns: Columns,
    candidates: NDArray[np.intp],
    places: NDArray[np.intp],
    neighbourhood: Neighbourhood,
    response: Response,
    sums: Sums,
    pool: Pool,
) -> None:
    if not len(places):
        return
    tree = neighbourhood.bucketed()
    rows = neighbourhood.rows

    def task(group: NDArray[np.intp]) -> None:
        score_columns(
            columns.values, columns.orders, candidates, group, tree, rows, response, sums.whole, sums.rest
        )

    per_task = max(1, min(len(places) // (4 * pool.n_jobs), ROWS_PER_TASK // neighbourhood.n))
    pool.run(task, _groups(places, per_task))


def _score_in_lists(
    columns: Columns,
    candidates: NDArray[np.intp],
    places: NDArray[np.intp],
    neighbourhood: Neighbourhood,
    response: Response,
    sums: Sums,
    pool: Pool,
) -> None:
    if not len(places):
        return
    tree, n = neighbourhood.listed(), neighbourhood.n
    dtype = columns.values.dtype
    length = neighbourhood.list_length(len(places))
    chunk = min(n, max(1, LIST_BYTES // (length * (4 + 2 * dtype.itemsize))))
    room = empty_lists(chunk, length, dtype)
    data = Data(columns.values, columns.orders, neighbourhood.rows)
    blocks = max(1, min(ROWS_PER_TASK // (chunk * LANES), len(places) // (4 * LANES * pool.n_jobs)))
    for offset in range(0, n, chunk):
        lists = Lists(*(part[: min(chunk, n - offset)] for part in room))
        _fill(lists, offset, tree, response, pool)

        def task(group: NDArray[np.intp], lists: Lists = lists) -> None:
            score_lanes(candidates, group, data, lists, tree, response, sums.whole, sums.rest)

        pool.run(task, _groups(places, LANES * blocks))


def _fill(lists: Lists, offset: int, tree: Any, response: Response, pool: Pool) -> None:
    """Make the lists of a chunk of rows, on all threads."""
    size = len(lists.home)
    part = min(size, max(64, -(-size // (4 * pool.n_jobs))), 20_000)

    def task(begin: int) -> None:
        fill_lists(lists, begin, min(begin + part, size), offset, tree, response)

    pool.run(task, range(0, size, part))


def nearest_agreement(rows: NDArray[Any], response: Response) -> float:
    """Q of these columns (n, q); rows in increasing order of y, distances add up from left to right."""
    last = np.ascontiguousarray(rows[:, -1])
    order = np.argsort(last, kind="stable").astype(np.int32)
    tied = np.array([_chance_of_tie(column) for column in rows.T])
    neighbourhood = Neighbourhood(rows[:, :-1].T, tied[:-1])
    sums = Sums(np.zeros(1, np.int64), np.zeros(1, np.int64))
    only = np.zeros(1, np.intp)
    if neighbourhood.q == 0 and are_apart(last, order):
        score_line(last[None], order[None], only, only, response, sums.whole, sums.rest)
    else:
        tree = neighbourhood.bucketed()
        score_columns(
            last[None], order[None], only, only, tree, neighbourhood.rows, response, sums.whole, sums.rest
        )
    return float(sums.totals()[0])


def _chance_of_tie(column: NDArray[Any]) -> float:
    shares = np.unique(column, return_counts=True)[1] / len(column)
    return float((shares**2).sum())
