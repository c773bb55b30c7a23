"""An engine that answers from a trace what the trace has the answer to.

The search that runs on it is the search itself, so what it decides is what a fit would decide. T of a
candidate depends on y, on the candidate and on those selected before, and so does the variance they leave of
it; other candidates play no part. So an answer stays right when candidates are taken away.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tnvs.search import Step, Trace
from tnvs.search.paragraph import listed
from tnvs.search.protocol import Floats


class NotRecordedError(Exception):
    """The trace has no answer to a question of the search; the message says what it lacks."""


class RecordedEngine:
    """Answers from a trace; see `tnvs.search.protocol.Engine` for the questions.

    Parameters
    ----------
    trace : Trace
        The record.
    redundancy_threshold : float
        Of the search that asks. The trace has residual variances only below its own threshold: of the others
        it is known that they are not below, which is enough for a threshold that is not higher.
    """

    def __init__(self, trace: Trace, redundancy_threshold: float) -> None:
        self.n_samples, self.n_features = trace.data.n_samples, trace.data.n_features
        self._trace = trace
        self._all_deletions_known = redundancy_threshold <= trace.rules.redundancy_threshold
        path, start = trace.selected.tolist(), len(trace.initial)
        fixed = [*trace.initial, *trace.excluded, *trace.uninformative]
        considered = np.setdiff1d(np.arange(self.n_features), fixed)
        self._steps: dict[tuple[int, ...], Step] = {}
        self._deletions = {tuple(path[:start]): (considered, trace.initial_deletion)}
        for given, step in enumerate(trace.steps, start=start):
            self._steps[tuple(path[:given])] = step
            if step.chosen is not None:
                self._deletions[tuple(path[: given + 1])] = (step.candidates, step.redundant)

    def entropies(self) -> Floats:
        return self._trace.entropies.copy()

    def constants(self) -> NDArray[np.bool_]:
        constant = np.zeros(self.n_features, dtype=np.bool_)
        constant[self._trace.constant] = True
        return constant

    def scores(self, selected: Sequence[int], candidates: NDArray[np.intp]) -> Floats:
        step = self._steps.get(tuple(selected))
        if step is None or not np.isin(candidates, step.candidates).all():
            raise NotRecordedError(f"T of every candidate given {self._named(selected)}")
        return step.scores[np.searchsorted(step.candidates, candidates)]

    def residual_variances(self, selected: Sequence[int], candidates: NDArray[np.intp]) -> Floats:
        lacking = f"the variance left of every candidate by {self._named(selected)}"
        judged, deletion = self._deletions.get(tuple(selected), (np.empty(0), None))
        if deletion is None or not np.isin(candidates, judged).all():
            raise NotRecordedError(lacking)
        known = np.isin(candidates, deletion.features)
        if not (self._all_deletions_known or known.all()):
            raise NotRecordedError(lacking)
        left = np.full(len(candidates), np.inf, self._trace.entropies.dtype)
        left[known] = deletion.residual_variances[np.searchsorted(deletion.features, candidates[known])]
        return left

    def explained_shares(self, selected: Sequence[int], features: NDArray[np.intp]) -> Floats:
        _, deletion = self._deletions[tuple(selected)]
        return deletion.shares[np.searchsorted(deletion.features, features)]

    def column(self, feature: int) -> Floats:
        raise NotRecordedError("the data")

    def close(self) -> None:
        """Nothing to release."""

    def _named(self, selected: Sequence[int]) -> str:
        return listed([self._trace.name_of(feature) for feature in selected]) if selected else "no other"
