"""How long a selection would take: measured on some of the columns, on one thread."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

STEPS = 4  # the first is of another kind than those that follow, and cheaper
LEAST_COLUMNS = STEPS + 1


def estimated(sample: NDArray[np.float64], n_predictors: int) -> float | None:
    """Return the seconds of a step that scores all predictors; None where too few columns can be timed."""
    if sample.ndim != 2 or sample.shape[1] < LEAST_COLUMNS:
        return None
    from tnvs.selectors import TNVS

    settings: dict[str, Any] = {"relevance_threshold": -1e9, "redundancy_threshold": 0, "max_features": STEPS}
    response = np.random.default_rng(0).normal(size=len(sample))
    for _ in range(2):  # the first fit of a process loads what was compiled
        steps = TNVS(**settings).fit(sample, response).trace_.steps
    later = [step.seconds / len(step.candidates) for step in steps[1:]]
    return n_predictors * sum(later) / len(later) if later else None
