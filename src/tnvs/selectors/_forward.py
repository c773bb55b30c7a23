"""What the forward searches have in common: check, validate, search, keep the record."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from tnvs.engine import CpuEngine
from tnvs.engine.pool import Pool
from tnvs.search import Engine, Explanation, Rules, Trace, search
from tnvs.search.algorithm import Callback
from tnvs.search.plotting import PlotMethods
from tnvs.selectors import _parameters, _progress, _validation
from tnvs.selectors._base import Selector
from tnvs.selectors._table import Table


class ForwardSelector(PlotMethods, Selector):
    """A selector that takes one predictor after the other and leaves a `Trace`.

    A method has a class of its own that says by which rules it decides, what its settings come to, and which
    engine scores.
    """

    max_features: Any
    scaling: Any
    response: Any
    initial: Sequence[str | int] | None
    exclude: Sequence[str | int] | None
    n_jobs: int | None
    verbose: int
    labels_: NDArray[np.str_]
    scores_: NDArray[np.floating[Any]]
    trace_: Trace

    def fit(self, X: ArrayLike, y: ArrayLike, *, callback: Callback | None = None) -> Self:
        """Select the relevant predictors of y.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Numbers without missing values; pandas and polars frames too.
        y : array-like of shape (n_samples,)
            Numbers, strings, categories or booleans.
        callback : callable, optional
            Called with the record of every finished step. If it returns True the search stops and keeps what
            it has; anything else than True or None should not be returned.

        Returns
        -------
        self
            The fitted estimator. If fit fails or is interrupted, the estimator is left unfitted.
        """
        with self._whole_or_not_at_all():
            self._check_parameters()
            if callback is not None and not callable(callback):
                raise TypeError(
                    f"callback must be callable, got {callback!r} of type {type(callback).__name__}."
                )
            self._fit_table(Table.validated(self, X, y), callback)
        return self

    def explain(self, feature: str | int) -> Explanation:
        """Say why a predictor, given by name or index, is where it is.

        Returns
        -------
        Explanation
            Its fields are the numbers, its `str()` is a paragraph.
        """
        check_is_fitted(self)
        return self.trace_.explain(feature)

    def _plotted(self) -> Trace:
        check_is_fitted(self)
        return self.trace_

    def _check_parameters(self) -> None:
        _parameters.check_choice("scaling", self.scaling, ["zscore", "rank", "none"])
        _parameters.check_choice("response", self.response, ["auto", "rank", "nominal"])
        _parameters.check_n_jobs(self.n_jobs)

    def _rules(self, max_features: int | None) -> Rules:
        raise NotImplementedError

    def _resolved(self, n_samples: int) -> dict[str, Any]:
        """Return what settings of its own come to."""
        return {}

    def _engine(
        self, table: Table, response: _validation.Response, resolved: dict[str, Any], n_jobs: int
    ) -> Engine:
        return self._cpu_engine(table, response, n_jobs)

    def _cpu_engine(
        self,
        table: Table,
        response: _validation.Response,
        n_jobs: int,
        *,
        discretization: str = "auto",
        ties: str = "average",
        seed: int | None = None,
    ) -> CpuEngine:
        with Pool(n_jobs) as pool:
            columns = table.columns(pool, self.scaling, discretization)
        return CpuEngine(
            table.X,
            response.codes,
            nominal=response.nominal,
            scaling=self.scaling,
            discretization=discretization,
            ties=ties,
            seed=seed or 0,
            n_jobs=n_jobs,
            columns=columns,
        )

    def _fit_table(self, table: Table, callback: Callback | None = None) -> None:
        """Run the search, and keep what it found."""
        trace = self._search(table, callback)
        self.trace_ = trace
        self.labels_ = trace.labels
        self.scores_ = trace.scores
        self.selected_ = trace.selected

    def _search(self, table: Table, callback: Callback | None) -> Trace:
        response = table.response(self.response)
        initial, excluded = self._fixed_features(table)
        most = _parameters.resolved_max_features(self.max_features, len(table.X), len(initial))
        resolved = {
            "max_features": most,
            "response": "nominal" if response.nominal else "rank",
            **self._resolved(len(table.X)),
        }
        n_jobs = _parameters.threads(self.n_jobs)
        data = table.summary(n_jobs)
        if self.verbose:
            callback = _progress.logged(callback, table.names)
        engine = self._engine(table, response, resolved, n_jobs)
        try:
            record = search(engine, self._rules(most), initial=initial, excluded=excluded, callback=callback)
        finally:
            engine.close()
        return Trace.from_search(
            replace(record, seconds={**table.watch.seconds, **record.seconds}),
            method=type(self).__name__,
            parameters=_parameters.plain_settings(self.get_params(deep=False)),
            resolved=resolved,
            data=data,
        )

    def _fixed_features(self, table: Table) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return what `initial` and `exclude` mean, checked."""
        p, names = table.X.shape[1], table.names
        initial = _validation.resolved_features(self.initial, "initial", p, names)
        excluded = _validation.resolved_features(self.exclude, "exclude", p, names)
        _validation.check_initial(table.X, initial, excluded, names)
        if self.scaling == "none":
            _validation.check_distances(table.X, excluded, names)
        return initial, excluded
