"""Weighted leverage: how the singular vectors of X that move with y load on every predictor."""

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import linalg
from scipy.linalg import lapack
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from tnvs.engine.powers import power_of_two
from tnvs.screening.data import SortedData

TURN = threading.Lock()
PART = 4096  # predictors, or rows, brought to float64 at a time
WELL_CONDITIONED = 1e-2  # smallest needed over largest singular value: its square loses four digits


@contextmanager
def one_thread() -> Iterator[None]:
    """Keep linear algebra to one thread: the last bits of a decomposition depend on how many there are.

    The limit is one for the whole process, so that fits at the same time take turns.
    """
    with TURN, threadpool_limits(1, user_api="blas"):
        yield


@one_thread()
def weighted_leverages(data: SortedData, n_slices: int, rank: int | None) -> NDArray[np.float64]:
    """Return v_j' M v_j for every column j of X as given, neither centred nor scaled.

    With X = U D V', v_j is row j of V, and M the sum over slices of y of n_h times the outer product of the
    slice's mean row of U. That is the sum over slices of n_h times the square of (mean row of U)' v_j, and so
    needs the singular vectors of one side only.
    """
    X = data.X
    scale = float(power_of_two(max(X.max(), -X.min())))  # no square can overflow, and U and V stay the same
    sizes, means = slice_means(data, n_slices, scale)
    tall = len(X) >= X.shape[1]
    vectors, singular = singular_vectors(X, scale, tall, rank)
    if tall:  # mean rows of U V' = (mean rows of X) V D^-1 V'
        loads = means @ vectors / singular @ vectors.T
    else:  # mean rows of U V' = (mean rows of U) D^-1 U' X
        chosen = slice_indicators(data, n_slices, len(X)) @ vectors / singular @ vectors.T
        loads = in_parts(chosen, X) / scale
    scores: NDArray[np.float64] = sizes @ loads**2
    return scores[first_equal(X)]  # the decomposition gives equal columns the same up to rounding only


def first_equal(X: NDArray[Any]) -> list[int]:
    """Return for every column the first one that equals it."""
    firsts: dict[bytes, int] = {}
    equal = []
    for begin in range(0, X.shape[1], PART):
        rows = np.array(X[:, begin : begin + PART].T, order="C")
        rows += 0.0  # makes -0.0 the 0.0 that it equals
        digests = (hashlib.blake2b(row.data).digest() for row in rows)
        equal += [firsts.setdefault(digest, begin + k) for k, digest in enumerate(digests)]
    return equal


def slices_of(data: SortedData, n_slices: int) -> NDArray[np.int64]:
    """Return the slice of each row in increasing order of y: classes, or equal parts with ties kept whole."""
    n = len(data.codes)
    if data.nominal or data.codes[-1] < n_slices:
        return data.codes
    sizes = np.bincount(data.codes)
    middle = np.repeat(np.cumsum(sizes) - (sizes + 1) // 2, sizes)  # of equal rows, the middle one's place
    bounds = np.cumsum([len(part) for part in np.array_split(np.arange(n), n_slices)])
    return np.unique(np.searchsorted(bounds, middle, side="right"), return_inverse=True)[1]


def slice_indicators(data: SortedData, n_slices: int, n: int) -> NDArray[np.float64]:
    """Return a row a slice: 1 / n_h at each row of the data that is in it."""
    codes = slices_of(data, n_slices)
    indicators = np.zeros((codes[-1] + 1, n))
    indicators[codes, data.order] = 1 / np.bincount(codes)[codes]
    return indicators


def slice_means(
    data: SortedData, n_slices: int, scale: float
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return how many rows each slice has, and their mean, divided by ``scale``."""
    indicators = slice_indicators(data, n_slices, len(data.X))
    return np.bincount(slices_of(data, n_slices)), in_parts(indicators / scale, data.X)


def in_parts(left: NDArray[np.float64], X: NDArray[Any]) -> NDArray[np.float64]:
    """Return ``left @ X`` in float64 without a float64 copy of X."""
    result = np.empty((len(left), X.shape[1]))
    for begin in range(0, X.shape[1], PART):
        part = X[:, begin : begin + PART].astype(np.float64, order="C")  # last bits depend on the order
        result[:, begin : begin + PART] = left @ part
    return result


def singular_vectors(
    X: NDArray[Any], scale: float, tall: bool, rank: int | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return singular vectors of the shorter side as columns, and their values, as far as they aren't 0.

    They are the eigenvectors of a matrix of squares, at a third of the cost of a singular value decomposition
    and with the square of its errors: good enough where the smallest value needed isn't small.
    """
    factor = triangular_factor(X if tall else X.T, scale)
    most = min(X.shape) if rank is None else min(rank, *X.shape)
    squares, vectors = np.empty(0), np.empty(0)
    if most < min(X.shape) or lapack.dtrcon(factor)[0] > WELL_CONDITIONED:
        bounds = (len(factor) - most, len(factor) - 1)
        squares, vectors = linalg.eigh(factor.T @ factor, subset_by_index=bounds, check_finite=False)
    if len(squares) and squares[0] > WELL_CONDITIONED**2 * squares[-1]:
        return vectors, np.sqrt(squares)
    _, singular, transposed = linalg.svd(factor, check_finite=False)
    negligible = singular[0] * np.finfo(X.dtype).eps * max(X.shape)
    present = int(np.count_nonzero(singular[:most] > negligible))
    return transposed[:present].T, singular[:present]


def triangular_factor(A: NDArray[Any], scale: float) -> NDArray[np.float64]:
    """Return R of A / scale = Q R, from a few thousand rows at a time: Q is never needed."""
    k = A.shape[1]
    factor = np.empty((0, k))
    for begin in range(0, len(A), PART):
        part = A[begin : begin + PART].astype(np.float64, order="C") / scale
        factor = linalg.qr(np.vstack([factor, part]), mode="r", check_finite=False)[0][:k]
    return factor
