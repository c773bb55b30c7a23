"""What a selection from simulated data got right."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tnvs.datasets import GroundTruth

SIGNALS = (1, 2, 3, 4)
# in the order of the paper's tables
KINDS = ("relevant", "uninformative", "redundant", "conditionally independent")


def first_places(selected: NDArray[np.intp], truth: GroundTruth) -> dict[int, int]:
    """Return the place, from 1, of the first column of each signal that is selected at all."""
    groups = truth.group[selected]
    return {
        signal: int(np.flatnonzero(groups == signal)[0]) + 1 for signal in SIGNALS if (groups == signal).any()
    }


def needed(selected: NDArray[np.intp], truth: GroundTruth) -> int | None:
    """Return how many selections, in their order, it takes to hold all signals; None if they never do."""
    places = first_places(selected, truth)
    return max(places.values()) if len(places) == len(SIGNALS) else None


def found(selected: NDArray[np.intp], truth: GroundTruth) -> dict[str, int | None]:
    """Return how many columns were selected, of how many signals, and how many it took to find all."""
    return {
        "selected": len(selected),
        "signals": len(first_places(selected, truth)),
        "needed": needed(selected, truth),
    }


def kinds(selected: NDArray[np.intp], truth: GroundTruth) -> NDArray[np.str_]:
    """Return what each column truly is, given the selection.

    A column of a signal serves as well as its copies. So the first of each signal that is selected is
    relevant and its other columns are redundant; of a signal without any selected column, the first is.
    """
    label = truth.label.copy()
    of_signals = np.isin(truth.group, SIGNALS)
    label[of_signals] = "redundant"
    places = first_places(selected, truth)
    for signal in SIGNALS:
        columns = np.flatnonzero(truth.group == signal)
        label[selected[places[signal] - 1] if signal in places else columns[0]] = "relevant"
    return label


def counts(labels: NDArray[np.str_]) -> list[int]:
    """Return how many columns there are of each kind."""
    return [int(np.count_nonzero(labels == kind)) for kind in KINDS]


def confusion(labels: NDArray[np.str_], true: NDArray[np.str_]) -> str:
    """Return how many columns of each true subset were put where: subsets of truth between bars."""
    return "|".join(" ".join(map(str, counts(labels[true == kind]))) for kind in KINDS)
