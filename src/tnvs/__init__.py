"""Transparent, nonlinear variable selection in wide data.

Where to look:

- `selectors`: the scikit-learn estimators; `TNVS` is the one to start with
- `measures`: the paper's three measures as functions on plain arrays
- `search`: Algorithm 1, the trace it leaves, explanations made from the trace
- `ledger`: two traces compared, one computed again, or asked "what if"
- `engine`: scoring many candidates fast
- `screening`, `partial`, `kpc`: what the other methods score and decide by
- `comparison`: several methods on the same data
- `datasets`: simulations with known truth
"""

from tnvs import datasets
from tnvs._version import __version__
from tnvs.comparison import Comparison, compare
from tnvs.measures import codec, discretize, entropy, residual_variance
from tnvs.search import Trace
from tnvs.selectors import (
    DCSIS,
    FOCI,
    GCSIS,
    KFOCI,
    PCSIS,
    SIRS,
    SIS,
    TNVS,
    TPC,
    WLS,
    BCorSIS,
    PCSimple,
)

__all__ = [
    "DCSIS",
    "FOCI",
    "GCSIS",
    "KFOCI",
    "PCSIS",
    "SIRS",
    "SIS",
    "TNVS",
    "TPC",
    "WLS",
    "BCorSIS",
    "Comparison",
    "PCSimple",
    "Trace",
    "__version__",
    "codec",
    "compare",
    "datasets",
    "discretize",
    "entropy",
    "residual_variance",
]
