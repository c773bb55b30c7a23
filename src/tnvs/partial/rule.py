"""When a partial correlation is large enough to keep a predictor: all that PC-simple and TPC differ in."""

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm

from tnvs.partial.walks import LARGEST

Method: TypeAlias = Literal["PC-simple", "TPC"]
METHODS: tuple[str, ...] = get_args(Method)
StopReason: TypeAlias = Literal["all sets tested", "no predictors left", "max_order", "too few rows"]
STOP_REASONS: tuple[str, ...] = get_args(StopReason)


@dataclass(frozen=True, slots=True)
class Rule:
    """The test of a partial correlation r given a set of m predictors (m is the order of the test).

    Its statistic is Fisher's z, 0.5 log((1 + r) / (1 - r)), in absolute value and divided by its standard
    deviation under independence; the predictor is dropped when that is not above the normal quantile.
    PC-simple takes the standard deviation as 1 / sqrt(n - m - 3), TPC as sqrt((1 + kurtosis) / (n - m - 1)).

    Attributes
    ----------
    method : {"PC-simple", "TPC"}
        Which standard deviation.
    alpha : float
        Two-sided level of each test.
    n_samples : int
        Rows of the data, n.
    kurtosis : float
        Of the predictors, 0 for normal ones; not used by PC-simple.
    max_order : int or None
        The largest m to test; None is no bound.

    Examples
    --------
    >>> rule = Rule("PC-simple", alpha=0.05, n_samples=103)
    >>> round(rule.quantile, 3), round(rule.threshold(order=0), 3)
    (1.96, 0.194)
    """

    method: Method
    alpha: float
    n_samples: int
    kurtosis: float = 0.0
    max_order: int | None = None

    @property
    def quantile(self) -> float:
        """The normal quantile at 1 - alpha / 2."""
        return float(norm.isf(self.alpha / 2))

    def precision(self, order: int) -> float:
        """Return 1 / variance of Fisher's z; no test is possible where this is not positive."""
        if self.method == "PC-simple":
            return float(self.n_samples - order - 3)
        return (self.n_samples - order - 1) / (1 + self.kurtosis)

    def statistic(self, r: NDArray[np.float64] | float, order: int) -> NDArray[np.float64]:
        """Return |z| of partial correlations."""
        size = np.minimum(np.abs(r), LARGEST)
        result: NDArray[np.float64] = math.sqrt(self.precision(order)) * 0.5 * np.log1p(2 * size / (1 - size))
        return result

    def threshold(self, order: int) -> float:
        """Return the |r| that must be exceeded, so that loops needn't compute logarithms."""
        return math.tanh(self.quantile / math.sqrt(self.precision(order)))

    def reason_to_stop(self, order: int, n_left: int) -> StopReason | None:
        """Say why no test of this order can follow, or None if one can."""
        if n_left == 0:
            return "no predictors left"
        if n_left <= order:
            return "all sets tested"
        if self.max_order is not None and order > self.max_order:
            return "max_order"
        if self.precision(order) <= 0:
            return "too few rows"
        return None
