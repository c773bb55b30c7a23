"""Names of predictors: derived where the data had none, looked up, and made fit to print."""

import difflib
import re
from collections.abc import Sequence
from numbers import Integral

# Comparing an unknown name with a million others for spelling takes minutes.
MOST_NAMES_COMPARED = 5000
DEFAULT_NAME = re.compile(r"x(?:0|[1-9][0-9]{0,18})")
LONGEST_SHOWN = 60
BIDIRECTIONAL = {*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C}


def name_of(feature: int, names: Sequence[str] | None) -> str:
    """Return the name of a predictor: x0, x1, ... where the data had no names."""
    return f"x{feature}" if names is None else names[feature]


def all_names(n_features: int, names: Sequence[str] | None) -> tuple[str, ...]:
    """Return the names of all predictors."""
    return tuple(f"x{feature}" for feature in range(n_features)) if names is None else tuple(names)


def find_feature(key: object, n_features: int, names: Sequence[str] | None, parameter: str) -> int:
    """Return the index of the predictor that `key`, a name or an index, means.

    `parameter` names the argument in error messages.
    """
    if isinstance(key, str):
        return _find_name(key, n_features, names, parameter)
    if isinstance(key, bool) or not isinstance(key, Integral):
        raise TypeError(
            f"{parameter} must be the name (str) or the index (int) of a predictor, "
            f"got {key!r} of type {type(key).__name__}."
        )
    index = int(key)
    if not 0 <= index < n_features:
        raise ValueError(f"{parameter}={index} is not a predictor; indices run from 0 to {n_features - 1}.")
    return index


def places_of(names: Sequence[str] | None) -> dict[str, int]:
    """Return where each name is that only one predictor has: what `find_feature` searches for every time."""
    places: dict[str, int] = {}
    repeated = set()
    for place, name in enumerate(names or ()):
        if places.setdefault(name, place) != place:
            repeated.add(name)
    return {name: place for name, place in places.items() if name not in repeated}


def _find_name(key: str, n_features: int, names: Sequence[str] | None, parameter: str) -> int:
    if names is None:
        if DEFAULT_NAME.fullmatch(key) and int(key[1:]) < n_features:
            return int(key[1:])
        raise ValueError(
            f"{parameter}={quoted(key)} is not a predictor; the data had no feature names, "
            f"so they are called x0 to x{n_features - 1}."
        )
    try:
        index = names.index(key)
    except ValueError:
        close = _close_names(key, names)
        hint = f"did you mean {' or '.join(close)}?" if close else "use a column's name or index."
        raise ValueError(
            f"{parameter}={quoted(key)} is not among the {n_features} feature names; {hint}"
        ) from None
    if key in names[index + 1 :]:
        raise ValueError(f"{parameter}={quoted(key)} is the name of several predictors; use an index.")
    return index


def _close_names(key: str, names: Sequence[str]) -> list[str]:
    folded = key.casefold().strip()
    same = [name for name in names if name.casefold().strip() == folded][:3]
    start = [name for name in names if name[:1] == key[:1]][:MOST_NAMES_COMPARED]
    close = same or difflib.get_close_matches(key, start or names[:MOST_NAMES_COMPARED])
    return [quoted(name) for name in close]


def quoted(name: str) -> str:
    """Return a name in quotes, as it is safe to print."""
    return repr(shown(name)) if name.strip() else shown(name)


def shown(name: str) -> str:
    """Return a name as it is safe to print: on one line, of bounded length, without hidden characters.

    A name of nothing but spaces is put in quotes, because it could not be seen.

    Examples
    --------
    >>> print(shown("a\\nb"), shown(""))
    a\\nb ''
    """
    if not name.strip():
        name = repr(name)
    if len(name) > LONGEST_SHOWN:
        name = name[: LONGEST_SHOWN - 1] + "…"
    if name.isprintable() and not BIDIRECTIONAL.intersection(map(ord, name)):
        return name
    return "".join(_visible(char) for char in name)


def _visible(char: str) -> str:
    if char.isprintable() and ord(char) not in BIDIRECTIONAL:
        return char
    return char.encode("unicode_escape").decode()
