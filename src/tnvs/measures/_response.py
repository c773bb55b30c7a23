"""The response in one of a few plain types: numbers, which have an order, or names, which have none."""

import datetime
from decimal import Decimal
from numbers import Complex, Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._arrays import count_missing, refuse_masked_values, refuse_other_containers
from ._columns import WIDE_INTEGERS, is_frame

DATES = (datetime.date, datetime.time, datetime.timedelta, np.datetime64, np.timedelta64)


def plain_response(y: Any) -> NDArray[Any]:
    """Return y as float64, as integers that float64 would round, as booleans, strings or other objects.

    Only the first two are numbers; equal responses have the same type, whatever they were given as. A column
    vector stays one.
    """
    refuse_other_containers(y, "y")
    refuse_masked_values(y, "y")
    if is_frame(y) and len(y.columns) == 1:
        return plain_response(y.iloc[:, 0] if hasattr(y, "iloc") else y.to_series(0)).reshape(-1, 1)
    values = _array(y)
    if missing := count_missing(values):
        raise ValueError(
            f"Input y contains NaN or other missing values ({missing} of {values.size}); drop those rows."
        )
    if _is_categorical(y):
        return values.astype(str if values.dtype.kind in "mM" else object)
    if values.dtype.kind == "O" and values.size:
        values = _from_objects(values)
    return _from_plain(values)


def is_nominal(values: NDArray[Any]) -> bool:
    """Return whether a plain response consists of names."""
    return values.dtype.kind not in "iuf"


def differences_kept(values: NDArray[Any]) -> NDArray[np.float64]:
    """Return a plain response of numbers as float64; integers that it would round, less the lowest."""
    if values.dtype.kind == "f":
        return values.astype(np.float64)
    unsigned = values.astype(np.uint64)  # modulo 2^64, in which differences of any two are exact
    return told_apart((unsigned - unsigned[values.argmin()]).astype(np.float64), np.unique(values).size)


def told_apart(floats: NDArray[np.float64], distinct: int) -> NDArray[np.float64]:
    """Return numbers as floats, unless some of so many distinct ones have become one."""
    if np.unique(floats).size < distinct:
        raise ValueError(
            "y has numbers that float64 can't hold or tell apart; pass their ranks instead, for example "
            "numpy.unique(y, return_inverse=True)[1]."
        )
    return floats


def levels_and_codes(values: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.intp]]:
    """Return the distinct values of a plain response in order, and of each row the place of its own."""
    try:
        levels, codes = np.unique(values, return_inverse=True)
    except TypeError as error:
        kinds = sorted({type(value).__name__ for value in values.tolist()})
        raise ValueError(
            f"y has values that can't be sorted (of type {', '.join(kinds)}); pass numbers or strings."
        ) from error
    return levels, codes.reshape(-1).astype(np.intp)


def _is_categorical(y: Any) -> bool:
    """Return whether y is categories of pandas, which look like numbers once they are an array."""
    return type(getattr(y, "dtype", None)).__name__ == "CategoricalDtype"


def _array(y: Any) -> NDArray[Any]:
    if str(getattr(y, "dtype", None)) in WIDE_INTEGERS:
        y = y.to_list()
    # As objects, before NumPy turns NaN among strings into "nan" and big integers into floats.
    values: NDArray[Any] = np.asarray(y, dtype=object) if isinstance(y, list | tuple) else np.asarray(y)
    return values.astype(object) if values.dtype.kind == "T" else values  # NumPy's strings of any length


def _from_plain(values: NDArray[Any]) -> NDArray[Any]:
    kind = values.dtype.kind
    if kind in "mM":
        _refuse_dates(str(values.dtype))
    if kind == "c":
        _refuse_complex(str(values.dtype))
    if kind not in "biufUSO":
        raise ValueError(f"y has dtype {values.dtype}; convert it to numbers or to strings.")
    if kind == "f":
        return _finite(values.astype(np.float64))
    if kind in "iu":
        floats = values.astype(np.float64)
        return floats if (np.abs(floats) < 2.0**53).all() else values
    return values


def _finite(values: NDArray[np.float64]) -> NDArray[np.float64]:
    if infinite := np.count_nonzero(np.isinf(values)):
        raise ValueError(
            f"Input y contains infinity ({infinite} of {values.size} values); drop those rows or put finite "
            "numbers there."
        )
    return values


def _from_objects(values: NDArray[Any]) -> NDArray[Any]:
    """Return an array of Python objects in a type of its own, where there is one."""
    types = sorted({type(value) for value in values.ravel().tolist()}, key=lambda kind: kind.__name__)
    families = {_family(kind) for kind in types}
    named = ", ".join(kind.__name__ for kind in types)
    if len(families) > 1:
        raise ValueError(
            f"y mixes {' and '.join(sorted(families))} (types {named}); make them one type, for example "
            "strings."
        )
    family = families.pop()
    if family == "dates":
        _refuse_dates(named)
    if family == "complex numbers":
        _refuse_complex(named)
    if family == "collections":
        raise ValueError(f"y holds a collection (type {named}) in a row; pass one value a row.")
    if family == "booleans":
        return values.astype(np.bool_)
    return _numbers(values, types) if family == "numbers" else values


def _family(kind: type) -> str:
    """Return what a type counts as. Dates come first: NumPy takes durations for integers."""
    if issubclass(kind, DATES) or kind.__name__ == "Period":
        return "dates"
    if issubclass(kind, bool | np.bool_):
        return "booleans"
    if issubclass(kind, Real | Decimal):
        return "numbers"
    if issubclass(kind, Complex):
        return "complex numbers"
    if issubclass(kind, str | bytes):
        return "strings" if issubclass(kind, str) else "bytes"
    return "collections" if issubclass(kind, list | dict | set | np.ndarray) else f"{kind.__name__} objects"


def _numbers(values: NDArray[Any], types: list[type]) -> NDArray[Any]:
    """Return numbers of any Python type as integers or floats that have the same order."""
    items = values.ravel().tolist()
    if all(issubclass(kind, Integral) for kind in types):
        lowest, highest = min(items), max(items)
        for dtype in (np.int64, np.uint64):
            if np.iinfo(dtype).min <= lowest and highest <= np.iinfo(dtype).max:
                return values.astype(dtype)
    try:
        floats = np.array([float(value) for value in items])
    except OverflowError:
        floats = np.zeros(0)
    return told_apart(floats, len(set(items))).reshape(values.shape)


def _refuse_dates(kind: str) -> None:
    raise ValueError(
        f"y holds dates or times ({kind}); convert them to numbers, for example days since the first one "
        "(date.toordinal()), or to strings if they are classes."
    )


def _refuse_complex(kind: str) -> None:
    raise ValueError(
        f"Complex data not supported: y holds complex numbers ({kind}); pass y.real, y.imag or abs(y)."
    )
