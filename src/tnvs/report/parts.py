"""The records that a summary is made of, one for each part of a report."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tnvs.search.protocol import Floats
from tnvs.search.record import Record
from tnvs.search.rules import Rules


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Head(Record):
    """What was asked, and of which data; the fields are those of the trace and its `data`.

    `preparation` says in sentences what was done to the data between a file and the fit.
    """

    method: str
    library_version: str
    n_samples: int
    n_features: int
    dtype: str
    fingerprint_X: str
    fingerprint_y: str
    parameters: Mapping[str, Any]
    resolved: Mapping[str, Any]
    rules: Rules
    seconds: float
    preparation: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Field(Record):
    """How T of all candidates of a step is spread; of the finite ones."""

    lowest: float
    lower_quartile: float
    median: float
    upper_quartile: float
    highest: float


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PathStep(Record):
    """One step: the best candidate, whether it was chosen, the second best, and the field.

    `best` and `best_name` are None and `score` is nan where T was undefined; `cumulative` is T of y on all
    selected so far, None where nothing was chosen.
    """

    number: int
    n_candidates: int
    chosen: bool
    best: int | None
    best_name: str | None
    score: float
    runner_up: int | None
    runner_up_name: str | None
    runner_up_score: float | None
    margin: float | None
    n_redundant: int
    field: Field | None
    cumulative: float | None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Predictor(Record):
    """Where one predictor is and on what numbers; nan and None where a number doesn't apply.

    `responsible_name` is the selected predictor that explains most of a redundant one.
    """

    feature: int
    name: str
    subset: str
    stage: str
    step: int
    score: float
    entropy: float
    residual_variance: float
    threshold: float
    margin: float
    responsible_name: str | None
    reason: str


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Repeat(Record):
    """A redundant predictor, the variance left of it, and the share that one selected predictor explains."""

    feature: int
    name: str
    residual_variance: float
    share: float


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Selected(Record):
    """A relevant predictor: its evidence, its lead over the runner-up, and the group it represents.

    The group is made of the redundant predictors that it explains most of; `repeats` lists the closest.
    """

    place: int
    predictor: Predictor
    runner_up_name: str | None
    lead: float | None
    cumulative: float | None
    n_repeats: int
    repeats: tuple[Repeat, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SubsetSummary(Record):
    """A subset: its size, the range of the number that decided, and the first of its members.

    `measure` is "T", "entropy", "residual variance" or None. Members are listed in order of selection if
    relevant, otherwise those nearest to their threshold first.
    """

    name: str
    meaning: str
    count: int
    measure: str | None
    lowest: float
    median: float
    highest: float
    members: tuple[Predictor, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CloseCall(Record):
    """A decision that would flip if a threshold were moved `by` so much, to beyond `value`.

    `n_others` predictors have the same value.
    """

    rule: str
    threshold: float
    direction: str
    value: float
    by: float
    feature: int
    name: str
    n_others: int
    consequence: str


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Alternative(Record):
    """A candidate that could have been chosen at a step: its T, how far behind, and what became of it.

    `residual_variance` is nan unless it became redundant at that step.
    """

    feature: int
    name: str
    score: float
    behind: float
    subset: str
    residual_variance: float


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Swap(Record):
    """What could stand in for a selected predictor.

    `alternatives` were within `window` of its T when it was chosen; `redundant` are those that its selection
    made redundant. Each lists the first of as many as `n_alternatives` and `n_redundant` say.
    """

    feature: int
    name: str
    step: int
    score: float
    window: float
    n_alternatives: int
    alternatives: tuple[Alternative, ...]
    n_redundant: int
    redundant: tuple[Alternative, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Call(Record):
    """Python that repeats the fit, and what it can't repeat."""

    code: str
    caveats: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Predictors(Record):
    """All predictors in column order, one array a field; the fields are those of `Predictor`.

    `responsible` holds indices, -1 for none.
    """

    name: tuple[str, ...]
    subset: NDArray[np.str_]
    stage: NDArray[np.str_]
    step: NDArray[np.intp]
    score: Floats
    entropy: Floats
    residual_variance: Floats
    threshold: NDArray[np.float64]
    margin: NDArray[np.float64]
    responsible: NDArray[np.intp]
    reason: tuple[str, ...]
