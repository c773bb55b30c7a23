"""One step's shared work: the selected columns, trees over their rows, which way of scoring suits them."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .tree import Tree, build_tree

SMALL_LEAF = 16  # rows in a leaf of the tree that lists are made from
LARGE_CELL = 12  # equal rows a row has on average, from which on resolving them group by group wins
SHARED = 100  # candidates times selected columns from which on lists are worth their making
LINE_LIMIT = 5_000  # rows from which on buckets beat lists along a single continuous column
NEXT_LIMIT = 20  # ... and how many times as many with every further one
MANY_TIES = 0.02  # chance that two values of a candidate are equal, from which on lists beat buckets
BUCKET_ROWS = 256  # rows in a bucket
LIST_ROWS = 96  # the shortest list
LONGEST_LIST = 256  # ... and the longest,
MANY_CANDIDATES = 512  # twice as long for so many candidates


class Neighbourhood:
    """The rows in the space of the selected columns."""

    n: int
    q: int
    continuous: int  # how many selected columns have few equal values

    def __init__(self, values: NDArray[Any], tied: NDArray[np.float64]) -> None:
        """``values`` (q, n): the selected columns; ``tied``: how often two values of each are equal."""
        self.rows = np.ascontiguousarray(values.T)
        self.n, self.q = self.rows.shape
        self.continuous = int(np.count_nonzero(tied * math.sqrt(self.n) < 1))
        self._trees: dict[int, Tree] = {}

    def tree(self, capacity: int) -> Tree:
        """The tree with leaves of at most this many rows; built once."""
        if capacity not in self._trees:
            self._trees[capacity] = build_tree(self.rows, capacity)
        return self._trees[capacity]

    def listed(self) -> Tree:
        """The tree that lists are made from."""
        return self.tree(SMALL_LEAF)

    def bucketed(self) -> Tree:
        """The tree whose leaves are buckets: cells, else so wide that a row seldom looks outside."""
        if self.continuous == 0:
            return self.listed()
        if self._mean_cell() > LARGE_CELL:
            return self.tree(BUCKET_ROWS // 4)
        if self.continuous > 1:
            return self.tree(BUCKET_ROWS)
        return self.tree(int(np.clip(4 * math.sqrt(self.n), BUCKET_ROWS // 2, 8 * BUCKET_ROWS)))

    def list_length(self, candidates: int) -> int:
        """Long enough that few candidates walk to the end of a list; longer where many share its making."""
        usual = 6 * self.q * self.n ** (1 / (self.q + 1))
        longest = LONGEST_LIST if candidates < MANY_CANDIDATES else 2 * LONGEST_LIST
        return min(self.n - 1, int(np.clip(usual, min(LIST_ROWS, longest), longest)))

    def suits_lists(self, tied: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Which candidates are better walked through lists than looked up in buckets."""
        if self._mean_cell() > LARGE_CELL or len(tied) * self.q < SHARED:
            return np.zeros(len(tied), np.bool_)
        if self.continuous and self.n > LINE_LIMIT * NEXT_LIMIT ** (self.continuous - 1):
            return tied > MANY_TIES
        return np.ones(len(tied), np.bool_)

    def _mean_cell(self) -> float:
        """How many rows equal to itself in the selected columns a row has on average, itself included."""
        tree = self.listed()
        sizes = (tree.stop - tree.start)[tree.cell].astype(np.float64)
        return float((sizes**2).sum()) / self.n
