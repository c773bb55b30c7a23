"""The paper's three measures as functions on plain arrays.

- `codec`: conditional dependence T, the score of relevance
- `entropy`, `discretize`: the score of uninformative predictors, and the bins that it looks at
- `residual_variance`: the score of redundant predictors
"""

from .codec import codec
from .discretize import discretize
from .entropy import entropy
from .residual import residual_variance

__all__ = ["codec", "discretize", "entropy", "residual_variance"]
