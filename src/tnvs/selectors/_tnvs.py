"""The transparent nonlinear variable selection of the paper as a scikit-learn selector."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np
from joblib import effective_n_jobs  # type: ignore[import-untyped]
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from tnvs.engine import CpuEngine
from tnvs.engine.bins import default_bins
from tnvs.search import DataSummary, Explanation, Rules, Trace, fingerprint, search
from tnvs.search.algorithm import Callback
from tnvs.search.stopwatch import Stopwatch
from tnvs.selectors import _parameters, _progress, _validation
from tnvs.selectors._base import Selector


class TNVS(Selector):
    """Split predictors into relevant, uninformative, redundant and conditionally independent ones.

    Selection goes forward: every step takes the predictor with the highest conditional dependence T on y
    given those already selected, then sets aside what has become redundant. Every decision is kept in
    `trace_`.

    Parameters
    ----------
    uninformative_threshold : float, default=0.01
        A predictor whose entropy (nats) is not above this is uninformative. The paper's alpha_1.
    relevance_threshold : float, default=-0.01
        The search stops when the highest T falls below this. The paper's alpha_2.
    redundancy_threshold : float, default=0.01
        A predictor is redundant when the selected ones leave less than this of its variance. The paper's
        alpha_3.
    max_features : "auto", int or None, default="auto"
        The most predictors to select. "auto" is ceil(n / ln n), the paper's d_max; None is no bound.
    scaling : {"zscore", "rank", "none"}, default="zscore"
        How columns are brought to one scale before distances and projections. "none" refuses values whose
        squared differences overflow.
    discretization : {"auto", "equal-frequency"}, default="auto"
        How a column is cut into bins for its entropy.
    response : {"auto", "rank", "nominal"}, default="auto"
        "rank" uses the order of the values of y, "nominal" only whether they are equal. "auto" takes numbers
        as ranks and everything else (strings, categories, booleans) as nominal.
    ties : {"average", "random"}, default="average"
        What happens where several rows are equally near: the mean over all, or one of them at random.
    initial : list of str or int, optional
        Predictors assumed relevant from the start, in this order. The paper's initial S. They count towards
        `max_features`.
    exclude : list of str or int, optional
        Predictors never considered.
    n_jobs : int or None, default=None
        Threads, as everywhere in scikit-learn. The result doesn't depend on it.
    random_state : int, RandomState instance or None, default=None
        Used for ties="random" only.
    verbose : int, default=0
        1 logs one line a step at level INFO of the logger "tnvs".

    Attributes
    ----------
    selected_ : ndarray of int
        Indices of the relevant predictors in the order of selection.
    labels_ : ndarray of str, shape (n_features_in_,)
        The subset of every predictor: "relevant", "uninformative", "redundant", "conditionally independent",
        or "excluded". What is left when the search ends has the label "conditionally independent", the
        paper's rule, even if it ended by "undefined", "max_features" or "callback", where it was not judged
        given all that was selected.
    scores_ : ndarray, shape (n_features_in_,)
        T of every predictor at the step that selected it, otherwise its last; nan where it was never scored.
    trace_ : Trace
        The frozen record of every decision.
    n_features_in_ : int
        Number of predictors seen during fit.
    feature_names_in_ : ndarray of str
        Their names, where X had names that are all strings.

    Examples
    --------
    >>> import numpy as np
    >>> from tnvs import TNVS
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(300, 4))
    >>> X[:, 3] = X[:, 0] + 0.01 * X[:, 3]
    >>> y = np.sin(2 * X[:, 0])
    >>> TNVS(relevance_threshold=0.1).fit(X, y).labels_.tolist()
    ['relevant', 'conditionally independent', 'conditionally independent', 'redundant']
    """

    labels_: NDArray[np.str_]
    scores_: NDArray[np.floating[Any]]
    trace_: Trace

    def __init__(
        self,
        uninformative_threshold: float = 0.01,
        relevance_threshold: float = -0.01,
        redundancy_threshold: float = 0.01,
        max_features: int | Literal["auto"] | None = "auto",
        scaling: Literal["zscore", "rank", "none"] = "zscore",
        discretization: Literal["auto", "equal-frequency"] = "auto",
        response: Literal["auto", "rank", "nominal"] = "auto",
        ties: Literal["average", "random"] = "average",
        initial: Sequence[str | int] | None = None,
        exclude: Sequence[str | int] | None = None,
        n_jobs: int | None = None,
        random_state: Any = None,
        verbose: int = 0,
    ) -> None:
        self.uninformative_threshold = uninformative_threshold
        self.relevance_threshold = relevance_threshold
        self.redundancy_threshold = redundancy_threshold
        self.max_features = max_features
        self.scaling = scaling
        self.discretization = discretization
        self.response = response
        self.ties = ties
        self.initial = initial
        self.exclude = exclude
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def fit(self, X: ArrayLike, y: ArrayLike, *, callback: Callback | None = None) -> "TNVS":
        """Select the relevant predictors of y.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Numbers without missing values; pandas and polars frames too.
        y : array-like of shape (n_samples,)
            Numbers, strings, categories or booleans.
        callback : callable, optional
            Called with the record of every finished step. If it returns True the search stops and keeps what
            it has; anything else than True or None should not be returned.

        Returns
        -------
        TNVS
            The fitted estimator. If fit fails or is interrupted, the estimator is left unfitted.
        """
        with self._whole_or_not_at_all():
            self._check_parameters(callback)
            trace = self._search(X, y, callback)
            self.trace_ = trace
            self.labels_ = trace.labels
            self.scores_ = trace.scores
            self.selected_ = trace.selected
        return self

    def explain(self, feature: str | int) -> Explanation:
        """Say why a predictor, given by name or index, is where it is.

        Returns
        -------
        Explanation
            Its fields are the numbers, its `str()` is a paragraph.
        """
        check_is_fitted(self)
        return self.trace_.explain(feature)

    def _check_parameters(self, callback: object) -> None:
        _parameters.check_threshold("uninformative_threshold", self.uninformative_threshold, lowest=0)
        _parameters.check_threshold("relevance_threshold", self.relevance_threshold, highest=1)
        _parameters.check_threshold("redundancy_threshold", self.redundancy_threshold, lowest=0)
        _parameters.check_choice("scaling", self.scaling, ["zscore", "rank", "none"])
        _parameters.check_choice("discretization", self.discretization, ["auto", "equal-frequency"])
        _parameters.check_choice("response", self.response, ["auto", "rank", "nominal"])
        _parameters.check_choice("ties", self.ties, ["average", "random"])
        _parameters.check_n_jobs(self.n_jobs)
        if callback is not None and not callable(callback):
            raise TypeError(f"callback must be callable, got {callback!r} of type {type(callback).__name__}.")

    def _search(self, X: Any, y: Any, callback: Callback | None) -> Trace:
        """Validate, run the search, and record it."""
        watch = Stopwatch()
        with watch("validation"):
            X, y = _validation.validated(self, X, y)
            response = _validation.encoded(y, self.response)
            names = list(self.feature_names_in_) if hasattr(self, "feature_names_in_") else None
            initial, excluded = self._fixed_features(X, names)
            if self.scaling == "none":
                _validation.check_distances(X, excluded, names)
            resolved = self._resolved(len(X), len(initial), response.nominal)
        n_jobs = effective_n_jobs(self.n_jobs)
        with watch("fingerprint"):
            data = DataSummary(
                n_samples=X.shape[0],
                n_features=X.shape[1],
                dtype=X.dtype.name,
                fingerprint_X=fingerprint(X, n_jobs),
                fingerprint_y=fingerprint(response.values),
                feature_names=None if names is None else tuple(names),
            )
        rules = Rules(
            uninformative_threshold=float(self.uninformative_threshold),
            relevance_threshold=float(self.relevance_threshold),
            redundancy_threshold=float(self.redundancy_threshold),
            max_features=resolved["max_features"],
        )
        if self.verbose:
            callback = _progress.logged(callback, names)
        with watch("engine"):
            engine = self._engine(X, response, resolved, n_jobs)
        with engine:
            record = search(engine, rules, initial=initial, excluded=excluded, callback=callback)
        settings = _parameters.plain_settings(self.get_params(deep=False))
        record = replace(record, seconds={**watch.seconds, **record.seconds})
        return Trace.from_search(record, parameters=settings, resolved=resolved, data=data)

    def _fixed_features(
        self, X: NDArray[Any], names: list[str] | None
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        initial = _validation.resolved_features(self.initial, "initial", X.shape[1], names)
        excluded = _validation.resolved_features(self.exclude, "exclude", X.shape[1], names)
        _validation.check_initial(X, initial, excluded, names)
        return initial, excluded

    def _resolved(self, n_samples: int, n_initial: int, nominal: bool) -> dict[str, Any]:
        """Return what the settings come to on these data."""
        seed = _parameters.seed_of(self.random_state) if self.ties == "random" else None
        return {
            "max_features": _parameters.resolved_max_features(self.max_features, n_samples, n_initial),
            "n_bins": default_bins(n_samples, self.discretization),
            "response": "nominal" if nominal else "rank",
            "seed": seed,
        }

    def _engine(
        self, X: NDArray[Any], response: _validation.Response, resolved: dict[str, Any], n_jobs: int
    ) -> CpuEngine:
        return CpuEngine(
            X,
            response.codes,
            nominal=response.nominal,
            scaling=self.scaling,
            discretization=self.discretization,
            ties=self.ties,
            seed=resolved["seed"] or 0,
            n_jobs=n_jobs,
        )
