"""Weighted leverage score screening as a scikit-learn selector."""

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from tnvs.screening.data import SortedData
from tnvs.screening.leverage import weighted_leverages
from tnvs.selectors import _parameters
from tnvs.selectors._screening import Screening


class WLS(Screening):
    """Rank predictors by how much they load on those directions of X that move along slices of y.

    Weighted leverage score screening: one decomposition of X serves all predictors; its left singular vectors
    are averaged within slices of y. It sees relations that aren't linear, but only where the mean of a
    direction of X changes with y: not y = x^2 for a symmetric x. X is taken as it is, neither centred nor
    scaled, so units matter. It keeps all copies of a good predictor. The paper's Table 1: nonlinear yes;
    removes redundant no, uninformative yes; interpretable partially.

    Parameters
    ----------
    max_features : "auto", int or None, default="auto"
        How many to keep. "auto" is ceil(n / ln n); None keeps all, ranked.
    n_slices : int, default=10
        Into how many equal parts the rows are cut in order of y, equal values staying together. A y with no
        more values than that has a slice for each.
    rank : int or None, default=None
        How many singular vectors to use, those of the largest singular values. None uses all whose singular
        value isn't 0.
    response : {"auto", "numeric", "nominal"}, default="auto"
        "nominal" makes a slice of every class; "auto" does so for anything but numbers.
    n_jobs : int or None, default=None
        Threads for sorting. The result doesn't depend on it.

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
    With X = U D V', the score of predictor j is v_j' M v_j, where v_j is row j of V and M the sum over slices
    of n_h times the outer product of the slice's mean row of U.

    References
    ----------
    W. Zhong, Y. Liu and P. Zeng, "A model-free variable screening method based on leverage score", Journal of
    the American Statistical Association 118 (2023).

    Examples
    --------
    >>> import numpy as np
    >>> from tnvs import WLS
    >>> X = np.random.default_rng(0).normal(size=(300, 5))
    >>> WLS(max_features=2).fit(X, np.exp(3 * X[:, 4] - X[:, 1])).selected_
    array([4, 1])
    """

    score_name: ClassVar[str] = "weighted leverage"

    def __init__(
        self,
        max_features: int | Literal["auto"] | None = "auto",
        n_slices: int = 10,
        rank: int | None = None,
        response: Literal["auto", "numeric", "nominal"] = "auto",
        n_jobs: int | None = None,
    ) -> None:
        self.max_features = max_features
        self.n_slices = n_slices
        self.rank = rank
        self.response = response
        self.n_jobs = n_jobs

    def _check_parameters(self) -> None:
        super()._check_parameters()
        _parameters.check_count("n_slices", self.n_slices, lowest=2)
        if self.rank is not None:
            _parameters.check_count("rank", self.rank, lowest=1, otherwise="None for all")

    def _score(self, data: SortedData) -> NDArray[np.float64]:
        return weighted_leverages(data, int(self.n_slices), None if self.rank is None else int(self.rank))
