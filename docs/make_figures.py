"""Draw the figures of docs/architecture.md; `make figures` runs this.

Lists and buckets in the second figure are computed, buckets by the engine's own tree.
"""

from pathlib import Path

import matplotlib
import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import Circle, FancyBboxPatch, Rectangle
from numpy.typing import NDArray

from tnvs.engine.tree import build_tree

FOLDER = Path(__file__).parent / "figures"
INK, GREY, LIGHT, BLUE, RED, SAND = "#222222", "#8a8a8a", "#e6e6e6", "#2c6fbb", "#c8443a", "#f3e3c3"
LANES = 16
LISTED = 120
STYLE = {
    "font.size": 9,
    "axes.titlesize": 9.5,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "svg.fonttype": "path",
    "svg.hashsalt": "tnvs",
}


def main() -> None:
    matplotlib.use("Agg")
    plt.rcParams.update(STYLE)
    FOLDER.mkdir(exist_ok=True)
    house()
    engine()


def save(figure: plt.Figure, name: str) -> None:
    figure.savefig(FOLDER / f"{name}.svg", metadata={"Date": None}, facecolor="white", bbox_inches="tight")
    plt.close(figure)


# --- the house ----------------------------------------------------------------------------------------------


def house() -> None:
    """Data flow from left to right; only the trace reaches whatever is shown to a user."""
    figure, ax = plt.subplots(figsize=(9.5, 2.9))
    ax.set(xlim=(-0.05, 9.65), ylim=(0, 2.9))
    ax.axis("off")
    room(ax, (0.0, 1.05), "X, y", "", width=1.0, fill="white")
    room(ax, (1.4, 1.0), "selectors", "validate")
    room(ax, (3.3, 1.0), "search", "Algorithm 1")
    room(ax, (3.3, 2.2), "engine", "scores, variances")
    room(ax, (5.2, 1.0), "trace", "every decision", fill=SAND)
    shown = ["labels_, selected_, scores_", "explain", "to_markdown, to_frame", "to_json, from_json"]
    for place, text in enumerate(shown):
        room(ax, (7.2, 2.3 - 0.72 * place), text, "", width=2.4, fill="white")
        arrow(ax, (6.6, 1.3), (7.2, 2.55 - 0.72 * place))
    for begin, end in ((1.0, 1.4), (2.8, 3.3), (4.7, 5.2)):
        arrow(ax, (begin, 1.3), (end, 1.3))
    arrow(ax, (4.0, 1.6), (4.0, 2.2), style="<|-|>")
    ax.text(4.1, 1.9, "asks for numbers", va="center", color=GREY)
    save(figure, "house")


def room(
    ax: Axes, corner: tuple[float, float], name: str, note: str, width: float = 1.4, fill: str = LIGHT
) -> None:
    x, y = corner
    height = 0.6 if note else 0.5
    rounded = "round,pad=0,rounding_size=0.06"
    shape = FancyBboxPatch(corner, width, height, boxstyle=rounded, fc=fill, ec=GREY, lw=0.8)
    ax.add_patch(shape)
    middle = y + height / 2
    ax.text(x + width / 2, middle + (0.1 if note else 0), name, ha="center", va="center", color=INK)
    if note:
        ax.text(x + width / 2, middle - 0.15, note, ha="center", va="center", color=GREY, fontsize=8)


def arrow(ax: Axes, begin: tuple[float, float], end: tuple[float, float], style: str = "-|>") -> None:
    look = {"arrowstyle": style, "color": GREY, "lw": 0.9, "shrinkA": 1, "shrinkB": 1}
    ax.annotate("", end, begin, arrowprops=look)


# --- the engine ---------------------------------------------------------------------------------------------


def engine() -> None:
    """The three ways to find the nearest rows."""
    random = np.random.default_rng(5)
    selected = random.normal(size=(2000, 2))
    candidates = random.normal(size=(2000, LANES))
    figure, (line, lists, buckets) = plt.subplots(1, 3, figsize=(11.5, 3.7), layout="constrained")
    draw_line(line, np.array([0.0, 0.9, 1.5, 2.6, 3.3, 4.5, 5.1, 6.0]))
    draw_lists(lists, selected, candidates)
    draw_buckets(buckets, selected[:500], candidates[:500, 0])
    save(figure, "engine")


