"""Screening by projection correlation as a scikit-learn selector."""

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from tnvs.screening.data import SortedData
from tnvs.screening.projection import projection_correlations
from tnvs.selectors._screening import Screening


class PCSIS(Screening):
    """Rank predictors by their projection correlation with y. Any relation counts, monotone ones most.

    Only the order of the values is used, of the predictors and of y, so neither outliers nor increasing
    transformations change anything. Projection correlation is zero in the population only under
    independence, so given enough rows no relation of a single predictor is missed; but one that rises and
    falls scores low next to a monotone one as strong, and on few rows is lost in noise. It misses
    interactions without a trace in single predictors and keeps all copies of a good predictor. The paper
    names it in its related work but not in its Table 1, whose row would read as that of DC-SIS: nonlinear
    monotonic only; removes redundant no, uninformative yes; interpretable partially.

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
        The projection correlation of every predictor, from 0 to 1; 0 for constants.
    trace_ : Ranking
        The frozen record of the screening.
    n_features_in_ : int
        Number of predictors seen during fit.
    feature_names_in_ : ndarray of str
        Their names, where X had names that are all strings.

    Notes
    -----
    The score is the sample projection correlation sqrt(PCov^2 / sqrt(PVar^2(x) PVar^2(y))), not its square,
    which ranks the same. PCov^2 is the mean over rows r, and over pairs of rows, of the product of the
    doubly centred angles under which r sees the pair in x and in y. A row tied with r is seen at a right
    angle to all others: the cosine 0 / 0 is taken as 0, without which predictors and responses of two values
    could not be scored. It is computed exactly, in O(n log n) a predictor.

    A y of strings, categories or booleans is taken as the numbers 0, 1, ... of its sorted classes: sensible
    for two classes, arbitrary for more.

    References
    ----------
    W. Liu, Y. Ke, J. Liu and R. Li, "Model-free feature screening and FDR control with knockoff features",
    JASA 117 (2022).

    L. Zhu, K. Xu, R. Li and W. Zhong, "Projection correlation between two random vectors", Biometrika 104
    (2017).

    Examples
    --------
    >>> import numpy as np
    >>> from tnvs import PCSIS
    >>> X = np.random.default_rng(0).standard_cauchy(size=(200, 5))
    >>> selector = PCSIS(max_features=2).fit(X, np.sign(X[:, 4]) + np.arctan(X[:, 1]) ** 2)
    >>> selector.selected_
    array([4, 1])
    >>> selector.scores_.round(2)
    array([0.05, 0.24, 0.09, 0.07, 0.44])
    """

    score_name: ClassVar[str] = "projection correlation"

    def __init__(
        self, max_features: int | Literal["auto"] | None = "auto", n_jobs: int | None = None
    ) -> None:
        self.max_features = max_features
        self.n_jobs = n_jobs

    def _score(self, data: SortedData) -> NDArray[np.float64]:
        return projection_correlations(data)
