"""Whether a record tells one story: nothing is decided twice, and every decision follows from its numbers."""

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from tnvs.search.protocol import Indices
    from tnvs.search.rules import Rules
    from tnvs.search.step import Deletion, SearchRecord, Step


def check_consistency(record: "SearchRecord") -> None:
    """Raise ValueError where the parts of a record contradict each other."""
    undecided = np.ones(len(record.entropies), dtype=np.bool_)
    _decide(undecided, record.initial, "initial")
    _decide(undecided, record.excluded, "excluded")
    _check_prefilter(record, undecided)
    _decide(undecided, record.uninformative, "uninformative")
    n_selected = len(record.initial)
    _check_deletion(record.initial_deletion, record.rules, n_selected, "initial_deletion")
    _decide(undecided, record.initial_deletion.features, "initial_deletion")
    for step in record.steps:
        name = f"step {step.number}"
        if not np.array_equal(np.flatnonzero(undecided), step.candidates):
            raise ValueError(f"{name} has other candidates than the steps before left")
        if _is_full(record.rules, n_selected):
            raise ValueError(f"{name} comes after max_features were selected")
        _check_choice(step, record)
        if step.chosen is not None:
            n_selected += 1
            _decide(undecided, np.array([step.chosen]), name)
        _check_deletion(step.redundant, record.rules, 0 if step.chosen is None else n_selected, name)
        _decide(undecided, step.redundant.features, name)
    _check_end(record, n_selected, bool(undecided.any()))


def _decide(undecided: NDArray[np.bool_], features: "Indices", where: str) -> None:
    if np.unique(features).size < features.size or not undecided[features].all():
        raise ValueError(f"{where} decides on a predictor that was decided before")
    undecided[features] = False


def _check_prefilter(record: "SearchRecord", considered: NDArray[np.bool_]) -> None:
    """Constants and what has little entropy are uninformative, everything else isn't."""
    constant = np.zeros(len(considered), dtype=np.bool_)
    constant[record.constant] = True
    if constant[record.initial].any():
        raise ValueError("initial names a predictor that constant names too")
    if (record.entropies[record.constant] != 0).any():
        raise ValueError("constant names a predictor whose entropy is not 0")
    little = ~(record.entropies.astype(np.float64) > record.rules.uninformative_threshold)
    if not np.array_equal(np.flatnonzero(considered & (little | constant)), record.uninformative):
        raise ValueError("uninformative lists others than entropies, constant and the threshold say")


def _check_deletion(deletion: "Deletion", rules: "Rules", n_selected: int, where: str) -> None:
    if deletion.features.size and not n_selected:
        raise ValueError(f"{where} has redundant predictors, but nothing that makes them so")
    if not (deletion.residual_variances.astype(np.float64) < rules.redundancy_threshold).all():
        raise ValueError(f"{where} calls redundant what has a residual variance above the threshold")


def _check_choice(step: "Step", record: "SearchRecord") -> None:
    """The choice, the runner-up and the margin follow from the scores."""
    name = f"step {step.number}"
    end = _reason_to_choose_none(step, record.rules)
    chosen = runner_up = margin = None
    if end is None:
        best = int(np.argmax(step.scores))
        chosen = int(step.candidates[best])
        if len(step.scores) > 1:
            others = step.scores.copy()
            others[best] = -np.inf
            second = int(np.argmax(others))
            runner_up = int(step.candidates[second])
            margin = float(step.scores[best]) - float(step.scores[second])
    elif end != record.stop_reason:
        raise ValueError(f"{name} has scores that end the search as {end!r}, not {record.stop_reason!r}")
    if step.chosen != chosen:
        raise ValueError(f"{name} has {step.chosen!r} as chosen, but its scores say {chosen!r}")
    if step.runner_up != runner_up:
        raise ValueError(f"{name} has {step.runner_up!r} as runner_up, but its scores say {runner_up!r}")
    if not _same(step.margin, margin):
        raise ValueError(f"{name} has {step.margin!r} as margin, but its scores say {margin!r}")


def _reason_to_choose_none(step: "Step", rules: "Rules") -> str | None:
    if np.isnan(step.scores).any():
        return "undefined"
    missed = step.best_score < rules.relevance_threshold
    missed |= rules.strictly and step.best_score == rules.relevance_threshold
    return "threshold" if missed else None


def _same(left: float | None, right: float | None) -> bool:
    if left is None or right is None:
        return left is right
    return left == right or (math.isnan(left) and math.isnan(right))


def _is_full(rules: "Rules", n_selected: int) -> bool:
    return rules.max_features is not None and n_selected >= rules.max_features


def _check_end(record: "SearchRecord", n_selected: int, any_left: bool) -> None:
    without_choice = [step.number for step in record.steps if step.chosen is None]
    full = _is_full(record.rules, n_selected)
    if without_choice:
        fits = without_choice == [len(record.steps)]
    elif any_left:
        unfinished = ("callback", "interrupted") if record.steps else ("interrupted",)
        fits = record.stop_reason in (("max_features",) if full else unfinished)
    else:
        fits = record.stop_reason == "no candidates"
    if not fits:
        raise ValueError(f"stop_reason {record.stop_reason!r} does not fit the last step")
