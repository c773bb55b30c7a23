"""The engine that runs on the cores of one machine."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .columns import Columns, Part
from .neighbourhood import Neighbourhood
from .pool import Pool
from .prepared import prepared
from .projection import SPAN, new_direction, project, squares_left
from .response import MOST_ROWS, baseline, make_response
from .scoring import total_agreement
from .store import Store

COLUMNS_PER_TASK = 256  # projected by one task
DOUBTFUL = 1e-8  # share of a column's variance; if less is left, subtracting has lost its digits


@dataclass(frozen=True, slots=True)
class Scored:
    """Q of the selected predictors with each of some candidates."""

    selected: tuple[int, ...]
    candidates: NDArray[np.intp]
    totals: NDArray[np.float64]

    def of(self, selected: tuple[int, ...], candidates: NDArray[np.intp]) -> NDArray[np.float64] | None:
        """Return Q of these selected predictors with each of these candidates, or None if it isn't known."""
        if selected != self.selected or not len(self.candidates):
            return None
        order = np.argsort(self.candidates, kind="stable")
        places = np.searchsorted(self.candidates, candidates, sorter=order)
        found = order[np.minimum(places, len(order) - 1)]
        return self.totals[found] if (self.candidates[found] == candidates).all() else None


def refuse_too_many_rows(n: int) -> None:
    """Refuse more rows than the sums of agreements have bits for."""
    if n > MOST_ROWS:
        raise ValueError(
            f"X has {n} rows; more than {MOST_ROWS} are not supported. Fit on a sample of the rows."
        )


NOTHING_SCORED = Scored((), np.zeros(0, np.intp), np.zeros(0))


