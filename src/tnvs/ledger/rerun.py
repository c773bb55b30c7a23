"""The fit of a trace again: its estimator, its data, its search from the start or from one of its steps."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from numpy.typing import ArrayLike

from tnvs import selectors
from tnvs.search import Step, Trace, difference
from tnvs.search.algorithm import Callback, resume
from tnvs.search.difference import Difference
from tnvs.selectors import _parameters
from tnvs.selectors._forward import ForwardSelector
from tnvs.selectors._table import Table

FORWARD = ("TNVS", "FOCI", "KFOCI")


def refuse_unfinished(trace: Trace) -> None:
    """Refuse the trace of a fit that is still to be finished."""
    if trace.stop_reason == "interrupted":
        raise ValueError(
            "The trace is that of an unfinished fit; finish it first: fit again with checkpoint= the path "
            "that it was read from."
        )


def estimator_of(trace: Trace, **changes: Any) -> ForwardSelector:
    """Return the unfitted estimator that made a trace, with some parameters changed."""
    if trace.method not in FORWARD:
        raise ValueError(
            f"The trace is of the method {trace.method!r}; it can be computed again for {', '.join(FORWARD)}."
        )
    kind: type[ForwardSelector] = getattr(selectors, trace.method)
    parameters = {
        **trace.parameters,
        "initial": trace.initial.tolist(),  # as indices, which mean the same where the data have no names
        "exclude": trace.excluded.tolist(),
        "verbose": 0,
        **changes,
    }
    if "random_state" in parameters:
        parameters["random_state"] = None  # the recorded seed takes its place
    foreign = sorted(set(parameters) - set(kind().get_params(deep=False)))
    if foreign:
        raise ValueError(
            f"{trace.method} of this version has no parameter {foreign[0]!r}, which the trace has."
        )
    estimator = kind(**parameters)
    estimator._check_parameters()
    return estimator


def table_of(
    estimator: ForwardSelector, trace: Trace, X: ArrayLike, y: ArrayLike
) -> tuple[Table, tuple[Difference, ...]]:
    """Return the validated data, and in what they are not those of the trace.

    Names that are missing now are no difference: they decide nothing.
    """
    table = Table.validated(estimator, X, y)
    found = table.summary(_parameters.threads(estimator.n_jobs))
    if found.feature_names is None:
        found = replace(found, feature_names=trace.data.feature_names)
    return table, difference.data(trace.data, found)


def rerun(
    estimator: ForwardSelector,
    trace: Trace,
    table: Table,
    *,
    steps: Sequence[Step] = (),
    callback: Callback | None = None,
) -> Trace:
    """Return the trace of the estimator on the data, with the seed of a trace, after these first steps."""
    with estimator._begun(table, seed=trace.resolved.get("seed")) as (engine, opening):
        return resume(engine, replace(opening, steps=tuple(steps)), callback=callback)


def as_the_caller_ended(trace: Trace) -> Callback | None:
    """Return the callback that ends a search after as many steps as the trace has, if its caller ended it."""
    if trace.stop_reason != "callback":
        return None
    return lambda step: step.number >= len(trace.steps)
