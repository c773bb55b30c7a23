"""A trace of partial correlations as a data frame, one row a predictor."""

from typing import TYPE_CHECKING, Any

from tnvs.partial.explain import explanations
from tnvs.search.frame import framed

if TYPE_CHECKING:
    from tnvs.partial.record import PartialTrace


def to_frame(trace: "PartialTrace", library: str = "pandas") -> Any:
    """Return the frame, made with pandas or polars."""
    return framed(lambda: columns(trace), library)


def columns(trace: "PartialTrace") -> dict[str, Any]:
    """Return the columns of the frame."""
    every = list(explanations(trace, range(trace.data.n_features)))
    return {
        "feature": [why.name for why in every],
        "index": [why.feature for why in every],
        "outcome": [why.outcome for why in every],
        "rank": [why.rank for why in every],
        "dropped_at": trace.dropped_at,
        "correlation": trace.correlations,
        "given": [", ".join(why.given) for why in every],
        "partial_correlation": trace.partial_correlations,
        "score": trace.scores,
        "threshold": [why.threshold for why in every],
        "singular": trace.singular,
        "n_tests": trace.n_tests,
        "reason": [why.reason for why in every],
    }
