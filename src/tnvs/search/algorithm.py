"""Algorithm 1 of the paper: prefilter, then forward selection with a batch deletion after every step.

With other `Rules` it is FOCI: a prefilter that removes constants only, and no deletion.

`begin` decides what comes before the first step, `resume` goes on from there or from any unfinished record,
and `search` is both.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from tnvs.search import subsets
from tnvs.search.protocol import Engine, Floats, Indices
from tnvs.search.rules import Rules
from tnvs.search.step import Deletion, SearchRecord, Step, StopReason
from tnvs.search.stopwatch import Stopwatch

Callback: TypeAlias = Callable[[Step], bool | None]
Keep: TypeAlias = Callable[[Step, StopReason, Mapping[str, float]], None]
R = TypeVar("R", bound=SearchRecord)


def search(
    engine: Engine,
    rules: Rules,
    *,
    initial: Sequence[int] = (),
    excluded: Sequence[int] = (),
    callback: Callback | None = None,
) -> SearchRecord:
    """Split the predictors into relevant, uninformative, redundant and conditionally independent ones.

    Parameters
    ----------
    engine : Engine
        Answers all questions about the data.
    rules : Rules
        The thresholds.
    initial : sequence of int
        The paper's initial S: selected from the start, in this order.
    excluded : sequence of int
        Never considered.
    callback : callable, optional
        Called with every finished `Step`; returning True ends the search with what it has so far.

    Returns
    -------
    SearchRecord
    """
    return resume(engine, begin(engine, rules, initial=initial, excluded=excluded), callback=callback)


def begin(
    engine: Engine, rules: Rules, *, initial: Sequence[int] = (), excluded: Sequence[int] = ()
) -> SearchRecord:
    """Apply the prefilter, and set aside what is redundant given `initial`: a record without steps."""
    watch = Stopwatch()
    with watch("prefilter"):
        entropies, constant = engine.entropies(), engine.constants()
        considered = _considered(engine.n_features, initial, excluded, constant)
        informative = (entropies.astype(np.float64) > rules.uninformative_threshold) & ~constant
        candidates = np.flatnonzero(considered & informative)
    selected = [int(feature) for feature in initial]
    with watch("batch deletion"):
        deletion, candidates = _delete_redundant(engine, rules, selected, candidates, entropies.dtype)
    return SearchRecord(
        rules=rules,
        entropies=entropies,
        constant=_int32(np.flatnonzero(constant)),
        initial=_int32(initial),
        excluded=_int32(sorted(excluded)),
        uninformative=_int32(np.flatnonzero(considered & ~informative)),
        initial_deletion=deletion,
        steps=(),
        stop_reason=_reason_to_end(rules, selected, candidates) or "interrupted",
        seconds=watch.seconds,
    )


def resume(engine: Engine, record: R, *, callback: Callback | None = None, keep: Keep | None = None) -> R:
    """Take the steps that an unfinished record lacks.

    Those it has are taken over as they are and not scored again. The result is the same to the last bit as
    that of a search that was never interrupted.

    Parameters
    ----------
    engine : Engine
        Answers all questions about the data.
    record : SearchRecord
        What is known already; one with another stop_reason than "interrupted" is returned as it is.
    callback : callable, optional
        As for `search`; it isn't called with the steps of the record.
    keep : callable, optional
        Called with every finished step before the callback is, with the reason to stop ("interrupted" where
        there is none) and with the wall time so far.

    Returns
    -------
    SearchRecord
        Of the type of `record`.
    """
    watch = Stopwatch(record.seconds)
    rules, steps = record.rules, list(record.steps)
    selected = subsets.selected(record).tolist()
    candidates = subsets.undecided(record)
    stop: StopReason | None = None if record.stop_reason == "interrupted" else record.stop_reason
    while stop is None:
        start = perf_counter()
        with watch("forward selection"):
            scores = engine.scores(selected, candidates)
        stop = _reason_to_choose_none(rules, scores)
        if stop is not None:
            steps.append(_step_without_choice(len(steps) + 1, candidates, scores, len(selected), start))
        else:
            selected.append(int(candidates[np.argmax(scores)]))  # the lowest index wins a tie
            with watch("batch deletion"):
                rest = candidates[candidates != selected[-1]]
                redundant, remaining = _delete_redundant(engine, rules, selected, rest, scores.dtype)
            steps.append(_step(len(steps) + 1, candidates, scores, redundant, start))
            candidates = remaining
            stop = _reason_to_end(rules, selected, candidates)
        if keep is not None:
            keep(steps[-1], stop or "interrupted", watch.seconds)
        if callback is not None and callback(steps[-1]):
            stop = stop or "callback"
    return replace(record, steps=tuple(steps), stop_reason=stop, seconds=watch.seconds)


def _considered(
    p: int, initial: Sequence[int], excluded: Sequence[int], constant: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return which predictors the search has to judge, after checking what was fixed in advance."""
    fixed = np.array([*initial, *excluded], dtype=np.intp)
    if fixed.size and (fixed.min() < 0 or fixed.max() >= p):
        raise ValueError(f"initial and excluded must be indices from 0 to {p - 1}, got {fixed.tolist()}.")
    if np.unique(fixed).size < fixed.size:
        raise ValueError(f"initial and excluded must not repeat or share an index, got {fixed.tolist()}.")
    useless = [feature for feature in initial if constant[feature]]
    if useless:
        raise ValueError(f"initial names constant predictors, which can't be relevant; leave out {useless}.")
    considered = np.ones(p, dtype=np.bool_)
    considered[fixed] = False
    return considered


