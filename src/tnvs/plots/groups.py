"""The redundant predictors, gathered by the selected one that explains most of each."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from tnvs.search.trace import Trace


@dataclass(frozen=True, slots=True)
class Groups:
    """All redundant predictors, group by group, the closest copies of a group first.

    Attributes
    ----------
    members : (m,) array of int
        The redundant predictors.
    responsible : (m,) array of int
        The place in the order of selection of the one that explains most of each; increasing.
    shares : (m, q) float32 array
        The share of the variance of each that each of the q selected predictors explains; 0 where one was
        selected later.
    left : (m,) array
        The variance of each that the selected ones left.
    """

    members: NDArray[np.intp]
    responsible: NDArray[np.intp]
    shares: NDArray[np.float32]
    left: NDArray[np.float64]

    @property
    def sizes(self) -> NDArray[np.intp]:
        """The number of members in the group of each selected predictor."""
        return np.bincount(self.responsible, minlength=self.shares.shape[1])


def groups_of(trace: "Trace") -> Groups:
    """Gather what the batch deletions of a trace removed."""
    deletions = [trace.initial_deletion, *(step.redundant for step in trace.steps)]
    members = np.concatenate([deletion.features for deletion in deletions]).astype(np.intp)
    left = np.concatenate([deletion.residual_variances for deletion in deletions]).astype(np.float64)
    responsible = np.zeros(len(members), dtype=np.intp)
    shares = np.zeros((len(members), len(trace.selected)), dtype=np.float32)
    first = 0
    for deletion in deletions:
        rows, columns = deletion.shares.shape
        if rows:
            responsible[first : first + rows] = np.argmax(deletion.shares, axis=1)
            shares[first : first + rows, :columns] = deletion.shares
        first += rows
    order = np.lexsort((left, responsible))
    return Groups(members[order], responsible[order], shares[order], left[order])
