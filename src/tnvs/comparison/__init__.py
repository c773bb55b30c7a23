"""Several methods on the same data, side by side.

- `compare`: what to call
- `methods`: what can be compared, by name or as an estimator
- `folds`: selection and prediction inside of cross-validation
- `result`: the record, its tables
"""

from tnvs.comparison.compare import compare
from tnvs.comparison.result import Comparison

__all__ = ["Comparison", "compare"]
