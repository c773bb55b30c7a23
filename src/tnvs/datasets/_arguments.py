"""Checks of the arguments of simulations: each error names the argument, the value and the fix."""

from __future__ import annotations

import math
from numbers import Integral, Real


def check_count(name: str, value: int, least: int) -> int:
    """Return ``value`` as an int, or say why it is no count of at least ``least``."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name} must be an integer of at least {least}, got {value!r}")
    if value < least:
        raise ValueError(f"{name} must be at least {least}, got {value!r}")
    return int(value)


def check_number(name: str, value: float, most: float = math.inf) -> float:
    """Return ``value`` as a float, or say why it is no finite number from 0 to ``most``."""
    allowed = "a finite number of at least 0" if most == math.inf else f"a number from 0 to {most:g}"
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} must be {allowed}, got {value!r}")
    if not (math.isfinite(value) and 0 <= value <= most):
        raise ValueError(f"{name} must be {allowed}, got {value!r}")
    return float(value)
