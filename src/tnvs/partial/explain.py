"""Why a predictor was kept or dropped: the numbers and a paragraph, from the trace alone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tnvs.partial.sentences import paragraph, sentence
from tnvs.search.record import Record

if TYPE_CHECKING:
    from tnvs.partial.record import PartialTrace


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PartialExplanation(Record):
    """Why a predictor was kept or dropped. `str()` says it in words.

    Its *weakest* test is the one that dropped it or, for a kept predictor, the closest call.

    Attributes
    ----------
    feature, name : int, str
        The predictor.
    outcome : str
        "kept", "constant", "not significant", "determined" or "response determined".
    order : int
        Size of the conditioning set of the weakest test; -1 if there was no test.
    given : tuple of str
        Names of that set.
    correlation : float
        Correlation with y alone.
    partial_correlation, statistic : float
        In the weakest test, and its |z|; nan if there was none.
    threshold, quantile : float
        What the absolute values of these two must exceed; nan if there was no test.
    singular : bool
        Whether members of that set determine each other, the predictor or y.
    n_tests, n_singular : int
        Tests run, and those with singular sets.
    rank, n_selected : int
        Place among the selected predictors, 0 if dropped, and how many there are.
    largest : int
        Largest order of which tests were run for any predictor; -1 if none was.
    stop_reason : str
        Why the search ended.
    method : str
        "PC-simple" or "TPC".
    n_samples : int
        Rows of the data.
    """

    feature: int
    name: str
    outcome: str
    order: int
    given: tuple[str, ...]
    correlation: float
    partial_correlation: float
    statistic: float
    threshold: float
    quantile: float
    singular: bool
    n_tests: int
    n_singular: int
    rank: int
    n_selected: int
    largest: int
    stop_reason: str
    method: str
    n_samples: int

    @property
    def reason(self) -> str:
        """One sentence."""
        return sentence(self)

    def __str__(self) -> str:
        return paragraph(self)


def explanations(trace: "PartialTrace", features: Iterable[int]) -> Iterator[PartialExplanation]:
    """Explain predictors, given by index."""
    selected = trace.selected
    ranks = np.zeros(trace.data.n_features, np.intp)
    ranks[selected] = np.arange(1, len(selected) + 1)
    ends = np.cumsum(np.maximum(trace.weakest_orders, 0))
    thresholds = trace.resolved["thresholds"]
    for feature in features:
        order = int(trace.weakest_orders[feature])
        members = trace.given[ends[feature] - max(order, 0) : ends[feature]].tolist()
        yield PartialExplanation(
            feature=feature,
            name=trace.name_of(feature),
            outcome=str(trace.outcomes[feature]),
            order=order,
            given=tuple(trace.name_of(member) for member in members),
            correlation=float(trace.correlations[feature]),
            partial_correlation=float(trace.partial_correlations[feature]),
            statistic=float(trace.scores[feature]),
            threshold=float(thresholds[order]) if 0 <= order < len(thresholds) else float("nan"),
            quantile=float(trace.resolved["quantile"]),
            singular=bool(trace.singular[feature]),
            n_tests=int(trace.n_tests[feature]),
            n_singular=int(trace.n_singular[feature]),
            rank=int(ranks[feature]),
            n_selected=len(selected),
            largest=len(trace.sizes) - 1,
            stop_reason=trace.stop_reason,
            method=trace.method,
            n_samples=trace.data.n_samples,
        )
