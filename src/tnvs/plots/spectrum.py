"""The selected and the redundant channels of a curve whose channels are the predictors."""

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tnvs.palette import SUBSET_COLOURS
from tnvs.plots import canvas
from tnvs.plots.display import Display, checked_trace

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from tnvs.search.trace import Trace


class SelectionSpectrumDisplay(Display):
    """Relevant channels as lines, redundant ones as bands, behind a curve.

    Parameters
    ----------
    axis : (p,) array
        The place of every channel: wavelength, time, mass, ...
    spectrum : (p,) array or None
        The height of the curve at each.
    labels : (p,) array of str
        The subset of every channel.

    Attributes
    ----------
    curve_ : artist
        The curve, None without one.
    bands_ : artist
        The bands of neighbouring redundant channels.
    lines_, points_ : artists
        A line at each relevant channel and, with a curve, a point on it.
    legend_ : artist
        The legend.

    Examples
    --------
    >>> import numpy as np
    >>> from tnvs import TNVS
    >>> rng = np.random.default_rng(0)
    >>> peaks = rng.uniform(size=(200, 1)) * np.exp(-np.linspace(-2, 2, 9) ** 2)
    >>> X = peaks + 0.01 * rng.normal(size=(200, 9))
    >>> selector = TNVS(max_features=1).fit(X, peaks[:, 4])
    >>> display = selector.selection_spectrum(np.arange(400, 490, 10), X.mean(axis=0))
    >>> print(display.axis[display.labels == "relevant"])
    [430.]
    """

    def __init__(
        self,
        *,
        axis: NDArray[np.float64],
        spectrum: NDArray[np.float64] | None,
        labels: NDArray[np.str_],
    ) -> None:
        self.axis = axis
        self.spectrum = spectrum
        self.labels = labels

    @classmethod
    def from_trace(
        cls,
        trace: "Trace",
        axis: ArrayLike,
        spectrum: ArrayLike | None = None,
        *,
        ax: "Axes | None" = None,
    ) -> Self:
        """Compute and draw where the selected and the redundant channels of a trace lie.

        Parameters
        ----------
        trace : Trace
            Its predictors are the channels.
        axis : array-like of shape (p,)
            The place of every predictor; increasing, decreasing (drawn so) or in any order.
        spectrum : array-like of shape (p,), optional
            The height of the curve at each; the mean of the rows of X for one.
        ax : matplotlib Axes, optional
            What to draw on.
        """
        n_features = checked_trace(trace).data.n_features
        places = _checked("axis", axis, n_features)
        if not np.isfinite(places).all():
            raise ValueError(f"axis must be finite, got {places[~np.isfinite(places)][0]}.")
        heights = None if spectrum is None else _checked("spectrum", spectrum, n_features)
        return cls(axis=places, spectrum=heights, labels=trace.labels).plot(ax=ax)

    def plot(self, *, ax: "Axes | None" = None) -> Self:
        """Draw it on these axes, or on new ones."""
        ax = canvas.axes_for(ax, 7, 3.4 if self.spectrum is not None else 1.8)
        self._drawn_on(ax)
        tones = canvas.tones(ax)
        order = np.argsort(self.axis, kind="stable")
        edges = _edges(self.axis[order])
        self.curve_ = self.points_ = None
        self._draw_bands(ax, self.labels[order] == "redundant", edges)
        relevant = self.labels == "relevant"
        self._draw_lines(ax, relevant)
        if self.spectrum is not None:
            (self.curve_,) = ax.plot(self.axis[order], self.spectrum[order], color=tones.ink, lw=1.1)
            (self.points_,) = ax.plot(
                self.axis[relevant], self.spectrum[relevant], "o", ms=5, color=SUBSET_COLOURS["relevant"]
            )
        else:
            ax.set_yticks([])
        backwards = len(self.axis) > 1 and bool((np.diff(self.axis) < 0).all())
        ax.set_xlim(*(edges[[-1, 0]] if backwards else edges[[0, -1]]))
        canvas.bare(ax)
        self.legend_ = canvas.legend_above(ax, [self.lines_, self.bands_])
        return self

    def _draw_bands(self, ax: "Axes", redundant: NDArray[np.bool_], edges: NDArray[np.float64]) -> None:
        starts, ends = runs(redundant)
        spans = np.column_stack([edges[starts], edges[ends] - edges[starts]])
        colour, height = SUBSET_COLOURS["redundant"], ax.get_xaxis_transform()
        self.bands_ = ax.broken_barh(spans, (0, 1), color=colour, alpha=0.5, lw=0.5, transform=height)
        self.bands_.set_label(f"redundant ({redundant.sum():,})")

    def _draw_lines(self, ax: "Axes", relevant: NDArray[np.bool_]) -> None:
        places = self.axis[relevant]
        self.lines_ = ax.vlines(
            places,
            0,
            1,
            color=SUBSET_COLOURS["relevant"],
            lw=1.4 if len(places) <= 30 else 0.5,
            transform=ax.get_xaxis_transform(),
        )
        self.lines_.set_label(f"relevant ({len(places):,})")


def runs(mask: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return where each run of True begins, and where the first False after it is.

    Examples
    --------
    >>> starts, ends = runs(np.array([True, True, False, True]))
    >>> starts, ends
    (array([0, 3]), array([2, 4]))
    """
    changes = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
    return changes[::2], changes[1::2]


def _edges(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the borders between neighbouring places, and one beyond either end."""
    if len(places) == 1:
        return np.array([places[0] - 0.5, places[0] + 0.5])
    middles = (places[:-1] + places[1:]) / 2
    first, last = 2 * places[0] - middles[0], 2 * places[-1] - middles[-1]
    return np.array([first, *middles, last])


def _checked(name: str, values: Any, n_features: int) -> NDArray[np.float64]:
    found: NDArray[np.float64] = np.asarray(values, dtype=np.float64)
    if found.shape != (n_features,):
        raise ValueError(
            f"{name} has shape {found.shape}, but the trace is of {n_features} predictors; give one number "
            "for each."
        )
    return found
