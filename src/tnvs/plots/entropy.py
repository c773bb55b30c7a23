"""Entropies: how much every column varies, and which were too constant to be considered."""

from numbers import Integral
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from tnvs.palette import SUBSET_COLOURS
from tnvs.plots import canvas
from tnvs.plots.display import Display, checked_trace
from tnvs.plots.labels import figure
from tnvs.search.subsets import SUBSETS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from tnvs.search.trace import Trace

# Predictors of these subsets get a tick each: they may be too few to be seen in a bar.
TICKED = ("relevant", "uninformative")


class EntropyDisplay(Display):
    """Histogram of the entropies, stacked by subset, with the threshold of the filter.

    Below it, a tick for each relevant and each uninformative predictor.

    Parameters
    ----------
    entropies : (p,) array
        In nats.
    labels : (p,) array of str
        The subset of every predictor.
    threshold : float
        What is not above it is uninformative.
    bins : int, default=40
        About how many bars; one of their borders is the threshold.

    Attributes
    ----------
    bars_ : dict
        The bars of each subset, one artist a subset.
    ticks_ : dict
        The ticks below, one artist a subset.
    threshold_ : artist
        The line at the threshold.
    legend_ : artist
        The legend.

    Examples
    --------
    >>> from tnvs import TNVS
    >>> from tnvs.datasets import make_example
    >>> X, y, _ = make_example(1000, random_state=0)
    >>> display = TNVS().fit(X, y).plot_entropy(bins=10)
    >>> print(display.labels[display.entropies <= display.threshold])
    ['uninformative']
    """

    def __init__(
        self, *, entropies: NDArray[Any], labels: NDArray[np.str_], threshold: float, bins: int = 40
    ) -> None:
        self.entropies = entropies
        self.labels = labels
        self.threshold = threshold
        self.bins = bins

    @classmethod
    def from_trace(cls, trace: "Trace", *, bins: int = 40, ax: "Axes | None" = None) -> Self:
        """Compute and draw the entropies of a trace."""
        if isinstance(bins, bool) or not isinstance(bins, Integral) or bins < 1:
            raise ValueError(f"bins must be an int of 1 or more, got {bins!r}.")
        return cls(
            entropies=checked_trace(trace).entropies,
            labels=trace.labels,
            threshold=trace.rules.uninformative_threshold,
            bins=int(bins),
        ).plot(ax=ax)

    def plot(self, *, ax: "Axes | None" = None) -> Self:
        """Draw it on these axes, or on new ones."""
        ax = canvas.axes_for(ax, 7, 3.6)
        self._drawn_on(ax)
        tones = canvas.tones(ax)
        edges = self._edges()
        floor = np.zeros(len(edges) - 1)
        self.bars_: dict[str, Any] = {}
        for subset in SUBSETS:
            members = self.entropies[self.labels == subset]
            if members.size:
                # what is at the threshold is uninformative, so a bar holds its right edge
                bars = np.clip(np.searchsorted(edges, members, side="left") - 1, 0, len(floor) - 1)
                top = floor + np.bincount(bars, minlength=len(floor))
                self.bars_[subset] = self._bars(subset, floor, top, edges, len(members))
                floor = top
        self.threshold_ = ax.axvline(
            self.threshold, color=tones.ink, ls="--", lw=1, label=f"threshold {figure(self.threshold)}"
        )
        self._draw_ticks(ax)
        margin = 0.015 * (edges[-1] - edges[0])
        ax.set_xlim(edges[0] - margin, edges[-1] + margin)
        ax.set_ylim(0, 1.05 * floor.max())
        ax.set(xlabel="entropy (nats)", ylabel="predictors")
        if self.ticks_:
            ax.tick_params(axis="x", pad=14)
        canvas.bare(ax)
        self.legend_ = canvas.legend_above(ax, [*self.bars_.values(), self.threshold_])
        return self

    def _edges(self) -> NDArray[np.float64]:
        """Return the borders of equally wide bars, one of them at the threshold."""
        highest = max(float(self.entropies.max()), self.threshold, 0.01)
        width = 1.0001 * highest / self.bins
        below = int(self.threshold // width) + 1
        above = max(int(np.ceil((highest - self.threshold) / width)), 1)
        edges: NDArray[np.float64] = self.threshold + width * np.arange(-below, above + 1, dtype=np.float64)
        return edges

    def _bars(self, subset: str, floor: Any, top: Any, edges: Any, count: int) -> Any:
        return self.ax_.stairs(
            top, edges, baseline=floor, fill=True, color=SUBSET_COLOURS[subset], label=f"{subset} ({count:,})"
        )

    def _draw_ticks(self, ax: "Axes") -> None:
        self.ticks_: dict[str, Any] = {}
        for row, subset in enumerate(name for name in TICKED if name in self.bars_):
            places = np.unique(self.entropies[self.labels == subset])
            (self.ticks_[subset],) = ax.plot(
                places,
                np.full(len(places), -0.025 - 0.035 * row),
                "|",
                ms=6,
                color=SUBSET_COLOURS[subset],
                transform=ax.get_xaxis_transform(),
                clip_on=False,
            )
