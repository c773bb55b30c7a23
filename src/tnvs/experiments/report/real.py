"""The sections on what is selected from real data."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tnvs.experiments import settings
from tnvs.experiments.outcome import KINDS
from tnvs.experiments.report import figures
from tnvs.experiments.report.comparison import (
    LEGEND,
    Compared,
    Folders,
    markdown,
    mean_of,
    paper_table,
    printed,
    results,
    score,
    wide,
    write,
)
from tnvs.experiments.runs import draws, faces, grid, selection, uninformative
from tnvs.experiments.store import Store

if TYPE_CHECKING:
    import pandas as pd

FACE_ROWS = 64
GRID_SIZE = len(grid.RELEVANCE) * len(grid.REDUNDANCY)


def subsets_section(store: Store, folders: Folders) -> str:
    """Return the sizes of the four subsets, and the sizes of the other methods' selections."""
    frame = results(store, selection.SHEET)
    own = frame[frame.method == "TNVS"]
    columns = dict(zip(KINDS, ("size", "uninformative", "redundant", "independent"), strict=True))
    compared = [
        Compared(
            (line.dataset,),
            line.subset,
            mean_of(own.loc[own.dataset == line.dataset, columns[line.subset]]),
            printed(line.mean, line.sd),
        )
        for line in paper_table("subsets").itertuples()
    ]
    write(folders.tables / "subsets.csv", ("dataset",), compared)
    sizes = frame.groupby(["dataset", "method"])["size"].agg(["mean", "std", "size"])
    total = frame.merge(_widths(), on="dataset")
    compression = total[total.method == "TNVS"].assign(rate=lambda d: d["size"] / d["p"])
    rates = compression.groupby("dataset")["rate"].mean()
    paper = paper_table("subsets").query("subset == 'relevant'").set_index("dataset")["mean"].astype(float)
    widths = _widths().set_index("dataset")["p"]
    others = [
        [dataset, *(_size(sizes, dataset, method) for method in settings.METHODS)] for dataset in widths.index
    ]
    rate_cells = [
        [
            dataset,
            f"{rates[dataset]:.2%}" if dataset in rates else "-",
            f"{paper[dataset] / widths[dataset]:.2%}",
        ]
        for dataset in widths.index
    ]
    return "\n\n".join(
        [
            f"Mean numbers of columns over 100 training folds. {LEGEND} {score(compared)}",
            wide(("dataset",), compared),
            _other_draws(results(store, draws.SHEET)),
            "Compression rate, the share of columns that is selected:",
            markdown(["dataset", "ours", "the paper's"], rate_cells),
            "Columns selected by each method: mean, standard deviation, folds done.",
            markdown(["dataset", *settings.METHODS], others),
        ]
    )


def _other_draws(frame: pd.DataFrame) -> str:
    """Return how much sizes on isolet owe to the draw of its rows."""
    means = frame.groupby("draw")[["size", "redundant"]].mean()
    spans = means.agg(["min", "max"])
    return (
        "On isolet the sizes depend on which 300 rows are drawn, and the paper's draw is not known. Over "
        f"{len(means)} other draws, with {settings.N_FOLDS} folds each, the mean number of relevant "
        f"columns lies between {spans.loc['min', 'size']:.1f} and {spans.loc['max', 'size']:.1f}, that of "
        f"redundant ones between {spans.loc['min', 'redundant']:.1f} and "
        f"{spans.loc['max', 'redundant']:.1f}."
    )


def _widths() -> pd.DataFrame:
    import pandas as pd

    paper = paper_table("subsets")
    total = paper.assign(mean=paper["mean"].astype(float)).groupby("dataset", sort=False)["mean"].sum()
    return pd.DataFrame({"dataset": total.index, "p": total.round().to_numpy()})


def _size(sizes: pd.DataFrame, dataset: str, method: str) -> str:
    if (dataset, method) not in sizes.index:
        return "-"
    line = sizes.loc[dataset, method]
    return f"{line['mean']:.1f} ({line['std']:.1f}), {line['size']:.0f}"


