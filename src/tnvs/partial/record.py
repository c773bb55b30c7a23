"""The trace of PC-simple and TPC: the frozen record of which test dropped which predictor."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tnvs._version import __version__
from tnvs.partial import explain, frame, serialise
from tnvs.partial.ledger import Ledger
from tnvs.search import names
from tnvs.search.data import DataSummary
from tnvs.search.record import Record

if TYPE_CHECKING:
    import pandas
    import polars


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PartialTrace(Record):
    """The record of a selection by linear partial correlations.

    Immutable; its arrays are read-only. For every predictor it holds its *weakest* test, the one with the
    smallest |z|. For a dropped predictor that is the test that dropped it; for a kept one, the closest call.

    Attributes
    ----------
    method : {"PC-simple", "TPC"}
        What decided.
    parameters : mapping
        The settings of the estimator as the user gave them.
    resolved : mapping
        What they came to: "quantile", which |z| must exceed; "thresholds", which |r| must exceed, at orders
        0, 1, ...; "kurtosis" of the predictors (None for PC-simple); "max_order"; "response" ("numbers" or
        "codes").
    data : DataSummary
        Shape, type, fingerprints and names.
    correlations : (p,) array
        Correlation with y; 0 for constant predictors.
    outcomes : (p,) array of str
        "kept"; "constant"; "not significant"; "determined": a weighted sum of the conditioning set equals
        the predictor; "response determined": one equals y.
    dropped_at : (p,) int32 array
        The order (size of the conditioning set) at which it was dropped; -1 if kept.
    weakest_orders : (p,) int32 array
        The order of the weakest test; -1 if there was no test.
    given : int32 array
        The conditioning sets of the weakest tests, one after the other in column order; see `given_of`.
    partial_correlations : (p,) array
        Partial correlation with y in the weakest test, 0 where it is undefined because the set determines
        the predictor or y, nan without a test.
    scores : (p,) array
        |z| of the weakest test; nan without a test.
    singular : (p,) array of bool
        Whether the set of the weakest test is singular: members determine each other, the predictor or y.
    n_tests, n_singular : (p,) int64 arrays
        Tests run, and those of them with singular sets.
    sizes : int32 array
        Predictors left after orders 0, 1, ...
    stop_reason : str
        "all sets tested", "no predictors left", "max_order" or "too few rows" (for a larger set).
    seconds : mapping
        Wall time of each stage.
    format_version : int
        Version of the file format.
    library_version : str
        Version of the package that made the trace.

    Examples
    --------
    >>> import numpy as np
    >>> from tnvs.partial import PartialTrace
    >>> from tnvs import PCSimple
    >>> X = np.random.default_rng(0).normal(size=(100, 5))
    >>> trace = PCSimple().fit(X, X[:, 1] - X[:, 3]).trace_
    >>> trace
    <PartialTrace of 5 predictors by PC-simple: 2 kept; stopped: all sets tested>
    >>> PartialTrace.from_json(trace.to_json()) == trace
    True
    """

    method: str
    parameters: Mapping[str, Any]
    resolved: Mapping[str, Any]
    data: DataSummary
    correlations: NDArray[np.float64]
    outcomes: NDArray[np.str_]
    dropped_at: NDArray[np.int32]
    weakest_orders: NDArray[np.int32]
    given: NDArray[np.int32]
    partial_correlations: NDArray[np.float64]
    scores: NDArray[np.float64]
    singular: NDArray[np.bool_]
    n_tests: NDArray[np.int64]
    n_singular: NDArray[np.int64]
    sizes: NDArray[np.int32]
    stop_reason: str
    seconds: Mapping[str, float]
    format_version: int = field(default=serialise.FORMAT_VERSION)
    library_version: str = field(default=__version__)

    @classmethod
    def from_ledger(cls, ledger: Ledger, **known: Any) -> "PartialTrace":
        """Freeze what a search wrote down; `known` are the other fields."""
        sets = [ledger.given[feature] for feature in sorted(ledger.given)]
        return cls(
            outcomes=ledger.outcomes,
            dropped_at=ledger.dropped_at,
            weakest_orders=ledger.weakest_orders,
            given=np.concatenate([*sets, np.empty(0, np.intp)]).astype(np.int32),
            partial_correlations=ledger.partial_correlations,
            scores=ledger.scores,
            singular=ledger.singular,
            n_tests=ledger.n_tests,
            n_singular=ledger.n_singular,
            sizes=np.array(ledger.sizes, np.int32),
            stop_reason=ledger.stop_reason,
            **known,
        )

    @property
    def selected(self) -> NDArray[np.intp]:
        """Indices of the kept predictors, the strongest first: by |z| of their weakest tests."""
        kept = np.flatnonzero(self.dropped_at < 0)
        strengths = np.nan_to_num(self.scores[kept], nan=-1.0)
        return kept[np.argsort(-strengths, kind="stable")]

    @property
    def feature_names(self) -> tuple[str, ...]:
        """The names of all predictors, x0, x1, ... where the data had none."""
        return names.all_names(self.data.n_features, self.data.feature_names)

    def name_of(self, feature: int) -> str:
        """Return the name of one predictor."""
        return names.name_of(feature, self.data.feature_names)

    def given_of(self, feature: int) -> NDArray[np.int32]:
        """Return the conditioning set of the weakest test of a predictor, given by index."""
        sizes = np.maximum(self.weakest_orders, 0)
        begin = int(sizes[:feature].sum())
        return self.given[begin : begin + int(sizes[feature])]

    def explain(self, feature: str | int) -> explain.PartialExplanation:
        """Say why a predictor, given by name or index, was kept or dropped."""
        index = names.find_feature(feature, self.data.n_features, self.data.feature_names, "feature")
        return next(explain.explanations(self, [index]))

    def without_timings(self) -> "PartialTrace":
        """Return the same trace with every wall time set to zero, to compare the decisions of two runs."""
        return replace(self, seconds=dict.fromkeys(self.seconds, 0.0))

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """Return the trace as strict JSON, or write it to `path` and return None.

        Nothing is lost: `PartialTrace.from_json` gives back an equal trace.
        """
        return serialise.to_json(self, path)

    @classmethod
    def from_json(cls, source: str | os.PathLike[str]) -> "PartialTrace":
        """Read a trace from a file or from JSON text.

        Raises
        ------
        ValueError
            If it is not a whole trace of this kind, or of a newer format than this version reads.
        """
        return cls(**serialise.from_json(source))

    def to_frame(self, library: str = "pandas") -> "pandas.DataFrame | polars.DataFrame":
        """Return a data frame with one row a predictor: what became of it, its weakest test, the reason.

        `library` is "pandas" or "polars".
        """
        return frame.to_frame(self, library)

    def __repr__(self) -> str:
        return (
            f"<PartialTrace of {self.data.n_features} predictors by {self.method}: "
            f"{len(self.selected)} kept; stopped: {self.stop_reason}>"
        )
