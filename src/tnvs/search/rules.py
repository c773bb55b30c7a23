"""The thresholds that a search decides by."""

from dataclasses import dataclass

from tnvs.search.record import Record


@dataclass(frozen=True, slots=True, eq=False)
class Rules(Record):
    """The thresholds of a search. float32 answers of the engine are compared with them in float64.

    Attributes
    ----------
    uninformative_threshold : float
        The paper's alpha_1: a predictor with at most this entropy (nats) is uninformative.
    relevance_threshold : float
        The paper's alpha_2: the search stops when the best T falls below it.
    redundancy_threshold : float
        The paper's alpha_3: a predictor with less than this residual variance is redundant. 0: none is.
    max_features : int or None
        The paper's d_max: the most predictors to select, those given as initial included.
    strictly : bool
        Whether the search also stops when the best T is equal to the relevance threshold, as FOCI does.
    """

    uninformative_threshold: float = 0.01
    relevance_threshold: float = -0.01
    redundancy_threshold: float = 0.01
    max_features: int | None = None
    strictly: bool = False
