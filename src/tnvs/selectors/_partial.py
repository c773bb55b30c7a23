"""What PCSimple and TPC share: everything but the rule."""

from typing import ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from tnvs.measures._response import differences_kept
from tnvs.partial import PartialExplanation, PartialTrace, Rule, search
from tnvs.partial.columns import marginals
from tnvs.partial.rule import Method
from tnvs.search.stopwatch import Stopwatch
from tnvs.selectors import _parameters
from tnvs.selectors._base import Selector
from tnvs.selectors._table import Table, is_numeric, numbers_of


class PartialCorrelationSelector(Selector):
    """Base of the selectors by linear partial correlations."""

    scores_: NDArray[np.float64]
    trace_: PartialTrace
    _method: ClassVar[Method]

    def __init__(self, alpha: float = 0.05, max_order: int | None = None) -> None:
        self.alpha = alpha
        self.max_order = max_order

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Select the predictors that are linearly related to y given the others.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Numbers without missing values; pandas and polars frames too.
        y : array-like of shape (n_samples,)
            Numbers; strings, categories and booleans are taken as 0, 1, ... in sorted order.

        Returns
        -------
        self
            The fitted estimator. If fit fails or is interrupted, the estimator is left unfitted.
        """
        with self._whole_or_not_at_all():
            self._check_parameters()
            self._fit_table(Table.validated(self, X, y))
        return self

    def explain(self, feature: str | int) -> PartialExplanation:
        """Say why a predictor, given by name or index, was kept or dropped.

        Returns
        -------
        PartialExplanation
            Its fields are the numbers, its `str()` is a paragraph.
        """
        check_is_fitted(self)
        return self.trace_.explain(feature)

    def _check_parameters(self) -> None:
        alpha = _parameters.check_threshold("alpha", self.alpha, lowest=0, highest=1)
        if not 0 < alpha < 1:
            raise ValueError(f"alpha={self.alpha!r} is out of range; give a number between 0 and 1.")
        if self.max_order is not None:
            _parameters.check_count("max_order", self.max_order, lowest=0, otherwise="None for no bound")

    def _fit_table(self, table: Table) -> None:
        """Test, and keep what was found."""
        response = table.response("numeric")
        data = table.summary(1)
        max_order = None if self.max_order is None else int(self.max_order)
        watch = Stopwatch()
        with watch("marginals"):
            alone = marginals(table.X, differences_kept(numbers_of(response)))
        kurtosis = alone.kurtosis if self._method == "TPC" else None
        rule = Rule(self._method, float(self.alpha), len(table.X), kurtosis or 0.0, max_order)
        ledger = search(table.X, alone, rule, watch)
        resolved = {
            "quantile": rule.quantile,
            "thresholds": ledger.thresholds,
            "kurtosis": kurtosis,
            "max_order": max_order,
            "response": "numbers" if is_numeric(response) else "codes",
        }
        self.trace_ = PartialTrace.from_ledger(
            ledger,
            method=self._method,
            parameters=_parameters.plain_settings(self.get_params(deep=False)),
            resolved=resolved,
            data=data,
            correlations=alone.correlations,
            seconds={**table.watch.seconds, **watch.seconds},
        )
        self.scores_ = self.trace_.scores
        self.selected_ = self.trace_.selected
