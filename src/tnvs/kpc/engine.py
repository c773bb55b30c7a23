"""The engine of KFOCI: the kernel partial correlation in place of T, all else as in the engine of FOCI."""

from collections.abc import Sequence
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tnvs.engine import CpuEngine
from tnvs.engine.columns import Columns

from .response_kernels import make_likeness, mean_agreement_of_all, resolved_bandwidth
from .scoring import total_agreement

UNDEFINED = 1e-12  # what is left of the mean of k(y, y) where nothing but rounding is


class KernelEngine:
    """Scores by K nearest neighbours and a kernel on y; see `tnvs.search.protocol.Engine` for the methods.

    With A(S) the mean of k(y_i, y_j) over all rows i and their K nearest j in S, and the mean over all pairs
    for no S, the score of a candidate j is (A(S + j) - A(S)) / (mean of k(y_i, y_i) - A(S)). Where several
    rows tie for the last of the K places, each takes the same part in them.

    Parameters
    ----------
    engine : CpuEngine
        Of the same X and codes; answers everything else. It is closed with this one.
    codes : integers 0, 1, ..., one a row: the place of its y among the distinct values in increasing order
    levels : the distinct values of y in increasing order; only the Gaussian kernel looks at them
    n_neighbors : K, from 1 to n - 1
    kernel : "gaussian", "rank" or "discrete"
    bandwidth : of the Gaussian kernel; "median" is the median of |y_i - y_j| over all pairs

    Examples
    --------
    >>> import numpy as np
    >>> from tnvs.engine import CpuEngine
    >>> from tnvs.kpc import KernelEngine
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(500, 3))
    >>> levels, codes = np.unique(X[:, 0] * X[:, 1], return_inverse=True)
    >>> with KernelEngine(CpuEngine(X, codes), codes, levels, n_neighbors=10) as engine:
    ...     engine.scores([], np.arange(3)).round(2), engine.scores([0], np.array([1, 2])).round(2)
    (array([ 0.14,  0.13, -0.03]), array([ 0.74, -0.02]))
    """

    n_samples: int
    n_features: int

    def __init__(
        self,
        engine: CpuEngine,
        codes: NDArray[np.intp],
        levels: NDArray[Any],
        *,
        n_neighbors: int = 1,
        kernel: str = "gaussian",
        bandwidth: float | str = "median",
    ) -> None:
        self.n_samples, self.n_features = engine.n_samples, engine.n_features
        if not 1 <= n_neighbors < self.n_samples:
            raise ValueError(
                f"n_neighbors={n_neighbors} is out of range; with {self.n_samples} rows give 1 to "
                f"{self.n_samples - 1}."
            )
        if not isinstance(engine._columns, Columns):
            raise TypeError("engine must hold its columns in memory; make it of an array.")
        self._engine, self._columns = engine, engine._columns
        self._k = int(n_neighbors)
        numbers = np.asarray(levels, np.float64) if kernel == "gaussian" else np.zeros(1)
        self.bandwidth = resolved_bandwidth(bandwidth, numbers, codes) if kernel == "gaussian" else None
        self._likeness, self._response = make_likeness(
            kernel, np.asarray(codes, np.intp), numbers, self.bandwidth or 1.0, self._k
        )
        self._chance, self._perfect = mean_agreement_of_all(self._likeness, self._response)
        self._one = self._likeness.units * (self.n_samples if kernel == "rank" else 1)
        self._agreement: dict[tuple[int, ...], float] = {}

    def entropies(self) -> NDArray[Any]:
        return self._engine.entropies()

    def constants(self) -> NDArray[np.bool_]:
        return self._engine.constants()

    def scores(self, selected: Sequence[int], candidates: NDArray[np.intp]) -> NDArray[Any]:
        chosen = tuple(int(j) for j in selected)
        dtype = self._columns.values.dtype
        given = self._given(chosen)
        if self._perfect - given <= UNDEFINED * self._perfect:
            return np.full(len(candidates), np.nan, dtype)
        means = self._means(chosen, np.asarray(candidates, np.intp))
        return ((means - given) / (self._perfect - given)).astype(dtype)

    def residual_variances(self, selected: Sequence[int], candidates: NDArray[np.intp]) -> NDArray[Any]:
        return self._engine.residual_variances(selected, candidates)

    def explained_shares(self, selected: Sequence[int], features: NDArray[np.intp]) -> NDArray[Any]:
        return self._engine.explained_shares(selected, features)

    def column(self, feature: int) -> NDArray[Any]:
        return self._engine.column(feature)

    def close(self) -> None:
        """Stop the threads."""
        self._engine.close()

    def __enter__(self) -> "KernelEngine":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _given(self, selected: tuple[int, ...]) -> float:
        """A(S) of the selected predictors."""
        if not selected:
            return self._chance
        if selected not in self._agreement:
            self._means(selected[:-1], np.array(selected[-1:], np.intp))
        return self._agreement[selected]

    def _means(self, selected: tuple[int, ...], candidates: NDArray[np.intp]) -> NDArray[np.float64]:
        """A(S + j) of each candidate, remembered for the next step."""
        totals = total_agreement(
            self._columns,
            candidates,
            list(selected),
            self._likeness,
            self._response,
            self._k,
            self._engine._pool,
        )
        means = totals / (self._one * self._k * self.n_samples)
        self._agreement = {(*selected, int(j)): float(a) for j, a in zip(candidates, means, strict=True)}
        return means
