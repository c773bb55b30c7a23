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
        "10 and 20 rows, of 130": 20,
        "24 rows, of 240": 24,
        "nine times 10 rows and once 40, of 130": 40,
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
            "**Which folds?** A mean over 100 test folds of m rows is a multiple of 1 / (100 m). So the "
            "digits of the printed accuracies tell fold sizes apart: how many of them are such multiples, "
            "within rounding, and how many would be by chance.",
            markdown(["dataset", "test folds of", "printed accuracies that fit", "by chance"], rows),
            f"{_classes(paper)} All this fits folds that take a tenth of each class, rounded, the last "
            "fold taking what is left: for the 13 pictures of each person nine times 1 and once 4; in the "
            "other data sets all folds come out equal. So the paper's warpAR10P has 130 rows, like the "
            "public file, and not the 240 of its table; but a tenth of its test folds hold 40 rows. Here "
            "folds are scikit-learn's, of 13 rows.",
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
        f"c = {classes.median():.1f} classes."
    )
