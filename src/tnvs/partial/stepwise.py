"""The search that PC-simple and TPC share: partial correlations given ever larger sets of predictors."""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tnvs.partial import walks
from tnvs.partial.columns import Floats, Marginals, correlation_matrix, correlations_with, unit_columns
from tnvs.partial.ledger import Ledger, Outcome, Weakest
from tnvs.partial.rule import Rule
from tnvs.search.stopwatch import Stopwatch

CELLS_PER_CALL = 10_000_000  # of the data, in one compiled call: milliseconds
TESTS_PER_CALL = 50_000
ENDINGS: dict[int, Outcome] = {
    walks.DEFINED: "not significant",
    walks.FEATURE_DETERMINED: "determined",
    walks.RESPONSE_DETERMINED: "response determined",
}


def search(X: NDArray[Any], alone: Marginals, rule: Rule, watch: Stopwatch) -> Ledger:
    """Drop predictors until all that remain are correlated with y given every set of the others.

    Order m tests, for each remaining predictor in column order, its partial correlation with y given every
    set of m other predictors that remain at that moment, in lexicographic order, until one test drops it.
    """
    ledger = Ledger(X.shape[1])
    ledger.drop_constant(alone.constant)
    order = 0
    while (reason := rule.reason_to_stop(order, len(ledger.remaining))) is None:
        with watch(f"order {order}"):
            ledger.thresholds.append(rule.threshold(order))
            if order == 0:
                ledger.note_correlations(ledger.remaining, alone.correlations[ledger.remaining], rule)
            else:
                _visit(X, alone, order, rule, ledger)
            ledger.sizes.append(len(ledger.remaining))
        order += 1
    ledger.stop_reason = reason
    return ledger


def _visit(X: NDArray[Any], alone: Marginals, order: int, rule: Rule, ledger: Ledger) -> None:
    """Visit the remaining predictors in column order; drop each at once if a test says so."""
    features = ledger.remaining
    units = unit_columns(X, features)
    with_response = correlations_with(units, alone.response)
    walk: Walk
    if order == 1:
        walk = Singles(units, with_response)
    else:
        walk = Sets(correlation_matrix(units), with_response, order)
    left = np.ones(len(features), np.bool_)
    for place, feature in enumerate(features.tolist()):
        left[place] = False
        others = np.flatnonzero(left)
        if len(others) < order:
            left[place] = True
            continue
        weakest = walk.weakest(place, others, ledger.thresholds[order])
        left[place] = weakest.outcome == "kept"
        ledger.note(feature, order, _named(weakest, features), rule)


class Walk(Protocol):
    """Something that tests one predictor given sets of others, all of them numbered by place."""

    def weakest(self, place: int, others: NDArray[np.intp], threshold: float) -> Weakest:
        """Return the weakest test: the one that drops the predictor, if any does."""


class Singles:
    """Sets of one, which need only the correlations of the pairs tested: few, for most are dropped soon."""

    def __init__(self, units: Floats, with_response: Floats) -> None:
        self.units = units
        self.with_response = with_response

    def weakest(self, place: int, others: NDArray[np.intp], threshold: float) -> Weakest:
        """Return the weakest test."""
        _, found = walks.start(1, 0.0)
        size = max(1, CELLS_PER_CALL // self.units.shape[1])
        begin, ended = 0, walks.GOING_ON
        while ended == walks.GOING_ON:
            end = min(begin + size, len(others))
            ended = walks.walk_singles(
                self.units, self.with_response, place, others, begin, end, threshold, found
            )
            begin = end
        return _read(found, ended)


class Sets:
    """Larger sets, which need all correlations between the predictors that remain."""

    def __init__(self, matrix: Floats, with_response: Floats, order: int) -> None:
        self.matrix = matrix
        self.with_response = with_response
        self.order = order

    def weakest(self, place: int, others: NDArray[np.intp], threshold: float) -> Weakest:
        """Return the weakest test."""
        factor, found = walks.start(self.order, float(self.with_response[place]))
        ended = walks.GOING_ON
        while ended == walks.GOING_ON:
            ended = walks.walk_sets(
                self.matrix, self.with_response, place, others, factor, threshold, TESTS_PER_CALL, found
            )
        return _read(found, ended)


def _read(found: walks.Weakest, ended: int) -> Weakest:
    return Weakest(
        outcome=ENDINGS[int(found.ended[0])] if ended == walks.DROPPED else "kept",
        r=float(found.r[0]),
        given=found.members.astype(np.intp),
        singular=bool(found.ended[1]),
        n_tests=int(found.counts[0]),
        n_singular=int(found.counts[1]),
    )


def _named(weakest: Weakest, features: NDArray[np.intp]) -> Weakest:
    """Return the test with predictors in place of places."""
    return Weakest(
        weakest.outcome,
        weakest.r,
        features[weakest.given],
        weakest.singular,
        weakest.n_tests,
        weakest.n_singular,
    )
