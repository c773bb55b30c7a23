"""Selection by thresholded partial correlation as a scikit-learn selector."""

from tnvs.selectors._partial import PartialCorrelationSelector


class TPC(PartialCorrelationSelector):
    """Keep predictors that are LINEARLY related to y given every set of the others, for any tails (TPC).

    A linear method: it sees neither curves nor interactions, however strong. It is `PCSimple` with a
    threshold that allows for predictors with heavier or lighter tails than normal ones. In the terms of the
    paper's Table 1:

    ================== ========= ============= =============
    nonlinear relevant redundant uninformative interpretable
    ================== ========= ============= =============
    no                 yes       no            partially
    ================== ========= ============= =============

    Parameters
    ----------
    alpha : float, default=0.05
        Level of each test, between 0 and 1. Smaller keeps fewer predictors.
    max_order : int or None, default=None
        The largest conditioning set to try; None is no bound. The number of tests grows like the number of
        subsets of those kept: with many truly relevant predictors a bound is needed.

    Attributes
    ----------
    selected_ : ndarray of int
        Indices of the kept predictors, the strongest first: by `scores_`, equal ones by index.
    scores_ : ndarray of float, shape (n_features_in_,)
        The smallest |z| (see Notes) over the tests of each predictor; 0 for constant ones.
    trace_ : PartialTrace
        For every predictor the test that dropped it or, if kept, came closest to.
    n_features_in_ : int
        Number of predictors seen during fit.
    feature_names_in_ : ndarray of str
        Their names, where X had names that are all strings.

    Notes
    -----
    The search is that of `PCSimple`. A predictor is dropped as soon as its partial correlation r with y given
    some set of m others that remain has ::

        |r| <= T = (exp(2 c) - 1) / (exp(2 c) + 1),    c = q * sqrt((1 + kappa) / (n - m - 1))

    where q is the normal quantile at 1 - alpha / 2 and kappa is the mean over the predictors of ::

        mean((x - mean(x))^4) / (3 * mean((x - mean(x))^2)^2) - 1

    which is 0 for normal predictors. Since T = tanh(c), the same is said by ::

        |z| = sqrt((n - m - 1) / (1 + kappa)) * |log((1 + r) / (1 - r))| / 2  <=  q

    which is what `scores_` and `trace_` hold, with r clipped to +-0.9999999.

    1 + kappa is never below 1/3. Light tails lower the threshold: for balanced 0/1 predictors to 0.58 of what
    it is for normal ones. Columns that are almost constant have an enormous kurtosis; a few of them raise the
    threshold for all predictors until nothing is kept, so drop them first. Constant ones are not counted.

    Collinear columns are dealt with as in `PCSimple`.

    References
    ----------
    R. Li, J. Liu and L. Lou (2017). Variable selection via partial correlation. Statistica Sinica 27,
    983-996.

    Examples
    --------
    >>> import numpy as np
    >>> from tnvs import TPC
    >>> rng = np.random.default_rng(0)
    >>> X = rng.standard_t(5, size=(300, 6))
    >>> y = X[:, 0] + 2 * X[:, 1] + rng.normal(size=300)
    >>> selector = TPC().fit(X, y)
    >>> selector.selected_
    array([1, 0])
    >>> selector.trace_.resolved["kurtosis"] > 0
    True
    """

    _method = "TPC"
