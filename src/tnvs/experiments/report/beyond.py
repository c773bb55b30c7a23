"""The sections the paper doesn't have: what its parts are worth, and what its choices do."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from tnvs.datasets import make_example
from tnvs.experiments import settings
from tnvs.experiments.methods import selectors
from tnvs.experiments.report import figures
from tnvs.experiments.report.comparison import (
    COLUMNS,
    LEGEND,
    Compared,
    Folders,
    markdown,
    mean_of,
    number,
    paper_table,
    printed,
    results,
    score,
    wide,
    write,
)
from tnvs.experiments.runs import ablation, choices, leverage, nonzero
from tnvs.experiments.store import Store

if TYPE_CHECKING:
    import pandas as pd

EXAMPLE_ROWS, EXAMPLE_SEED = 1000, 0


def example_section(store: Store, folders: Folders) -> str:
    """Return the subsets and figures of the paper's smallest example."""
    X, y, _ = make_example(EXAMPLE_ROWS, random_state=EXAMPLE_SEED)
    figures.example(X, y, folders.pictures / "example.png")
    fitted = selectors()["TNVS"].fit(X, y)
    lines = [
        [f"X{j + 1}", str(fitted.labels_[j]), number(float(fitted.scores_[j]), 4)] for j in range(X.shape[1])
    ]
    order = ", ".join(f"X{j + 1}" for j in fitted.selected_)
    return "\n\n".join(
        [
            f"{EXAMPLE_ROWS} rows, seed {EXAMPLE_SEED}. Selected, in order: {order}. The paper assumes "
            "that X1 is taken first; the sum X4 says more about the product than either factor, so the "
            "search begins with it. Any two of X1, X2 and X4 determine the third, which is then redundant. "
            "The figures show what the paper's do: X6 is zero almost everywhere, y is a line in X2 once X1 "
            "is known, and a cloud in X5.",
            markdown(["column", "subset", "T when last scored"], lines),
            folders.shown("example", "X6, and y against X2 and X5 given X1"),
        ]
    )


def ablation_section(store: Store, folders: Folders) -> str:
    """Return what the prefilter and the deletion are worth."""
    frame = results(store, ablation.SHEET)
    rows = []
    for setting in map(str, settings.SETTINGS):
        whole = frame.loc[(frame.setting == setting) & (frame.variant == "TNVS"), "seconds"].mean()
        for variant in ablation.VARIANTS:
            part = frame[(frame.setting == setting) & (frame.variant == variant)]
            if part.empty:
                continue
            rows.append(
                [
                    setting,
                    variant,
                    f"{len(part)} of {settings.N_DATASETS}",
                    number(part["seconds"].mean() / whole, 1),
                    number(part["selected"].mean(), 1),
                    number(part["signals"].mean(), 2),
                    number(part["needed"].mean(), 2),
                ]
            )
    header = ["setting", "variant", "done", "time / TNVS's", "selected", "coverage", "M"]
    return "\n\n".join(
        [
            "The first fold of each data set. Without the prefilter only constant columns are removed; "
            "without deletion copies of what is selected stay candidates. Variants that are missing are not "
            "computed yet.",
            markdown(header, rows),
        ]
    )


def nonzero_section(store: Store, folders: Folders) -> str:
    """Return what almost constant columns do."""
    frame = results(store, nonzero.SHEET)
    rows = []
    for draw in nonzero.DRAWS:
        for variant in nonzero.VARIANTS:
            part = frame[(frame.draw == draw) & (frame.variant == variant)]
            names = ("passed", "selected", "selected_uninformative", "signals", "needed")
            means = [number(mean_of(part[name]).value, 2) for name in names]
            rows.append([draw, variant, f"{len(part)} of {settings.N_DATASETS}", *means])
    header = ["rows that aren't zero", "variant", "done", "pass the filter", "selected"]
    header += ["of these uninformative", "coverage", "M"]
    return "\n\n".join(
        [
            "Setting 1, the first fold of each data set. The paper says that a share of 0.001 of the rows "
            "isn't zero. That can be exactly 2 of 2000 rows in each column, as in `make_nonlinear`, or a "
            "draw for every row, so that some columns have 5. With equal-frequency bins only positive "
            "values count, and a column with three or more of them passes a threshold of 0.01. What passes "
            "has a T just below 0, thus above the relevance threshold of -0.01, and is selected at the end "
            "of the search.",
            markdown(header, rows),
            "The exact entropy counts negative values too, so that more such columns pass: it treats a "
            "column and its mirror image alike, but is no remedy here. Asking for a T of at least 0.01 is.",
        ]
    )


