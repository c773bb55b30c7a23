"""Redundancy: the group that collapsed into each selected predictor, and how strongly."""

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from tnvs.palette import SUBSET_COLOURS
from tnvs.plots import canvas
from tnvs.plots.display import Display, checked_trace
from tnvs.plots.groups import Groups, groups_of
from tnvs.plots.labels import figure, labels
from tnvs.search.explain import SMALLEST_SHARE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from tnvs.search.trace import Trace

MOST_ROWS = 24
MOST_NAMED = 100
# More columns than a screen has pixels are averaged before they are drawn.
MOST_COLUMNS = 2000


class RedundancyDisplay(Display):
    """Heat map: a row for each selected predictor, a column for each redundant one.

    The colour is the share of a redundant predictor's variance that the selected one explains. Columns are
    gathered by the selected one that explains most; the size of each group stands behind its name. Above,
    the variance left unexplained, which is below the threshold for all of them. Selected ones that explain
    next to nothing of any have no row, and at most 24 do, those with the largest groups.

    Parameters
    ----------
    groups : Groups
        The redundant predictors and their shares.
    rows : array of int
        Places in the order of selection of the selected ones drawn.
    selected : (q,) array of int
        The selected predictors.
    row_names, column_names : lists of str
        The names of those drawn, and of the redundant ones; the second is empty if there are more than 100.
    threshold : float
        A predictor with less variance left than this is redundant.
    method : str
        The estimator's name.

    Attributes
    ----------
    image_ : artist
        The heat map; None where nothing is redundant.
    left_, threshold_ : artists
        The variance left, and its threshold.
    separators_ : artist
        The lines between groups.
    colorbar_ : matplotlib Colorbar
        What the colours mean.
    axes_ : list of matplotlib Axes
        The upper and the lower part and the colour bar, which take the place of `ax_`.

    Examples
    --------
    >>> from tnvs import TNVS
    >>> from tnvs.datasets import make_example
    >>> X, y, _ = make_example(1000, random_state=0)
    >>> display = TNVS().fit(X, y).plot_redundancy()
    >>> display.row_names, display.groups.members, display.groups.shares.round(2)
    (['x3', 'x0'], array([1]), array([[0.52, 0.48]], dtype=float32))
    """

    def __init__(
        self,
        *,
        groups: Groups,
        rows: NDArray[np.intp],
        selected: NDArray[np.intp],
        row_names: list[str],
        column_names: list[str],
        threshold: float,
        method: str,
    ) -> None:
        self.groups = groups
        self.rows = rows
        self.selected = selected
        self.row_names = row_names
        self.column_names = column_names
        self.threshold = threshold
        self.method = method

    @classmethod
    def from_trace(cls, trace: "Trace", *, ax: "Axes | None" = None) -> Self:
        """Compute and draw the redundancy of a trace."""
        groups = groups_of(checked_trace(trace))
        rows, selected = _rows_of(groups), trace.selected
        few = groups.members if len(groups.members) <= MOST_NAMED else groups.members[:0]
        return cls(
            groups=groups,
            rows=rows,
            selected=selected,
            row_names=list(map(trace.name_of, selected[rows].tolist())),
            column_names=list(map(trace.name_of, few.tolist())),
            threshold=trace.rules.redundancy_threshold,
            method=trace.method,
        ).plot(ax=ax)

    def plot(self, *, ax: "Axes | None" = None) -> Self:
        """Draw it on these axes, or on new ones."""
        n_members = len(self.groups.members)
        rows = len(self.rows)
        height = 0.9 + 0.24 * rows
        ax = canvas.axes_for(ax, 7, height + 1.4 if n_members else 2)
        self._drawn_on(ax)
        self.image_: Any = None
        self.left_ = self.threshold_ = self.separators_ = self.colorbar_ = None
        self.axes_: list[Axes] = []
        if not n_members:
            canvas.message(ax, self._nothing())
            return self
        grid = canvas.divided(ax, [0.5, height], [1, 0.03])
        self.axes_ = [ax.figure.add_subplot(grid[place]) for place in ((0, 0), (1, 0), (1, 1))]
        above, below, beside = self.axes_
        tones = canvas.tones(ax)
        edges = np.unique(np.linspace(0, n_members, min(n_members, MOST_COLUMNS) + 1).astype(np.intp))
        self._draw_map(below, edges, tones)
        self._draw_left(above, edges, tones)
        self._draw_colorbar(beside)
        self._name_rows(below)
        self._name_columns(below)
        return self

    def _nothing(self) -> str:
        if self.threshold == 0:
            return f"No predictor is redundant: this search by {self.method} did not look for any."
        return f"No predictor is redundant: each has a variance of {figure(self.threshold)} or more left."

    def _draw_map(self, ax: "Axes", edges: NDArray[np.intp], tones: canvas.Tones) -> None:
        from matplotlib.colors import LinearSegmentedColormap, to_rgb

        orange = to_rgb(SUBSET_COLOURS["redundant"])
        end = canvas.mixed(orange, tones.ink, 0.6)
        cmap = LinearSegmentedColormap.from_list("redundant", [tones.paper, orange, end])
        extent = (0, len(self.groups.members), len(self.rows), 0)
        cells = means(self.groups.shares[:, self.rows], edges).T
        self.image_ = ax.imshow(
            cells, cmap=cmap, vmin=0, vmax=1, aspect="auto", extent=extent, interpolation="nearest"
        )
        borders = np.flatnonzero(np.diff(self.groups.responsible)) + 1
        self.separators_ = ax.vlines(
            borders, 0, len(self.rows), color=tones.soft, lw=0.6 if len(borders) <= 30 else 0.25
        )
        ax.spines[:].set_color(tones.soft)

    def _draw_left(self, ax: "Axes", edges: NDArray[np.intp], tones: canvas.Tones) -> None:
        left = means(self.groups.left, edges)
        self.left_ = ax.stairs(left, edges, fill=True, lw=1, color=SUBSET_COLOURS["redundant"])
        self.threshold_ = ax.axhline(self.threshold, color=tones.ink, ls="--", lw=1)
        ax.set(xlim=(0, edges[-1]), ylim=(0, 1.15 * self.threshold), xticks=[])
        ax.set_yticks([0, self.threshold], ["0", figure(self.threshold)])
        ax.set_title("variance left, below the threshold", loc="left", fontsize="small")
        canvas.bare(ax)

    def _draw_colorbar(self, ax: "Axes") -> None:
        bar = self.figure_.colorbar(self.image_, cax=ax)
        bar.set_label("share explained")
        bar.outline.set_visible(False)
        self.colorbar_ = bar

    def _name_rows(self, ax: "Axes") -> None:
        sizes = self.groups.sizes[self.rows]
        found = labels(self.row_names, self.selected[self.rows], 18)
        names = [f"{name} ({size:,})" for name, size in zip(found, sizes.tolist(), strict=True)]
        ax.set_yticks(np.arange(len(names)) + 0.5, names)
        ax.tick_params(axis="y", length=0)
        n_selected = self.groups.shares.shape[1]
        which = f"{len(names)} of {n_selected} selected" if n_selected > len(names) else "selected"
        ax.set_ylabel(f"{which}\n(size of group)")

    def _name_columns(self, ax: "Axes") -> None:
        count = len(self.groups.members)
        ax.set_xlabel("redundant predictor" if count == 1 else f"{count:,} redundant predictors, by group")
        if self.column_names and canvas.points_across(ax) / count > 1.6 * canvas.font_size():
            turned = {"rotation": 40, "ha": "right", "rotation_mode": "anchor"}
            ax.set_xticks(
                np.arange(count) + 0.5, labels(self.column_names, self.groups.members, 16), **turned
            )
        else:
            ax.set_xticks([])


def _rows_of(groups: Groups) -> NDArray[np.intp]:
    """Return the selected ones to draw, in order of selection."""
    if not groups.shares.size:
        return np.zeros(0, dtype=np.intp)
    by_size = np.argsort(-groups.sizes, kind="stable")
    counts = groups.shares.max(axis=0) >= SMALLEST_SHARE
    return np.sort(by_size[counts[by_size]][:MOST_ROWS])


def means(values: NDArray[Any], edges: NDArray[np.intp]) -> NDArray[Any]:
    """Return the mean of the rows between each two edges."""
    counts = np.diff(edges).reshape(-1, *[1] * (values.ndim - 1))
    sums: NDArray[Any] = np.add.reduceat(values, edges[:-1], axis=0)
    return sums / counts
