"""The agreement of every candidate with the response, given the selected columns: who scores what."""

from dataclasses import dataclass
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
from .tree import Tree

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
    step = Step(columns, candidates, neighbourhood, response, sums, pool)
    places = np.arange(len(candidates))
    if neighbourhood.q == 0:
        on_line = columns.apart[candidates]
        step.score_on_line(places[on_line])
        step.score_in_buckets(places[~on_line])
    else:
        by_list = neighbourhood.suits_lists(columns.tied[candidates])
        step.score_in_lists(places[by_list])
        step.score_in_buckets(places[~by_list])
    return sums.totals()


@dataclass(frozen=True, slots=True)
class Step:
    """What the three ways of scoring have in common; each fills its places of the sums."""

    columns: Columns
    candidates: NDArray[np.intp]
    neighbourhood: Neighbourhood
    response: Response
    sums: Sums
    pool: Pool

    def score_on_line(self, places: NDArray[np.intp]) -> None:
        """Without selected columns, candidates whose values are all apart."""

        def task(group: NDArray[np.intp]) -> None:
            score_line(
                self.columns.values, self.columns.orders, self.candidates, group, self.response, *self.sums
            )

        self.pool.run(task, _groups(places, max(1, ROWS_PER_TASK // self.neighbourhood.n)))

    def score_in_buckets(self, places: NDArray[np.intp]) -> None:
        """One candidate after the other, each in its own order."""
        if not len(places):
            return
        values, orders, *_ = self.columns
        tree, rows = self.neighbourhood.bucketed(), self.neighbourhood.rows

        def task(group: NDArray[np.intp]) -> None:
            score_columns(values, orders, self.candidates, group, tree, rows, self.response, *self.sums)

        per_task = max(1, min(len(places) // (4 * self.pool.n_jobs), ROWS_PER_TASK // self.neighbourhood.n))
        self.pool.run(task, _groups(places, per_task))

    def score_in_lists(self, places: NDArray[np.intp]) -> None:
        """Sixteen candidates at a time along lists that all share, for a chunk of rows after the other."""
        if not len(places):
            return
        n, dtype = self.neighbourhood.n, self.columns.values.dtype
        tree = self.neighbourhood.listed()
        length = self.neighbourhood.list_length(len(places))
        chunk = min(n, max(1, LIST_BYTES // (length * (4 + 2 * dtype.itemsize))))
        room = empty_lists(chunk, length, dtype)
        data = Data(self.columns.values, self.columns.orders, self.neighbourhood.rows)
        blocks = max(1, min(ROWS_PER_TASK // (chunk * LANES), len(places) // (4 * LANES * self.pool.n_jobs)))
        for offset in range(0, n, chunk):
            lists = Lists(*(part[: min(chunk, n - offset)] for part in room))
            self._fill(lists, offset, tree)

            def task(group: NDArray[np.intp], lists: Lists = lists) -> None:
                score_lanes(self.candidates, group, data, lists, tree, self.response, *self.sums)

            self.pool.run(task, _groups(places, LANES * blocks))

    def _fill(self, lists: Lists, offset: int, tree: Tree) -> None:
        """Make the lists of a chunk of rows, on all threads."""
        size = len(lists.home)
        part = min(size, max(64, -(-size // (4 * self.pool.n_jobs))), 20_000)

        def task(begin: int) -> None:
            fill_lists(lists, begin, min(begin + part, size), offset, tree, self.response)

        self.pool.run(task, range(0, size, part))


def _groups(places: NDArray[np.intp], size: int) -> list[NDArray[np.intp]]:
    """Cut places into groups of at most ``size``."""
    return [places[begin : begin + size] for begin in range(0, len(places), size)]


def nearest_agreement(rows: NDArray[Any], response: Response) -> float:
    """Q of these columns (n, q); rows in increasing order of y, distances add up from left to right."""
    last = np.ascontiguousarray(rows[:, -1])
    order = np.argsort(last, kind="stable").astype(np.int32)
    tied = np.array([_chance_of_tie(column) for column in rows.T])
    neighbourhood = Neighbourhood(rows[:, :-1].T, tied[:-1])
    sums = Sums(np.zeros(1, np.int64), np.zeros(1, np.int64))
    only = np.zeros(1, np.intp)
    if neighbourhood.q == 0 and are_apart(last, order):
        score_line(last[None], order[None], only, only, response, *sums)
    else:
        tree = neighbourhood.bucketed()
        score_columns(last[None], order[None], only, only, tree, neighbourhood.rows, response, *sums)
    return float(sums.totals()[0])


def _chance_of_tie(column: NDArray[Any]) -> float:
    shares = np.unique(column, return_counts=True)[1] / len(column)
    return float((shares**2).sum())
