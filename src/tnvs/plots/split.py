"""The split: how the predictors flow through filter, steps and stop into the subsets."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

from tnvs.palette import SUBSET_COLOURS
from tnvs.plots import canvas
from tnvs.plots.display import Display, checked_trace
from tnvs.plots.flows import Flow, flows_of
from tnvs.plots.labels import label
from tnvs.plots.ribbons import BOX_WIDTH, Box, ribbon, stacked
from tnvs.search.subsets import SUBSETS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from tnvs.search.trace import Trace

# The subsets as their stages come, so that few ribbons cross.
DOWNWARDS = ("excluded", "uninformative", "relevant", "redundant", "conditionally independent")
# A ribbon is at least this high, so that one predictor of a million can be seen.
THINNEST = 0.006
# So many lines of text stand beside the box of a subset, the space between two of them included.
LINES = 2.2


class SplitDisplay(Display):
    """From left to right: all predictors, the stage that decided, the subset.

    The height of a ribbon is proportional to its number of predictors, but for the smallest, which would
    vanish; the numbers beside the boxes are exact. Of more than six steps, the first five are drawn apart and
    the others together.

    Parameters
    ----------
    flows : sequence of Flow
        How many predictors went from which stage to which subset, in the order in which it happened.

    Attributes
    ----------
    ribbons_ : dict
        The artist of each flow, by its stage and subset.
    boxes_ : dict
        The rectangle of each stage and subset, and of "all".
    texts_ : dict
        The text beside each of these.

    Examples
    --------
    >>> from tnvs import TNVS
    >>> from tnvs.datasets import make_example
    >>> X, y, _ = make_example(1000, random_state=0)
    >>> display = TNVS().fit(X, y).plot_split()
    >>> for flow in display.flows:
    ...     print(flow.stage, "->", flow.subset, flow.count)
    prefilter -> uninformative 1
    step 1: x3 -> relevant 1
    step 2: x0 -> relevant 1
    step 2: x0 -> redundant 1
    stop: threshold -> conditionally independent 2
    """

    def __init__(self, flows: Sequence[Flow]) -> None:
        self.flows = list(flows)

    @classmethod
    def from_trace(cls, trace: "Trace", *, ax: "Axes | None" = None) -> Self:
        """Compute and draw the split of a trace."""
        return cls(flows_of(checked_trace(trace))).plot(ax=ax)

    def plot(self, *, ax: "Axes | None" = None) -> Self:
        """Draw it on these axes, or on new ones."""
        ax = canvas.axes_for(ax, 7, 4)
        self._drawn_on(ax)
        ax.axis("off")
        ax.set(xlim=(0, 1), ylim=(0, 1))
        tones = canvas.tones(ax)
        self.ribbons_: dict[tuple[str, str], Any] = {}
        self.boxes_: dict[str, Any] = {}
        self.texts_: dict[str, Any] = {}
        total = sum(flow.count for flow in self.flows)
        self._left = self._lefts(ax)
        heights = self._heights(ax, total)
        columns = self._columns(heights, LINES * self._line(ax))
        self._draw_ribbons(heights, columns)
        for column, boxes in columns.items():
            for name, box in boxes.items():
                self._draw_box(column, name, box, total, tones)
        return self

    def _lefts(self, ax: "Axes") -> dict[str, float]:
        """Return where each column of boxes begins; the names of the subsets need room beside the last."""
        longest = max(map(len, SUBSETS)) + 1
        last = max(1 - BOX_WIDTH - canvas.text_width(longest) / canvas.points_across(ax), 0.3)
        return {"all": 0.0, "stages": 0.42 * last, "subsets": last}

    def _heights(self, ax: "Axes", total: int) -> list[float]:
        """Return the height of every ribbon, such that the fullest column fills the axes."""
        line = self._line(ax)
        counts = [sum(flow.count for flow in self.flows if flow.subset == subset) for subset in SUBSETS]
        lines_of_subsets = LINES * sum(0 < count < LINES * line * total for count in counts)
        room = 1 - line * max(len({flow.stage for flow in self.flows}), lines_of_subsets)
        raw = [max(flow.count / total, THINNEST) for flow in self.flows]
        scale = max(room, 0.3) / sum(raw)
        return [scale * height for height in raw]

    def _line(self, ax: "Axes") -> float:
        """Return the height of a line of text, in heights of the axes."""
        return min(1.25 * canvas.font_size("small") / canvas.points_across(ax, vertical=True), 0.12)

    def _columns(self, heights: list[float], least: float) -> dict[str, dict[str, Box]]:
        stages = list(dict.fromkeys(flow.stage for flow in self.flows))
        present = {flow.subset for flow in self.flows}
        subsets = [subset for subset in DOWNWARDS if subset in present]
        by_stage = {name: self._sum(heights, "stage", name) for name in stages}
        by_subset = {name: self._sum(heights, "subset", name) for name in subsets}
        return {
            "all": stacked({"all": sum(heights)}),
            "stages": stacked(by_stage),
            "subsets": stacked(by_subset, least),
        }

    def _sum(self, heights: list[float], attribute: str, name: str) -> float:
        pairs = zip(self.flows, heights, strict=True)
        return sum(height for flow, height in pairs if getattr(flow, attribute) == name)

    def _draw_ribbons(self, heights: list[float], columns: Mapping[str, Mapping[str, Box]]) -> None:
        """Draw each flow in two parts, filling every box from above."""
        top = {
            (column, name): box.bottom + box.height
            for column, boxes in columns.items()
            for name, box in boxes.items()
        }
        for flow, height in zip(self.flows, heights, strict=True):
            places = [("all", "all"), ("stages", flow.stage), ("subsets", flow.subset)]
            for place in places:
                top[place] -= height
            ends = [(self._left[place[0]], top[place]) for place in places]
            path = ribbon(ends, height)
            self.ribbons_[flow.stage, flow.subset] = self._draw_ribbon(path, flow.subset)

    def _draw_ribbon(self, path: Any, subset: str) -> Any:
        from matplotlib.patches import PathPatch

        return self.ax_.add_patch(PathPatch(path, color=SUBSET_COLOURS[subset], alpha=0.55, lw=0.4))

    def _draw_box(self, column: str, name: str, box: Box, total: int, tones: canvas.Tones) -> None:
        from matplotlib.patches import Rectangle

        left = self._left[column]
        colour = SUBSET_COLOURS.get(name, tones.soft)
        self.boxes_[name] = self.ax_.add_patch(
            Rectangle((left, box.bottom), BOX_WIDTH, box.height, color=colour)
        )
        style = {"fontsize": "small", "color": tones.ink, "zorder": 5}
        if column == "subsets":
            count = sum(flow.count for flow in self.flows if flow.subset == name)
            text, middle = f"{name}\n{count:,} ({percent(count, total)})", box.bottom + box.height / 2
            self.texts_[name] = self.ax_.text(left + BOX_WIDTH + 0.012, middle, text, va="center", **style)
        else:
            following = self._left["stages" if column == "all" else "subsets"]
            room = (following - left) * canvas.points_across(self.ax_)
            most = max(int(room / canvas.text_width(1)) - 1, 5)
            text = label(f"{total:,} predictors" if column == "all" else name, most)
            self.texts_[name] = self.ax_.annotate(
                text, (left, box.bottom + box.height), (0, 1.5), textcoords="offset points", **style
            )
            self.texts_[name].set_path_effects([halo(tones.paper)])


def halo(colour: canvas.Colour) -> Any:
    """Return an outline that keeps text legible where a ribbon passes behind it."""
    from matplotlib.patheffects import withStroke

    return withStroke(linewidth=2, foreground=colour)


def percent(count: int, total: int) -> str:
    """Return a share in percent that is never rounded to nothing or everything.

    Examples
    --------
    >>> percent(1, 3), percent(3, 1_000_000), percent(999_999, 1_000_000)
    ('33.3%', '<0.1%', '>99.9%')
    """
    if 0 < count < 0.001 * total:
        return "<0.1%"
    if 0.999 * total < count < total:
        return ">99.9%"
    return f"{100 * count / total:.1f}%"
