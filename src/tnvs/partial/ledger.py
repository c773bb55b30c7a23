"""What a search writes down while it runs: for every predictor its weakest test and what became of it."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from tnvs.partial.rule import Rule, StopReason

Outcome: TypeAlias = Literal["kept", "constant", "not significant", "determined", "response determined"]
OUTCOMES: tuple[str, ...] = get_args(Outcome)
OUTCOME_TYPE = np.dtype("<U19")


@dataclass(frozen=True, slots=True)
class Weakest:
    """The test of a predictor with the smallest |r| in one order, and how many there were.

    Attributes
    ----------
    outcome : str
        "kept" if no test dropped the predictor, otherwise why this one did.
    r : float
        Partial correlation of the predictor and y.
    given : array of int
        The conditioning set.
    singular : bool
        Whether members of the set determine each other, the predictor or the response.
    n_tests, n_singular : int
        Tests run, and those with singular sets.
    """

    outcome: Outcome
    r: float
    given: NDArray[np.intp]
    singular: bool
    n_tests: int
    n_singular: int


@dataclass(slots=True)
class Ledger:
    """The findings so far, as `PartialTrace` names them; `given` maps predictors to conditioning sets."""

    n_features: int
    outcomes: NDArray[np.str_] = field(init=False)
    dropped_at: NDArray[np.int32] = field(init=False)
    weakest_orders: NDArray[np.int32] = field(init=False)
    partial_correlations: NDArray[np.float64] = field(init=False)
    scores: NDArray[np.float64] = field(init=False)
    singular: NDArray[np.bool_] = field(init=False)
    n_tests: NDArray[np.int64] = field(init=False)
    n_singular: NDArray[np.int64] = field(init=False)
    given: dict[int, NDArray[np.intp]] = field(default_factory=dict)
    sizes: list[int] = field(default_factory=list)
    thresholds: list[float] = field(default_factory=list)
    stop_reason: StopReason = "all sets tested"

    def __post_init__(self) -> None:
        p = self.n_features
        self.outcomes = np.full(p, "kept", OUTCOME_TYPE)
        self.dropped_at = np.full(p, -1, np.int32)
        self.weakest_orders = np.full(p, -1, np.int32)
        self.partial_correlations = np.full(p, np.nan)
        self.scores = np.full(p, np.nan)
        self.singular = np.zeros(p, np.bool_)
        self.n_tests = np.zeros(p, np.int64)
        self.n_singular = np.zeros(p, np.int64)

    @property
    def remaining(self) -> NDArray[np.intp]:
        """The predictors not dropped so far, in column order."""
        return np.flatnonzero(self.dropped_at < 0)

    def drop_constant(self, constant: NDArray[np.bool_]) -> None:
        """Drop predictors with one value: their correlation counts as 0, without a test."""
        self.outcomes[constant] = "constant"
        self.dropped_at[constant] = self.weakest_orders[constant] = 0
        self.partial_correlations[constant] = self.scores[constant] = 0.0

    def note_correlations(self, features: NDArray[np.intp], r: NDArray[np.float64], rule: Rule) -> None:
        """Note the tests of order 0, all at once."""
        statistics = rule.statistic(r, 0)
        self.n_tests[features] = 1
        self.weakest_orders[features] = 0
        self.partial_correlations[features] = r
        self.scores[features] = statistics
        dropped = features[np.abs(r) <= self.thresholds[0]]
        self.outcomes[dropped] = "not significant"
        self.dropped_at[dropped] = 0

    def note(self, feature: int, order: int, weakest: Weakest, rule: Rule) -> None:
        """Note what the tests of one predictor in one order came to."""
        self.n_tests[feature] += weakest.n_tests
        self.n_singular[feature] += weakest.n_singular
        dropped = weakest.outcome != "kept"
        if dropped:
            self.outcomes[feature] = weakest.outcome
            self.dropped_at[feature] = order
        statistic = float(rule.statistic(weakest.r, order))
        if dropped or statistic < self.scores[feature]:
            self.scores[feature] = statistic
            self.weakest_orders[feature] = order
            self.partial_correlations[feature] = weakest.r
            self.singular[feature] = weakest.singular
            self.given[feature] = weakest.given
