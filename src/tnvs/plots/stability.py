"""Stability: what becomes of each predictor in several selections, over resamples or folds for one."""

from collections.abc import Iterable
from numbers import Integral
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from tnvs.palette import SUBSET_COLOURS
from tnvs.plots import canvas
from tnvs.plots.display import Display, checked_trace, trace_of
from tnvs.plots.labels import labels
from tnvs.search.subsets import SUBSETS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from tnvs.search.trace import Trace


class StabilityDisplay(Display):
    """A bar for each of the predictors selected most often: how often it was in each subset.

    Of equally frequent ones, that selected earlier on average comes first. A predictor that is relevant here
    and redundant there shares its place with a near copy.

    Parameters
    ----------
    features : (k,) array of int
        The predictors shown, the most frequently selected first.
    names : list of str
        Their names.
    counts : (k, 5) array of int
        In how many selections each was in each subset: relevant, redundant, conditionally independent,
        uninformative, excluded.
    n_traces : int
        The number of selections.
    n_ever : int
        How many predictors were selected at least once.

    Attributes
    ----------
    bars_ : dict
        The bars of each subset, one container a subset that occurs.
    legend_ : artist
        The legend; None where nothing was ever selected.

    Examples
    --------
    >>> from tnvs import TNVS
    >>> from tnvs.datasets import make_example
    >>> from tnvs.plots import StabilityDisplay
    >>> tables = [make_example(1000, random_state=seed)[:2] for seed in range(4)]
    >>> traces = [TNVS().fit(X, y).trace_ for X, y in tables]
    >>> display = StabilityDisplay.from_traces(traces)
    >>> display.names, display.counts[:, :2].tolist()
    (['x3', 'x0', 'x1'], [[4, 0], [2, 2], [2, 2]])
    """

    def __init__(
        self,
        *,
        features: NDArray[np.intp],
        names: list[str],
        counts: NDArray[np.intp],
        n_traces: int,
        n_ever: int,
    ) -> None:
        self.features = features
        self.names = names
        self.counts = counts
        self.n_traces = n_traces
        self.n_ever = n_ever

    @classmethod
    def from_traces(cls, traces: Iterable[Any], *, most: int = 20, ax: "Axes | None" = None) -> Self:
        """Compute and draw how often each predictor was selected.

        Parameters
        ----------
        traces : iterable of Trace or of fitted selectors
            Selections from the same predictors.
        most : int, default=20
            The most predictors to show.
        ax : matplotlib Axes, optional
            What to draw on.
        """
        if isinstance(most, bool) or not isinstance(most, Integral) or most < 1:
            raise ValueError(f"most must be an int of 1 or more, got {most!r}.")
        checked = _same_predictors(traces)
        frequency, place = _frequency(checked)
        ever = np.flatnonzero(frequency)
        order = np.lexsort((place[ever], -frequency[ever]))
        features = ever[order][:most]
        found = np.array([trace.labels[features] for trace in checked])
        counts = np.array([np.count_nonzero(found == subset, axis=0) for subset in SUBSETS]).T
        return cls(
            features=features,
            names=list(map(checked[0].name_of, features.tolist())),
            counts=counts,
            n_traces=len(checked),
            n_ever=len(ever),
        ).plot(ax=ax)

    @classmethod
    def from_trace(cls, trace: "Trace", others: Iterable[Any], **options: Any) -> Self:
        """Compute and draw how often each predictor was selected, in a trace and in others."""
        return cls.from_traces([trace, *others], **options)

    def plot(self, *, ax: "Axes | None" = None) -> Self:
        """Draw it on these axes, or on new ones."""
        count = len(self.features)
        ax = canvas.axes_for(ax, 7, 1.3 + 0.24 * max(count, 4))
        self._drawn_on(ax)
        self.bars_: dict[str, Any] = {}
        self.legend_ = None
        if not count:
            canvas.message(ax, f"No predictor was selected in any of the {self.n_traces} selections.")
            return self
        rows, left = np.arange(count), np.zeros(count)
        for subset, widths in zip(SUBSETS, self.counts.T, strict=True):
            if widths.any():
                colour = SUBSET_COLOURS[subset]
                self.bars_[subset] = ax.barh(rows, widths, 0.72, left, color=colour, label=subset)
                left = left + widths
        ax.set(xlim=(0, self.n_traces), ylim=(count - 0.4, -0.6), xlabel=self._caption())
        ax.xaxis.get_major_locator().set_params(integer=True)
        ax.set_yticks(rows, labels(self.names, self.features))
        ax.tick_params(axis="y", length=0)
        canvas.bare(ax)
        self.legend_ = canvas.legend_above(ax, list(self.bars_.values()))
        return self

    def _caption(self) -> str:
        more = self.n_ever - len(self.features)
        text = f"selections, of {self.n_traces}"
        return f"{text}\n{more:,} more were selected at least once" if more else text


def _same_predictors(traces: Iterable[Any]) -> "list[Trace]":
    found = [trace_of(item) if hasattr(item, "fit") else checked_trace(item) for item in traces]
    if len(found) < 2:
        raise ValueError(f"traces must hold 2 or more traces to compare, got {len(found)}.")
    first = found[0].data
    for at, trace in enumerate(found):
        if trace.data.n_features != first.n_features:
            raise ValueError(
                f"traces[{at}] is of {trace.data.n_features} predictors, traces[0] of {first.n_features}; "
                "give selections from the same predictors."
            )
        if trace.data.feature_names != first.feature_names:
            raise ValueError(
                f"traces[{at}] has other feature names than traces[0], or another order; give selections "
                "from the same predictors."
            )
    return found


def _frequency(traces: "list[Trace]") -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Return how often each predictor was selected, and its mean place in the order where it was."""
    frequency = np.zeros(traces[0].data.n_features, dtype=np.intp)
    places = np.zeros(len(frequency))
    for trace in traces:
        selected = trace.selected
        frequency[selected] += 1
        places[selected] += np.arange(len(selected))
    return frequency, places / np.maximum(frequency, 1)
