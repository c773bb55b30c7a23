"""The report's page: how large it is and how long it takes to make."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.registry import Effort, Measurement, Reach, Row, add
from benchmarks.timing import interleaved, readable

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))

from reports import invented_trace  # what tests open in a browser

PREDICTORS = 50_000
STEPS = 10


def page(effort: Effort) -> Measurement:
    """Measure the page of a wide table."""
    trace = invented_trace(200 if effort.tiny else PREDICTORS, n_steps=2 if effort.tiny else STEPS)
    (best,) = interleaved(effort, trace.to_html)
    return Measurement(len(trace.to_html().encode()) / 1e6, f"made in {readable(best)}")


def register() -> None:
    """Add the row of the page."""
    what = f"size of the report's page, {PREDICTORS} predictors and {STEPS} selected"
    add(Row("report", what, "MB", page, Reach(8, "MB")))


register()
