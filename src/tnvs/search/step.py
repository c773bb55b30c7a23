"""The records a search leaves: one a batch deletion, one a step, and one for the whole search."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from tnvs.search.protocol import Floats
from tnvs.search.record import Record
from tnvs.search.rules import Rules

StopReason: TypeAlias = Literal[
    "threshold", "undefined", "max_features", "no candidates", "callback", "interrupted"
]
STOP_REASONS: tuple[str, ...] = get_args(StopReason)


@dataclass(frozen=True, slots=True, eq=False)
class Deletion(Record):
    """The predictors one batch deletion found redundant.

    Attributes
    ----------
    features : (m,) int32 array
        Their indices, increasing.
    residual_variances : (m,) array
        The variance of each that the selected predictors leave.
    shares : (m, q) array
        The share of its variance that each of the q selected predictors explains, in order of selection.
    """

    features: NDArray[np.int32]
    residual_variances: Floats
    shares: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Step(Record):
    """One step of the forward selection.

    Attributes
    ----------
    number : int
        1 for the first step.
    candidates : (m,) int32 array
        Indices of the predictors still in play, increasing.
    scores : (m,) array
        T of y on each of them given the predictors selected before this step.
    chosen : int or None
        The predictor selected; None where this step ended the search.
    runner_up : int or None
        The second best, if something was chosen and there was a second.
    margin : float or None
        T of the chosen one minus T of the runner-up.
    redundant : Deletion
        What the batch deletion after this selection removed.
    seconds : float
        Wall time.
    """

    number: int
    candidates: NDArray[np.int32]
    scores: Floats
    chosen: int | None
    runner_up: int | None
    margin: float | None
    redundant: Deletion
    seconds: float

    @property
    def best(self) -> int | None:
        """The candidate with the highest T, chosen or not; None where T was undefined."""
        if np.isnan(self.scores).any():
            return None
        return int(self.candidates[np.argmax(self.scores)])

    @property
    def best_score(self) -> float:
        """The highest T of this step; nan where T was undefined."""
        return float(np.max(self.scores))

    def score_of(self, feature: int) -> float | None:
        """T of one predictor at this step, None if it was no longer in play."""
        position = int(np.searchsorted(self.candidates, feature))
        if position == len(self.candidates) or self.candidates[position] != feature:
            return None
        return float(self.scores[position])


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SearchRecord(Record):
    """Everything one run of the search decided, and on what numbers.

    Attributes
    ----------
    rules : Rules
        The thresholds that decided.
    entropies : (p,) array
        Entropy of every predictor, in nats.
    constant : int32 array
        Indices of the constant predictors.
    initial, excluded : int32 arrays
        What the caller fixed in advance; `initial` in the order given.
    uninformative : int32 array
        What the prefilter removed.
    initial_deletion : Deletion
        What was redundant given `initial` alone, before the first step.
    steps : tuple of Step
        The steps in order. The last may have chosen nothing.
    stop_reason : {"threshold", "undefined", "max_features", "no candidates", "callback", "interrupted"}
        Why the search ended; "interrupted" where it hasn't and further steps would follow.
    seconds : mapping of str to float
        Wall time of each stage.
    """

    rules: Rules
    entropies: Floats
    constant: NDArray[np.int32]
    initial: NDArray[np.int32]
    excluded: NDArray[np.int32]
    uninformative: NDArray[np.int32]
    initial_deletion: Deletion
    steps: tuple[Step, ...]
    stop_reason: StopReason
    seconds: Mapping[str, float]
