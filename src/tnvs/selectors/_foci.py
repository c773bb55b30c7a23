"""Feature ordering by conditional independence as a scikit-learn selector."""

import math
from collections.abc import Sequence
from typing import Any, Literal

from tnvs.engine import CpuEngine
from tnvs.search import Rules
from tnvs.selectors import _parameters
from tnvs.selectors._forward import ForwardSelector
from tnvs.selectors._table import Table
from tnvs.selectors._validation import Response


class FOCI(ForwardSelector):
    """Take predictors one by one, each time the one that tells most about y, until none tells more.

    Feature ordering by conditional independence: the forward search of `TNVS` without its filter and without
    the deletion of redundant predictors, which stay candidates to the end. It sees any kind of relation,
    interactions included.

    Parameters
    ----------
    max_features : "auto", int or None, default=None
        The most predictors to select. "auto" is ceil(n / ln n); None is no bound.
    stop : bool, default=True
        Whether to stop when no T is above 0. False orders predictors until `max_features`, until all are
        ordered, or until y is determined by those selected and T undefined.
    scaling : {"zscore", "rank", "none"}, default="zscore"
        How columns are brought to one scale before distances.
    response : {"auto", "rank", "nominal"}, default="auto"
        "rank" uses the order of the values of y, "nominal" only whether they are equal. "auto" takes numbers
        as ranks and everything else (strings, categories, booleans) as nominal.
    ties : {"average", "random"}, default="average"
        What happens where several rows are equally near: the mean over all, or one of them at random.
    initial : list of str or int, optional
        Predictors assumed relevant from the start, in this order. They count towards `max_features`.
    exclude : list of str or int, optional
        Predictors never considered.
    n_jobs : int or None, default=None
        Threads. The result doesn't depend on it.
    random_state : int, RandomState instance or None, default=None
        Used for ties="random" only.
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
        T of every predictor given those selected before, at the step that selected it, otherwise its last;
        nan where it was never scored.
    trace_ : Trace
        The frozen record of every decision. Its `cumulative_scores` are T of y on all selected so far; with
        `initial`, on those that steps selected, given the initial ones.
    n_features_in_ : int
        Number of predictors seen during fit.
    feature_names_in_ : ndarray of str
        Their names, where X had names that are all strings.

    References
    ----------
    M. Azadkia and S. Chatterjee, "A simple measure of conditional dependence", Annals of Statistics 49
    (2021).

    Examples
    --------
    >>> import numpy as np
    >>> from tnvs import FOCI
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(500, 6))
    >>> y = X[:, 2] * X[:, 4] + np.sin(X[:, 2] * X[:, 4])
    >>> selector = FOCI().fit(X, y)
    >>> selector.selected_
    array([2, 4])
    >>> selector.trace_.cumulative_scores.round(2)
    array([0.11, 0.93])
    """

    def __init__(
        self,
        max_features: int | Literal["auto"] | None = None,
        stop: bool = True,
        scaling: Literal["zscore", "rank", "none"] = "zscore",
        response: Literal["auto", "rank", "nominal"] = "auto",
        ties: Literal["average", "random"] = "average",
        initial: Sequence[str | int] | None = None,
        exclude: Sequence[str | int] | None = None,
        n_jobs: int | None = None,
        random_state: Any = None,
        verbose: int = 0,
    ) -> None:
        self.max_features = max_features
        self.stop = stop
        self.scaling = scaling
        self.response = response
        self.ties = ties
        self.initial = initial
        self.exclude = exclude
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def _check_parameters(self) -> None:
        super()._check_parameters()
        _parameters.check_flag("stop", self.stop)
        _parameters.check_choice("ties", self.ties, ["average", "random"])

    def _rules(self, max_features: int | None) -> Rules:
        return only_increases(self.stop, max_features)

    def _resolved(self, n_samples: int) -> dict[str, Any]:
        return {"seed": _parameters.seed_of(self.random_state) if self.ties == "random" else None}

    def _engine(self, table: Table, response: Response, resolved: dict[str, Any], n_jobs: int) -> CpuEngine:
        return self._cpu_engine(table, response, n_jobs, ties=self.ties, seed=resolved["seed"])


def only_increases(stop: bool, max_features: int | None) -> Rules:
    """Return the rules of FOCI: every step has to increase what is explained; nothing else is set aside."""
    return Rules(
        uninformative_threshold=0.0,
        relevance_threshold=0.0 if stop else -math.inf,
        redundancy_threshold=0.0,
        max_features=max_features,
        strictly=stop,
    )
