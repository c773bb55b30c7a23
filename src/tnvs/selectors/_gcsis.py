"""Generalised correlation screening as a scikit-learn selector."""

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from tnvs.screening.data import SortedData
from tnvs.screening.generalised import generalised_correlations
from tnvs.selectors import _parameters
from tnvs.selectors._screening import Screening


class GCSIS(Screening):
    """Rank predictors by the correlation of y with the best smooth function of each. For the mean of y.

    Generalised correlation, the multiple correlation of y with natural cubic splines of a predictor: nearly
    as fast as `SIS`, and it sees relations that bend, or rise and fall, too. It misses what leaves the mean
    of y unchanged, such as a changing spread, functions with more turns than it has knots, and interactions
    without main effects; outliers in y count in full. It keeps all copies of a good predictor.

    Parameters
    ----------
    max_features : "auto", int or None, default="auto"
        How many to keep. "auto" is ceil(n / ln n); None keeps all, ranked.
    n_knots : int, default=6
        Where the pieces of a spline meet, both ends included; it has n_knots - 1 functions besides the
        constant. 2 is a straight line, as `SIS`. More follow more turns and let noise score higher; time
        grows as their square, memory as their number times that of rows. More than rows are as many as rows.
    n_jobs : int or None, default=None
        Threads. The result doesn't depend on it.

    Attributes
    ----------
    selected_ : ndarray of int
        Indices of the predictors kept, best first; of equal scores the lowest index comes first.
    scores_ : ndarray, shape (n_features_in_,)
        The score of every predictor, from 0 to 1; 0 for constants.
    trace_ : Ranking
        The frozen record of the screening.
    n_features_in_ : int
        Number of predictors seen during fit.
    feature_names_in_ : ndarray of str
        Their names, where X had names that are all strings.

    Notes
    -----
    Hall and Miller take the supremum of the correlation of h(x) and y over a class of functions h. Over a
    linear class it is the multiple correlation R; here the class are the natural cubic splines with knots at
    quantiles. A value that many rows share, such as the zeros of counts, is a knot by itself.

    By chance alone k functions of n rows have R^2 of about k / (n - 1). That is the same for all continuous
    predictors, so it doesn't change their order; a predictor with L <= n_knots distinct values has L - 1
    functions, and so a little less by chance. With at most n_knots rows every predictor without ties scores
    1.

    A y of strings, categories or booleans is taken as the numbers 0, 1, ... of its sorted classes: sensible
    for two classes, arbitrary for more.

    References
    ----------
    P. Hall and H. Miller, "Using generalized correlation to effect variable selection in very high
    dimensional problems", Journal of Computational and Graphical Statistics 18 (2009).

    Examples
    --------
    >>> import numpy as np
    >>> from tnvs import GCSIS
    >>> X = np.random.default_rng(0).normal(size=(200, 5))
    >>> GCSIS(max_features=2).fit(X, X[:, 4] ** 2 + np.abs(X[:, 1]) / 2).selected_
    array([4, 1])
    """

    score_name: ClassVar[str] = "generalised correlation with y"

    def __init__(
        self,
        max_features: int | Literal["auto"] | None = "auto",
        n_knots: int = 6,
        n_jobs: int | None = None,
    ) -> None:
        self.max_features = max_features
        self.n_knots = n_knots
        self.n_jobs = n_jobs

    def _check_parameters(self) -> None:
        super()._check_parameters()
        _parameters.check_count("n_knots", self.n_knots, lowest=2)

    def _score(self, data: SortedData) -> NDArray[np.float64]:
        return generalised_correlations(data, int(self.n_knots))
