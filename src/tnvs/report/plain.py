"""Records as dicts, lists, strings and numbers."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from tnvs.search.record import Record
from tnvs.search.serialise import _number, _numbers


def plain(value: Any) -> Any:
    """Return a value as strict JSON can hold it; numbers that are not finite become words.

    Examples
    --------
    >>> plain({"threshold": float("-inf"), "steps": (1, 2)})
    {'threshold': '-Infinity', 'steps': [1, 2]}
    """
    if isinstance(value, Record):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}  # type: ignore[arg-type]
    if isinstance(value, np.ndarray):
        return _numbers(value) if value.dtype.kind == "f" else value.tolist()
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return _number(value) if isinstance(value, float) else value