def _reason_to_end(rules: Rules, selected: Sequence[int], candidates: Indices) -> StopReason | None:
    """Return why no further step can be taken, if so."""
    if candidates.size == 0:
        return "no candidates"
    if rules.max_features is not None and len(selected) >= rules.max_features:
        return "max_features"
    return None


def _reason_to_choose_none(rules: Rules, scores: Floats) -> StopReason | None:
    """Return why these scores end the search, if they do."""
    if np.isnan(scores).any():
        return "undefined"
    best = float(scores.max())
    missed = best <= rules.relevance_threshold if rules.strictly else best < rules.relevance_threshold
    return "threshold" if missed else None


def _delete_redundant(
    engine: Engine,
    rules: Rules,
    selected: Sequence[int],
    candidates: NDArray[np.intp],
    dtype: np.dtype[Any],
) -> tuple[Deletion, NDArray[np.intp]]:
    """Move to a `Deletion` the candidates that the selected predictors explain almost completely."""
    if not selected or not candidates.size or rules.redundancy_threshold == 0:
        return _no_deletion(dtype, len(selected)), candidates
    left = engine.residual_variances(selected, candidates)
    redundant = left.astype(np.float64) < rules.redundancy_threshold
    features = candidates[redundant]
    if not features.size:
        return _no_deletion(dtype, len(selected)), candidates
    shares = engine.explained_shares(selected, features)
    return Deletion(_int32(features), left[redundant], shares), candidates[~redundant]


def _no_deletion(dtype: np.dtype[Any], n_selected: int) -> Deletion:
    return Deletion(_int32([]), np.empty(0, dtype), np.empty((0, n_selected), dtype))


def _step(number: int, candidates: Indices, scores: Floats, redundant: Deletion, start: float) -> Step:
    """Record a step that selected the best candidate."""
    best = int(np.argmax(scores))
    runner_up = margin = None
    if len(scores) > 1:
        others = scores.copy()
        others[best] = -np.inf
        second = int(np.argmax(others))
        runner_up, margin = int(candidates[second]), float(scores[best]) - float(scores[second])
    return Step(
        number=number,
        candidates=_int32(candidates),
        scores=scores,
        chosen=int(candidates[best]),
        runner_up=runner_up,
        margin=margin,
        redundant=redundant,
        seconds=perf_counter() - start,
    )


def _step_without_choice(
    number: int, candidates: Indices, scores: Floats, n_selected: int, start: float
) -> Step:
    """Record the step whose scores ended the search."""
    nothing = _no_deletion(scores.dtype, n_selected)
    return Step(number, _int32(candidates), scores, None, None, None, nothing, perf_counter() - start)


def _int32(values: Sequence[int] | Indices) -> NDArray[np.int32]:
    return np.array(values, dtype=np.int32)
