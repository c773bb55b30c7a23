"""How many predictors each stage of a search sent to which subset."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tnvs.plots.labels import elided
from tnvs.search.names import LONGEST_SHOWN

if TYPE_CHECKING:
    from tnvs.search.trace import Trace

# Stages have to fit below each other; later steps are drawn as one.
MOST_STEPS = 6


@dataclass(frozen=True, slots=True)
class Flow:
    """So many predictors that one stage sent to one subset.

    Attributes
    ----------
    stage : str
        The stage, in words.
    subset : str
        Where they went.
    count : int
        How many.
    """

    stage: str
    subset: str
    count: int


def flows_of(trace: "Trace") -> list[Flow]:
    """Return all flows that aren't empty, in the order in which they happened."""
    # FOCI has no filter, but constants are of no use to it either
    filter_name = "prefilter" if trace.rules.uninformative_threshold else "entropy 0"
    flows = [
        Flow("exclude", "excluded", len(trace.excluded)),
        Flow("initial", "relevant", len(trace.initial)),
        Flow(filter_name, "uninformative", len(trace.uninformative)),
        Flow("initial", "redundant", len(trace.initial_deletion.features)),
        *_of_steps(trace),
        Flow(
            f"stop: {trace.stop_reason}",
            "conditionally independent",
            trace.counts["conditionally independent"],
        ),
    ]
    return [flow for flow in flows if flow.count]


def _of_steps(trace: "Trace") -> list[Flow]:
    steps = [(step, step.chosen) for step in trace.steps if step.chosen is not None]
    apart = len(steps) if len(steps) <= MOST_STEPS else MOST_STEPS - 1
    flows = []
    for step, chosen in steps[:apart]:
        stage = f"step {step.number}: {elided(trace.name_of(chosen), LONGEST_SHOWN)}"
        flows += [Flow(stage, "relevant", 1), Flow(stage, "redundant", len(step.redundant.features))]
    if rest := steps[apart:]:
        stage = f"steps {rest[0][0].number} to {rest[-1][0].number}"
        n_redundant = sum(len(step.redundant.features) for step, _ in rest)
        flows += [Flow(stage, "relevant", len(rest)), Flow(stage, "redundant", n_redundant)]
    return flows
