"""What the digits of the paper's accuracies say about the data behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tnvs.experiments.report.agreement import PAPER_REPETITIONS
from tnvs.experiments.report.comparison import markdown, paper_table

if TYPE_CHECKING:
    import pandas as pd

# data set: how test folds could be, and the smallest number that all their sizes divide
FOLDS = {
    "arcene": {"20 rows, of 200": 20},
    "isolet": {"30 rows, of 300": 30},
    "ORL": {"40 rows, of 400": 40},
    "warpAR10P": {
        "13 rows, of 130": 13,
        "10 and 20 rows, of 130 in classes of 13": 20,
        "24 rows, of 240": 24,
        "20 and 30 rows, of 240 in classes of 24": 60,
        "40 rows": 40,
    },
}
LAST_DIGIT = 0.0001


def fold_sizes() -> str:
    """Return which sizes of test folds the printed accuracies allow."""
    paper = paper_table("prediction")
    rows = []
    for dataset, sizes in FOLDS.items():
        values = paper[(paper.dataset == dataset) & (paper.indicator == "ACC")]["mean"].astype(float)
        for what, size in sizes.items():
            unit = 1 / (size * PAPER_REPETITIONS)
            fits = int(((values / unit).round() * unit - values).abs().le(LAST_DIGIT / 2 + 1e-9).sum())
            chance = min(1.0, LAST_DIGIT / unit)
            rows.append([dataset, what, f"{fits} of {len(values)}", f"{chance * len(values):.0f}"])
    return "\n\n".join(
        [
            "**Which data?** A mean over 100 test folds of m rows is a multiple of 1 / (100 m). So the "
            "digits of the printed accuracies tell fold sizes apart: how many of them are such multiples, "
            "within rounding, and how many would be by chance.",
            markdown(["dataset", "test folds of", "printed accuracies that fit", "by chance"], rows),
            f"{_classes(paper)} So the paper's numbers for warpAR10P were not computed from 130 rows in "
            "such folds, and ours, from the public file, need not agree with them.",
        ]
    )


def _classes(paper: pd.DataFrame) -> str:
    """Return what accuracy and Kappa, in balanced folds, say about the number of classes."""
    wide = paper[paper.dataset == "warpAR10P"].pivot(
        index=["model", "method"], columns="indicator", values="mean"
    )
    equal = int((wide["ACC"] == wide["recall"]).sum())
    accuracy, kappa = wide["ACC"].astype(float), wide["Kappa"].astype(float)
    classes = 1 / (1 - (1 - accuracy) / (1 - kappa))
    return (
        f"In the rows on warpAR10P the printed recall equals the accuracy in {equal} of {len(wide)} cells, "
        "so every test fold held all classes equally often, and (1 - ACC) / (1 - Kappa) = 1 - 1 / c gives "
        f"c = {classes.median():.1f} classes; 13 pictures of each cannot be split so into folds of one "
        "size."
    )
