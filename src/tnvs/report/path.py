"""The steps of the search as a report shows them."""

import numpy as np

from tnvs.report.parts import Field, PathStep
from tnvs.search.protocol import Floats
from tnvs.search.step import Step
from tnvs.search.trace import Trace


def path(trace: Trace) -> tuple[PathStep, ...]:
    """Return every step of the search."""
    cumulative = iter(trace.cumulative_scores.tolist())
    return tuple(
        _step(trace, step, None if step.chosen is None else next(cumulative)) for step in trace.steps
    )


def _step(trace: Trace, step: Step, cumulative: float | None) -> PathStep:
    best, second = step.best, step.runner_up
    return PathStep(
        number=step.number,
        n_candidates=len(step.candidates),
        chosen=step.chosen is not None,
        best=best,
        best_name=None if best is None else trace.name_of(best),
        score=step.best_score,
        runner_up=second,
        runner_up_name=None if second is None else trace.name_of(second),
        runner_up_score=None if second is None else step.score_of(second),
        margin=step.margin,
        n_redundant=len(step.redundant.features),
        field=_field(step.scores),
        cumulative=cumulative,
    )


def _field(scores: Floats) -> Field | None:
    finite = scores[np.isfinite(scores)]
    if not finite.size:
        return None
    quantiles = np.quantile(finite.astype(np.float64), [0, 0.25, 0.5, 0.75, 1]).tolist()
    lowest, lower, median, upper, highest = quantiles
    return Field(lowest=lowest, lower_quartile=lower, median=median, upper_quartile=upper, highest=highest)
