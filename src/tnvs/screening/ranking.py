"""The record that a screening leaves: the score of every predictor, and how many of the best were kept."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tnvs._version import __version__
from tnvs.search.data import DataSummary
from tnvs.search.frame import framed
from tnvs.search.names import all_names, find_feature, name_of, shown
from tnvs.search.record import Record
from tnvs.search.sentences import number


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Ranking(Record):
    """The frozen record of a screening.

    Attributes
    ----------
    method : str
        The name of the estimator, "SIS" for one.
    score_name : str
        What the scores are, in words.
    parameters, resolved : mappings
        The settings as given, and what they came to on these data: "max_features", and "response", which is
        "numeric", "nominal" (names without order) or "codes" (the numbers 0, 1, ... of sorted classes).
    data : DataSummary
        Shape, type, fingerprints and names.
    scores : (p,) array
        The score of every predictor.
    constant : array of int
        Predictors with one value only, whose score is 0.
    n_selected : int
        How many of the best were kept.
    seconds : mapping of str to float
        Wall time of each stage.
    library_version : str
        Version of the package that made the record.
    """

    method: str
    score_name: str
    parameters: Mapping[str, Any]
    resolved: Mapping[str, Any]
    data: DataSummary
    scores: NDArray[np.float64]
    constant: NDArray[np.int32]
    n_selected: int
    seconds: Mapping[str, float]
    library_version: str = field(default=__version__)

    @property
    def order(self) -> NDArray[np.intp]:
        """All predictors, best first; of equal scores the lowest index comes first."""
        return np.argsort(-self.scores, kind="stable")

    @property
    def selected(self) -> NDArray[np.intp]:
        """The predictors kept, best first."""
        return self.order[: self.n_selected]

    @property
    def cutoff(self) -> float:
        """The score of the last predictor kept."""
        return float(self.scores[self.selected[-1]])

    @property
    def feature_names(self) -> tuple[str, ...]:
        """The names of all predictors, x0, x1, ... where the data had none."""
        return all_names(self.data.n_features, self.data.feature_names)

    def explain(self, feature: str | int) -> "RankExplanation":
        """Say where a predictor, given by name or index, stands."""
        found = find_feature(feature, self.data.n_features, self.data.feature_names, "feature")
        return next(self._explanations([found]))

    def to_frame(self, library: str = "pandas") -> Any:
        """Return a data frame, of "pandas" or "polars", with one row a predictor."""
        return framed(self._columns, library)

    def _columns(self) -> dict[str, Any]:
        """Return the columns of the frame."""
        every = list(self._explanations(range(self.data.n_features)))
        return {
            "feature": [why.name for why in every],
            "index": [why.feature for why in every],
            "selected": [why.selected for why in every],
            "score": self.scores,
            "rank": [why.rank for why in every],
            "reason": [str(why) for why in every],
        }

    def _explanations(self, features: Iterable[int]) -> Iterator["RankExplanation"]:
        """Explain predictors, given by index; what they share is computed once."""
        order = self.order
        ranks = np.empty(len(order), np.intp)
        ranks[order] = np.arange(1, len(order) + 1)
        cutoff = float(self.scores[order[self.n_selected - 1]])
        constant = set(self.constant.tolist())
        for feature in features:
            rank = int(ranks[feature])
            yield RankExplanation(
                feature=feature,
                name=name_of(feature, self.data.feature_names),
                selected=rank <= self.n_selected,
                score=float(self.scores[feature]),
                score_name=self.score_name,
                rank=rank,
                n_features=self.data.n_features,
                n_selected=self.n_selected,
                cutoff=cutoff,
                constant=feature in constant,
            )

    def __repr__(self) -> str:
        return f"<Ranking of {self.data.n_features} predictors by {self.method}: {self.n_selected} selected>"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RankExplanation(Record):
    """Where a predictor stands in a ranking. `str()` says it in words.

    Attributes
    ----------
    feature, name : int, str
        The predictor.
    selected : bool
        Whether it was kept.
    score : float
        Its score, and in `score_name` what that is.
    rank : int
        1 for the highest score.
    n_features, n_selected : int
        How many were ranked, and how many of the best were kept.
    cutoff : float
        The score of the last one kept.
    constant : bool
        Whether it has one value only.
    """

    feature: int
    name: str
    selected: bool
    score: float
    score_name: str
    rank: int
    n_features: int
    n_selected: int
    cutoff: float
    constant: bool

    def __str__(self) -> str:
        name = shown(self.name)
        if self.constant:
            fate = ", and was kept only because there was room" if self.selected else ""
            return f"{name} has the same value in every row, so its score is 0{fate}."
        verdict = "was selected" if self.selected else "was not selected"
        kept = f"the best {self.n_selected} were kept, down to {number(self.cutoff)}"
        if self.n_selected == self.n_features:
            kept = "all were kept"
        return (
            f"{name} {verdict}: its {self.score_name}, {number(self.score)}, has rank {self.rank} of "
            f"{self.n_features}; {kept}. It was judged alone, whatever other predictors say."
        )
