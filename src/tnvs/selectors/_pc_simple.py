"""The PC-simple algorithm as a scikit-learn selector."""

from tnvs.selectors._partial import PartialCorrelationSelector


class PCSimple(PartialCorrelationSelector):
    """Keep predictors that are LINEARLY related to y given every set of the others (PC-simple).

    A linear method: it sees neither curves nor interactions, however strong. In the terms of the paper's
    Table 1:

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
        The smallest |z| over the tests of each predictor; 0 for constant ones; nan where no test was
        possible (3 rows or fewer).
    trace_ : PartialTrace
        For every predictor the test that dropped it or, if kept, came closest to.
    n_features_in_ : int
        Number of predictors seen during fit.
    feature_names_in_ : ndarray of str
        Their names, where X had names that are all strings.

    Notes
    -----
    Order 0 drops predictors whose correlation with y is not significant. Order m = 1, 2, ... visits the
    remaining ones in column order and tests the partial correlation of each with y given every set of m
    others that remain at that moment, in lexicographic order, and drops it as soon as ::

        |z| = sqrt(n - m - 3) * |log((1 + r) / (1 - r))| / 2  <=  normal quantile at 1 - alpha / 2

    with r clipped to +-0.9999999. It ends when no predictor has m others, at `max_order`, or when n - m - 3
    is not positive. Because predictors are visited in turn, their order can matter.

    Where the members of a set determine each other (collinear columns) the partial correlation comes from a
    pseudo-inverse. Where a set determines the predictor or y, that is leaves less than 1e-12 of its variance,
    the partial correlation is undefined and counts as 0: the predictor is dropped, and `trace_` says why. Of
    equal columns only the last is therefore kept.

    References
    ----------
    P. Buehlmann, M. Kalisch and M. H. Maathuis (2010). Variable selection in high-dimensional linear models:
    partially faithful distributions and the PC-simple algorithm. Biometrika 97, 261-278.

    Examples
    --------
    >>> import numpy as np
    >>> from tnvs import PCSimple
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(200, 6))
    >>> X[:, 5] = X[:, 1] + rng.normal(size=200)
    >>> y = X[:, 0] + 2 * X[:, 1] + rng.normal(size=200)
    >>> selector = PCSimple().fit(X, y)
    >>> selector.selected_
    array([1, 0])
    >>> selector.explain(5).outcome, selector.explain(5).given
    ('not significant', ('x1',))
    """

    _method = "PC-simple"
