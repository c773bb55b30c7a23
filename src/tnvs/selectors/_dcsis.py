"""Screening by distance correlation as a scikit-learn selector."""

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from tnvs.screening.data import SortedData
from tnvs.screening.distance import distance_correlations
from tnvs.selectors._screening import Screening


class DCSIS(Screening):
    """Rank predictors by their distance correlation with y. Any relation counts, monotone ones most.

    Distance correlation is zero in the population only under independence, so given enough rows no relation
    of a single predictor is missed; but one that rises and falls scores low next to a monotone one as
    strong, and on few rows is lost in noise. It misses interactions without a trace in single predictors,
    keeps all copies of a good predictor, and heavy tails cost it power. The paper's Table 1: nonlinear
    monotonic only; removes redundant no, uninformative yes; interpretable partially.

    Parameters
    ----------
    max_features : "auto", int or None, default="auto"
        How many to keep. "auto" is ceil(n / ln n); None keeps all, ranked.
    response : {"auto", "numeric", "nominal"}, default="auto"
        The distance of two responses: "numeric" takes their difference, "nominal" whether they differ, so
        that renaming classes changes nothing. "auto" takes numbers as numeric and everything else (strings,
        categories, booleans) as nominal.
    n_jobs : int or None, default=None
        Threads. The result doesn't depend on it.

    Attributes
    ----------
    selected_ : ndarray of int
        Indices of the predictors kept, best first; of equal scores the lowest index comes first.
    scores_ : ndarray, shape (n_features_in_,)
        The distance correlation of every predictor, from 0 to 1; 0 for constants.
    trace_ : Ranking
        The frozen record of the screening.
    n_features_in_ : int
        Number of predictors seen during fit.
    feature_names_in_ : ndarray of str
        Their names, where X had names that are all strings.

    Notes
    -----
    The score is the sample distance correlation sqrt(dCov^2 / sqrt(dVar^2(x) dVar^2(y))) of V-statistics,
    neither squared nor corrected for bias: under independence it is not 0 but of the order of n^(-1/2). It
    is computed exactly, in O(n log n) a predictor.

    References
    ----------
    R. Li, W. Zhong and L. Zhu, "Feature screening via distance correlation learning", JASA 107 (2012).

    G. J. Szekely, M. L. Rizzo and N. K. Bakirov, "Measuring and testing dependence by correlation of
    distances", Annals of Statistics 35 (2007).

    Examples
    --------
    >>> import numpy as np
    >>> from tnvs import DCSIS
    >>> X = np.random.default_rng(0).normal(size=(200, 5))
    >>> selector = DCSIS(max_features=2).fit(X, X[:, 4] ** 2 + X[:, 1])
    >>> selector.selected_
    array([1, 4])
    >>> selector.scores_.round(2)
    array([0.12, 0.69, 0.16, 0.13, 0.44])
    """

    score_name: ClassVar[str] = "distance correlation"

    def __init__(
        self,
        max_features: int | Literal["auto"] | None = "auto",
        response: Literal["auto", "numeric", "nominal"] = "auto",
        n_jobs: int | None = None,
    ) -> None:
        self.max_features = max_features
        self.response = response
        self.n_jobs = n_jobs

    def _score(self, data: SortedData) -> NDArray[np.float64]:
        return distance_correlations(data)
