"""Whether a record tells one story: each predictor decided once, each step starting where the last ended."""

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from tnvs.search.protocol import Indices
    from tnvs.search.step import SearchRecord


def check_consistency(record: "SearchRecord") -> None:
    """Raise ValueError where the parts of a record contradict each other."""
    undecided = np.ones(len(record.entropies), dtype=np.bool_)
    _decide(undecided, record.initial, "initial")
    _decide(undecided, record.excluded, "excluded")
    _decide(undecided, record.uninformative, "uninformative")
    _decide(undecided, record.initial_deletion.features, "initial_deletion")
    for step in record.steps:
        name = f"step {step.number}"
        if not np.array_equal(np.flatnonzero(undecided), step.candidates):
            raise ValueError(f"{name} has other candidates than the steps before left")
        if step.runner_up is not None and not undecided[step.runner_up]:
            raise ValueError(f"{name} has a runner_up that is not among its candidates")
        if step.chosen is None:
            continue
        if np.isnan(step.scores).any():
            raise ValueError(f"{name} chose a predictor although T was undefined")
        _decide(undecided, np.array([step.chosen]), name)
        _decide(undecided, step.redundant.features, name)
    _check_end(record)


def _decide(undecided: "np.typing.NDArray[np.bool_]", features: "Indices", where: str) -> None:
    if np.unique(features).size < features.size or not undecided[features].all():
        raise ValueError(f"{where} decides on a predictor that was decided before")
    undecided[features] = False


def _check_end(record: "SearchRecord") -> None:
    without_choice = [step.number for step in record.steps if step.chosen is None]
    ends_there = record.stop_reason in ("threshold", "undefined")
    if without_choice != ([len(record.steps)] if ends_there else []):
        raise ValueError(f"stop_reason {record.stop_reason!r} does not fit the last step")
