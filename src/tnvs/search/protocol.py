"""What the search asks of an engine; an engine is one implementation of this and nothing else.

The search never sees the data. Whatever can answer these six questions can run it: threads on one
machine, a GPU, a cluster.
"""

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.floating[Any]]
Indices: TypeAlias = NDArray[np.integer[Any]]


class Engine(Protocol):
    """Answers questions about one data set X, y.

    Floating-point answers are in X's own type. `selected` is ordered: distances are accumulated and
    directions are orthogonalised in that order. An answer depends on the question alone, to the last bit, and
    not on what was asked before: an interrupted search goes on with a new engine.
    """

    n_samples: int
    n_features: int

    def entropies(self) -> Floats:
        """Entropy in nats of every discretised predictor, shape (p,). The search asks for this first."""
        ...

    def constants(self) -> NDArray[np.bool_]:
        """Which predictors are constant, shape (p,)."""
        ...

    def scores(self, selected: Sequence[int], candidates: NDArray[np.intp]) -> Floats:
        """T of y on each candidate given the selected predictors; all nan where T is undefined."""
        ...

    def residual_variances(self, selected: Sequence[int], candidates: NDArray[np.intp]) -> Floats:
        """Variance of each candidate that is left after projecting it on the selected predictors."""
        ...

    def explained_shares(self, selected: Sequence[int], features: NDArray[np.intp]) -> Floats:
        """Share of each feature's variance that each selected predictor adds to what is explained.

        Shape (len(features), len(selected)), in the order of selection; a row sums to one minus the
        share that is left.
        """
        ...

    def column(self, feature: int) -> Floats:
        """The scaled column of a predictor, rows in their original order."""
        ...

    def close(self) -> None:
        """Release threads and memory."""
        ...
