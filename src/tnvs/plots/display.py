"""What all displays share: made from a trace, or from the estimator that holds one."""

from typing import TYPE_CHECKING, Any, Self

from tnvs.plots.canvas import figure_of
from tnvs.search.trace import Trace

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HAVE_TRACES = "TNVS, FOCI and KFOCI"


class Display:
    """Base of the displays.

    One is made with `from_trace` or `from_estimator`, which draw it at once, or with its constructor, and can
    be drawn again with `plot`.

    Attributes
    ----------
    ax_ : matplotlib Axes
        What it was last drawn on.
    figure_ : matplotlib Figure
        The figure of these axes.
    """

    ax_: "Axes"
    figure_: "Figure"

    @classmethod
    def from_trace(cls, trace: Trace, *arguments: Any, **options: Any) -> Self:
        """Compute and draw what a trace says."""
        raise NotImplementedError

    @classmethod
    def from_estimator(cls, estimator: Any, *arguments: Any, **options: Any) -> Self:
        """Compute and draw what the trace of a fitted selector says.

        Parameters
        ----------
        estimator : TNVS, FOCI or KFOCI
            A fitted selector.
        *arguments, **options
            As for `from_trace`.
        """
        return cls.from_trace(trace_of(estimator), *arguments, **options)

    def _drawn_on(self, ax: "Axes") -> Self:
        self.ax_ = ax
        self.figure_ = figure_of(ax)
        return self


def trace_of(estimator: Any) -> Trace:
    """Return the trace of a fitted forward search."""
    from sklearn.utils.validation import check_is_fitted

    if isinstance(estimator, Trace):
        raise TypeError("estimator is a Trace; use from_trace.")
    if not hasattr(estimator, "fit") or isinstance(estimator, type):
        raise TypeError(f"estimator must be a fitted selector, got {estimator!r}.")
    check_is_fitted(estimator)
    trace = getattr(estimator, "trace_", None)
    if not isinstance(trace, Trace):
        raise TypeError(
            f"{type(estimator).__name__} leaves no Trace of a forward search; only those of {HAVE_TRACES} "
            "can be drawn."
        )
    return trace


def checked_trace(trace: Any) -> Trace:
    """Return `trace`, or raise where it isn't the record of a forward search."""
    if not isinstance(trace, Trace):
        raise TypeError(
            f"trace must be a Trace, as {HAVE_TRACES} leave it, got one of type {type(trace).__name__}."
        )
    return trace
