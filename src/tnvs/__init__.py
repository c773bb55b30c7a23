"""Transparent, nonlinear variable selection in wide data.

Where to look:

- `selectors`: the scikit-learn estimators; `TNVS` is the one to start with
- `measures`: the paper's three measures as functions on plain arrays
- `search`: Algorithm 1, the trace it leaves, explanations made from the trace
- `ledger`: two traces compared, one computed again, or asked "what if"
- `engine`: scoring many candidates fast
- `screening`, `partial`, `kpc`: what the other methods score and decide by
- `outofcore`: selection from a file that is larger than memory
- `comparison`: several methods on the same data
- `plots`, `palette`: pictures of a selection, and the colours of the subsets
- `datasets`: simulations with known truth
- `readers`, `cli`: tables from files, and the `tnvs` command

A name is imported when it is first used: loading scikit-learn and numba takes seconds, and the command's help
or a trace needs neither.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tnvs import datasets
    from tnvs._version import __version__
    from tnvs.comparison import Comparison
    from tnvs.comparison.compare import compare
    from tnvs.measures import codec, discretize, entropy, residual_variance
    from tnvs.outofcore import fit_file
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
    "fit_file",
    "residual_variance",
]

_HOMES = {
    "Comparison": "comparison",
    "Trace": "search",
    "__version__": "_version",
    "codec": "measures",
    "compare": "comparison",
    "discretize": "measures",
    "entropy": "measures",
    "fit_file": "outofcore",
    "residual_variance": "measures",
}


def __getattr__(name: str) -> Any:
    if name in __all__ and name != "datasets":
        value = getattr(import_module(f"tnvs.{_HOMES.get(name, 'selectors')}"), name)
        globals()[name] = value  # the next use finds it without asking
        return value
    if not name.startswith("__") and find_spec(f"tnvs.{name}") is not None:
        return import_module(f"tnvs.{name}")
    raise AttributeError(f"module 'tnvs' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
