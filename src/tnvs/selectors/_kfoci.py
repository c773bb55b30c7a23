"""Kernel feature ordering by conditional independence as a scikit-learn selector."""

import math
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from tnvs.kpc import KernelEngine
from tnvs.kpc.response_kernels import resolved_kernel
from tnvs.measures._response import differences_kept
from tnvs.search import Rules
from tnvs.selectors import _parameters
from tnvs.selectors._foci import only_increases
from tnvs.selectors._forward import ForwardSelector
from tnvs.selectors._table import Table, is_numeric, numbers_of
from tnvs.selectors._validation import Response

KERNELS = ["auto", "gaussian", "rank", "discrete"]


class KFOCI(ForwardSelector):
    """Take predictors one by one, each time the one whose K nearest neighbours agree most about y.

    Kernel feature ordering by conditional independence: `FOCI` with a kernel on y in place of its ranks and
    with K neighbours in place of one, which steadies the scores. It sees any kind of relation, interactions
    included. With one neighbour and kernel="rank" it is `FOCI`, score for score.

    Parameters
    ----------
    max_features : "auto", int or None, default="auto"
        The most predictors to select. "auto" is ceil(n / ln n); None is no bound.
    n_neighbors : "auto" or int, default="auto"
        How many neighbours are asked, K. "auto" is min(ceil(n / 20), 20), as in R's KPC. Where several rows
        tie for the last places, each takes the same part in them.
    kernel : {"auto", "gaussian", "rank", "discrete"}, default="auto"
        What agreement about y is: exp(-(a - b)^2 / (2 bandwidth^2)); the smaller rank, divided by n; or
        whether the two values are equal. "auto" is "gaussian" for numbers and "discrete" for a nominal y.
    bandwidth : "median" or float, default="median"
        Of the Gaussian kernel. "median" is the median of |y_i - y_j| over all pairs of rows, as in R's KPC;
        where more than half of the pairs are equal, over the others.
    stop : bool, default=True
        Whether to stop when no score is above 0. False orders predictors until `max_features`, until all are
        ordered, or until y is determined by those selected and the score undefined.
    scaling : {"zscore", "rank", "none"}, default="zscore"
        How columns are brought to one scale before distances.
    response : {"auto", "rank", "nominal"}, default="auto"
        "nominal" takes the values of y as names, "rank" takes names as numbers 0, 1, ... in their order.
        "auto" takes numbers as numbers and everything else (strings, categories, booleans) as nominal.
    initial : list of str or int, optional
        Predictors assumed relevant from the start, in this order. They count towards `max_features`.
    exclude : list of str or int, optional
        Predictors never considered.
    n_jobs : int or None, default=None
        Threads. The result doesn't depend on it.
    verbose : int, default=0
        1 logs one line a step at level INFO of the logger "tnvs".

    Attributes
    ----------
    selected_ : ndarray of int
        Indices of the selected predictors in the order of selection.
    labels_ : ndarray of str, shape (n_features_in_,)
        "relevant" for the selected, "uninformative" for constants, which are never scored, "excluded", and
        "conditionally independent" for all others, be they copies of selected ones or noise.
    scores_ : ndarray, shape (n_features_in_,)
        The kernel partial correlation of y and every predictor given those selected before, at the step that
        selected it, otherwise its last; nan where it was never scored.
    trace_ : Trace
        The frozen record of every decision; what it calls T is the kernel partial correlation. Its
        `resolved` has the kernel, the bandwidth and the number of neighbours that were used.
    n_features_in_ : int
        Number of predictors seen during fit.
    feature_names_in_ : ndarray of str
        Their names, where X had names that are all strings.

    References
    ----------
    Z. Huang, N. Deb and B. Sen, "Kernel partial correlation coefficient - a measure of conditional
    dependence", Journal of Machine Learning Research 23 (2022).

    Examples
    --------
    >>> import numpy as np
    >>> from tnvs import KFOCI
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(500, 6))
    >>> y = X[:, 2] * X[:, 4] + np.sin(X[:, 2] * X[:, 4])
    >>> selector = KFOCI().fit(X, y)
    >>> selector.selected_
    array([4, 2])
    >>> selector.trace_.cumulative_scores.round(2)
    array([0.18, 0.81])
    """

    def __init__(
        self,
        max_features: int | Literal["auto"] | None = "auto",
        n_neighbors: int | Literal["auto"] = "auto",
        kernel: Literal["auto", "gaussian", "rank", "discrete"] = "auto",
        bandwidth: float | Literal["median"] = "median",
        stop: bool = True,
        scaling: Literal["zscore", "rank", "none"] = "zscore",
        response: Literal["auto", "rank", "nominal"] = "auto",
        initial: Sequence[str | int] | None = None,
        exclude: Sequence[str | int] | None = None,
        n_jobs: int | None = None,
        verbose: int = 0,
    ) -> None:
        self.max_features = max_features
        self.n_neighbors = n_neighbors
        self.kernel = kernel
        self.bandwidth = bandwidth
        self.stop = stop
        self.scaling = scaling
        self.response = response
        self.initial = initial
        self.exclude = exclude
        self.n_jobs = n_jobs
        self.verbose = verbose

    def _check_parameters(self) -> None:
        super()._check_parameters()
        _parameters.check_flag("stop", self.stop)
        _parameters.check_choice("kernel", self.kernel, KERNELS)
        if isinstance(self.n_neighbors, str):
            _parameters.check_choice("n_neighbors", self.n_neighbors, ["auto"])
        else:
            _parameters.check_count("n_neighbors", self.n_neighbors, lowest=1, otherwise='"auto"')
        if isinstance(self.bandwidth, str):
            _parameters.check_choice("bandwidth", self.bandwidth, ["median"])
        elif _parameters.check_threshold("bandwidth", self.bandwidth, lowest=0) == 0:
            raise ValueError('bandwidth=0 makes no two values alike; give more than 0, or "median".')

    def _rules(self, max_features: int | None) -> Rules:
        return only_increases(self.stop, max_features)

    def _resolved(self, n_samples: int) -> dict[str, Any]:
        if self.n_neighbors == "auto":
            return {"n_neighbors": min(math.ceil(n_samples / 20), 20)}
        if self.n_neighbors >= n_samples:
            raise ValueError(
                f"n_neighbors={self.n_neighbors} is too large: a row has {n_samples - 1} others; give at "
                f'most {n_samples - 1}, or "auto".'
            )
        return {"n_neighbors": int(self.n_neighbors)}

    def _engine(
        self, table: Table, response: Response, resolved: dict[str, Any], n_jobs: int
    ) -> KernelEngine:
        kernel = resolved_kernel(self.kernel, response.nominal)
        if kernel != "discrete" and response.nominal:
            what = "is taken as names" if is_numeric(response) else "has names, not numbers"
            raise ValueError(
                f'kernel="{kernel}" needs numbers, but y {what}; use kernel="discrete", or response="rank" '
                "to take names as numbers in their order."
            )
        numbers = response.codes.astype(np.float64)
        if kernel == "gaussian":
            numbers = differences_kept(numbers_of(response))
        some_row_of_each = np.unique(response.codes, return_index=True)[1]
        engine = KernelEngine(
            self._cpu_engine(table, response, n_jobs),
            response.codes,
            numbers[some_row_of_each],
            n_neighbors=resolved["n_neighbors"],
            kernel=kernel,
            bandwidth=self.bandwidth,
        )
        resolved.update(kernel=kernel, bandwidth=engine.bandwidth)
        return engine
