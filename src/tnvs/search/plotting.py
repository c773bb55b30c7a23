"""One call for each plot; `tnvs.plots` is only imported by the first one."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike

    from tnvs import plots
    from tnvs.search.trace import Trace


class PlotMethods:
    """Gives a trace, and every estimator that leaves one, its plots.

    All need matplotlib, draw on `ax` or else on new axes, and return the display with all that was drawn.
    """

    __slots__ = ()

    def _plotted(self) -> "Trace":
        """Return the trace to draw."""
        raise NotImplementedError

    def plot_path(self, *, ax: "Axes | None" = None) -> "plots.SelectionPathDisplay":
        """Draw T of the chosen one, the runner-up and the field at each step, the threshold and the stop."""
        from tnvs.plots import SelectionPathDisplay

        return SelectionPathDisplay.from_trace(self._plotted(), ax=ax)

    def plot_split(self, *, ax: "Axes | None" = None) -> "plots.SplitDisplay":
        """Draw how the predictors flow through filter, steps and stop into the subsets."""
        from tnvs.plots import SplitDisplay

        return SplitDisplay.from_trace(self._plotted(), ax=ax)

    def plot_entropy(self, *, bins: int = 40, ax: "Axes | None" = None) -> "plots.EntropyDisplay":
        """Draw the histogram of the entropies with the threshold, the uninformative ones marked."""
        from tnvs.plots import EntropyDisplay

        return EntropyDisplay.from_trace(self._plotted(), bins=bins, ax=ax)

    def plot_redundancy(self, *, ax: "Axes | None" = None) -> "plots.RedundancyDisplay":
        """Draw the group that each selected predictor made redundant, and how strongly."""
        from tnvs.plots import RedundancyDisplay

        return RedundancyDisplay.from_trace(self._plotted(), ax=ax)

    def plot_predictor(self, feature: str | int, *, ax: "Axes | None" = None) -> "plots.PredictorDisplay":
        """Draw T and rank of one predictor, given by name or index, at every step until it was decided."""
        from tnvs.plots import PredictorDisplay

        return PredictorDisplay.from_trace(self._plotted(), feature, ax=ax)

    def selection_image(
        self,
        shape: tuple[int, int],
        *,
        background: "ArrayLike | None" = None,
        order: Literal["C", "F"] = "C",
        ax: "Axes | None" = None,
    ) -> "plots.SelectionImageDisplay":
        """Colour the relevant and redundant pixels of a picture whose pixels are the predictors.

        `shape` is (rows, columns). `order` says whether the pixels were lined up row by row, "C", or column
        by column, "F". `background` is a picture of this shape, or lined up as the predictors are.
        """
        from tnvs.plots import SelectionImageDisplay

        return SelectionImageDisplay.from_trace(
            self._plotted(), shape, background=background, order=order, ax=ax
        )

    def selection_spectrum(
        self, axis: "ArrayLike", spectrum: "ArrayLike | None" = None, *, ax: "Axes | None" = None
    ) -> "plots.SelectionSpectrumDisplay":
        """Mark the relevant and redundant channels on a curve whose channels are the predictors.

        `axis` holds the place of each predictor, a wavelength for one, `spectrum` the height of the curve.
        """
        from tnvs.plots import SelectionSpectrumDisplay

        return SelectionSpectrumDisplay.from_trace(self._plotted(), axis, spectrum, ax=ax)

    def plot_stability(
        self, others: Iterable[Any], *, most: int = 20, ax: "Axes | None" = None
    ) -> "plots.StabilityDisplay":
        """Draw how often each predictor was selected in this and in other traces of the same predictors."""
        from tnvs.plots import StabilityDisplay

        return StabilityDisplay.from_traces([self._plotted(), *others], most=most, ax=ax)
