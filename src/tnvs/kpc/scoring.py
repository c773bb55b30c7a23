"""The total agreement of every candidate with its K nearest, given the selected columns: who scores what."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tnvs.engine.columns import Columns
from tnvs.engine.lists import Lists, empty_lists, fill_lists
from tnvs.engine.neighbourhood import Neighbourhood
from tnvs.engine.pool import Pool
from tnvs.engine.response import Response
from tnvs.engine.tree import Tree

from .cells import score_in_cells
from .line import score_on_line
from .neighbours import Data, fill_agreement, score_in_lists
from .response_kernels import Likeness

LARGE_CELL = 8  # equal rows a row has on average, from which on resolving them group by group wins
LARGE_TIE = 4  # the same for equal values of a candidate alone
LIST_SHARE = 2.5  # how many times as long as the usual walk a list is
SHORTEST_LIST = 32
LONGEST_LIST = 1024
LIST_BYTES = 64 << 20  # what the lists of one chunk of rows may take
ROWS_PER_TASK = 1_000_000  # how many rows times candidates one task looks at: well below a second


def total_agreement(
    columns: Columns,
    candidates: NDArray[np.intp],
    selected: list[int],
    likeness: Likeness,
    response: Response,
    k: int,
    pool: Pool,
) -> NDArray[np.int64]:
    """The sum over rows and their ``k`` nearest in S + j of k(y_h, y_i), in units, for each candidate j."""
    neighbourhood = Neighbourhood(columns.values[selected], columns.tied[selected])
    totals = np.zeros(len(candidates), np.int64)
    step = Step(columns, candidates, neighbourhood, likeness, response, k, totals, pool)
    places = np.arange(len(candidates))
    if neighbourhood.q == 0:
        on_line = columns.tied[candidates] * neighbourhood.n < LARGE_TIE
        step.score_on_line(places[on_line])
        step.score_in_cells(places[~on_line])
    elif _mean_cell(neighbourhood.listed()) > LARGE_CELL:
        step.score_in_cells(places)
    else:
        step.score_in_lists(places)
    return totals


def _mean_cell(tree: Tree) -> float:
    """How many rows equal to itself in the selected columns a row has on average, itself included."""
    sizes = (tree.stop - tree.start)[tree.cell].astype(np.float64)
    return float((sizes**2).sum()) / len(tree.order)


@dataclass(frozen=True, slots=True)
class Step:
    """What the three ways of scoring have in common; each fills the totals."""

    columns: Columns
    candidates: NDArray[np.intp]
    neighbourhood: Neighbourhood
    likeness: Likeness
    response: Response
    k: int
    totals: NDArray[np.int64]
    pool: Pool

    def score_on_line(self, places: NDArray[np.intp]) -> None:
        """Without selected columns, candidates whose values are mostly apart."""
        values, orders, *_ = self.columns

        def task(group: NDArray[np.intp]) -> None:
            score_on_line(values, orders, self.candidates, group, self.likeness, self.k, self.totals)

        self.pool.run(task, self._groups(places, self.neighbourhood.n))

    def score_in_cells(self, places: NDArray[np.intp]) -> None:
        """One candidate after the other, each in its own order."""
        if not len(places):
            return
        values, orders, *_ = self.columns
        tree, rows = self.neighbourhood.listed(), self.neighbourhood.rows

        def task(group: NDArray[np.intp]) -> None:
            score_in_cells(
                values, orders, self.candidates, group, tree, rows, self.likeness, self.k, self.totals
            )

        self.pool.run(task, self._groups(places, self.neighbourhood.n))

    def score_in_lists(self, places: NDArray[np.intp]) -> None:
        """Along lists that all candidates share, for a chunk of rows after the other."""
        n, dtype = self.neighbourhood.n, self.columns.values.dtype
        tree = self.neighbourhood.listed()
        length = self._list_length()
        chunk = min(n, max(1, LIST_BYTES // (length * (12 + 2 * dtype.itemsize))))
        room = empty_lists(chunk, length, dtype)
        agreement = np.empty((chunk, length), np.int64)
        data = Data(self.columns.values, self.columns.orders, self.neighbourhood.rows)
        for offset in range(0, n, chunk):
            lists = Lists(*(part[: min(chunk, n - offset)] for part in room))
            self._fill(lists, agreement, offset, tree)

            def task(group: NDArray[np.intp], lists: Lists = lists) -> None:
                score_in_lists(
                    self.candidates, group, data, lists, agreement, tree, self.likeness, self.k, self.totals
                )

            self.pool.run(task, self._groups(places, len(lists.home)))

    def _fill(self, lists: Lists, agreement: NDArray[Any], offset: int, tree: Tree) -> None:
        """Make the lists of a chunk of rows, on all threads."""
        size = len(lists.home)
        part = min(size, max(64, -(-size // (4 * self.pool.n_jobs))), 20_000)

        def task(begin: int) -> None:
            end = min(begin + part, size)
            fill_lists(lists, begin, end, offset, tree, self.response)
            fill_agreement(lists, begin, end, tree, self.likeness, agreement)

        self.pool.run(task, range(0, size, part))

    def _list_length(self) -> int:
        """Long enough that few rows walk to the end: in one dimension more, K rows are in a ball so large.

        Almost constant columns add no dimension: in them most rows are equally far.
        """
        n, q = self.neighbourhood.n, max(1, self.neighbourhood.continuous)
        usual = LIST_SHARE * n * (self.k / n) ** (q / (q + 1))
        longest = max(LONGEST_LIST, SHORTEST_LIST + 2 * self.k)
        return min(n - 1, longest, int(usual) + SHORTEST_LIST)

    def _groups(self, places: NDArray[np.intp], rows: int) -> list[NDArray[np.intp]]:
        """Cut places into groups that take about as long as a task should."""
        size = max(1, min(len(places) // (4 * self.pool.n_jobs), ROWS_PER_TASK // rows))
        return [places[begin : begin + size] for begin in range(0, len(places), size)]
