"""Memory in bytes: as a user says it, and as this process holds it."""

import re
import sys
from numbers import Real
from pathlib import Path
from typing import Any

import numpy as np

from tnvs.engine import CpuEngine

UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
BINARY_UNITS = {"K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(I?)B?", re.IGNORECASE)
UNKNOWN = 500 * 10**6  # what a process is taken to hold where the system doesn't tell


def bytes_of(size: str | float, parameter: str) -> int:
    """Return a size like "2GB", "1.5 GiB" or 2e9 in bytes.

    Examples
    --------
    >>> bytes_of("2GB", "memory_limit"), bytes_of("1.5 GiB", "memory_limit")
    (2000000000, 1610612736)
    """
    number: float | None = None
    if isinstance(size, Real) and not isinstance(size, bool):
        number = float(size)
    elif isinstance(size, str) and (match := SIZE.fullmatch(size.strip())):
        digits, letter, binary = match.groups()
        units = BINARY_UNITS if binary and letter else UNITS
        number = float(digits) * units[letter.upper()]
    if number is None or not 1 <= number < 2**63:
        raise ValueError(f'{parameter}={size!r} is not a size; give one like "2GB", "1.5GiB", or bytes.')
    return int(number)


def shown_bytes(size: float) -> str:
    """Return a number of bytes as it is read best."""
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"


def held() -> int:
    """Return how many bytes of memory this process holds; where only its peak is known, that."""
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = [
            text for text in status.read_text(encoding="ascii").splitlines() if text.startswith("VmRSS")
        ]
        return int(line.split()[1]) * 1024
    try:
        import resource
    except ImportError:  # Windows
        return UNKNOWN
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def load_code(dtype: np.dtype[Any]) -> None:
    """Have the engine's compiled code in memory, so that it is counted in what the process holds.

    A first fit ever compiles it, which takes more than most other things.
    """
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 8)).astype(dtype)
    X[:, 1:6:2] = rng.integers(0, 5, (200, 3))
    X[:, 7] = X[:, 0]
    with CpuEngine(X, rng.permutation(200)) as engine:
        for q in range(4):
            selected, others = list(range(q)), np.arange(q, 8)
            engine.scores(selected, others)
            engine.residual_variances(selected, others)
            engine.explained_shares(selected, others)
