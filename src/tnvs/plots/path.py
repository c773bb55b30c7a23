"""The path of a selection: who won each step, against whom, and why it ended."""

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from tnvs.palette import SUBSET_COLOURS
from tnvs.plots import canvas
from tnvs.plots.display import Display, checked_trace
from tnvs.plots.field import draw_field, field_of, limits
from tnvs.plots.labels import figure, labels, width
from tnvs.search.sentences import STOPPED_BECAUSE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from tnvs.search.trace import Trace


class SelectionPathDisplay(Display):
    """T of the chosen one, of the runner-up and of the field at each step, the threshold, and the stop.

    Below the axis stands what was chosen at each step, as far as there is room. The lower end of the field
    may leave the picture.

    Parameters
    ----------
    best, runners_up : (k,) arrays
        The highest T of each step, and that of the runner-up; nan where there is none.
    field : (k, 4) array
        The quantiles 5%, 25%, 75% and 95% of T of all candidates of each step.
    chosen : (c,) array of int
        What was chosen; one less than there are steps where the last one chose nothing.
    names : list of str
        The names of these.
    n_initial : int
        How many predictors were given from the start.
    threshold : float
        The lowest T that is selected; minus infinity for none.
    stopped : str
        Why the search ended, in words.

    Attributes
    ----------
    chosen_, runners_up_, threshold_, stop_ : artists
        Lines and points. None where there is nothing of the kind.
    field_ : list of two artists
        The areas of the inner 90% and the inner half of the candidates.
    legend_ : artist
        The legend; None where no step was made.

    Examples
    --------
    >>> from tnvs import TNVS
    >>> from tnvs.datasets import make_example
    >>> X, y, _ = make_example(1000, random_state=0)
    >>> display = TNVS().fit(X, y).plot_path()
    >>> display.names, display.best.round(2)
    (['x3', 'x0'], array([ 0.37,  0.92, -1.56]))
    """

    def __init__(
        self,
        *,
        best: NDArray[np.float64],
        runners_up: NDArray[np.float64],
        field: NDArray[np.float64],
        chosen: NDArray[np.intp],
        names: list[str],
        n_initial: int,
        threshold: float,
        stopped: str,
    ) -> None:
        self.best = best
        self.runners_up = runners_up
        self.field = field
        self.chosen = chosen
        self.names = names
        self.n_initial = n_initial
        self.threshold = threshold
        self.stopped = stopped

    @classmethod
    def from_trace(cls, trace: "Trace", *, ax: "Axes | None" = None) -> Self:
        """Compute and draw the path of a trace."""
        steps = checked_trace(trace).steps
        chosen = [step.chosen for step in steps if step.chosen is not None]
        seconds = [step.score_of(step.runner_up) if step.runner_up is not None else None for step in steps]
        return cls(
            best=np.array([step.best_score for step in steps], dtype=np.float64),
            runners_up=np.array([np.nan if score is None else score for score in seconds], dtype=np.float64),
            field=field_of(steps),
            chosen=np.array(chosen, dtype=np.intp),
            names=list(map(trace.name_of, chosen)),
            n_initial=len(trace.initial),
            threshold=trace.rules.relevance_threshold,
            stopped=STOPPED_BECAUSE[trace.stop_reason],
        ).plot(ax=ax)

    def plot(self, *, ax: "Axes | None" = None) -> Self:
        """Draw it on these axes, or on new ones."""
        ax = canvas.axes_for(ax, 7, 4.6 if max(map(len, self.names), default=0) > 10 else 4)
        self.chosen_ = self.runners_up_ = self.threshold_ = self.stop_ = self.legend_ = None
        self.field_: list[Any] = []
        self._drawn_on(ax)
        if not len(self.best):
            canvas.message(ax, f"No step was made: {self.stopped}.")
            return self
        tones = canvas.tones(ax)
        self.field_ = draw_field(ax, self.field, tones)
        self._draw_lines(ax, tones)
        ax.set_xlim(0.4, len(self.best) + 0.6)
        ax.set_ylim(*limits([*self.best, *self.runners_up, *self._finite_threshold()], self.field))
        ax.set_ylabel("T given those selected before")
        self._name_steps(ax)
        canvas.bare(ax)
        self.legend_ = canvas.legend_above(
            ax, [self.chosen_, self.runners_up_, self.stop_, self.threshold_, *self.field_]
        )
        return self

    def _finite_threshold(self) -> list[float]:
        return [self.threshold] if np.isfinite(self.threshold) else []

    def _draw_lines(self, ax: "Axes", tones: canvas.Tones) -> None:
        steps, won = np.arange(1, len(self.best) + 1), len(self.chosen)
        size = 7 if len(steps) <= 60 else 4
        for level in self._finite_threshold():
            text = f"threshold {figure(level)}"
            self.threshold_ = ax.axhline(level, color=tones.ink, ls="--", lw=1, label=text, zorder=1)
        if np.isfinite(self.runners_up).any():
            (self.runners_up_,) = ax.plot(
                steps, self.runners_up, "o", ms=size, mfc="none", mec=tones.ink, label="runner-up", zorder=4
            )
        if won:
            blue = SUBSET_COLOURS["relevant"]
            (self.chosen_,) = ax.plot(
                steps[:won], self.best[:won], "o-", ms=size - 1, lw=1.2, color=blue, label="chosen", zorder=3
            )
        if won < len(steps) and np.isfinite(self.best[won:]).all():
            (self.stop_,) = ax.plot(
                steps[won:], self.best[won:], "X", ms=size + 1, color=tones.ink, label="best, not chosen"
            )

    def _name_steps(self, ax: "Axes") -> None:
        """Write below each step what was chosen, or just number the steps where names would overlap."""
        from matplotlib.ticker import MaxNLocator

        ending = f"Stopped: {self.stopped}."
        if self.n_initial:
            ending = f"Given from the start: {self.n_initial}. {ending}"
        n_steps = len(self.best)
        names = [*labels(self.names, self.chosen, 18), *["(none)"] * (n_steps - len(self.chosen))]
        room = canvas.points_across(ax) / n_steps / canvas.font_size()
        if room < 1.6:
            ax.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
            ax.set_xlabel(f"step\n{ending}")
            return
        flat = max(map(width, names)) + 1 < room
        turned = {} if flat else {"rotation": 40, "ha": "right", "rotation_mode": "anchor"}
        ax.set_xticks(np.arange(1, n_steps + 1), names, **turned)
        ax.set_xlabel(f"chosen, step by step\n{ending}")
