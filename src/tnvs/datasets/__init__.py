"""Data to try a selector on.

With known truth:

* :func:`make_nonlinear`: the simulation of the paper, of any size.
* :func:`make_example`: the six predictors of the paper's Appendix A.
* :class:`GroundTruth`: what a perfect selection would say about each column.

The paper's public data, fetched where they are absent:

* :func:`fetch_arcene`: mass spectra.
* :func:`fetch_isolet`: spoken letters.
* :func:`fetch_warpar10p`, :func:`fetch_orl`: faces.
"""

from tnvs.datasets.example import make_example
from tnvs.datasets.nonlinear import make_nonlinear
from tnvs.datasets.public import fetch_arcene, fetch_isolet, fetch_orl, fetch_warpar10p
from tnvs.datasets.truth import GroundTruth

__all__ = [
    "GroundTruth",
    "fetch_arcene",
    "fetch_isolet",
    "fetch_orl",
    "fetch_warpar10p",
    "make_example",
    "make_nonlinear",
]
