"""What another setting would have decided: from the record while it has the answers, then from the data."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from numbers import Integral
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from tnvs.ledger.answer import Choice, WhatIf
from tnvs.ledger.recorded import NotRecordedError, RecordedEngine
from tnvs.ledger.rerun import as_the_caller_ended, estimator_of, refuse_unfinished, rerun, table_of
from tnvs.search import Rules, SearchRecord, Step, Trace, subsets
from tnvs.search.algorithm import begin, resume
from tnvs.search.facts import facts
from tnvs.search.names import find_feature
from tnvs.search.paragraph import listed
from tnvs.selectors import _parameters, _validation
from tnvs.selectors._forward import ForwardSelector
from tnvs.selectors._table import Table

AS_RECORDED: Literal["recorded"] = "recorded"


@dataclass(frozen=True, slots=True)
class Change:
    """A trace and the settings that are asked about.

    Attributes
    ----------
    question : str
        What is asked, in words.
    estimator : ForwardSelector
        The unfitted estimator with these settings.
    parameters, resolved : mapping
        What its trace would have.
    rules, initial, excluded
        What the search is to be run with.
    """

    question: str
    estimator: ForwardSelector
    parameters: Mapping[str, Any]
    resolved: Mapping[str, Any]
    rules: Rules
    initial: list[int]
    excluded: list[int]


def what_if(
    trace: Trace,
    *,
    without: str | int | Iterable[str | int] = (),
    uninformative_threshold: float | None = None,
    relevance_threshold: float | None = None,
    redundancy_threshold: float | None = None,
    max_features: int | Literal["auto", "recorded"] | None = AS_RECORDED,
    X: ArrayLike | None = None,
    y: ArrayLike | None = None,
) -> WhatIf:
    """Answer from the trace as far as it goes, and from there on from the data if they are given."""
    refuse_unfinished(trace)
    thresholds = {
        "uninformative_threshold": uninformative_threshold,
        "relevance_threshold": relevance_threshold,
        "redundancy_threshold": redundancy_threshold,
    }
    settings: dict[str, Any] = {name: value for name, value in thresholds.items() if value is not None}
    if max_features != AS_RECORDED:
        settings["max_features"] = max_features
    change = _change(trace, _features(trace, without), settings)
    table = _table(trace, change, X, y)
    known = _from_record(trace, change)
    if known.lacking and table is not None:
        whole = rerun(change.estimator, trace, table, steps=known.steps, callback=as_the_caller_ended(trace))
        return _answer(trace, change, whole, known, scored=True)
    if known.record is None:
        raise ValueError(_needs_data(change, known))
    answer = _answer(trace, change, known.record, known, scored=False)
    if not (answer.complete or answer.first_change or answer.back_in_play):
        raise ValueError(_needs_data(change, known))
    return answer


def _table(trace: Trace, change: Change, X: ArrayLike | None, y: ArrayLike | None) -> Table | None:
    """Return the data, if they are given; they must be those of the trace."""
    if X is None and y is None:
        return None
    if X is None or y is None:
        raise ValueError(f"{'X' if X is None else 'y'} is missing: give both X and y, or neither.")
    table, differences = table_of(change.estimator, trace, X, y)
    if differences:
        raise ValueError(f"X and y are not the data of the trace: {'; '.join(map(str, differences))}.")
    return table


def _features(trace: Trace, without: str | int | Iterable[str | int]) -> dict[int, Any]:
    """Return the predictors to leave out: their indices, and what the caller called them."""
    names, p = trace.data.feature_names, trace.data.n_features
    if isinstance(without, str | Integral):
        return {find_feature(without, p, names, "without"): without}
    keys = _validation._keys(without, "without")
    return dict(zip(_validation.resolved_features(keys, "without", p, names), keys, strict=True))


def _change(trace: Trace, without: dict[int, Any], settings: dict[str, Any]) -> Change:
    """Return what the search would be run with."""
    if not without and not settings:
        raise ValueError("Nothing is changed; give without, a threshold or max_features.")
    for name in settings:
        if name not in trace.parameters:
            raise ValueError(
                f"{trace.method} has no {name}; for this trace give without"
                f"{' or max_features' if 'max_features' in trace.parameters else ''}."
            )
    initial = [feature for feature in trace.initial.tolist() if feature not in without]
    excluded = sorted({*trace.excluded.tolist(), *without})
    estimator = estimator_of(trace, **settings, initial=initial, exclude=excluded)
    given = settings | (_given(trace, without) if without else {})
    most = _parameters.resolved_max_features(estimator.max_features, trace.data.n_samples, len(initial))
    return Change(
        question=_in_words(trace, without, settings),
        estimator=estimator,
        parameters={**trace.parameters, **_parameters.plain_settings(given)},
        resolved={**trace.resolved, "max_features": most},
        rules=estimator._rules(most),
        initial=initial,
        excluded=excluded,
    )


def _given(trace: Trace, without: dict[int, Any]) -> dict[str, Any]:
    """Return `initial` and `exclude` as a caller would give them."""
    initial, exclude = trace.parameters.get("initial"), trace.parameters.get("exclude")
    if initial is not None:
        pairs = zip(initial, trace.initial.tolist(), strict=True)
        initial = [key for key, feature in pairs if feature not in without]
    new = [key for feature, key in without.items() if feature not in trace.excluded]
    return {"initial": initial, "exclude": [*(exclude or ()), *new]}


def _in_words(trace: Trace, without: dict[int, Any], settings: dict[str, Any]) -> str:
    parts = [f"without {listed([trace.name_of(feature) for feature in without])}"] if without else []
    parts += [f"with {name}={value!r}" for name, value in settings.items()]
    text = ", ".join(parts)
    return text[0].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class Known:
    """How far the record goes.

    Attributes
    ----------
    record : SearchRecord or None
        What the search finds with it; None if not even what comes before the first step.
    lacking : str
        What it would have to know to go on; "" if it comes to the end.
    following : (int, float) or None
        What the next step would choose, and its T, if the record tells.
    """

    record: SearchRecord | None
    lacking: str = ""
    following: tuple[int, float] | None = None

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that are known entirely."""
        return () if self.record is None else self.record.steps


