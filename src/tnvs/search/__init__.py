"""Algorithm 1 of the paper, the trace it leaves, and explanations made from the trace alone.

Where to look:

- `protocol`: what the search asks of an engine
- `algorithm`, `rules`: Algorithm 1 and its thresholds
- `step`, `trace`, `data`, `preparation`, `record`: the records
- `subsets`, `facts`: what follows from a trace for every predictor
- `explain`, `sentences`, `paragraph`: why a predictor is where it is
- `serialise`, `decode`, `consistency`, `frame`: a trace as JSON and as a data frame
- `plotting`: one call for each of the displays in `tnvs.plots`
- `fingerprint`, `names`, `stopwatch`: small helps
"""

from tnvs.search.algorithm import search
from tnvs.search.data import DataSummary
from tnvs.search.explain import Explanation
from tnvs.search.fingerprint import fingerprint
from tnvs.search.preparation import Preparation
from tnvs.search.protocol import Engine
from tnvs.search.rules import Rules
from tnvs.search.step import Deletion, SearchRecord, Step
from tnvs.search.trace import Trace

__all__ = [
    "DataSummary",
    "Deletion",
    "Engine",
    "Explanation",
    "Preparation",
    "Rules",
    "SearchRecord",
    "Step",
    "Trace",
    "fingerprint",
    "search",
]
