"""The engine that runs on the cores of one machine."""

from collections.abc import Sequence
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .columns import Columns
from .neighbourhood import Neighbourhood
from .pool import Pool
from .prepared import prepared
from .projection import SPAN, new_direction, project, squares_left
from .response import MOST_ROWS, baseline, make_response
from .scoring import total_agreement

PART = 256  # columns projected by one task
DOUBTFUL = 1e-8  # share of a column's variance; if less is left, subtracting has lost its digits


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
    columns : what `prepared` made of X with the same scaling and discretisation, where that is known
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
        columns: Columns | None = None,
    ) -> None:
        if len(X) > MOST_ROWS:
            raise ValueError(
                f"X has {len(X)} rows; more than {MOST_ROWS} are not supported. Fit on a sample of the rows."
            )
        self.n_samples, self.n_features = X.shape
        self._dtype = X.dtype
        self._response = make_response(np.asarray(codes, np.int64), nominal, ties == "random", seed)
        self._chance, self._perfect = baseline(self._response)
        self._agreement: dict[tuple[int, ...], float] = {}
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
        self._columns = columns

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
        self._orthogonalise(tuple(int(j) for j in selected))
        candidates = np.asarray(candidates, np.intp)
        known = int(self._applied[candidates].min(initial=len(self._basis)))
        lengths = self._squared_lengths(candidates, self._basis[known:])
        fresh = np.arange(known, len(self._basis)) >= self._applied[candidates, None]
        for direction in range(
            fresh.shape[1]
        ):  # one after the other, so that it doesn't matter when they came
            self._explained[candidates] += np.where(fresh[:, direction], lengths[:, direction], 0.0)
        self._applied[candidates] = len(self._basis)
        squares = self._columns.squares[candidates]
        left = squares - self._explained[candidates]
        doubtful = np.flatnonzero(left < DOUBTFUL * squares)
        left[doubtful] = self._squares_left(candidates[doubtful])
        variances: NDArray[Any] = left / (self.n_samples - 1)
        return variances.astype(self._dtype)

    def explained_shares(self, selected: Sequence[int], features: NDArray[np.intp]) -> NDArray[Any]:
        self._orthogonalise(tuple(int(j) for j in selected))
        features = np.asarray(features, np.intp)
        lengths = self._squared_lengths(features, self._basis)
        squares = self._columns.squares[features, None]
        shares = np.divide(lengths, squares, out=np.zeros_like(lengths), where=squares > 0)
        return shares.astype(self._dtype)

    def column(self, feature: int) -> NDArray[Any]:
        column = np.empty(self.n_samples, self._dtype)
        column[self._response.origin] = self._columns.values[feature]
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
        if selected not in self._agreement:
            self._totals(selected[:-1], np.array(selected[-1:], np.intp))
        return self._agreement[selected]

    def _totals(self, selected: tuple[int, ...], candidates: NDArray[np.intp]) -> NDArray[np.float64]:
        """Q of the selected predictors with each candidate, remembered for the next step."""
        chosen = list(selected)
        neighbourhood = Neighbourhood(self._columns.values[chosen], self._columns.tied[chosen])
        totals = total_agreement(self._columns, candidates, neighbourhood, self._response, self._pool)
        self._agreement = {(*selected, int(j)): float(q) for j, q in zip(candidates, totals, strict=True)}
        return totals

    def _orthogonalise(self, selected: tuple[int, ...]) -> None:
        """Extend the basis to these predictors, or begin anew."""
        if selected[: len(self._basis)] != self._basis_of:
            self._forget_basis()
        for j in selected[len(self._basis) :]:
            basis = np.array(self._basis).reshape(-1, self.n_samples)
            columns = self._columns
            direction = new_direction(
                columns.values[j], columns.means[j], columns.squares[j], basis, SPAN[self._dtype]
            )
            self._basis.append(direction)
        self._basis_of = selected

    def _forget_basis(self) -> None:
        self._basis = []
        self._basis_of = ()
        self._applied = np.zeros(self.n_features, np.int64)  # directions each column was projected on ...
        self._explained = np.zeros(self.n_features)  # ... and the squared length it has along them

    def _squares_left(self, features: NDArray[np.intp]) -> NDArray[np.float64]:
        """The squared length of what each column has orthogonal to the whole basis, by projecting it."""
        directions = np.array(self._basis).reshape(-1, self.n_samples)
        squares = np.empty(len(features))

        def task(part: slice) -> None:
            squares_left(self._columns.values, self._columns.means, features[part], directions, squares[part])

        self._pool.run(task, [slice(k, k + PART) for k in range(0, len(features), PART)])
        return squares

    def _squared_lengths(
        self, features: NDArray[np.intp], basis: list[NDArray[np.float64]]
    ) -> NDArray[np.float64]:
        """The squared length of each column along each of these directions."""
        directions = np.array(basis).reshape(-1, self.n_samples)
        lengths = np.empty((len(features), len(directions)))

        def task(part: slice) -> None:
            project(self._columns.values, self._columns.means, features[part], directions, lengths[part])

        self._pool.run(task, [slice(k, k + PART) for k in range(0, len(features), PART)])
        return lengths
