"""Draw the figure of docs/methods.md; `make figures` runs this.

A strip a method: its first selections in order, by what they truly are.
"""

from pathlib import Path

import matplotlib
import numpy as np
from matplotlib import pyplot as plt
from matplotlib.patches import Patch, Rectangle

from tnvs import compare, selectors
from tnvs.comparison import Comparison
from tnvs.datasets import make_nonlinear
from tnvs.datasets.truth import GroundTruth

FIGURE = Path(__file__).parent / "figures" / "methods.svg"
FIRST = 20
ORDER = [
    "TNVS",
    "FOCI",
    "KFOCI",
    "WLS",
    "DCSIS",
    "BCorSIS",
    "PCSIS",
    "GCSIS",
    "SIS",
    "SIRS",
    "PCSimple",
    "TPC",
]
# Okabe and Ito's colours, told apart by colour-blind readers too
KINDS = {
    "signal 1": "#0072b2",
    "signal 2": "#009e73",
    "signal 3": "#e69f00",
    "signal 4": "#cc79a7",
    "unrelated to y": "#c4c4c4",
    "almost constant": "#5c5c5c",
}


def main() -> None:
    matplotlib.use("Agg")
    plt.rcParams.update({"font.size": 9, "svg.fonttype": "path", "svg.hashsalt": "tnvs"})
    X, _, truth = table = make_nonlinear(1000, 300, random_state=0)
    if set(ORDER) != set(selectors.__all__):
        raise SystemExit(f"methods without a place in the figure: {set(selectors.__all__) ^ set(ORDER)}")
    result = compare(X, table[1], ORDER, n_jobs=-1)
    figure, ax = plt.subplots(figsize=(8.5, 3.9))
    for place, name in enumerate(ORDER):
        strip(ax, place, result, truth, name)
    ax.set(xlim=(0, FIRST + 4.4), ylim=(len(ORDER), -0.1), xlabel=f"the first {FIRST} selected, in order")
    ax.set_yticks(np.arange(len(ORDER)) + 0.45, ORDER)
    ax.set_xticks(np.arange(FIRST) + 0.45, range(1, FIRST + 1))
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    keys = [Patch(color=colour, label=kind) for kind, colour in KINDS.items()]
    figure.legend(handles=keys, ncols=len(KINDS), loc="upper center", frameon=False, handlelength=1)
    figure.savefig(FIGURE, metadata={"Date": None}, facecolor="white", bbox_inches="tight")
    plt.close(figure)


def strip(ax: plt.Axes, place: int, result: Comparison, truth: GroundTruth, name: str) -> None:
    """One method: a box a selection, and how many there were."""
    chosen = result.selected[name]
    for step, feature in enumerate(chosen[:FIRST]):
        ax.add_patch(Rectangle((step, place), 0.9, 0.9, color=KINDS[kind(truth, int(feature))]))
    ax.text(FIRST + 0.4, place + 0.45, f"{len(chosen)} selected", va="center", color="#5c5c5c")


def kind(truth: GroundTruth, feature: int) -> str:
    """What a column truly is."""
    if truth.label[feature] == "uninformative":
        return "almost constant"
    group = int(truth.group[feature])
    return f"signal {group}" if group <= 4 else "unrelated to y"


if __name__ == "__main__":
    main()
