"""The slow, obvious definitions of the screening scores, as tests/naive.py has those of the engine."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from scipy.interpolate import CubicSpline

# --- ball and generalised correlation ---


def distances(values, nominal=False):
    """Distance of all pairs of rows, in the values' float type; of names, whether they differ."""
    values = np.asarray(values)
    if nominal:
        return np.not_equal.outer(values, values).astype(float)
    with np.errstate(over="ignore"):
        return np.abs(values[None, :] - values[:, None])


def ball_covariance(x_distances, y_distances):
    """BCov^2: how far the share of rows in both balls is from the product of shares, squared, on average."""
    n = len(x_distances)
    total = 0.0
    for i in range(n):
        for j in range(n):
            in_x = x_distances[i] <= x_distances[i, j]
            in_y = y_distances[i] <= y_distances[i, j]
            total += (np.mean(in_x & in_y) - np.mean(in_x) * np.mean(in_y)) ** 2
    return total / n**2


def ball_correlation(x, y, nominal=False):
    """BCor^2, with the distances of x as given and those of y, numbers or names."""
    x_distances, y_distances = distances(x), distances(y, nominal)
    own = ball_covariance(x_distances, x_distances) * ball_covariance(y_distances, y_distances)
    return ball_covariance(x_distances, y_distances) / math.sqrt(own) if own > 0 else 0.0


def spline_knots(x, n_knots):
    """All values if they are few; else the extremes, the frequent values, and quantiles of the other rows."""
    levels, counts = np.unique(x, return_counts=True)
    if len(levels) <= n_knots:
        knots = set(levels.astype(float).tolist())
    else:
        frequent = counts * (n_knots - 1) >= len(x)
        knots = {float(levels[0]), float(levels[-1]), *levels[frequent].astype(float).tolist()}
        others = np.sort(x[~np.isin(x, levels[frequent])].astype(float))
        parts = n_knots - len(knots) + 1
        for k in range(1, parts):
            place = Fraction(k * (len(others) - 1), parts)
            around = (
                math.ceil(place - Fraction(1, 2)),
                math.floor(place + Fraction(1, 2)),
            )  # the same but for halves
            knots.add(float(others[list(around)].mean()))
    apart = []
    for knot in sorted(knots):
        if not apart or knot - apart[-1] > 64 * np.finfo(x.dtype).eps:
            apart.append(knot)
    return np.array(apart)


def generalised_correlation(x, y, n_knots=6):
    """The multiple correlation of y with the natural cubic splines of x."""
    y = np.asarray(y, dtype=float)
    if np.min(x) == np.max(x) or np.min(y) == np.max(y):
        return 0.0
    for _ in range(2):  # the mean of nearly equal values is rounded as much as they differ
        y = y - y.mean()
    knots = spline_knots(np.asarray(x), n_knots)
    if len(knots) == 2:
        basis = np.asarray(x, dtype=float)[:, None]
    else:
        basis = CubicSpline(knots, np.eye(len(knots)), bc_type="natural")(np.asarray(x, dtype=float))
    basis = basis - basis.mean(axis=0)
    fitted = basis @ np.linalg.lstsq(basis, y, rcond=1e-10)[0]
    return min(math.sqrt((fitted @ fitted) / (y @ y)), 1.0)


# --- linear correlation, ranks, leverage ---


def pearson(x, y):
    """Absolute correlation; 0 if either is constant."""
    x, y = x - x.mean(), y - y.mean()
    length = math.sqrt((x @ x) * (y @ y))
    return abs(x @ y) / length if length else 0.0


def inverse_ranks(x, y):
    """SIRS: the mean over k of (the mean over i of z_i 1{y_i <= y_k})^2, z the z-scored x."""
    n = len(x)
    z = (x - x.mean()) / x.std(ddof=1)
    return sum((sum(z[i] for i in range(n) if y[i] <= y[k]) / n) ** 2 for k in range(n)) / n


def slices(y, n_slices):
    """The rows of each slice: those of equal y together, in the slice that has the middle one of them."""
    levels = np.unique(y)
    if len(levels) <= n_slices:
        return [np.flatnonzero(y == level) for level in levels]
    slice_at = np.repeat(np.arange(n_slices), [len(part) for part in np.array_split(y, n_slices)])
    found = [[] for _ in range(n_slices)]
    for level in levels:
        rows = np.flatnonzero(y == level)
        middle = np.count_nonzero(y < level) + len(rows) // 2
        found[slice_at[middle]].extend(rows.tolist())
    return [rows for rows in found if rows]


def weighted_leverage(X, y, n_slices=10, rank=None):
    """WLS of every column: v_j' M v_j."""
    U, _, Vt = np.linalg.svd(X, full_matrices=False)
    U, Vt = U[:, :rank], Vt[:rank]
    M = np.zeros((len(Vt), len(Vt)))
    for part in slices(y, n_slices):
        mean = U[part].mean(axis=0)
        M += len(part) * np.outer(mean, mean)
    return np.array([v @ M @ v for v in Vt.T])


# --- distance and projection correlation ---


def doubly_centred(a):
    return a - a.mean(axis=0) - a.mean(axis=1)[:, None] + a.mean()


def distance_correlation(x, y, nominal=False):
    """sqrt(dCov^2 / sqrt(dVar^2(x) dVar^2(y))), the V-statistics of Szekely, Rizzo and Bakirov (2007)."""
    A, B = doubly_centred(distances(x)), doubly_centred(distances(y, nominal))
    own = math.sqrt(np.mean(A * A)) * math.sqrt(np.mean(B * B))
    return math.sqrt(max(np.mean(A * B), 0.0) / own) if np.ptp(x) > 0 and own > 0 else 0.0


def angles_from(r, x):
    """arccos of the cosine between x_k - x_r and x_m - x_r for all k and m; 0 / 0 is taken as 0."""
    n = len(x)
    angles = np.empty((n, n))
    for k in range(n):
        for m in range(n):
            u, v = x[k] - x[r], x[m] - x[r]
            length = abs(u) * abs(v)
            angles[k, m] = math.acos(u * v / length if length > 0 else 0.0)
    return angles


def projection_correlation(x, y):
    """sqrt(PCov^2 / sqrt(PVar^2(x) PVar^2(y))) of Zhu, Xu, Li and Zhong (2017)."""
    x, y = (
        np.unique(x, return_inverse=True)[1],
        np.unique(y, return_inverse=True)[1],
    )  # only the order matters
    covariance = x_variance = y_variance = 0.0
    for r in range(len(x)):
        A, B = doubly_centred(angles_from(r, x)), doubly_centred(angles_from(r, y))
        covariance += np.mean(A * B)
        x_variance += np.mean(A * A)
        y_variance += np.mean(B * B)
    own = math.sqrt(x_variance) * math.sqrt(y_variance)
    return math.sqrt(max(covariance, 0.0) / own) if np.ptp(x) > 0 and np.ptp(y) > 0 else 0.0
