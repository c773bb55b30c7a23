"""A trace as a data frame, one row a predictor."""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tnvs.search.facts import facts
from tnvs.search.sentences import reason

if TYPE_CHECKING:
    from tnvs.search.trace import Trace


def to_frame(trace: "Trace", library: str = "pandas") -> Any:
    """Return the frame, made with pandas or polars."""
    return framed(lambda: columns(trace), library)


def framed(columns: Callable[[], dict[str, Any]], library: str) -> Any:
    """Return a data frame of these columns, which are computed when the library is known to be there."""
    if library not in ("pandas", "polars"):
        raise ValueError(f"library must be 'pandas' or 'polars', got {library!r}.")
    try:
        module = import_module(library)
    except ImportError as error:
        raise ImportError(f"to_frame(library={library!r}) needs {library}: pip install {library}") from error
    return module.DataFrame(columns())


def columns(trace: "Trace") -> dict[str, Any]:
    """Return the columns of the frame."""
    known = facts(trace)
    return {
        "feature": list(trace.feature_names),
        "index": list(range(trace.data.n_features)),
        "subset": known.subset.tolist(),
        "stage": known.stage.tolist(),
        "step": known.step,
        "score": known.score,
        "threshold": known.threshold,
        "margin": known.margin,
        "entropy": trace.entropies,
        "residual_variance": known.residual_variance,
        "reason": [reason(trace, known, feature) for feature in range(trace.data.n_features)],
    }
