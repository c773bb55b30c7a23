"""Results as JSON for other programs."""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np


def text_of(value: Any) -> str:
    """Return a value as strict JSON: records are objects, and numbers that are none are null.

    Examples
    --------
    >>> print(text_of({"score": float("nan")}))
    {
     "score": null
    }
    """
    return json.dumps(_plain(value), indent=1, allow_nan=False)


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return None if isinstance(value, float) and not np.isfinite(value) else value
