"""What is known about each column of simulated data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class GroundTruth:
    """The subset and the group that each column of simulated data belongs to.

    Parameters
    ----------
    label : ndarray of str, shape (n_features,)
        ``"relevant"``, ``"uninformative"``, ``"redundant"`` or ``"conditionally independent"``.
    group : ndarray of int, shape (n_features,)
        Columns that carry the same information share a number, from 1; 0 for the uninformative ones.

    Examples
    --------
    >>> from tnvs.datasets import make_example
    >>> X, y, truth = make_example(random_state=0)
    >>> truth.group.tolist()
    [1, 1, 2, 1, 3, 0]
    """

    label: NDArray[np.str_]
    group: NDArray[np.intp]
