"""T of all candidates at each step, as quantiles: the field that the chosen one had to beat."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tnvs.plots.canvas import Tones

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from tnvs.search.step import Step

QUANTILES = (0.05, 0.25, 0.75, 0.95)


def field_of(steps: Sequence["Step"]) -> NDArray[np.float64]:
    """Return the quantiles of T at each step, one row a step; nan where T was undefined."""
    rows = [_quantiles(step.scores.astype(np.float64)) for step in steps]
    return np.array(rows).reshape(len(rows), len(QUANTILES))


def _quantiles(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    if np.isnan(scores).any():
        return np.full(len(QUANTILES), np.nan)
    return np.quantile(scores, QUANTILES, method="closest_observation")


def draw_field(ax: "Axes", field: NDArray[np.float64], tones: Tones) -> list[Any]:
    """Draw the inner 90% and the inner half of the field as areas; return the two artists."""
    edges = np.arange(len(field) + 1) + 0.5
    outer, inner = [field[:, 0], field[:, 3]], [field[:, 1], field[:, 2]]
    parts = [(outer, tones.pale, "inner 90% of candidates"), (inner, tones.band, "inner 50% of candidates")]
    return [
        ax.stairs(high, edges, baseline=low, fill=True, color=colour, label=text, zorder=0)
        for (low, high), colour, text in parts
    ]


def limits(essential: Iterable[float], field: NDArray[np.float64]) -> tuple[float, float]:
    """Return limits of T that show all of `essential`, and as much of the field as leaves it readable.

    The worst candidates of a late step may have a T far below 0, which would press all else into a line.
    """
    shown = np.array([*essential, *field[:, 3]], dtype=np.float64)
    shown = shown[np.isfinite(shown)]
    if not shown.size:
        return 0.0, 1.0
    low, high = float(shown.min()), float(shown.max())
    span = max(high - low, 0.02)
    below = field[np.isfinite(field)]
    if below.size:
        low = max(min(low, float(below.min())), low - 0.6 * span)
    return low - 0.06 * span, high + 0.08 * span
