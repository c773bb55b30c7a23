"""Lines about single predictors, and the table of all of them."""

from tnvs.report.parts import Predictor, Predictors
from tnvs.search.facts import Facts
from tnvs.search.sentences import reason
from tnvs.search.trace import Trace


def one(trace: Trace, known: Facts, feature: int) -> Predictor:
    """Return the line of one predictor."""
    responsible = int(known.responsible[feature])
    return Predictor(
        feature=feature,
        name=trace.name_of(feature),
        subset=str(known.subset[feature]),
        stage=str(known.stage[feature]),
        step=int(known.step[feature]),
        score=float(known.score[feature]),
        entropy=float(trace.entropies[feature]),
        residual_variance=float(known.residual_variance[feature]),
        threshold=float(known.threshold[feature]),
        margin=float(known.margin[feature]),
        responsible_name=None if responsible < 0 else trace.name_of(responsible),
        reason=reason(trace, known, feature),
    )


def every(trace: Trace, known: Facts) -> Predictors:
    """Return the table of all predictors."""
    return Predictors(
        name=trace.feature_names,
        subset=known.subset,
        stage=known.stage,
        step=known.step,
        score=known.score,
        entropy=trace.entropies,
        residual_variance=known.residual_variance,
        threshold=known.threshold,
        margin=known.margin,
        responsible=known.responsible,
        reason=tuple(reason(trace, known, feature) for feature in range(trace.data.n_features)),
    )
