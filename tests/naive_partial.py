"""The slow, obvious definition of selection by linear partial correlations: the definition of right."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
from scipy.stats import norm

LARGEST = 0.9999999
NOTHING = 1e-12  # of a variance of 1, counts as none


def unit_vectors(X, y):
    """The columns of X, and last y, as rows of mean 0 and length 1; constant columns as 0."""
    columns = np.column_stack([X, y]).astype(np.float64).T
    constant = [len(set(column.tolist())) == 1 for column in columns]
    centred = columns - columns.mean(axis=1, keepdims=True)
    centred[constant] = 0
    lengths = [1.0 if still else math.sqrt(c @ c) for c, still in zip(centred, constant, strict=True)]
    return centred / np.array(lengths)[:, None]


def correlations(X, y):
    """Of the columns of X, and last y, with each other; 0 for constant columns."""
    unit = unit_vectors(X, y)
    return np.clip(unit @ unit.T, -1, 1)


def partial_correlation(unit, i, j, given):
    """Correlation of what is left of i and j after the best weighted sum of `given` is taken off both.

    0 where nothing is left of one of them.
    """
    pair = unit[[i, j]].T
    if len(given):
        basis = unit[list(given)].T
        weights = np.linalg.lstsq(basis, pair, rcond=math.sqrt(NOTHING))[0]
        pair = pair - basis @ weights
    left = pair.T @ pair
    if left[0, 0] <= NOTHING or left[1, 1] <= NOTHING:
        return 0.0
    return left[0, 1] / math.sqrt(left[0, 0] * left[1, 1])


def by_pseudo_inverse(C, i, j, given):
    """The formula of the literature: the same unless i, j and the given are singular through i or j."""
    rows = [i, j, *given]
    P = np.linalg.pinv(C[np.ix_(rows, rows)], rcond=NOTHING, hermitian=True)
    return -P[0, 1] / math.sqrt(P[0, 0] * P[1, 1])


def fisher_z(r):
    r = min(LARGEST, max(-LARGEST, r))
    return 0.5 * math.log1p(2 * r / (1 - r))


def kurtosis(X):
    """Mean over the columns that vary of m4 / (3 m2^2) - 1."""
    found = []
    for column in X.astype(np.float64).T:
        if len(set(column.tolist())) > 1:
            centred = column - column.mean()
            found.append((centred**4).mean() / (3 * (centred**2).mean() ** 2) - 1)
    return float(np.mean(found)) if found else 0.0


def stepwise(X, y, statistic, possible, alpha, max_order):
    """The search that the methods share; returns what is kept, the smallest |z| and why each was dropped."""
    quantile = norm.ppf(1 - alpha / 2)
    p = X.shape[1]
    unit = unit_vectors(X, y)
    constant = [len(set(column.tolist())) == 1 for column in X.T]
    remaining = [j for j in range(p) if not constant[j]]
    smallest = [0.0 if still else math.nan for still in constant]
    dropped_by = {j: () for j in range(p) if constant[j]}
    n_tests = [0] * p
    order, more = 0, True
    while more and possible(order) and (max_order is None or order <= max_order):
        more = False
        for j in list(remaining):
            others = [k for k in remaining if k != j]
            more = more or len(others) > order
            for given in combinations(others, order):
                z = statistic(partial_correlation(unit, j, p, given), order)
                n_tests[j] += 1
                smallest[j] = z if math.isnan(smallest[j]) else min(smallest[j], z)
                if z <= quantile:
                    remaining.remove(j)
                    dropped_by[j] = given
                    break
        order += 1
    return {"kept": remaining, "smallest": smallest, "dropped_by": dropped_by, "n_tests": n_tests}


def pc_simple(X, y, alpha=0.05, max_order=None):
    """Buehlmann, Kalisch and Maathuis 2010."""
    n = len(X)

    def statistic(r, order):
        return math.sqrt(n - order - 3) * abs(fisher_z(r))

    return stepwise(X, y, statistic, lambda order: n - order - 3 > 0, alpha, max_order)


def tpc(X, y, alpha=0.05, max_order=None):
    """Li, Liu and Lou 2017."""
    n = len(X)
    spread = 1 + kurtosis(X)

    def statistic(r, order):
        return math.sqrt((n - order - 1) / spread) * abs(fisher_z(r))

    return stepwise(X, y, statistic, lambda order: n - order - 1 > 0, alpha, max_order)


def tpc_threshold(alpha, n, kappa, m):
    """T of the paper: a predictor is kept when its |partial correlation| is above it."""
    power = math.exp(2 * math.sqrt(1 + kappa) * norm.ppf(1 - alpha / 2) / math.sqrt(n - m - 1))
    return (power - 1) / (power + 1)
