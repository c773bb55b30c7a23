"""What can be compared: this package's methods by name, and any scikit-learn selector."""

from collections.abc import Iterable, Mapping
from numbers import Integral
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, clone

from tnvs import selectors
from tnvs.measures._response import levels_and_codes
from tnvs.selectors._base import Selector
from tnvs.selectors._forward import ForwardSelector
from tnvs.selectors._table import Table

BY_NAME: dict[str, type[Selector]] = {name.lower(): getattr(selectors, name) for name in selectors.__all__}
OF_THE_PAPER = ("TNVS", "FOCI", "SIS", "SIRS", "DCSIS", "WLS", "PCSimple", "TPC")
# The number of sets to test doubles with every relevant predictor: without a bound some dozens never end.
MAX_ORDER = 3

Given = TypeVar("Given")


def named_selectors(methods: Any, n_jobs: int | None) -> dict[str, BaseEstimator]:
    """Return the selectors that `methods` means, by the names they are shown under."""
    if methods is None:
        methods = OF_THE_PAPER
    if isinstance(methods, str) or not isinstance(methods, Iterable):
        raise TypeError(f"methods must be a list or a dict of selectors, got {methods!r}; try [{methods!r}].")
    if isinstance(methods, Mapping):
        found = {name: _selector(method, n_jobs) for name, method in by_name(methods, "methods").items()}
    else:
        found = {}
        for method in methods:
            selector = _selector(method, n_jobs)
            name = type(selector).__name__
            if name in found:
                raise ValueError(
                    f"methods has {name} more than once; pass a dict to give each a name of its own, "
                    f'for example {{"{name} a": ..., "{name} b": ...}}.'
                )
            found[name] = selector
    if not found:
        raise ValueError("methods is empty; name at least one, or leave it out for those of the paper.")
    return found


def by_name(given: Mapping[Any, Given], parameter: str) -> dict[str, Given]:
    """Return a dict that a user passed, with text for keys: the names that results are shown under."""
    found: dict[str, Given] = {}
    for key, value in given.items():
        if str(key) in found:
            raise ValueError(f"{parameter} has two keys that both read {str(key)!r}; give each its own name.")
        found[str(key)] = value
    return found


def _selector(method: Any, n_jobs: int | None) -> BaseEstimator:
    if isinstance(method, str):
        kind = BY_NAME.get(method.lower())
        if kind is None:
            known = ", ".join(selectors.__all__)
            raise ValueError(f"methods has {method!r}, which is not known; choose from {known}.")
        settings = {"n_jobs": n_jobs, "max_order": MAX_ORDER}
        return kind(**{name: settings[name] for name in settings.keys() & kind().get_params()})
    if isinstance(method, type) or not (hasattr(method, "fit") and hasattr(method, "get_support")):
        raise TypeError(
            f"methods has {method!r}, which is not a selector; pass a name or an estimator with fit and "
            "get_support, such as TNVS()."
        )
    return clone(method)


def labels_of(y: NDArray[Any]) -> NDArray[Any]:
    """Return a plain response in a type that scikit-learn takes: it doesn't know objects other than text.

    Names that are neither text nor whole numbers become 0, 1, ... in their order.
    """
    if y.dtype.kind not in "OS":
        return y
    values = y.tolist()
    if all(isinstance(value, str | Integral | np.bool_) for value in values):
        return np.array(values)
    return levels_and_codes(y)[1]


def fitted(selector: BaseEstimator, table: Table, labels: NDArray[Any]) -> BaseEstimator:
    """Return a fitted clone; selectors of this package share what the table has computed.

    Others get the response as `labels_of` gives it.
    """
    selector = clone(selector)
    if isinstance(selector, Selector):
        return selector._fit_shared(table)
    return selector.fit(table.X, labels)


def selected_by(selector: BaseEstimator) -> NDArray[np.intp]:
    """Return what a fitted selector selected, in its order where it has one."""
    if isinstance(selector, Selector):
        return selector.selected_
    return np.flatnonzero(selector.get_support())


def places_by(selector: BaseEstimator, n_features: int) -> NDArray[np.float64]:
    """Return the place of every predictor: the selected in their order, then the others by score.

    Where there are no scores, or equal ones, predictors share their mean place. So do those that a forward
    search did not select: their last scores were given different predictors.
    """
    from scipy.stats import rankdata

    selected = selected_by(selector)
    unranked = isinstance(selector, ForwardSelector) or not hasattr(selector, "scores_")
    scores = np.zeros(n_features) if unranked else np.asarray(selector.scores_, dtype=np.float64)
    places = np.empty(n_features)
    others = np.setdiff1d(np.arange(n_features), selected)
    below = np.nan_to_num(scores[others], nan=-np.inf, posinf=np.inf, neginf=-np.inf)
    places[others] = len(selected) + rankdata(-below)
    ordered = isinstance(selector, Selector)
    places[selected] = np.arange(1, len(selected) + 1) if ordered else rankdata(-scores[selected])
    return places
