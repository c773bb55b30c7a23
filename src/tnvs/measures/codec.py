"""The conditional dependence coefficient T of Azadkia and Chatterjee, the paper's T_n."""

import math
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tnvs.engine.response import MOST_ROWS, baseline, make_response
from tnvs.engine.scoring import nearest_agreement

from ._arrays import check_choice, finite_matrix
from ._columns import check_distances, names_of_columns
from ._response import is_nominal, levels_and_codes, plain_response
from ._seed import random_source


def codec(
    y: ArrayLike,
    z: ArrayLike,
    x: ArrayLike | None = None,
    *,
    ties: Literal["average", "random"] = "average",
    random_state: Any = None,
) -> float:
    """How much of y's variation depends on z given x: T(y, z | x), or T(y, z) without x.

    With R the ranks of y, N(h) the nearest other row of h in x and M(h) in x and z together,

        T(y, z | x) = sum(min(R_h, R_M(h)) - min(R_h, R_N(h))) / sum(R_h - min(R_h, R_N(h)));

    without x, with L_h the number of rows whose y is at least y_h,

        T(y, z) = sum(n min(R_h, R_M(h)) - L_h^2) / sum(L_h (n - L_h)).

    As n grows T tends to 0 if y is independent of z given x, and to 1 if y is a function of z given x. In a
    sample it may lie outside of [0, 1].

    Parameters
    ----------
    y : array-like of shape (n,)
        Numbers are ranked. Of strings, booleans and categories only matters which are equal: min(R_h, R_i)
        becomes 1 if the classes of h and i are the same and 0 if not, with the same normalisation.
    z : array-like of shape (n,) or (n, k)
        Distances are Euclidean and nothing is rescaled: bring columns to one scale first. Columns are refused
        whose squared differences overflow or underflow.
    x : array-like of shape (n,) or (n, q), optional
        What is given. Distances add up its columns first.
    ties : {"average", "random"}, default="average"
        Where several rows are equally near: the mean over all of them, or one drawn at random.
    random_state : int, RandomState instance or None, default=None
        For ``ties="random"``.

    Returns
    -------
    float
        T, or nan where it is undefined: y is constant, or already a function of x.

    Examples
    --------
    >>> import numpy as np
    >>> from tnvs import codec
    >>> rng = np.random.default_rng(0)
    >>> x, z, noise = rng.normal(size=(3, 2000))
    >>> y = x * z
    >>> round(codec(y, z), 2), round(codec(y, z, x), 2), round(codec(y, noise, x), 2)
    (0.05, 0.96, 0.02)
    """
    check_choice(ties, "ties", ("average", "random"))
    seed = _seed(random_state)
    values = plain_response(y)
    if values.ndim != 1:
        raise ValueError(f"y must be 1-D, got {values.ndim} dimensions; pass one response at a time.")
    codes = levels_and_codes(values)[1].astype(np.int64)
    z = _matrix(z, "z")
    given = np.empty((len(z), 0), z.dtype) if x is None else _matrix(x, "x")
    for name, array in (("z", z), ("x", given)):
        if len(array) != len(codes):
            raise ValueError(
                f"{name} has {len(array)} rows but y has {len(codes)}; pass as many rows of each."
            )
    if z.shape[1] == 0:
        raise ValueError("z has no columns; pass at least one.")
    if len(codes) < 2:
        raise ValueError("y has 1 row; nearest neighbours need at least 2.")
    if len(codes) > MOST_ROWS:
        raise ValueError(f"y has {len(codes)} rows, more than {MOST_ROWS}; pass a sample of the rows.")
    return _codec(codes, is_nominal(values), z, given, ties == "random", seed)


def _codec(
    codes: NDArray[np.int64], nominal: bool, z: NDArray[Any], x: NDArray[Any], random: bool, seed: int
) -> float:
    response = make_response(codes, nominal, random, seed)
    chance, perfect = baseline(response)
    both = np.ascontiguousarray(np.hstack([x, z])[response.origin])
    given = nearest_agreement(both[:, : x.shape[1]], response) if x.shape[1] else chance
    if given == perfect:
        return math.nan
    return (nearest_agreement(both, response) - given) / (perfect - given)


def _matrix(values: ArrayLike, name: str) -> NDArray[Any]:
    array = finite_matrix(values, name)
    check_distances(array, name, names_of_columns(values))
    return array


def _seed(random_state: Any) -> int:
    return int(random_source(random_state).randint(0, 2**63 - 1, dtype=np.int64))
