"""Sure independence screening as a scikit-learn selector."""

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from tnvs.screening.data import SortedData
from tnvs.screening.pearson import correlations, inner_products
from tnvs.selectors import _parameters
from tnvs.selectors._screening import Screening


class SIS(Screening):
    """Rank predictors by their absolute Pearson correlation with y. A linear method.

    Sure independence screening: the fastest of all. It sees linear relations of single predictors and nothing
    else: neither those that rise and fall nor interactions. It keeps all copies of a good predictor. The
    paper's Table 1: nonlinear no; removes redundant no, uninformative yes; interpretable partially.

    Parameters
    ----------
    max_features : "auto", int or None, default="auto"
        How many to keep. "auto" is ceil(n / ln n); None keeps all, ranked.
    utility : {"correlation", "inner product"}, default="correlation"
        "inner product" is abs(X'y) of the values as they are, neither centred nor scaled, which some packages
        rank by; it depends on the units of the predictors, and is refused beyond the range of float64.
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
    A y of strings, categories or booleans is taken as the numbers 0, 1, ... of its sorted classes: sensible
    for two classes, arbitrary for more.

    References
    ----------
    J. Fan and J. Lv, "Sure independence screening for ultrahigh dimensional feature space", Journal of the
    Royal Statistical Society B 70 (2008).

    Examples
    --------
    >>> import numpy as np
    >>> from tnvs import SIS
    >>> X = np.random.default_rng(0).normal(size=(100, 5))
    >>> selector = SIS(max_features=2).fit(X, 3 * X[:, 4] - X[:, 1])
    >>> selector.selected_
    array([4, 1])
    >>> print(selector.explain(0))
    x0 was not selected: its correlation with y, 0.03397, has rank 3 of 5; the best 2 were kept, down to
    0.2316. It was judged alone, whatever other predictors say.
    """

    score_name: ClassVar[str] = "correlation with y"

    def __init__(
        self,
        max_features: int | Literal["auto"] | None = "auto",
        utility: Literal["correlation", "inner product"] = "correlation",
        n_jobs: int | None = None,
    ) -> None:
        self.max_features = max_features
        self.utility = utility
        self.n_jobs = n_jobs

    def _check_parameters(self) -> None:
        super()._check_parameters()
        _parameters.check_choice("utility", self.utility, ["correlation", "inner product"])

    def _score(self, data: SortedData) -> NDArray[np.float64]:
        return correlations(data) if self.utility == "correlation" else inner_products(data)
