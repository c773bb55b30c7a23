"""One predictor's life: its T and its rank at every step until it was decided."""

import textwrap
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from tnvs.palette import SUBSET_COLOURS
from tnvs.plots import canvas
from tnvs.plots.display import Display, checked_trace
from tnvs.plots.field import draw_field, field_of, limits
from tnvs.plots.labels import figure, label, sentence

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from tnvs.search.explain import Explanation
    from tnvs.search.trace import Trace


class PredictorDisplay(Display):
    """T of one predictor at each step, against the best and the field; below, its rank.

    The last point is the step that decided; the sentence of `explain` stands above.

    Parameters
    ----------
    explanation : Explanation
        What is known of the predictor.
    best : (k,) array
        The highest T of each of the steps at which it was scored.
    field : (k, 4) array
        The quantiles 5%, 25%, 75% and 95% of T of all candidates of each of these steps.
    relevance_threshold : float
        The lowest T that is selected; minus infinity for none.

    Attributes
    ----------
    scores_, best_, ranks_ : artists
        The lines of its T, of the highest T, and of its rank. None where it was never scored.
    threshold_ : artist
        The line at the relevance threshold, or None.
    field_ : list of two artists
        The areas of the inner 90% and the inner half of the candidates.
    words_ : artist
        The name and the sentence.
    legend_ : artist
        The legend; None where it was never scored.
    axes_ : list of matplotlib Axes
        The upper and the lower part, which take the place of `ax_`; empty where it was never scored.

    Examples
    --------
    >>> from tnvs import TNVS
    >>> from tnvs.datasets import make_example
    >>> X, y, _ = make_example(1000, random_state=0)
    >>> display = TNVS().fit(X, y).plot_predictor("x1")
    >>> display.explanation.subset, [standing.rank for standing in display.explanation.ranks]
    ('redundant', [2, 2])
    """

    def __init__(
        self,
        *,
        explanation: "Explanation",
        best: NDArray[np.float64],
        field: NDArray[np.float64],
        relevance_threshold: float,
    ) -> None:
        self.explanation = explanation
        self.best = best
        self.field = field
        self.relevance_threshold = relevance_threshold

    @classmethod
    def from_trace(cls, trace: "Trace", feature: str | int, *, ax: "Axes | None" = None) -> Self:
        """Compute and draw what a trace says of one predictor, given by name or index."""
        explanation = checked_trace(trace).explain(feature)
        steps = trace.steps[: len(explanation.ranks)]
        return cls(
            explanation=explanation,
            best=np.array([step.best_score for step in steps], dtype=np.float64),
            field=field_of(steps),
            relevance_threshold=trace.rules.relevance_threshold,
        ).plot(ax=ax)

    def plot(self, *, ax: "Axes | None" = None) -> Self:
        """Draw it on these axes, or on new ones."""
        scored = bool(self.explanation.ranks)
        ax = canvas.axes_for(ax, 7, 4.6 if scored else 2)
        self._drawn_on(ax)
        self.scores_ = self.best_ = self.ranks_ = self.threshold_ = self.legend_ = None
        self.field_: list[Any] = []
        self.axes_: list[Axes] = []
        if not scored:
            self.words_ = canvas.message(ax, f"{label(self.explanation.name, 40)}\n{self._why(60)}")
            return self
        tones = canvas.tones(ax)
        self.axes_ = [ax.figure.add_subplot(cell) for cell in canvas.divided(ax, [2, 1])]
        above, below = self.axes_
        self._draw_scores(above, tones)
        self._draw_ranks(below)
        self._draw_words(above, tones)
        return self

    def _why(self, width: int) -> str:
        return sentence(textwrap.fill(self.explanation.reason, width))

    def _draw_scores(self, ax: "Axes", tones: canvas.Tones) -> None:
        own = np.array([standing.score for standing in self.explanation.ranks])
        steps = np.arange(1, len(own) + 1)
        colour = SUBSET_COLOURS[self.explanation.subset]
        self.field_ = draw_field(ax, self.field, tones)
        (self.best_,) = ax.plot(steps, self.best, ".:", ms=4, color=tones.ink, lw=1.2, label="highest T")
        (self.scores_,) = ax.plot(
            steps,
            own,
            "o-",
            ms=self._size(),
            mec=tones.ink,
            mew=0.5,
            color=colour,
            label=self.explanation.subset,
            zorder=3,
        )
        essential = [*own, *self.best]
        if np.isfinite(self.relevance_threshold):
            text = f"threshold {figure(self.relevance_threshold)}"
            self.threshold_ = ax.axhline(self.relevance_threshold, color=tones.ink, ls="--", lw=1, label=text)
            essential.append(self.relevance_threshold)
        ax.set_ylim(*limits(essential, self.field))
        ax.set_xlim(0.4, len(own) + 0.6)
        ax.set_ylabel("T")
        ax.set_xticks([])
        canvas.bare(ax)

    def _draw_ranks(self, ax: "Axes") -> None:
        from matplotlib.ticker import MaxNLocator, NullLocator

        ranks = [standing.rank for standing in self.explanation.ranks]
        last = max(standing.n_candidates for standing in self.explanation.ranks)
        colour = SUBSET_COLOURS[self.explanation.subset]
        (self.ranks_,) = ax.plot(
            np.arange(1, len(ranks) + 1), ranks, "o-", ms=self._size(), color=colour, clip_on=False
        )
        ax.set_yscale("log")
        ax.set(xlim=(0.4, len(ranks) + 0.6), ylim=(1.2 * max(last, 2), 0.8))
        ax.yaxis.set_minor_locator(NullLocator())
        powers = (10**k for k in range(0, 8, 1 if last < 20_000 else 2))
        ticks = sorted({1, last, *(power for power in powers if 8 * power <= last)})
        ax.set_yticks(ticks, [f"{tick:,}" for tick in ticks])
        ax.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
        ax.set(xlabel="step", ylabel="rank")
        canvas.bare(ax)

    def _size(self) -> float:
        return 5 if len(self.best) <= 60 else 2.5

    def _draw_words(self, ax: "Axes", tones: canvas.Tones) -> None:
        self.legend_ = canvas.legend_above(ax, [self.scores_, self.best_, self.threshold_, *self.field_])
        characters = max(int(canvas.points_across(ax) / canvas.text_width(1)), 20)
        self.words_ = ax.annotate(
            f"{label(self.explanation.name, 40)}\n{self._why(characters)}",
            (0, 1),
            xytext=(0, 5),
            xycoords=self.legend_,
            textcoords="offset points",
            va="bottom",
            fontsize="small",
            color=tones.ink,
        )
