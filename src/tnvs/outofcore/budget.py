"""How the memory is divided: what is always there, and what is left for blocks of columns."""

from dataclasses import dataclass

from tnvs.engine.neighbourhood import LONGEST_LIST
from tnvs.engine.scoring import LIST_BYTES
from tnvs.outofcore.memory import shown_bytes
from tnvs.search.fingerprint import CHUNK_BYTES

SPARE = 32 * 10**6  # for Python's own objects, threads, and memory that is free but in pieces
PER_COLUMN = 700  # its name, what is known of it, its label, and arrays with one number a column
PER_SCORE = 12  # what the trace keeps of every candidate of a step
PER_ROW = 250  # the response, and the order of rows
PER_ROW_AND_THREAD = 400  # sixteen columns side by side, sorted orders
PER_ROW_AND_SELECTED = 150  # a selected column, its direction, and trees over the rows
COPIES = 4  # a block of as many values takes: two being read, two or an order being made of them
FEWEST_COLUMNS = 16
MARGIN = 1.05  # on what an error asks for: the process may hold more the next time


@dataclass(frozen=True, slots=True)
class Budget:
    """What a fit may take, in bytes.

    Attributes
    ----------
    limit : int
        Of the process.
    held : int
        What it held when the fit began.
    n, p : int
        Shape of X.
    itemsize : int
        Bytes of a value.
    n_jobs : int
        Threads.
    """

    limit: int
    held: int
    n: int
    p: int
    itemsize: int
    n_jobs: int

    def cells(self, scored: int = 0, selected: int = 0) -> int:
        """Return how many values a block may have after so many scores and selected columns."""
        left = self.limit - self._taken(scored, selected)
        return max(left // (COPIES * self.itemsize), self._fewest())

    def columns(self, scored: int = 0, selected: int = 0) -> int:
        """Return how many whole columns a block may have."""
        return self.cells(scored, selected) // self.n

    def check(self) -> None:
        """Refuse a limit that leaves no room to work in."""
        needed = self._taken() + COPIES * self.itemsize * self._fewest()
        if self.limit < needed:
            raise ValueError(
                f"memory_limit={shown_bytes(self.limit)} is too small: {self.p} columns of {self.n} rows "
                f"need at least {shown_bytes(MARGIN * needed)}, of which this process holds "
                f"{shown_bytes(self.held)} already."
            )

    def _taken(self, scored: int = 0, selected: int = 0) -> int:
        """Return what everything but blocks takes."""
        lists = min(LIST_BYTES, self.n * 2 * LONGEST_LIST * (4 + 2 * self.itemsize))
        per_row = PER_ROW + PER_ROW_AND_THREAD * self.n_jobs + PER_ROW_AND_SELECTED * selected
        return self.held + SPARE + lists + per_row * self.n + PER_COLUMN * self.p + PER_SCORE * scored

    def _fewest(self) -> int:
        """Return the values of the smallest block: a few columns, a row of all, or what is hashed at once."""
        return max(FEWEST_COLUMNS * self.n, self.p, CHUNK_BYTES // self.itemsize)
