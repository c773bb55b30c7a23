"""The paper's tables and figures, computed anew: `python -m tnvs.experiments list`.

- `settings`, `methods`: what the paper fixed, and every seed
- `runs`: what is measured, a module a file of results
- `sheet`, `store`, `runner`, `limit`, `progress`, `machine`: computing rows once, and keeping them
- `simulated`, `real`, `outcome`: data, folds, and what a selection got right
- `catalogue`: the paper's tables and figures by name
"""
