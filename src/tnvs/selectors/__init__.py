"""Selectors with the interface of scikit-learn, one file a method.

- `_forward`: the forward searches `TNVS`, `FOCI` and `KFOCI`, which leave a `Trace`
- `_screening`: the screening methods, which score every predictor alone and leave a `Ranking`
- `_partial`: `PCSimple` and `TPC`, which test linear partial correlations and leave a `PartialTrace`
"""

from tnvs.selectors._bcorsis import BCorSIS
from tnvs.selectors._dcsis import DCSIS
from tnvs.selectors._foci import FOCI
from tnvs.selectors._gcsis import GCSIS
from tnvs.selectors._kfoci import KFOCI
from tnvs.selectors._pc_simple import PCSimple
from tnvs.selectors._pcsis import PCSIS
from tnvs.selectors._sirs import SIRS
from tnvs.selectors._sis import SIS
from tnvs.selectors._tnvs import TNVS
from tnvs.selectors._tpc import TPC
from tnvs.selectors._wls import WLS

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
    "PCSimple",
]
