"""Axes to draw on, and colours that fit light and dark styles."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Colour: TypeAlias = tuple[float, float, float]


def pyplot() -> Any:
    """Return matplotlib's pyplot, or say what to install."""
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError('Plots need matplotlib: pip install "tnvs[plot]"') from error
    return pyplot


def axes_for(ax: "Axes | None", width: float, height: float) -> "Axes":
    """Return the given axes, or those of a new figure of this size in inches."""
    if ax is not None:
        return ax
    _, ax = pyplot().subplots(figsize=(width, height), layout="constrained")
    return ax


def divided(ax: "Axes", heights: Sequence[float], widths: Sequence[float] = (1,)) -> Any:
    """Return a grid of these relative heights and widths, to add axes to in the place of those given."""
    ratios = {"height_ratios": heights, "width_ratios": widths}
    ax.axis("off")
    place = ax.get_subplotspec()
    if place is not None:
        return place.subgridspec(len(heights), len(widths), **ratios)
    box = ax.get_position()
    sides = {"left": box.x0, "right": box.x1, "bottom": box.y0, "top": box.y1}
    return ax.figure.add_gridspec(len(heights), len(widths), **ratios, **sides)


def figure_of(ax: "Axes") -> "Figure":
    """Return the figure that holds axes, also where they stand in a part of it."""
    return ax.figure.figure


@dataclass(frozen=True, slots=True)
class Tones:
    """Colours between the text of the current style and the background of some axes.

    Attributes
    ----------
    ink : colour
        That of the text.
    soft : colour
        For what is secondary but has to be legible.
    band, pale : colours
        For areas behind the data, the second the fainter one.
    paper : colour
        The background.
    """

    ink: Colour
    soft: Colour
    band: Colour
    pale: Colour
    paper: Colour


def tones(ax: "Axes") -> Tones:
    """Return the tones of axes."""
    from matplotlib import rcParams
    from matplotlib.colors import to_rgb, to_rgba

    background = ax.get_facecolor()
    if to_rgba(background)[3] == 0:
        background = figure_of(ax).get_facecolor()
    ink, paper = to_rgb(rcParams["text.color"]), to_rgb(background)
    return Tones(ink, mixed(ink, paper, 0.65), mixed(ink, paper, 0.28), mixed(ink, paper, 0.13), paper)


def mixed(colour: Colour, other: Colour, share: float) -> Colour:
    """Return a mixture that holds this share of the first colour."""
    red, green, blue = (share * one + (1 - share) * two for one, two in zip(colour, other, strict=True))
    return red, green, blue


def bare(ax: "Axes") -> None:
    """Leave out the lines at the top and on the right."""
    ax.spines[["top", "right"]].set_visible(False)


def legend_above(ax: "Axes", handles: Iterable[Any]) -> Any:
    """Put a legend of these artists above the axes, where it covers no data; None is left out."""
    present = [handle for handle in handles if handle is not None]
    columns = _columns([len(handle.get_label()) for handle in present], points_across(ax))
    return ax.legend(
        handles=present,
        loc="lower left",
        bbox_to_anchor=(0, 1.01),
        ncols=columns,
        frameon=False,
        borderaxespad=0,
        borderpad=0,
        handlelength=1.4,
        columnspacing=1.4,
        fontsize="small",
    )


def text_width(characters: int, size: str = "small") -> float:
    """Return about how many points a text of average letters takes."""
    return 0.56 * characters * font_size(size)


def _columns(lengths: Sequence[int], width: float) -> int:
    """Return in how many columns texts of these lengths fit above axes of this width."""
    for columns in (3, 2):
        rows = -(-len(lengths) // columns)
        longest = [max(lengths[first : first + rows]) for first in range(0, len(lengths), rows)]
        if text_width(sum(longest) + 5 * len(longest)) <= 1.1 * width:
            return columns
    return 1


def message(ax: "Axes", text: str) -> Any:
    """Say why there is nothing to draw."""
    ax.axis("off")
    return ax.text(
        0.5, 0.5, text, ha="center", va="center", color=tones(ax).soft, transform=ax.transAxes, wrap=True
    )


def points_across(ax: "Axes", vertical: bool = False) -> float:
    """Return the width of axes, or their height, in points: the unit of font sizes."""
    box = ax.get_window_extent()
    return float((box.height if vertical else box.width) * 72 / figure_of(ax).dpi)


def font_size(name: str = "medium") -> float:
    """Return a size like "small" in points."""
    from matplotlib.font_manager import FontProperties

    return float(FontProperties(size=name).get_size_in_points())