def choices_section(store: Store, folders: Folders) -> str:
    """Return what other ways with ties, classes and bins select and predict."""
    frame = results(store, choices.SHEET)
    rows = []
    for dataset in settings.DATASETS:
        part = frame[frame.dataset == dataset]
        chosen = part.set_index(["variant", "repetition", "fold"])["selected"]
        for variant in choices.VARIANTS:
            own = part[part.variant == variant]
            if own.empty:
                continue
            base = "nominal" if variant.startswith("nominal,") else "paper"
            rows.append(
                [
                    dataset,
                    variant,
                    str(len(own)),
                    number(own["size"].mean(), 1),
                    *(number(own[name].mean(), 3) for name in choices.MODELS),
                    f"{number(_overlap(chosen, variant, base), 2)} with {base}" if variant != base else "",
                ]
            )
    header = [
        "dataset",
        "variant",
        "folds",
        "selected",
        *(f"ACC {name}" for name in choices.MODELS),
        "overlap",
    ]
    return "\n\n".join(
        [
            "Class codes are names, yet the paper ranks them. Here classes get other numbers in another "
            "order, ties another seed or the mean over all, columns their exact entropy. The overlap is "
            "the mean Jaccard index of the columns selected on the same fold. Variants that are missing are "
            "not computed yet.",
            markdown(header, rows),
            "Where there are many classes, other numbers for them, or other ties, mean that other columns "
            'are selected. `response="nominal"` asks only whether classes are equal: it does not depend on '
            "their numbers.",
        ]
    )


def _overlap(chosen: pd.Series[str], variant: str, base: str) -> float:
    from tnvs.comparison.folds import overlap

    if variant not in chosen.index or base not in chosen.index:
        return math.nan
    pairs = [
        (chosen[variant].loc[fold], chosen[base].loc[fold])
        for fold in chosen[variant].index
        if fold in chosen[base].index
    ]
    found = [overlap(*(np.array(text.split(), dtype=np.intp) for text in pair)) for pair in pairs]
    return float(np.nanmean(found)) if found else math.nan


def leverage_section(store: Store, folders: Folders) -> str:
    """Return whether other slices explain the paper's numbers for WLS."""
    frame = results(store, leverage.SHEET)
    compared = []
    for line in paper_table("simulation").query("method == 'WLS' and indicator == 'M'").itertuples():
        part = frame[frame.setting == line.setting]
        ours = mean_of(part["needed"], groups=part["dataset"])
        compared.append(Compared((line.setting,), "M", ours, printed(line.mean, line.sd)))
    for line in paper_table("precision").query("method == 'WLS'").itertuples():
        part = frame[frame.setting == line.setting]
        share = part[COLUMNS[line.kind]] / part["selected"]
        compared.append(
            Compared((line.setting,), line.kind, mean_of(share, groups=part["dataset"]), printed(line.share))
        )
    write(folders.tables / "wls.csv", ("setting",), compared)
    counts = frame.groupby("setting").size().items()
    done = ", ".join(f"{count} in setting {setting}" for setting, count in counts)
    return "\n\n".join(
        [
            "WLS cuts the rows into ten slices in order of the response. With these, its M above is far "
            f"from the paper's. With a slice for each of the {leverage.N_SMALLEST} smallest responses and "
            "one for all other rows it is not: the software behind the paper's numbers takes the response "
            f"for a factor and looks at its first {leverage.N_SMALLEST} levels. {LEGEND} {score(compared)} "
            f"Repetitions: {done or 'none yet'}.",
            wide(("setting",), compared),
        ]
    )
