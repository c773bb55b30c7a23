"""Seven methods on 100 repetitions of three settings of the simulation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

from tnvs.datasets import make_nonlinear
from tnvs.experiments.limit import fitted_within
from tnvs.experiments.methods import selectors
from tnvs.experiments.outcome import confusion, counts, found, kinds
from tnvs.experiments.sheet import Compute, Key, Sheet, Values
from tnvs.experiments.simulated import repetitions, simulated
from tnvs.experiments.store import Store

QUICK_METHODS = ("TNVS", "WLS", "SIRS", "DCSIS", "TPC")


def compute(setting: int, dataset: int, fold: int, method: str, limit: float) -> Values:
    """Select on the training part of a fold and compare with the truth."""
    data = simulated(setting, dataset)
    rows = data.train[fold - 1]
    warm_up(method)
    fit = fitted_within(selectors()[method], data.X[rows], data.y[rows], limit)
    true = kinds(fit.selected, data.truth)
    relevant, uninformative, redundant, independent = counts(true[fit.selected])
    labels = getattr(fit.selector, "labels_", None) if method == "TNVS" else None
    return {
        **fit.times(limit),
        **found(fit.selected, data.truth),
        "relevant": relevant,
        "uninformative": uninformative,
        "redundant": redundant,
        "independent": independent,
        "subsets": None if labels is None else confusion(labels, true),
    }


@cache
def warm_up(method: str) -> None:
    """Load compiled code, or compile it, before any fit is timed."""
    X, y, _ = make_nonlinear(300, 50, random_state=0)
    selectors()[method].fit(X, y)


def passes() -> Sequence[Sequence[Key]]:
    """Return the quick methods, settings taking turns, then the slow ones; of FOCI a tenth first."""

    def each(methods: Sequence[str], chosen: Sequence[int]) -> list[Key]:
        return [
            (str(setting), dataset, fold, method)
            for dataset, fold in repetitions()
            for setting in chosen
            for method in methods
        ]

    slow = each(["FOCI"], (1, 2, 3))
    return [
        each(QUICK_METHODS, (1, 2, 3)),
        each(["PCSimple"], (1, 2)),
        [key for key in slow if key[2] == "1"],
        [key for key in slow if key[2] != "1"],
        each(["PCSimple"], (3,)),
    ]


def prepare(key: Key, store: Store) -> Compute:
    """Return the function that computes a row."""
    setting, dataset, fold, method = key
    return partial(compute, int(setting), int(dataset), int(fold), method)


SHEET = Sheet(
    name="simulation",
    keys=("setting", "dataset", "fold", "method"),
    values=(
        "seconds",
        "limit",
        "selected",
        "signals",
        "needed",
        "relevant",
        "uninformative",
        "redundant",
        "independent",
        "subsets",
    ),
    alike=("setting", "method"),
    passes=passes,
    prepare=prepare,
    quick=lambda key: key[:3] == ("1", "1", "1"),
)
