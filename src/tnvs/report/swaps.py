"""What could stand in for each selected predictor: who was nearly as good, and whom it made redundant."""

import math

import numpy as np
from numpy.typing import NDArray

from tnvs.report.parts import Alternative, Swap
from tnvs.search.facts import Facts
from tnvs.search.step import Step
from tnvs.search.trace import Trace

MOST_LISTED = 10


def window(n_samples: int) -> float:
    """Return how far behind an alternative may be: 1 / sqrt(n), about the scatter of T where it is 0."""
    return 1 / math.sqrt(n_samples)


def swaps(trace: Trace, known: Facts) -> tuple[Swap, ...]:
    """Return one entry for every step that selected something."""
    return tuple(_swap(trace, known, step) for step in trace.steps if step.chosen is not None)


def _swap(trace: Trace, known: Facts, step: Step) -> Swap:
    chosen, limit = int(step.chosen or 0), window(trace.data.n_samples)
    with np.errstate(invalid="ignore"):  # a trace may hold infinite T, and infinity less infinity is nan
        behind = step.best_score - step.scores.astype(np.float64)
    near = np.flatnonzero((behind <= limit) & (step.candidates != chosen))
    near = near[np.argsort(behind[near], kind="stable")]
    deleted = step.redundant.features[np.argsort(step.redundant.residual_variances, kind="stable")]
    places = np.searchsorted(step.candidates, deleted[:MOST_LISTED])
    return Swap(
        feature=chosen,
        name=trace.name_of(chosen),
        step=step.number,
        score=step.best_score,
        window=limit,
        n_alternatives=len(near),
        alternatives=_alternatives(trace, known, step, behind, near[:MOST_LISTED]),
        n_redundant=len(deleted),
        redundant=_alternatives(trace, known, step, behind, places),
    )


def _alternatives(
    trace: Trace, known: Facts, step: Step, behind: NDArray[np.float64], places: NDArray[np.intp]
) -> tuple[Alternative, ...]:
    deleted, found = set(step.redundant.features.tolist()), []
    for at in places.tolist():
        feature = int(step.candidates[at])
        found.append(
            Alternative(
                feature=feature,
                name=trace.name_of(feature),
                score=float(step.scores[at]),
                behind=float(behind[at]),
                subset=str(known.subset[feature]),
                residual_variance=float(known.residual_variance[feature]) if feature in deleted else math.nan,
            )
        )
    return tuple(found)
