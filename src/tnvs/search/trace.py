"""The trace: the frozen record of a fit, the one source of every explanation, plot and report."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from tnvs._version import __version__
from tnvs.search import checkpoint, explain, frame, names, serialise, subsets
from tnvs.search.data import DataSummary
from tnvs.search.plotting import PlotMethods
from tnvs.search.preparation import Preparation
from tnvs.search.protocol import Floats
from tnvs.search.step import SearchRecord

if TYPE_CHECKING:
    import pandas
    import polars
    from numpy.typing import ArrayLike

    from tnvs import ledger
    from tnvs.report import Summary


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Trace(PlotMethods, SearchRecord):
    """The complete record of a fit: what was asked, what was seen, what was decided.

    Immutable; its arrays are read-only. On top of what `SearchRecord` lists it holds the following.

    Attributes
    ----------
    method : str
        The name of the estimator that made it, "TNVS" for one.
    parameters : mapping
        The settings of the estimator as the user gave them.
    resolved : mapping
        What they came to: max_features, response and, where the method has them, n_bins and seed.
    data : DataSummary
        Shape, type, fingerprints and names.
    preparation : Preparation or None
        What was done to the data between a file and the fit; None where nothing was, or nobody said.
    format_version : int
        Version of the file format.
    library_version : str
        Version of the package that made the trace.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from tnvs import TNVS, Trace
    >>> X, y = load_iris(return_X_y=True)
    >>> trace = TNVS(response="nominal").fit(X, y).trace_
    >>> Trace.from_json(trace.to_json()) == trace
    True
    """

    method: str
    parameters: Mapping[str, Any]
    resolved: Mapping[str, Any]
    data: DataSummary
    preparation: Preparation | None = None
    format_version: int = field(default=serialise.FORMAT_VERSION)
    library_version: str = field(default=__version__)

    @classmethod
    def from_search(
        cls,
        record: SearchRecord,
        *,
        method: str,
        parameters: Mapping[str, Any],
        resolved: Mapping[str, Any],
        data: DataSummary,
    ) -> "Trace":
        """Complete the record of a search with what the estimator knows."""
        decisions = {item.name: getattr(record, item.name) for item in fields(SearchRecord)}
        return cls(**decisions, method=method, parameters=parameters, resolved=resolved, data=data)

    @property
    def selected(self) -> NDArray[np.intp]:
        """Indices of the relevant predictors in the order they were selected, initial ones first."""
        return subsets.selected(self)

    @property
    def labels(self) -> NDArray[np.str_]:
        """The subset of every predictor."""
        return subsets.labels(self)

    @property
    def scores(self) -> Floats:
        """The deciding T of every predictor; nan where it was never scored."""
        return subsets.scores(self)

    @property
    def cumulative_scores(self) -> NDArray[np.float64]:
        """T of y on all selected so far, after each step that selected something; given `initial`, if any.

        It follows from T of the single steps: 1 - T is the product of their 1 - T.
        """
        gains = [step.best_score for step in self.steps if step.chosen is not None]
        return np.float64(1) - np.cumprod(1 - np.array(gains, dtype=np.float64), dtype=np.float64)

    @property
    def counts(self) -> dict[str, int]:
        """The number of predictors in each subset."""
        return subsets.counts(self)

    @property
    def feature_names(self) -> tuple[str, ...]:
        """The names of all predictors, x0, x1, ... where the data had none."""
        return names.all_names(self.data.n_features, self.data.feature_names)

    def name_of(self, feature: int) -> str:
        """Return the name of one predictor."""
        return names.name_of(feature, self.data.feature_names)

    def explain(self, feature: str | int) -> explain.Explanation:
        """Say why a predictor, given by name or index, is where it is."""
        return explain.explain(self, feature)

    def without_timings(self) -> "Trace":
        """Return the same trace with every wall time set to zero, to compare the decisions of two runs."""
        steps = tuple(replace(step, seconds=0.0) for step in self.steps)
        return replace(self, steps=steps, seconds=dict.fromkeys(self.seconds, 0.0))

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """Return the trace as strict JSON, or write it to `path` and return None.

        Nothing is lost: `Trace.from_json` gives back an equal trace. A file appears whole or not at all.
        """
        return serialise.to_json(self, path)

    @classmethod
    def from_json(cls, source: str | os.PathLike[str]) -> "Trace":
        """Read a trace from a file or from JSON text.

        A str that starts with a brace, bracket or quote, or has several lines, is text; any other is a path.

        Raises
        ------
        ValueError
            If it is not a whole trace, or of a newer format than this version reads.
        """
        return cls(**serialise.from_json(source))

    @classmethod
    def from_checkpoint(cls, path: str | os.PathLike[str]) -> "Trace":
        """Read what a fit with `checkpoint=path` has kept so far, while it runs or after it was killed.

        A last line that is cut off is left out. Where more steps would follow, `stop_reason` is
        "interrupted".

        Raises
        ------
        ValueError
            If it is not a checkpoint, or if the fit ended before it had anything to keep.
        """
        known, _ = checkpoint.read(path)
        if not known:
            raise ValueError(
                f"The checkpoint {os.fspath(path)!r} is empty: the fit that began it kept nothing."
            )
        return cls(**known)

    @staticmethod
    def schema() -> dict[str, Any]:
        """Return the JSON Schema (2020-12) of the file format."""
        return serialise.schema()

    def to_frame(self, library: str = "pandas") -> "pandas.DataFrame | polars.DataFrame":
        """Return a data frame with one row a predictor: its subset, the numbers and the reason.

        `library` is "pandas" or "polars". `score` is the deciding T. `threshold` and `margin` belong to the
        measure that decided: the entropy at stage "prefilter", the residual variance at stage "batch
        deletion", T otherwise. `margin` is the distance between the two: near 0 for a close call.
        """
        return frame.to_frame(self, library)

    def summary(self, *, limit: int = 10, predictors: bool = True) -> "Summary":
        """Return what a report says as typed data: the split, the path, close calls, swaps and more.

        At most `limit` members of a subset are listed; `predictors` tells whether the table of all predictors
        is included. `print` shows it as a table, `to_json` and `to_dict` give all of it.
        """
        from tnvs.report import summarise

        return summarise(self, limit=limit, predictors=predictors)

    def to_markdown(self, limit: int = 20) -> str:
        """Return a compact report in Markdown that lists at most `limit` predictors of a subset."""
        return self.summary(limit=limit, predictors=False).to_markdown()

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """Return the report as one self-contained page, or write it to `path` and return None.

        Needs the extra `report`. A file appears whole or not at all.
        """
        return self.summary().to_html(path)

    def diff(self, other: "Trace") -> "ledger.Diff":
        """Say what changed from this selection to another, and why.

        Predictors are matched by name where both traces have names, by index otherwise.

        Examples
        --------
        >>> from tnvs import TNVS
        >>> from tnvs.datasets import make_example
        >>> X, y, truth = make_example(500, random_state=0)
        >>> change = TNVS().fit(X, y).trace_.diff(TNVS(redundancy_threshold=0).fit(X, y).trace_)
        >>> [(move.name, move.before.subset, move.after.subset) for move in change.moved]
        [('x1', 'redundant', 'relevant')]
        """
        from tnvs import ledger

        return ledger.diff(self, other)

    def replay(self, X: "ArrayLike", y: "ArrayLike") -> "ledger.Replay":
        """Fit again with the recorded settings, and say whether every number came out the same.

        Examples
        --------
        >>> from tnvs import TNVS
        >>> from tnvs.datasets import make_example
        >>> X, y, truth = make_example(500, random_state=0)
        >>> trace = TNVS().fit(X, y).trace_
        >>> trace.replay(X, y).reproduced, trace.replay(X + 1e-9, y).reproduced
        (True, False)
        """
        from tnvs import ledger

        return ledger.replay(self, X, y)

    def what_if(
        self,
        *,
        without: str | int | Iterable[str | int] = (),
        uninformative_threshold: float | None = None,
        relevance_threshold: float | None = None,
        redundancy_threshold: float | None = None,
        max_features: int | Literal["auto", "recorded"] | None = "recorded",
        X: "ArrayLike | None" = None,
        y: "ArrayLike | None" = None,
    ) -> "ledger.WhatIf":
        """Say what would have been decided without some predictors, or with other thresholds.

        The search runs again on the recorded scores, which gives exactly what a fit would give, until it
        needs one that was never computed. With the data it goes on from there.

        Parameters
        ----------
        without : str, int or list of them
            Predictors to leave out, as if they were in `exclude`.
        uninformative_threshold, relevance_threshold, redundancy_threshold : float, optional
            Other thresholds; None for the recorded ones.
        max_features : int, "auto", None or "recorded"
            Another bound; None for no bound.
        X, y : array-like, optional
            The data of the trace; without them a change that the record says nothing about is a ValueError.

        Examples
        --------
        >>> from tnvs import TNVS
        >>> from tnvs.datasets import make_example
        >>> X, y, truth = make_example(500, random_state=0)
        >>> answer = TNVS().fit(X, y).trace_.what_if(relevance_threshold=0.5)
        >>> answer.complete, answer.trace.selected.tolist()
        (True, [])
        """
        from tnvs import ledger

        return ledger.what_if(
            self,
            without=without,
            uninformative_threshold=uninformative_threshold,
            relevance_threshold=relevance_threshold,
            redundancy_threshold=redundancy_threshold,
            max_features=max_features,
            X=X,
            y=y,
        )

    def _plotted(self) -> "Trace":
        return self

    def __repr__(self) -> str:
        split = ", ".join(f"{count} {subset}" for subset, count in self.counts.items())
        return f"<Trace of {self.data.n_features} predictors: {split}; stopped: {self.stop_reason}>"
