"""Boxes and the bands between them, as plain geometry: numbers from 0 to 1, upwards and to the right."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

BOX_WIDTH = 0.022


class Box(NamedTuple):
    """A box of the picture: its lower end and its height."""

    bottom: float
    height: float


def stacked(heights: Mapping[str, float], least: float = 0) -> dict[str, Box]:
    """Return boxes below each other that share what space there is; each has at least so much for itself."""
    slots = {name: max(height, least) for name, height in heights.items()}
    gap = (1 - sum(slots.values())) / len(slots)
    top, boxes = 1 - gap / 2, {}
    for name, height in heights.items():
        boxes[name] = Box(top - (slots[name] + height) / 2, height)
        top -= slots[name] + gap
    return boxes


def ribbon(ends: Iterable[tuple[float, float]], height: float) -> Any:
    """Return the outline of a band of this height through boxes at these left ends and bottoms."""
    from matplotlib.path import Path

    stops = list(ends)
    lower = _curve(stops)
    upper = [(x, y + height) for x, y in reversed(lower)]
    codes = [Path.MOVETO, *_codes(lower), Path.LINETO, *_codes(upper), Path.CLOSEPOLY]
    return Path([*lower, *upper, lower[0]], codes)


def _curve(stops: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the points of smooth curves from the right side of each box to the left side of the next."""
    points = [(stops[0][0] + BOX_WIDTH, stops[0][1])]
    for (x, y), (to_x, to_y) in pairwise(stops):
        middle = (x + BOX_WIDTH + to_x) / 2
        points += [(middle, y), (middle, to_y), (to_x, to_y), (to_x + BOX_WIDTH, to_y)]
    return points[:-1]


def _codes(points: list[tuple[float, float]]) -> list[int]:
    """Return what connects the points of `_curve`, read in either direction: curve, line, curve."""
    from matplotlib.path import Path

    curve = [int(Path.CURVE4)] * 3
    return [*curve, int(Path.LINETO), *curve][: len(points) - 1]