def alpha1_section(store: Store, folders: Folders) -> str:
    """Return size and T of the uninformative columns for six thresholds."""
    frame = results(store, uninformative.SHEET)
    compared = [
        Compared(
            (line.dataset, line.indicator),
            line.threshold,
            mean_of(
                frame.loc[
                    (frame.dataset == line.dataset) & (frame.threshold == line.threshold), line.indicator
                ]
            ),
            printed(line.mean, line.sd),
        )
        for line in paper_table("alpha1").itertuples()
    ]
    write(folders.tables / "alpha1.csv", ("dataset", "quantity"), compared)
    most = frame[~frame.dataset.isin(["arcene", "isolet"])].groupby("dataset")["size"].max()
    none = "; ".join(f"{dataset}: at most {size:.0f}" for dataset, size in most.items())
    done = frame.groupby("dataset").size()
    finished = ", ".join(f"{dataset} {count} of 600" for dataset, count in done.items())
    return "\n\n".join(
        [
            f"Rows done: {finished or 'none'}. {LEGEND} {score(compared)} Ties are drawn with the same "
            "seed for every threshold, so equal sets have equal T; in the paper they differ, by chance "
            "alone. Uninformative columns in the other two data sets, over all thresholds: "
            f"{none or 'not counted yet'}.",
            wide(("dataset", "quantity"), compared),
        ]
    )


def grid_section(store: Store, folders: Folders) -> str:
    """Return the figures of sizes and accuracies over two thresholds."""
    frame = results(store, grid.SHEET)
    done = len(frame)
    frame = frame.groupby(["dataset", "fold"]).filter(lambda part: len(part) == GRID_SIZE)
    if frame.empty:
        return f"{done} of {len(grid.SHEET.all_keys())} rows are done: no fold of any data set is complete."
    figures.sizes(frame, folders.pictures / "sizes.png")
    figures.accuracies(frame, folders.pictures / "accuracies.png")
    keys = ["dataset", "relevance_threshold", "redundancy_threshold"]
    means = frame.groupby(keys)[["size", *settings.MODELS]].mean().groupby("dataset")
    span = means.max() - means.min()
    rows = [
        [
            dataset,
            f"{len(frame[frame.dataset == dataset]) // GRID_SIZE} of {settings.N_FOLDS}",
            *(f"{value:.2f}" for value in line),
        ]
        for dataset, line in zip(span.index, span.to_numpy(), strict=True)
    ]
    return "\n\n".join(
        [
            "The paper says that the number of selected columns changes little and without a trend, and "
            "that accuracies hardly depend on either threshold. How far apart the highest and the lowest "
            "mean over the grid are:",
            markdown(
                ["dataset", "complete folds", "selected", *(f"ACC {name}" for name in settings.MODELS)], rows
            ),
            folders.shown("sizes", "Selected columns over the grid"),
            folders.shown("accuracies", "Accuracies over the grid"),
        ]
    )


def faces_section(store: Store, folders: Folders) -> str:
    """Return the figure of selected pixels."""
    rows = store.rows(faces.SHEET.name, faces.SHEET.keys)
    chosen = {
        method: (_indices(rows[method,]["selected"]), _indices(rows[method,]["redundant"]))
        for method in settings.METHODS
        if (method,) in rows
    }
    figures.faces(chosen, folders.pictures / "faces.png")
    theirs = paper_table("faces").set_index("method")
    table = []
    for method, (selected, redundant) in chosen.items():
        own = str(len(redundant)) if method == "TNVS" else ""
        counts = [str(len(selected)), theirs.selected[method], own, theirs.redundant[method]]
        table.append([method, *counts, _top_share(selected), _top_share(redundant)])
    header = ["method", "selected", "the paper's", "redundant", "the paper's"]
    header += ["selected: in the top quarter", "redundant: in the top quarter"]
    return "\n\n".join(
        [
            "Selected pixels yellow, redundant ones red, on one face. The paper shows the selection of "
            "some training fold of 360 faces; here it is that of all 400, so that at most ceil(400 / ln "
            "400) = 67 and not 62 pixels are selected. The paper finds TNVS's and WLS's selected pixels at "
            "eyes, eyebrows, nose, mouth and chin, FOCI's fewer at similar places, TNVS's redundant ones "
            "on the forehead, and so many of SIRS's and DC-SIS's. The figure shows the same, but TNVS and "
            "FOCI also select pixels of the forehead and of the edge of the face. The top quarter of the "
            "pictures is forehead and hair.",
            markdown(header, table),
            folders.shown("faces", "Pixels selected by each method"),
        ]
    )


def _top_share(pixels: list[int]) -> str:
    """Return which share of pixels lies in the upper quarter of the pictures."""
    return f"{np.mean(np.array(pixels) % FACE_ROWS < FACE_ROWS / 4):.2f}" if pixels else ""


def _indices(text: str) -> list[int]:
    return [int(word) for word in text.split()]
