"""What can be done with a trace beyond reading it: compare two, compute it again, ask what if.

Where to look:

- `diff`, `matching`, `divergence`: what changed between two selections, and where their paths part
- `replay`, `mismatch`: the same fit again, number by number
- `what_if`, `answer`: what another setting would have decided
- `recorded`: an engine that answers from a trace instead of from data
- `rerun`: the fit of a trace again, from its start or from one of its steps
"""

from tnvs.ledger.answer import Choice, WhatIf
from tnvs.ledger.diff import Diff, Move, Place, diff
from tnvs.ledger.divergence import Divergence, Turn
from tnvs.ledger.mismatch import Mismatch
from tnvs.ledger.replay import Replay, replay
from tnvs.ledger.what_if import what_if
from tnvs.search.difference import Difference

__all__ = [
    "Choice",
    "Diff",
    "Difference",
    "Divergence",
    "Mismatch",
    "Move",
    "Place",
    "Replay",
    "Turn",
    "WhatIf",
    "diff",
    "replay",
    "what_if",
]
