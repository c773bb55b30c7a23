"""The figures of the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tnvs.datasets import fetch_orl
from tnvs.experiments import settings

if TYPE_CHECKING:
    import pandas as pd

SELECTED, REDUNDANT, LINE = "#f0e442", "#d62728", "#0072b2"
DPI = 90


@contextmanager
def _figure(path: Path, rows: int, columns: int, size: tuple[float, float]) -> Iterator[Any]:
    """Yield the axes of a figure that is saved in the end."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ImportError('figures need matplotlib: pip install "tnvs[experiments]"') from error
    figure = Figure(figsize=size, layout="constrained")
    FigureCanvasAgg(figure)
    yield figure.subplots(rows, columns, squeeze=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=DPI, facecolor="white", metadata={"Software": None})


def boxplot(frame: pd.DataFrame, path: Path) -> None:
    """Draw the distribution of four scores for each method."""
    with _figure(path, 1, 4, (11, 3.2)) as axes:
        for ax, indicator in zip(axes[0], settings.INDICATORS, strict=True):
            values = [frame.loc[frame.method == method, indicator] for method in settings.METHODS]
            ax.boxplot(values, tick_labels=settings.METHODS, medianprops={"color": LINE})
            ax.set_title(indicator)
            ax.tick_params(axis="x", rotation=60)


def sizes(frame: pd.DataFrame, path: Path) -> None:
    """Draw the mean number of selected columns over the grid, a panel a data set."""
    with _figure(path, 1, len(settings.DATASETS), (12, 3)) as axes:
        for ax, dataset in zip(axes[0], settings.DATASETS, strict=True):
            _heat(ax, frame[frame.dataset == dataset], "size", dataset, "{:.0f}", frame["size"].max())


def accuracies(frame: pd.DataFrame, path: Path) -> None:
    """Draw mean accuracies over the grid, a row of panels a data set, a column a model."""
    with _figure(path, len(settings.DATASETS), len(settings.MODELS), (15, 12)) as axes:
        for row, dataset in zip(axes, settings.DATASETS, strict=True):
            for ax, name in zip(row, settings.MODELS, strict=True):
                _heat(ax, frame[frame.dataset == dataset], name, f"{dataset}, {name}", "{:.2f}", 1.0)


def _heat(ax: Any, frame: pd.DataFrame, value: str, title: str, form: str, top: float) -> None:
    """Draw a mean over the grid; colours begin at 0, so that they show how little or much it changes."""
    ax.set_title(title, fontsize=9)
    if frame.empty:
        ax.set_axis_off()
        return
    frame = frame.assign(
        relevance=frame.relevance_threshold.astype(float), redundancy=frame.redundancy_threshold.astype(float)
    )
    table = frame.pivot_table(index="relevance", columns="redundancy", values=value)
    ax.imshow(table, cmap="Blues", aspect="auto", vmin=0, vmax=top)
    for (i, j), number in np.ndenumerate(table.to_numpy()):
        colour = "white" if number > 0.6 * top else "black"
        ax.text(j, i, form.format(number), ha="center", va="center", fontsize=7, color=colour)
    ax.set_xticks(range(table.shape[1]), [f"{level:g}" for level in table.columns], fontsize=7)
    ax.set_yticks(range(table.shape[0]), [f"{level:g}" for level in table.index], fontsize=7)
    ax.set_xlabel("redundancy threshold", fontsize=7)
    ax.set_ylabel("relevance threshold", fontsize=7)


def faces(chosen: Mapping[str, tuple[list[int], list[int]]], path: Path) -> None:
    """Draw selected and redundant pixels on a face, a panel a method, and a panel without any."""
    data = fetch_orl()
    rows, columns = data.image_shape
    with _figure(path, 2, 4, (9, 4.9)) as axes:
        for ax, (method, (selected, redundant)) in zip(
            axes.flat, {**chosen, "": ([], [])}.items(), strict=False
        ):
            ax.imshow(data.images[0], cmap="gray")
            for pixels, colour in ((redundant, REDUNDANT), (selected, SELECTED)):
                across, down = np.divmod(np.array(pixels, dtype=int), rows)
                ax.scatter(across, down, s=9, c=colour, marker="s", linewidths=0)
            ax.set(title=method, xticks=[], yticks=[], xlim=(-0.5, columns - 0.5), ylim=(rows - 0.5, -0.5))


def example(X: np.ndarray[Any, Any], y: np.ndarray[Any, Any], path: Path) -> None:
    """Draw the histogram of X6, and y against X2 and X5 where X1 is between 0.1 and 0.2."""
    near = (X[:, 0] >= 0.1) & (X[:, 0] <= 0.2)
    with _figure(path, 1, 3, (9, 2.8)) as axes:
        histogram, relevant, independent = axes[0]
        histogram.hist(X[:, 5], bins=30, color=LINE)
        histogram.set(title="X6", xlabel="X6", ylabel="rows", yscale="log")
        for ax, column in ((relevant, 1), (independent, 4)):
            ax.scatter(X[near, column], y[near], s=10, c=LINE)
            ax.set(title="X1 from 0.1 to 0.2", xlabel=f"X{column + 1}", ylabel="Y")
