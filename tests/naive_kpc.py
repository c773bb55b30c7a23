"""The slow, obvious definition of the kernel partial correlation by K nearest neighbours."""

from __future__ import annotations

import math

import numpy as np

from naive import NaiveEngine, as_columns, squared_distances

UNDEFINED = 1e-12


def median_distance(y):
    """Over all pairs; over those that differ where that is zero; 1 where none differ."""
    y = np.asarray(y, dtype=np.float64)
    distances = np.array([abs(y[i] - y[j]) for i in range(len(y)) for j in range(i)])
    if np.median(distances) > 0:
        return float(np.median(distances))
    return float(np.median(distances[distances > 0])) if distances.any() else 1.0


def kernel_matrix(y, kernel="auto", bandwidth="median", nominal=False):
    """k(y_i, y_j) for all pairs of rows."""
    y = np.asarray(y)
    if kernel == "auto":
        kernel = "discrete" if nominal else "gaussian"
    if kernel == "discrete":
        return np.equal.outer(y, y).astype(np.float64)
    if kernel == "rank":
        R = np.searchsorted(np.sort(y), y, side="right")
        return np.minimum.outer(R, R) / len(y)
    sigma = median_distance(y) if bandwidth == "median" else bandwidth
    with np.errstate(over="ignore", under="ignore"):
        return np.exp(-((np.subtract.outer(y, y) / sigma) ** 2) / 2)


def shares(distances, h, k):
    """The part that each row takes in the k nearest of row h, which is not among them."""
    own = distances[h].astype(np.float64)
    own[h] = math.inf
    farthest = np.sort(own)[k - 1]
    nearer, tied = own < farthest, own == farthest
    tied[h] = False
    return nearer + tied * ((k - nearer.sum()) / tied.sum())


def mean_agreement_by(distances, K, k):
    rows = range(len(distances))
    return math.fsum(float(K[h] @ shares(distances, h, k)) for h in rows) / (len(distances) * k)


def mean_agreement(Z, K, k):
    """The mean of k(y_i, y_j) over all rows i and their k nearest j."""
    return mean_agreement_by(squared_distances(as_columns(Z)), K, k)


def score(given, together, K):
    perfect = float(np.trace(K)) / len(K)
    return (together - given) / (perfect - given) if perfect - given > UNDEFINED * perfect else math.nan


def kpc(y, z, x=None, *, k=1, kernel="auto", bandwidth="median", nominal=False):
    """How much z tells about y beyond x, from 0 for nothing to 1 for everything."""
    K = kernel_matrix(y, kernel, bandwidth, nominal)
    z = as_columns(z)
    if x is None:
        return score(float(K.mean()), mean_agreement(z, K, k), K)
    together = mean_agreement(np.hstack([as_columns(x), z]), K, k)
    return score(mean_agreement(x, K, k), together, K)


class NaiveKernelEngine(NaiveEngine):
    """What the search needs to know about the data, computed one candidate at a time."""

    def __init__(
        self, X, y, *, n_neighbors=1, kernel="auto", bandwidth="median", nominal=False, scaling="zscore"
    ):
        codes = np.unique(y, return_inverse=True)[1]
        super().__init__(X, codes, nominal=nominal, scaling=scaling)
        self.K, self.k = kernel_matrix(y, kernel, bandwidth, nominal), n_neighbors

    def scores(self, selected, candidates):
        shared = squared_distances(self.X[:, list(selected)])
        given = mean_agreement_by(shared, self.K, self.k) if len(selected) else float(self.K.mean())
        result = []
        for j in candidates:
            with np.errstate(over="ignore", under="ignore"):
                distances = shared + squared_distances(self.X[:, j])  # the candidate's column comes last
            result.append(score(given, mean_agreement_by(distances, self.K, self.k), self.K))
        return np.array(result, dtype=np.float64).astype(self.X.dtype)
