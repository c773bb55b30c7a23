"""Models of scikit-learn by the names of their classes."""

from collections.abc import Sequence
from typing import Any


def named_models(names: Sequence[str]) -> list[Any]:
    """Return one model a name, with its default settings."""
    from sklearn.utils import all_estimators

    known = dict(all_estimators(type_filter=["classifier", "regressor"]))
    models = []
    for name in names:
        if name not in known:
            from difflib import get_close_matches

            close = get_close_matches(name, known)
            hint = f"did you mean {' or '.join(close)}?" if close else "give the name of a class."
            raise ValueError(f"estimators has {name!r}, which scikit-learn doesn't know; {hint}")
        models.append(known[name]())
    return models
