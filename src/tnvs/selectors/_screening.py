"""What the screening methods have in common: score every predictor alone, keep the best."""

from collections.abc import Sequence
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from tnvs.engine.pool import Pool
from tnvs.measures._columns import listed
from tnvs.screening.data import SortedData
from tnvs.screening.ranking import RankExplanation, Ranking
from tnvs.search.names import name_of
from tnvs.search.stopwatch import Stopwatch
from tnvs.selectors import _parameters
from tnvs.selectors._base import Selector
from tnvs.selectors._table import Table, is_numeric
from tnvs.selectors._validation import Response


class Screening(Selector):
    """A selector that keeps the predictors with the highest scores, each scored alone.

    A method has a class of its own that says what the scores are. One with a parameter `response` can take
    classes as names without order; the others take a response that isn't numeric as the numbers of its sorted
    classes.
    """

    score_name: ClassVar[str]
    max_features: Any
    n_jobs: int | None
    scores_: NDArray[np.float64]
    trace_: Ranking

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Score every predictor and keep the best.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Numbers without missing values; pandas and polars frames too.
        y : array-like of shape (n_samples,)
            Numbers, strings, categories or booleans.

        Returns
        -------
        self
            The fitted estimator. If fit fails or is interrupted, the estimator is left unfitted.
        """
        with self._whole_or_not_at_all():
            self._check_parameters()
            self._fit_table(Table.validated(self, X, y))
        return self

    def explain(self, feature: str | int) -> RankExplanation:
        """Say where a predictor, given by name or index, stands: its score, its rank, the cut-off.

        Returns
        -------
        RankExplanation
            Its fields are the numbers, its `str()` is a sentence.
        """
        check_is_fitted(self)
        return self.trace_.explain(feature)

    def _check_parameters(self) -> None:
        if hasattr(self, "response"):
            _parameters.check_choice("response", self.response, ["auto", "numeric", "nominal"])
        _parameters.check_n_jobs(self.n_jobs)

    def _score(self, data: SortedData) -> NDArray[np.float64]:
        """Return the score of every predictor, 0 or more."""
        raise NotImplementedError

    def _fit_table(self, table: Table) -> None:
        """Score, and keep what was found."""
        response = table.response(getattr(self, "response", "numeric"))
        n_jobs = _parameters.threads(self.n_jobs)
        n, p = table.X.shape
        most = _parameters.resolved_max_features(self.max_features, n, 0)
        summary = table.summary(n_jobs)
        watch = Stopwatch()
        with Pool(n_jobs) as pool:
            data = table.sorted_data(response, pool)
            with watch("scores"):
                scores = self._score(data)
        constant = np.flatnonzero(data.columns.constant)
        scores[constant] = 0
        _refuse_beyond_range(scores, table.names)
        self.trace_ = Ranking(
            method=type(self).__name__,
            score_name=self.score_name,
            parameters=_parameters.plain_settings(self.get_params(deep=False)),
            resolved={"max_features": most, "response": _kind_of(response)},
            data=summary,
            scores=scores,
            constant=constant.astype(np.int32),
            n_selected=p if most is None else min(most, p),
            seconds={**table.watch.seconds, **watch.seconds},
        )
        self.scores_ = scores
        self.selected_ = self.trace_.selected


def _kind_of(response: Response) -> str:
    if response.nominal:
        return "nominal"
    return "numeric" if is_numeric(response) else "codes"


def _refuse_beyond_range(scores: NDArray[np.float64], names: Sequence[str] | None) -> None:
    beyond = np.flatnonzero(~np.isfinite(scores)).tolist()
    if beyond:
        raise ValueError(
            f"X has columns whose score is beyond the range of float64: "
            f"{listed([name_of(j, names) for j in beyond])} ({len(beyond)} of {len(scores)}); rescale these "
            "columns or y."
        )