class CpuEngine:
    """Scores of one data set; see `tnvs.search.protocol.Engine` for what each method answers.

    Parameters
    ----------
    X : finite float32 or float64 array (n, p), in any memory order
    codes : integers 0, 1, ..., one a row: the place of its y among the distinct values in increasing order
    nominal : whether the codes are names of classes rather than ranks
    scaling : "zscore", "rank" or "none"
    discretization : "auto" or "equal-frequency"
    n_bins : number of bins, by default as `tnvs.engine.bins.default_bins` has it
    ties : "average" or "random"
    seed : 64 bits for the random ties
    n_jobs : number of threads
    columns : what `prepared` made of X with the same scaling and discretisation, where that is known; of X
        itself only shape and type are then looked at
    """

    n_samples: int
    n_features: int
    _basis: list[NDArray[np.float64]]
    _basis_of: tuple[int, ...]

    def __init__(
        self,
        X: NDArray[Any],
        codes: NDArray[Any],
        *,
        nominal: bool = False,
        scaling: str = "zscore",
        discretization: str = "auto",
        n_bins: int | None = None,
        ties: str = "average",
        seed: int = 0,
        n_jobs: int = 1,
        columns: Store | None = None,
    ) -> None:
        refuse_too_many_rows(len(X))
        self.n_samples, self.n_features = X.shape
        self._dtype = X.dtype
        self._response = make_response(np.asarray(codes, np.int64), nominal, ties == "random", seed)
        self._chance, self._perfect = baseline(self._response)
        self._given_last: tuple[tuple[int, ...], float] = (), self._chance
        self._scored = self._ahead = NOTHING_SCORED  # what the last step has found, and for the next one
        self._forget_basis()
        self._pool = Pool(n_jobs)
        if columns is None:
            try:
                columns = prepared(
                    X, self._response.origin, self._pool,
                    scaling=scaling, discretization=discretization, n_bins=n_bins,
                )  # fmt: skip
            except BaseException:
                self._pool.close()
                raise
        self._columns: Store = columns

    def entropies(self) -> NDArray[Any]:
        return self._columns.entropies.copy()

    def constants(self) -> NDArray[np.bool_]:
        return self._columns.constant.copy()

    def scores(self, selected: Sequence[int], candidates: NDArray[np.intp]) -> NDArray[Any]:
        chosen = tuple(int(j) for j in selected)
        given = self._given(chosen)
        if given == self._perfect:
            return np.full(len(candidates), np.nan, self._dtype)
        totals = self._totals(chosen, np.asarray(candidates, np.intp))
        return ((totals - given) / (self._perfect - given)).astype(self._dtype)

    def residual_variances(self, selected: Sequence[int], candidates: NDArray[np.intp]) -> NDArray[Any]:
        chosen = tuple(int(j) for j in selected)
        candidates = np.asarray(candidates, np.intp)
        self._orthogonalise(chosen)
        known = int(self._applied[candidates].min(initial=len(self._basis)))
        variances = np.empty(len(candidates), self._dtype)
        ahead = self._columns.asks_ahead(len(chosen)) and self._given(chosen) != self._perfect
        neighbourhood = self._neighbourhood(chosen) if ahead else None
        totals = np.empty(len(candidates))
        for part in self._columns.parts(candidates, orders=ahead):
            left = self._squares_unexplained(candidates[part.where], part, known)
            variances[part.where] = left / (self.n_samples - 1)
            if neighbourhood is not None:
                totals[part.where] = self._part_totals(part, neighbourhood)
        if ahead:
            self._ahead = Scored(chosen, candidates.copy(), totals)
        return variances

    def explained_shares(self, selected: Sequence[int], features: NDArray[np.intp]) -> NDArray[Any]:
        self._orthogonalise(tuple(int(j) for j in selected))
        features = np.asarray(features, np.intp)
        lengths = np.empty((len(features), len(self._basis)))
        for part in self._columns.parts(features, orders=False):
            lengths[part.where] = self._squared_lengths(part, self._basis)
        squares = self._columns.squares[features, None]
        shares = np.divide(lengths, squares, out=np.zeros_like(lengths), where=squares > 0)
        return shares.astype(self._dtype)

    def column(self, feature: int) -> NDArray[Any]:
        column = np.empty(self.n_samples, self._dtype)
        column[self._response.origin] = self._columns.rows_of([feature])[0]
        return column

    def close(self) -> None:
        """Stop the threads."""
        self._pool.close()

    def __enter__(self) -> "CpuEngine":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _given(self, selected: tuple[int, ...]) -> float:
        """Q of the selected predictors; the chance agreement if there are none."""
        if not selected:
            return self._chance
        if selected != self._given_last[0]:
            others, last = selected[:-1], np.array(selected[-1:], np.intp)
            known = self._scored.of(others, last)
            totals = self._totals(others, last) if known is None else known
            self._given_last = selected, float(totals[0])
        return self._given_last[1]

    def _totals(self, selected: tuple[int, ...], candidates: NDArray[np.intp]) -> NDArray[np.float64]:
        """Q of the selected predictors with each candidate, remembered for the next step."""
        known = self._ahead.of(selected, candidates)
        if known is not None:
            self._scored = self._ahead
            return known
        neighbourhood = self._neighbourhood(selected)
        totals = np.empty(len(candidates))
        for part in self._columns.parts(candidates):
            totals[part.where] = self._part_totals(part, neighbourhood)
        self._scored = Scored(selected, candidates.copy(), totals)
        return totals

    def _neighbourhood(self, selected: tuple[int, ...]) -> Neighbourhood:
        chosen = list(selected)
        return Neighbourhood(self._columns.rows_of(chosen), self._columns.tied[chosen])

    def _part_totals(self, part: Part, neighbourhood: Neighbourhood) -> NDArray[np.float64]:
        return total_agreement(part.columns, part.places, neighbourhood, self._response, self._pool)

    def _orthogonalise(self, selected: tuple[int, ...]) -> None:
        """Extend the basis to these predictors, or begin anew."""
        if selected[: len(self._basis)] != self._basis_of:
            self._forget_basis()
        for j in selected[len(self._basis) :]:
            basis = np.array(self._basis).reshape(-1, self.n_samples)
            columns = self._columns
            direction = new_direction(
                columns.rows_of([j])[0], columns.means[j], columns.squares[j], basis, SPAN[self._dtype]
            )
            self._basis.append(direction)
        self._basis_of = selected

    def _forget_basis(self) -> None:
        self._basis = []
        self._basis_of = ()
        self._applied = np.zeros(self.n_features, np.int64)  # directions each column was projected on ...
        self._explained = np.zeros(self.n_features)  # ... and the squared length it has along them

    def _squares_unexplained(self, features: NDArray[np.intp], part: Part, known: int) -> NDArray[np.float64]:
        """The squared length of what is left of each column; all were projected on ``known`` directions."""
        lengths = self._squared_lengths(part, self._basis[known:])
        fresh = np.arange(known, len(self._basis)) >= self._applied[features, None]
        for k in range(fresh.shape[1]):  # one after the other, so that it doesn't matter when they came
            self._explained[features] += np.where(fresh[:, k], lengths[:, k], 0.0)
        self._applied[features] = len(self._basis)
        squares = self._columns.squares[features]
        left: NDArray[np.float64] = squares - self._explained[features]
        doubtful = left < DOUBTFUL * squares
        left[doubtful] = self._squares_left(part.columns, part.places[doubtful])
        return left

    def _squares_left(self, columns: Columns, places: NDArray[np.intp]) -> NDArray[np.float64]:
        """The squared length of what each column has orthogonal to the whole basis, by projecting it."""
        directions = np.array(self._basis).reshape(-1, self.n_samples)
        squares = np.empty(len(places))

        def task(some: slice) -> None:
            squares_left(columns.values, columns.means, places[some], directions, squares[some])

        self._pool.run(task, _slices(len(places)))
        return squares

    def _squared_lengths(self, part: Part, basis: list[NDArray[np.float64]]) -> NDArray[np.float64]:
        """The squared length of each column along each of these directions."""
        directions = np.array(basis).reshape(-1, self.n_samples)
        lengths = np.empty((len(part.places), len(directions)))
        columns, places = part.columns, part.places

        def task(some: slice) -> None:
            project(columns.values, columns.means, places[some], directions, lengths[some])

        self._pool.run(task, _slices(len(places)))
        return lengths


def _slices(count: int) -> list[slice]:
    return [slice(begin, begin + COLUMNS_PER_TASK) for begin in range(0, count, COLUMNS_PER_TASK)]
