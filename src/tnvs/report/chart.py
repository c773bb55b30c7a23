"""Where the marks of the page's two drawings go; the templates draw them."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tnvs.report.parts import Field, PathStep
from tnvs.report.summary import Summary
from tnvs.search.names import shown
from tnvs.search.sentences import number
from tnvs.search.subsets import SUBSETS

WIDTH, HEIGHT = 760.0, 320.0
LEFT, RIGHT, TOP, BOTTOM = 52.0, 744.0, 14.0, 268.0
SPLIT_WIDTH, SMALLEST_BAR = 1000.0, 8.0
# More labels than these run into each other.
MOST_NAMED, MOST_NUMBERED, LONGEST_NAME = 12, 25, 11


@dataclass(frozen=True)
class Bar:
    """A subset's share of the bar that shows the split."""

    subset: str
    count: int
    x: float
    width: float


@dataclass(frozen=True)
class Tick:
    """A place on an axis and what it is called."""

    at: float
    label: str


@dataclass(frozen=True)
class Mark:
    """One step: heights of its marks in the drawing; None for what it lacks."""

    x: float
    label: str
    name: str
    best: float | None
    chosen: bool
    runner_up: float | None
    field: tuple[float, ...] | None
    title: str


@dataclass(frozen=True)
class PathChart:
    """The drawing of the path; `aside` is how far to the right of the chosen one the runner-up stands."""

    width: float
    height: float
    left: float
    right: float
    bottom: float
    radius: float
    aside: float
    thickness: float
    ticks: tuple[Tick, ...]
    threshold: Tick | None
    marks: tuple[Mark, ...]
    cut: bool


def split_bars(summary: Summary) -> tuple[Bar, ...]:
    """Return a bar for every subset with members, wide enough to be seen."""
    present = [(name, summary.counts[name]) for name in SUBSETS if summary.counts[name]]
    widths = [max(SMALLEST_BAR, SPLIT_WIDTH * count / summary.head.n_features) for _, count in present]
    scale, x, bars = SPLIT_WIDTH / sum(widths), 0.0, []
    for (name, count), width in zip(present, widths, strict=True):
        bars.append(Bar(name, count, round(x, 2), round(width * scale, 2)))
        x += width * scale
    return tuple(bars)


def path_chart(summary: Summary) -> PathChart | None:
    """Return the drawing; None if no step has a number to draw."""
    if not any(step.field for step in summary.path):
        return None
    threshold = summary.head.rules.relevance_threshold
    lowest, highest, cut = _range(summary.path, threshold)

    def height(value: float) -> float:
        share = (min(max(value, lowest), highest) - lowest) / (highest - lowest)
        return round(BOTTOM - share * (BOTTOM - TOP), 1)

    space = (RIGHT - LEFT) / len(summary.path)
    return PathChart(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=RIGHT,
        bottom=BOTTOM,
        radius=round(min(5.0, max(1.5, 0.3 * space)), 1),
        aside=round(min(15.0, 0.4 * space), 1),
        thickness=round(min(8.0, max(1.0, 0.4 * space)), 1),
        ticks=tuple(Tick(height(value), number(value)) for value in _ticks(lowest, highest)),
        threshold=Tick(height(threshold), number(threshold)) if math.isfinite(threshold) else None,
        marks=tuple(_marks(summary.path, space, height)),
        cut=cut,
    )


def _marks(path: tuple[PathStep, ...], space: float, height: Callable[[float], float]) -> Iterator[Mark]:
    every = math.ceil(len(path) / MOST_NUMBERED)
    for place, step in enumerate(path):
        second = step.runner_up_score
        yield Mark(
            x=round(LEFT + (place + 0.5) * space, 1),
            label=str(step.number) if place % every == 0 else "",
            name=_short(step) if len(path) <= MOST_NAMED else "",
            best=height(step.score) if math.isfinite(step.score) else None,
            chosen=step.chosen,
            runner_up=height(second) if second is not None and math.isfinite(second) else None,
            field=tuple(map(height, _numbers(step.field))) if step.field else None,
            title=f"step {step.number}: {_short(step)}",
        )


def _short(step: PathStep) -> str:
    if not step.chosen or step.best_name is None:
        return "none"
    name = shown(step.best_name)
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def _numbers(field: Field) -> tuple[float, ...]:
    return (field.lowest, field.lower_quartile, field.median, field.upper_quartile, field.highest)


def _range(path: tuple[PathStep, ...], threshold: float) -> tuple[float, float, bool]:
    """Return the lowest and highest T to draw, and whether some candidates lie below.

    T far below 0 says no more than T below 0, so what wasn't chosen takes less than half of the height.
    """
    points = [0.0, threshold, *(step.score for step in path if step.chosen)]
    points = [value for value in points if math.isfinite(value)]
    lowest, highest = min(points), max(points)
    if highest == lowest:
        highest = lowest + 1
    reached = min((step.field.lowest for step in path if step.field), default=lowest)
    bottom = max(min(lowest, reached), lowest - 0.6 * (highest - lowest))
    pad = 0.04 * (highest - bottom)
    return bottom - pad, highest + pad, reached < bottom - pad


def _ticks(lowest: float, highest: float) -> list[float]:
    """Return five or so round numbers between two bounds."""
    rough = (highest - lowest) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= rough)
    first, last = math.ceil(lowest / step), math.floor(highest / step)
    return [round(k * step, 12) for k in range(first, last + 1)]