def draw_line(ax: Axes, ascending: NDArray[np.float64]) -> None:
    ax.set_title("Nothing selected: the sorted column")
    curve = {"arrowstyle": "-|>", "color": INK, "lw": 0.9, "shrinkA": 5, "shrinkB": 5}
    curve["connectionstyle"] = "arc3,rad=-0.6"
    ax.axhline(0, color=LIGHT, lw=2, zorder=0)
    ax.scatter(ascending, np.zeros(len(ascending)), s=36, color=BLUE, zorder=3)
    for place, value in enumerate(ascending):
        others = [k for k in (place - 1, place + 1) if 0 <= k < len(ascending)]
        nearest = ascending[min(others, key=lambda k: abs(ascending[k] - value))]
        ax.annotate("", (nearest, 0), (value, 0), arrowprops=curve)
    note = "each row's nearest is the next one\nup or down in sorted order"
    ax.text(0.5, 0.08, note, transform=ax.transAxes, ha="center")
    ax.set(ylim=(-1, 1), xticks=[], yticks=[], xlabel="value of the candidate")
    ax.spines["left"].set_visible(False)


def draw_lists(ax: Axes, selected: NDArray[np.float64], candidates: NDArray[np.float64]) -> None:
    row = int(np.argmin((selected**2).sum(axis=1)))
    distance = ((selected - selected[row]) ** 2).sum(axis=1)
    distance[row] = np.inf
    order = np.argsort(distance)[:LISTED]
    listed = distance[order]
    best = np.minimum.accumulate(listed[:, None] + (candidates[order] - candidates[row]) ** 2, axis=0)
    worst = best.max(axis=1)
    stop = int(np.argmax(listed[1:] > worst[:-1])) + 1
    place = np.arange(1, len(order) + 1)
    ax.set_title("Shared lists: sixteen candidates walk one list")
    walked = {"drawstyle": "steps-post"}
    ax.plot(place[:stop], best[:stop], color=GREY, lw=0.7, **walked)
    ax.plot([], [], color=GREY, lw=0.7, label="best of each candidate so far")
    ax.plot(place[:stop], worst[:stop], color=RED, lw=1.6, label="worst of these", **walked)
    ax.plot(place, listed, color=INK, lw=1.6, label="distance in the selected columns")
    ax.axvline(place[stop], ymax=0.7, color=RED, lw=0.8, ls=":")
    ax.text(place[stop] + 2, 0.004, "the next row is\nfarther than every\nbest: stop", color=RED, va="center")
    ax.set(xlabel="place in the list of one row", ylabel="squared distance")
    ax.set(xlim=(0, LISTED), ylim=(1e-3, 100), yscale="log")
    ax.legend(frameon=False, loc="upper right", fontsize=8)


def draw_buckets(ax: Axes, selected: NDArray[np.float64], candidate: NDArray[np.float64]) -> None:
    tree = build_tree(selected, 32)
    row = int(np.argmin(((selected - [0.62, 0.35]) ** 2).sum(axis=1)))
    point = selected[row]
    total = ((selected - point) ** 2).sum(axis=1) + (candidate - candidate[row]) ** 2
    home = tree.leaf[row]
    at_home = (tree.leaf == home) & (np.arange(len(selected)) != row)
    radius = float(np.sqrt(total[at_home].min()))
    ax.set_title("Buckets: look at home, then next door")
    for leaf in np.flatnonzero(tree.child == 0):
        low, high = tree.lower[leaf], tree.upper[leaf]
        gap = np.linalg.norm(np.maximum(np.maximum(low - point, point - high), 0))
        color = BLUE if leaf == home else SAND if gap <= radius else "white"
        alpha = 0.35 if leaf == home else 1
        ax.add_patch(Rectangle(tuple(low), *(high - low), fc=color, ec=GREY, lw=0.6, alpha=alpha, zorder=1))
    ax.scatter(*selected.T, s=3, color=INK, zorder=2)
    ax.add_patch(Circle(tuple(point), radius, fc="none", ec=RED, lw=1.4, zorder=4))
    ax.scatter(*point, s=28, color=RED, zorder=5)
    ax.set(xlabel="first selected column", ylabel="second selected column")
    ax.set(xlim=(-2, 2), ylim=(-2, 2), aspect="equal")


if __name__ == "__main__":
    main()
