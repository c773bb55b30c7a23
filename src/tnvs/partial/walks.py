"""Compiled walks over the conditioning sets of one predictor, until one drops it.

Partial correlations come from a Cholesky factorisation of the correlations within the set. Sets follow each
other in lexicographic order, so that most share all but their last member with the one before, and only the
rows of the factor that changed are computed anew: a test of order m costs about m^2 / 2 operations.
A member that those before it determine is skipped. That is what a pseudo-inverse comes to.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tnvs.engine.kernel import inlined, kernel
from tnvs.engine.projection import dot

# Share of a variance below which it counts as none: well above the rounding of correlations, 1e-15, and of
# data in float32, 1e-14; below that of columns that differ in their sixth digit.
NOTHING = 1e-12
LARGEST = 0.9999999  # correlations are clipped here, where Fisher's z is 8.4, so that z stays finite

# How a test ended.
DEFINED = 0
FEATURE_DETERMINED = 1  # by the set: nothing of it is left to be correlated
RESPONSE_DETERMINED = 2

# How a call ended.
GOING_ON = 0
DROPPED = 1
DONE = 2


class Weakest(NamedTuple):
    """The test with the smallest |r| so far, and counts."""

    members: NDArray[np.int64]  # (m,) the conditioning set
    r: NDArray[np.float64]  # (1,)
    ended: NDArray[np.int64]  # (2,) one of the above, whether the set is singular
    counts: NDArray[np.int64]  # (2,) tests, singular tests


class Factor(NamedTuple):
    """Cholesky factor of the correlations within the current set, and what it leaves of x_j and y."""

    places: NDArray[np.int64]  # (m,) the set, as increasing places among the other predictors
    rows: NDArray[np.float64]  # (m, m)
    scales: NDArray[np.float64]  # (m,) 1 / pivot, since divisions are slow; 0 for a member that is skipped
    on_feature: NDArray[np.float64]  # (m,) coordinate of x_j along each member's own direction
    on_response: NDArray[np.float64]  # (m,)
    left: NDArray[np.float64]  # (m + 1, 3) variance of x_j and y and their covariance after i members
    skipped: NDArray[np.int64]  # (m + 1,) members skipped among the first i
    valid: NDArray[np.int64]  # (1,) rows that are up to date


def start(order: int, r: float) -> tuple[Factor, Weakest]:
    """Return the state before the first set; `r` is the correlation of the predictor with y."""
    factor = Factor(
        np.arange(order),
        np.zeros((order, order)),
        np.zeros(order),
        np.zeros(order),
        np.zeros(order),
        np.zeros((order + 1, 3)),
        np.zeros(order + 1, np.int64),
        np.zeros(1, np.int64),
    )
    factor.left[0] = 1.0, 1.0, r
    weakest = Weakest(
        np.zeros(order, np.int64), np.array([math.inf]), np.zeros(2, np.int64), np.zeros(2, np.int64)
    )
    return factor, weakest


@inlined
def residual_correlation(feature_left, response_left, covariance):
    """Correlate what is left of x_j and y; 0 where nothing is left of one of them."""
    if feature_left <= NOTHING:
        return 0.0, FEATURE_DETERMINED
    if response_left <= NOTHING:
        return 0.0, RESPONSE_DETERMINED
    r = covariance / math.sqrt(feature_left * response_left)
    return min(max(r, -LARGEST), LARGEST), DEFINED


@inlined
def is_weaker(weakest, r, ended, skipped):
    """Count a test; keep it if it is the weakest so far."""
    singular = ended != DEFINED or skipped > 0
    weakest.counts[0] += 1
    weakest.counts[1] += singular
    if abs(r) >= abs(weakest.r[0]):
        return False
    weakest.r[0] = r
    weakest.ended[0] = ended
    weakest.ended[1] = singular
    return True


@kernel
def walk_singles(units, with_response, feature, others, begin, end, threshold, weakest):
    """Test x_j given each of others[begin:end] alone; correlations between predictors as they are needed."""
    own = units[feature]
    for place in range(begin, end):
        other = others[place]
        r = min(max(dot(own, 0.0, units[other]), -1.0), 1.0)
        along = with_response[other]
        left, ended = residual_correlation(
            (1 - r) * (1 + r), (1 - along) * (1 + along), with_response[feature] - along * r
        )
        if is_weaker(weakest, left, ended, 0):
            weakest.members[0] = other
        if abs(left) <= threshold:
            return DROPPED
    return DONE if end == len(others) else GOING_ON


@inlined
def extend(matrix, with_response, feature, others, factor, i):
    """Compute row i of the factor: what member i adds to those before it."""
    member = others[factor.places[i]]
    rows, scales = factor.rows, factor.scales
    left, along_feature, along_response = 1.0, matrix[member, feature], with_response[member]
    for t in range(i):
        value = 0.0
        if scales[t] > 0:
            value = matrix[member, others[factor.places[t]]]
            for u in range(t):
                value -= rows[i, u] * rows[t, u]
            value *= scales[t]
        rows[i, t] = value
        left -= value * value
        along_feature -= value * factor.on_feature[t]
        along_response -= value * factor.on_response[t]
    skip = left <= NOTHING
    scales[i] = 0.0 if skip else 1 / math.sqrt(left)
    along_feature *= scales[i]
    along_response *= scales[i]
    factor.on_feature[i] = along_feature
    factor.on_response[i] = along_response
    factor.left[i + 1, 0] = factor.left[i, 0] - along_feature * along_feature
    factor.left[i + 1, 1] = factor.left[i, 1] - along_response * along_response
    factor.left[i + 1, 2] = factor.left[i, 2] - along_feature * along_response
    factor.skipped[i + 1] = factor.skipped[i] + skip


@inlined
def next_set(places, n_others):
    """Move to the next set in lexicographic order; return the first place that changed, -1 after the last."""
    order = len(places)
    i = order - 1
    while i >= 0 and places[i] == n_others - order + i:
        i -= 1
    if i >= 0:
        places[i] += 1
        for later in range(i + 1, order):
            places[later] = places[later - 1] + 1
    return i


@kernel
def walk_sets(matrix, with_response, feature, others, factor, threshold, n_tests, weakest):
    """Test x_j given the next `n_tests` sets of the other predictors."""
    order = len(factor.places)
    for _ in range(n_tests):
        for i in range(factor.valid[0], order):
            extend(matrix, with_response, feature, others, factor, i)
        left = factor.left[order]
        r, ended = residual_correlation(left[0], left[1], left[2])
        if is_weaker(weakest, r, ended, factor.skipped[order]):
            for i in range(order):
                weakest.members[i] = others[factor.places[i]]
        if abs(r) <= threshold:
            return DROPPED
        factor.valid[0] = next_set(factor.places, len(others))
        if factor.valid[0] < 0:
            return DONE
    return GOING_ON
