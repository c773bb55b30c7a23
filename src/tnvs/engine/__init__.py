"""Scoring many candidates fast.

- `cpu`: the engine that the search talks to; `pool` runs its tasks
- `prepared`, `columns`, `bins`: scaled and sorted columns, their entropy
- `store`: what it asks of columns that need not be in memory
- `response`: what the agreement of two rows is
- `neighbourhood`, `scoring`: what a step's candidates share, and which way of scoring suits them
- `line` (no selected columns), `lanes` over `lists`, `buckets`: the three ways
- `tree`, `filled`, `found`: rows in leaves, a candidate in them, what a row has found so far
- `projection`: Gram-Schmidt; `products`: inner products alone; `powers`: of two, to divide by
- `kernel`, `cache`: how compiled functions are made and kept
"""

from .cpu import CpuEngine

__all__ = ["CpuEngine"]
