"""What follows from a record for every predictor: its subset, its deciding T, the order of selection."""

from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from tnvs.search.protocol import Floats
from tnvs.search.step import SearchRecord

Subset: TypeAlias = Literal["relevant", "redundant", "conditionally independent", "uninformative", "excluded"]
SUBSETS: tuple[str, ...] = get_args(Subset)


def selected(record: SearchRecord) -> NDArray[np.intp]:
    """Return the relevant predictors: those given as initial, then the others in order of selection."""
    chosen = [step.chosen for step in record.steps if step.chosen is not None]
    return np.array([*record.initial.tolist(), *chosen], dtype=np.intp)


def redundant(record: SearchRecord) -> NDArray[np.intp]:
    """Return the redundant predictors in order of deletion."""
    deletions = [record.initial_deletion, *(step.redundant for step in record.steps)]
    return np.concatenate([deletion.features for deletion in deletions]).astype(np.intp)


def undecided(record: SearchRecord) -> NDArray[np.intp]:
    """Return the predictors that no decision was made on, increasing: the candidates of a next step."""
    left = np.ones(len(record.entropies), dtype=np.bool_)
    for decided in (record.uninformative, record.excluded, redundant(record), selected(record)):
        left[decided] = False
    return np.flatnonzero(left)


def labels(record: SearchRecord) -> NDArray[np.str_]:
    """Return the subset of every predictor."""
    result = np.full(len(record.entropies), "conditionally independent")
    result[record.uninformative] = "uninformative"
    result[record.excluded] = "excluded"
    result[redundant(record)] = "redundant"
    result[selected(record)] = "relevant"
    return result


def scores(record: SearchRecord) -> Floats:
    """Return the deciding T of every predictor.

    T at the step it was selected, otherwise its last defined T while in play; nan where it has none.
    """
    result = np.full(len(record.entropies), np.nan, dtype=record.entropies.dtype)
    for step in record.steps:
        if not np.isnan(step.scores).any():
            result[step.candidates] = step.scores
    return result


def counts(record: SearchRecord) -> dict[str, int]:
    """Return the number of predictors in each subset."""
    found = labels(record)
    return {subset: int(np.count_nonzero(found == subset)) for subset in SUBSETS}
