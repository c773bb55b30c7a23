"""Data with known truth, to try a selector on.

* :func:`make_nonlinear`: the simulation of the paper, of any size.
* :func:`make_example`: the six predictors of the paper's Appendix A.
* :class:`GroundTruth`: what a perfect selection would say about each column.
"""

from tnvs.datasets.example import make_example
from tnvs.datasets.nonlinear import make_nonlinear
from tnvs.datasets.truth import GroundTruth

__all__ = ["GroundTruth", "make_example", "make_nonlinear"]
