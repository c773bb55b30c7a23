"""What the forward searches have in common: check, validate, search, keep the record."""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from tnvs.engine import CpuEngine
from tnvs.engine.pool import Pool
from tnvs.search import Engine, Explanation, Rules, Trace
from tnvs.search.algorithm import Callback, begin, resume
from tnvs.search.plotting import PlotMethods
from tnvs.selectors import _parameters, _progress, _validation
from tnvs.selectors._base import Selector
from tnvs.selectors._checkpoint import Checkpoint
from tnvs.selectors._table import Table

if TYPE_CHECKING:
    from tnvs.report import Summary


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

    def fit(
        self,
        X: ArrayLike,
        y: ArrayLike,
        *,
        callback: Callback | None = None,
        checkpoint: str | os.PathLike[str] | None = None,
    ) -> Self:
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
        checkpoint : path, optional
            A file that gets every finished step at once. If it exists, fit goes on from its last step, which
            takes the same data and settings, and ends with the same trace as a fit that was never
            interrupted. The callback isn't called with steps of the file.

        Returns
        -------
        self
            The fitted estimator. If fit fails or is interrupted, the estimator is left unfitted.
        """
        with self._whole_or_not_at_all(), ExitStack() as stack:
            self._check_parameters()
            if callback is not None and not callable(callback):
                raise TypeError(
                    f"callback must be callable, got {callback!r} of type {type(callback).__name__}."
                )
            kept = None if checkpoint is None else stack.enter_context(Checkpoint(checkpoint))
            self._fit_table(Table.validated(self, X, y), callback, kept)
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

    def summary(self) -> "Summary":
        """Return what the report says as typed data; `print` shows it as a table.

        Returns
        -------
        Summary
        """
        check_is_fitted(self)
        return self.trace_.summary()

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """Return the report as one self-contained page, or write it to `path`. Needs the extra `report`.

        Parameters
        ----------
        path : path, optional
            Where to write it.

        Returns
        -------
        str or None
            The page, if `path` is None.
        """
        check_is_fitted(self)
        return self.trace_.to_html(path)

    def _repr_html_inner(self) -> str:
        diagram: str = super()._repr_html_inner()
        return diagram + self._summary_for_notebooks()

    def _repr_mimebundle_(self, **options: Any) -> dict[str, str]:
        bundle: dict[str, str] = super()._repr_mimebundle_(**options)
        if "text/html" in bundle:
            bundle["text/html"] += self._summary_for_notebooks()
        return bundle

    def _summary_for_notebooks(self) -> str:
        """Return what stands beneath scikit-learn's diagram; nothing before `fit`."""
        if not self.__sklearn_is_fitted__():
            return ""
        from tnvs.report.notebook import fragment

        return fragment(self.trace_)

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

    def _fit_table(
        self, table: Table, callback: Callback | None = None, kept: Checkpoint | None = None
    ) -> None:
        """Run the search, and keep what it found."""
        trace = self._search(table, callback, kept)
        self.trace_ = trace
        self.labels_ = trace.labels
        self.scores_ = trace.scores
        self.selected_ = trace.selected

    def _search(self, table: Table, callback: Callback | None, kept: Checkpoint | None) -> Trace:
        if self.verbose:
            callback = _progress.logged(callback, table.names)
        if kept is None:
            with self._begun(table) as (engine, opening):
                return resume(engine, opening, callback=callback)
        redrawn = getattr(self, "random_state", None) is None
        with self._begun(table, kept.seed if redrawn else None) as (engine, opening):
            begun = kept.begin(opening)
            if self.verbose and begun.steps:
                _progress.say(f"steps 1 to {len(begun.steps)} taken from {str(kept.path)!r}")
            return resume(engine, begun, callback=callback, keep=kept.keep)

    @contextmanager
    def _begun(self, table: Table, seed: int | None = None) -> Iterator[tuple[Engine, Trace]]:
        """Give an engine on the data, and the trace up to its first step.

        `seed` takes the place of the one that ties="random" would draw.
        """
        response = table.response(self.response)
        initial, excluded = self._fixed_features(table)
        most = _parameters.resolved_max_features(self.max_features, len(table.X), len(initial))
        resolved = {
            "max_features": most,
            "response": "nominal" if response.nominal else "rank",
            **self._resolved(len(table.X)),
        }
        if seed is not None and resolved.get("seed") is not None:
            resolved["seed"] = seed
        n_jobs = _parameters.threads(self.n_jobs)
        data = table.summary(n_jobs)
        engine = self._engine(table, response, resolved, n_jobs)
        try:
            record = begin(engine, self._rules(most), initial=initial, excluded=excluded)
            opening = Trace.from_search(
                replace(record, seconds={**table.watch.seconds, **record.seconds}),
                method=type(self).__name__,
                parameters=_parameters.plain_settings(self.get_params(deep=False)),
                resolved=resolved,
                data=data,
            )
            yield engine, opening
        finally:
            engine.close()

    def _fixed_features(self, table: Table) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return what `initial` and `exclude` mean, checked."""
        p, names = table.X.shape[1], table.names
        initial = _validation.resolved_features(self.initial, "initial", p, names)
        excluded = _validation.resolved_features(self.exclude, "exclude", p, names)
        _validation.check_initial(table.X, initial, excluded, names)
        if self.scaling == "none":
            _validation.check_distances(table.X, excluded, names)
        return initial, excluded
