"""The transparent nonlinear variable selection of the paper as a scikit-learn selector."""

from collections.abc import Sequence
from typing import Any, Literal

from tnvs.engine import CpuEngine
from tnvs.engine.bins import default_bins
from tnvs.search import Rules
from tnvs.selectors import _parameters
from tnvs.selectors._forward import ForwardSelector
from tnvs.selectors._table import Table
from tnvs.selectors._validation import Response


class TNVS(ForwardSelector):
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

    def _check_parameters(self) -> None:
        super()._check_parameters()
        _parameters.check_threshold("uninformative_threshold", self.uninformative_threshold, lowest=0)
        _parameters.check_threshold("relevance_threshold", self.relevance_threshold, highest=1)
        _parameters.check_threshold("redundancy_threshold", self.redundancy_threshold, lowest=0)
        _parameters.check_choice("discretization", self.discretization, ["auto", "equal-frequency"])
        _parameters.check_choice("ties", self.ties, ["average", "random"])

    def _rules(self, max_features: int | None) -> Rules:
        return Rules(
            uninformative_threshold=float(self.uninformative_threshold),
            relevance_threshold=float(self.relevance_threshold),
            redundancy_threshold=float(self.redundancy_threshold),
            max_features=max_features,
        )

    def _resolved(self, n_samples: int) -> dict[str, Any]:
        seed = _parameters.seed_of(self.random_state) if self.ties == "random" else None
        return {"n_bins": default_bins(n_samples, self.discretization), "seed": seed}

    def _engine(self, table: Table, response: Response, resolved: dict[str, Any], n_jobs: int) -> CpuEngine:
        return self._cpu_engine(
            table,
            response,
            n_jobs,
            discretization=self.discretization,
            ties=self.ties,
            seed=resolved["seed"],
        )
