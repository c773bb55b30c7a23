"""Whether the numbers of a trace come out again."""

from dataclasses import dataclass

from numpy.typing import ArrayLike

from tnvs._version import __version__
from tnvs.ledger.mismatch import Mismatch, mismatches, n_numbers
from tnvs.ledger.rerun import as_the_caller_ended, estimator_of, refuse_unfinished, rerun, table_of
from tnvs.search import Trace
from tnvs.search.difference import Difference
from tnvs.search.record import Record

MOST_LISTED = 10


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Replay(Record):
    """Whether a second run reproduced a trace. It is true if so; `str()` says it in words.

    Attributes
    ----------
    recorded : Trace
        The trace.
    found : Trace or None
        What came out now; None if nothing was run because the data are not those of the trace.
    data : tuple of Difference
        In what the data are not those of the trace.
    mismatches : tuple of Mismatch
        The parts of the trace that came out otherwise.
    """

    recorded: Trace
    found: Trace | None
    data: tuple[Difference, ...]
    mismatches: tuple[Mismatch, ...]

    @property
    def reproduced(self) -> bool:
        """Whether every number came out the same, to the last bit."""
        return self.found is not None and not self.mismatches

    @property
    def versions(self) -> tuple[str, str]:
        """The version of tnvs that made the trace, and the one that ran now."""
        return self.recorded.library_version, __version__

    def __bool__(self) -> bool:
        return self.reproduced

    def __str__(self) -> str:
        if self.found is None:
            lines = ["Not reproduced: the data are not those of the trace, so nothing was run."]
            lines += [f"- {difference}" for difference in self.data]
        elif self.mismatches:
            lines = ["Not reproduced: on the same data, other numbers came out."]
            lines += [f"- {mismatch}" for mismatch in self.mismatches[:MOST_LISTED]]
            more = len(self.mismatches) - MOST_LISTED
            lines += [f"- and {more} more parts of the trace"] if more > 0 else []
        else:
            lines = [
                f"Reproduced: on the same data, all {n_numbers(self.recorded)} numbers of the trace came out "
                f"the same to the last bit, in {len(self.recorded.steps)} steps."
            ]
        return "\n".join([*lines, self._versions_in_words()])

    def _versions_in_words(self) -> str:
        before, now = self.versions
        if before == now:
            return f"The trace was made by tnvs {before}, which is also the version here."
        return f"The trace was made by tnvs {before}; the version here is {now}."


def replay(trace: Trace, X: ArrayLike, y: ArrayLike) -> Replay:
    """Fit again with what a trace has recorded, and compare."""
    refuse_unfinished(trace)
    estimator = estimator_of(trace)
    table, data = table_of(estimator, trace, X, y)
    if data:
        return Replay(recorded=trace, found=None, data=data, mismatches=())
    found = rerun(estimator, trace, table, callback=as_the_caller_ended(trace))
    return Replay(recorded=trace, found=found, data=(), mismatches=mismatches(trace, found))
