"""Sure independent ranking and screening as a scikit-learn selector."""

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from tnvs.screening.data import SortedData
from tnvs.screening.sirs import inverse_ranks
from tnvs.selectors._screening import Screening


class SIRS(Screening):
    """Rank predictors by how their mean moves along the order of y. For monotone relations.

    Sure independent ranking and screening: uses only the order of y, so outliers in y do no harm. It misses
    relations that rise and fall, and interactions, and keeps all copies of a good predictor. The paper's
    Table 1: nonlinear monotonic only; removes redundant no, uninformative yes; interpretable partially.

    Parameters
    ----------
    max_features : "auto", int or None, default="auto"
        How many to keep. "auto" is ceil(n / ln n); None keeps all, ranked.
    n_jobs : int or None, default=None
        Threads. The result doesn't depend on it.

    Attributes
    ----------
    selected_ : ndarray of int
        Indices of the predictors kept, best first; of equal scores the lowest index comes first.
    scores_ : ndarray, shape (n_features_in_,)
        The score of every predictor; 0 for constants.
    trace_ : Ranking
        The frozen record of the screening.
    n_features_in_ : int
        Number of predictors seen during fit.
    feature_names_in_ : ndarray of str
        Their names, where X had names that are all strings.

    Notes
    -----
    With x the z-scored predictor, the score is the mean over rows k of (1/n sum_i x_i 1{y_i <= y_k})^2: one
    sort of y, then one sweep a predictor. Some texts write <, which leaves out row k itself.

    A y of strings, categories or booleans is taken as the numbers 0, 1, ... of its sorted classes: sensible
    for two classes, arbitrary for more.

    References
    ----------
    L.-P. Zhu, L. Li, R. Li and L.-X. Zhu, "Model-free feature screening for ultrahigh-dimensional data", JASA
    106 (2011).

    Examples
    --------
    >>> import numpy as np
    >>> from tnvs import SIRS
    >>> X = np.random.default_rng(0).normal(size=(100, 5))
    >>> SIRS(max_features=2).fit(X, np.exp(3 * X[:, 4] - X[:, 1])).selected_
    array([4, 1])
    """

    score_name: ClassVar[str] = "SIRS score"

    def __init__(
        self, max_features: int | Literal["auto"] | None = "auto", n_jobs: int | None = None
    ) -> None:
        self.max_features = max_features
        self.n_jobs = n_jobs

    def _score(self, data: SortedData) -> NDArray[np.float64]:
        return inverse_ranks(data)
