"""Parameters in: checked one by one, with errors that name the parameter, the value and the fix."""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from numbers import Integral, Real
from typing import Any

import numpy as np
from joblib import cpu_count  # type: ignore[import-untyped]
from joblib.parallel import get_active_backend  # type: ignore[import-untyped]

from tnvs.measures._seed import random_source
from tnvs.search.names import shown


def check_threshold(
    name: str, value: object, *, lowest: float = -math.inf, highest: float = math.inf
) -> float:
    """Return a threshold as a float, or raise if it isn't a finite number in the range."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, Real):
        raise TypeError(f"{name} must be a number, got {value!r} of type {type(value).__name__}.")
    try:
        number = float(value)
    except OverflowError:  # an integer of hundreds of digits
        number = math.inf
    if not (math.isfinite(number) and lowest <= number <= highest):
        bounds = [f"at least {lowest:g}"] if math.isfinite(lowest) else []
        bounds += [f"at most {highest:g}"] if math.isfinite(highest) else []
        raise ValueError(
            f"{name}={_brief(value)} is out of range; give a finite number, {' and '.join(bounds)}."
        )
    return number


def check_choice(name: str, value: object, choices: Collection[str]) -> str:
    """Return a value that must be one of a few words."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name}={value!r} is not known; choose one of {', '.join(map(repr, choices))}.")
    return value


def check_flag(name: str, value: object) -> bool:
    """Return a value that must be True or False."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} must be True or False, got {value!r} of type {type(value).__name__}.")
    return bool(value)


def check_count(name: str, value: object, *, lowest: int, otherwise: str = "") -> int:
    """Return a number of things, at least `lowest`; `otherwise` says what else the parameter could be."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, Integral):
        kinds = f"an int or {otherwise}" if otherwise else "an int"
        raise TypeError(f"{name} must be {kinds}, got {value!r} of type {type(value).__name__}.")
    if value < lowest:
        fix = f"{lowest}, or {otherwise}" if otherwise else f"{lowest}"
        raise ValueError(f"{name}={value!r} is too small; give at least {fix}.")
    return int(value)


def check_n_jobs(value: object) -> int | None:
    """Return n_jobs, None or an integer other than 0."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"n_jobs must be None or an int, got {value!r} of type {type(value).__name__}.")
    if value == 0:
        raise ValueError("n_jobs=0 has no meaning; give None, a positive number, or -1 for all processors.")
    return int(value)


def resolved_max_features(value: object, n_samples: int, n_initial: int) -> int | None:
    """Return the most predictors to select: the paper's ceil(n / ln n) for "auto", None for no bound."""
    if value is None:
        return None
    if isinstance(value, str) and value == "auto":
        most = math.ceil(n_samples / math.log(n_samples))
        if most < n_initial:
            raise ValueError(
                f'max_features="auto" comes to {most} with {n_samples} rows, less than the {n_initial} '
                f"predictors in initial, which count towards it; give at least {n_initial}, or None."
            )
        return most
    if isinstance(value, bool | np.bool_) or not isinstance(value, Integral):
        kind = ValueError if isinstance(value, str) else TypeError
        raise kind(f'max_features={value!r} is not known; give "auto", an int, or None for no bound.')
    if value < 1:
        raise ValueError(
            f'max_features={value!r} is too small; give at least 1, "auto", or None for no bound.'
        )
    if value < n_initial:
        raise ValueError(
            f"max_features={value!r} is less than the {n_initial} predictors in initial, which count "
            f"towards it; give at least {n_initial}."
        )
    return int(value)


def check_shared_settings(settings: Mapping[str, Any]) -> None:
    """Check what means the same in every selector, used with these settings or not."""
    if "verbose" in settings:
        check_verbose(settings["verbose"])
    if "random_state" in settings:
        random_source(settings["random_state"])


def check_verbose(value: object) -> int:
    """Return how much to log: 0 or more; True is 1."""
    if isinstance(value, bool | np.bool_):
        return int(value)
    return check_count("verbose", value, lowest=0)


def threads(n_jobs: int | None) -> int:
    """Return how many threads n_jobs means here.

    That is joblib's answer, except that where joblib would start processes it counts those: only one inside
    of a process that can't start others, or all of a cluster. Threads can be started anywhere.
    """
    backend, n_jobs_here = get_active_backend()
    wanted = n_jobs_here if n_jobs is None else n_jobs
    if getattr(backend, "supports_sharedmem", False):
        return int(backend.effective_n_jobs(wanted))
    wanted = 1 if wanted is None else int(wanted)
    return wanted if wanted > 0 else max(1, int(cpu_count()) + 1 + wanted)


def seed_of(random_state: Any) -> int:
    """Return the seed that a random_state stands for: 53 bits, all that other readers of JSON keep."""
    return int(random_source(random_state).randint(2**53, dtype=np.uint64))


def plain_settings(settings: dict[str, Any]) -> dict[str, Any]:
    """Return an estimator's settings in types that JSON has."""
    return {name: _plain(value) for name, value in settings.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value)
    if isinstance(value, set | frozenset):
        value = sorted(value, key=repr)
    if isinstance(value, Iterable) and not isinstance(value, bytes | bytearray | Mapping | Iterator):
        return [_plain(item) for item in value]
    return type(value).__name__


def _brief(value: object) -> str:
    """Return a value as it fits into a message; Python refuses to print integers of thousands of digits."""
    try:
        return shown(repr(value))
    except ValueError:
        return f"of type {type(value).__name__}"
