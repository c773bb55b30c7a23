"""Frozen records: what every part of a trace has in common."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np

R = TypeVar("R", bound="Record")


class Record:
    """Base of frozen, slotted dataclasses that hold read-only arrays.

    Gives them what a dataclass can't: arrays, lists and mappings are frozen with the object, two records
    are equal when all they hold is equal (nan equals nan), and a copy or an unpickled record is as
    read-only as the original.
    """

    __slots__ = ()

    def __post_init__(self) -> None:
        for field in fields(self):  # type: ignore[arg-type]
            object.__setattr__(self, field.name, _frozen(getattr(self, field.name)))

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(
            _same(getattr(self, field.name), getattr(other, field.name))
            for field in fields(self)  # type: ignore[arg-type]
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        values = {field.name: thawed(getattr(self, field.name)) for field in fields(self)}  # type: ignore[arg-type]
        return _rebuild, (type(self), values)


def _rebuild(kind: type[R], values: dict[str, Any]) -> R:
    return kind(**values)


def _frozen(value: Any) -> Any:
    """Return a deeply read-only equivalent of `value`."""
    if isinstance(value, np.ndarray):
        if isinstance(value.base, bytes):
            return value
        # NumPy lets nobody write into bytes, while an array of its own memory could be made writeable again.
        return np.ndarray(value.shape, value.dtype, value.tobytes())
    if isinstance(value, Mapping):
        return MappingProxyType({key: _frozen(item) for key, item in value.items()})
    if isinstance(value, list | tuple):
        return tuple(_frozen(item) for item in value)
    return value


def thawed(value: Any) -> Any:
    """Return `value` with plain dicts in place of the read-only mappings, which can't be pickled."""
    if isinstance(value, Mapping):
        return {key: thawed(item) for key, item in value.items()}
    return value


def _same(left: Any, right: Any) -> bool:
    if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
        floating = left.dtype.kind == "f"
        return left.dtype == right.dtype and np.array_equal(left, right, equal_nan=floating)
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return left.keys() == right.keys() and all(_same(left[key], right[key]) for key in left)
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(_same, left, right))
    return bool(left == right or (left != left and right != right))
