"""A source of random numbers from whatever scikit-learn calls a random_state."""

from numbers import Integral
from typing import Any

import numpy as np
from sklearn.utils import check_random_state


def random_source(random_state: Any) -> np.random.RandomState:
    """Return the source that None, an int or a RandomState stands for; refuse anything else."""
    if isinstance(random_state, np.random.Generator):
        raise TypeError(
            "random_state must be None, an int or a RandomState, got a Generator; pass a number drawn from "
            "it: int(generator.integers(2**32))."
        )
    whole = isinstance(random_state, Integral) and not isinstance(random_state, bool | np.bool_)
    if whole and not 0 <= random_state < 2**32:
        raise ValueError(f"random_state={random_state} is out of range; give an int from 0 to {2**32 - 1}.")
    known = random_state is None or random_state is np.random
    if not (whole or known or isinstance(random_state, np.random.RandomState)):
        raise TypeError(
            f"random_state must be None, an int or a RandomState, got {random_state!r} of type "
            f"{type(random_state).__name__}."
        )
    source: np.random.RandomState = check_random_state(int(random_state) if whole else random_state)
    return source
