"""Which predictor of one trace is which of another: by name where both have names, by index otherwise."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tnvs.search import Trace

NOT_THERE = -1


@dataclass(frozen=True, slots=True)
class Matching:
    """The predictors of two traces side by side.

    Attributes
    ----------
    by : {"name", "index"}
        What tells that two are the same.
    in_after : (p_before,) array of int
        The index in the second trace of each predictor of the first; -1 where it isn't there.
    in_before : (p_after,) array of int
        The same the other way.
    """

    by: str
    in_after: NDArray[np.intp]
    in_before: NDArray[np.intp]


def matching(before: Trace, after: Trace) -> Matching:
    """Match the predictors of two traces."""
    old, new = before.data.feature_names, after.data.feature_names
    sizes = before.data.n_features, after.data.n_features
    if old is not None and new is not None and len({*old}) == sizes[0] and len({*new}) == sizes[1]:
        places = {name: place for place, name in enumerate(new)}
        by, in_after = "name", np.array([places.get(name, NOT_THERE) for name in old], np.intp)
    else:
        indices = np.arange(sizes[0])
        by, in_after = "index", np.where(indices < sizes[1], indices, NOT_THERE)
    in_before = np.full(sizes[1], NOT_THERE, np.intp)
    there = np.flatnonzero(in_after != NOT_THERE)
    in_before[in_after[there]] = there
    return Matching(by, in_after, in_before)
