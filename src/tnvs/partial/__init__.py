"""Selection by linear partial correlations, PC-simple and TPC, and the trace it leaves.

Where to look:

- `columns`: predictors as vectors whose inner products are correlations
- `rule`: when a partial correlation is large enough to keep a predictor; where the two methods differ
- `stepwise`: the search they share
- `walks`: compiled loops over conditioning sets
- `ledger`: what a search writes down while it runs
- `record`: the trace
- `explain`, `sentences`: why a predictor was kept or dropped
- `serialise`, `frame`: a trace as JSON and as a data frame
"""

from tnvs.partial.explain import PartialExplanation
from tnvs.partial.record import PartialTrace
from tnvs.partial.rule import Rule
from tnvs.partial.stepwise import search

__all__ = ["PartialExplanation", "PartialTrace", "Rule", "search"]