def _from_record(trace: Trace, change: Change) -> Known:
    """Run the search on the recorded answers, as far as they go."""
    engine = RecordedEngine(trace, change.rules.redundancy_threshold)
    ended = as_the_caller_ended(trace)
    steps: list[Step] = []

    def collect(step: Step) -> bool | None:
        steps.append(step)
        return ended(step) if ended is not None else None

    try:
        opening = begin(engine, change.rules, initial=change.initial, excluded=change.excluded)
    except NotRecordedError as error:
        return Known(None, str(error))
    try:
        return Known(resume(engine, opening, callback=collect))
    except NotRecordedError as error:
        part = replace(opening, steps=tuple(steps))
        return Known(part, str(error), _choice_after(part, engine))


def _choice_after(known: SearchRecord, engine: RecordedEngine) -> tuple[int, float] | None:
    """Return what the step after the known ones would choose, and its T, if the record tells."""
    candidates = subsets.undecided(known)
    try:
        scores = engine.scores(subsets.selected(known).tolist(), candidates)
    except NotRecordedError:
        return None
    best = int(np.argmax(scores))
    return int(candidates[best]), float(scores[best])


def _needs_data(change: Change, known: Known) -> str:
    return (
        f"{change.question}: the trace can't tell what would change, as it lacks {known.lacking}; give the X "
        "and y of the trace to have that computed."
    )


def _answer(trace: Trace, change: Change, found: SearchRecord, known: Known, *, scored: bool) -> WhatIf:
    decisions = {field.name: getattr(found, field.name) for field in fields(SearchRecord)}
    changed = replace(trace, parameters=change.parameters, resolved=change.resolved, **decisions)
    complete = changed.stop_reason != "interrupted"
    return WhatIf(
        question=change.question,
        original=trace,
        trace=changed,
        complete=complete,
        n_recorded=len(known.steps),
        rerun=scored,
        first_change=_first_change(trace, changed, None if complete else known.following),
        back_in_play=() if complete else _back_in_play(trace, changed),
    )


def _first_change(trace: Trace, changed: Trace, following: tuple[int, float] | None) -> Choice | None:
    """Return where the choices differ; `following` is a further choice that is known, with its T."""
    old = [(step.chosen, step.best_score) for step in trace.steps]
    new = [(step.chosen, step.best_score) for step in changed.steps]
    new += [following] if following is not None else []
    length = len(new) if changed.stop_reason == "interrupted" else max(len(old), len(new))
    nothing: tuple[int | None, float] = (None, float("nan"))
    for number in range(1, length + 1):
        was = old[number - 1] if number <= len(old) else nothing
        would_be = new[number - 1] if number <= len(new) else nothing
        if was[0] != would_be[0]:
            chosen = [None if feature is None else trace.name_of(feature) for feature, _ in (was, would_be)]
            return Choice(step=number, was=chosen[0], would_be=chosen[1], was_score=was[1], score=would_be[1])
    return None


def _back_in_play(trace: Trace, changed: Trace) -> tuple[int, ...]:
    """Return what the trace had set aside by the last known step and what would still be a candidate."""
    known = facts(trace)
    set_aside = np.isin(known.stage, ["prefilter", "batch deletion"]) & (known.step <= len(changed.steps))
    candidates = subsets.undecided(changed)
    return tuple(candidates[set_aside[candidates]].tolist())
