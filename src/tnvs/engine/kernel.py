"""How compiled functions are made: serial, without the GIL, without value-changing shortcuts, cached on disk.

No ``fastmath`` and no fused multiply-add: the order of the floating-point operations defines the answer.
"""

from collections.abc import Callable
from typing import Any

from numba import njit

from .cache import LOGGER, KernelCache

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": False}
UNCOUNTED: dict[str, Any] = {**OPTIONS, "_nrt": False}


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile ``function`` on first use; keep the machine code on disk where there is a place to keep it."""
    compiled: Callable[..., Any] = njit(**OPTIONS)(function)
    if compiled is not function:  # with NUMBA_DISABLE_JIT it is
        try:
            compiled._cache = KernelCache(function)  # type: ignore[attr-defined]
        except RuntimeError as error:  # numba found no writable folder: compile in every process instead
            LOGGER.debug("%s", error)
    return compiled


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a helper into its callers, without counting references: together ten times faster than calls.

    Such a helper can't make arrays.
    """
    compiled: Callable[..., Any] = njit(forceinline=True, **UNCOUNTED)(function)
    return compiled


def merged(function: Callable[..., Any]) -> Callable[..., Any]:
    """Paste the text of a helper into its callers before anything is optimised.

    A loop over lanes that writes to several arrays becomes SIMD only where the compiler sees that they don't
    overlap.
    """
    compiled: Callable[..., Any] = njit(inline="always", **OPTIONS)(function)
    return compiled


def apart(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a rarely needed helper as a call of its own, so that it isn't in the way of a hot loop."""
    compiled: Callable[..., Any] = njit(**UNCOUNTED)(function)
    return compiled
