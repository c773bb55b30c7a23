"""The seven selectors and five models with the paper's settings."""

from __future__ import annotations

from typing import Any

from sklearn.base import BaseEstimator

from tnvs.experiments import settings
from tnvs.selectors import DCSIS, FOCI, SIRS, TNVS, TPC, WLS, PCSimple
from tnvs.selectors._base import Selector
from tnvs.selectors._parameters import plain_settings

MODEL_PARAMETERS: dict[str, dict[str, Any]] = {
    "SVM": {},
    "DT": {"random_state": settings.MODEL_SEED},
    "RF": {"random_state": settings.MODEL_SEED},
    "LightGBM": {"random_state": settings.MODEL_SEED, "n_jobs": 1, "verbose": -1},
    "MLP": {"random_state": settings.MODEL_SEED, "max_iter": 5000},
}


def selectors() -> dict[str, Selector]:
    """Return the selectors by name, unfitted.

    FOCI never scores columns of zero variance, which the paper removes for it beforehand.
    """
    ranks: dict[str, Any] = {"response": "rank", "ties": "random", "random_state": settings.TIES_SEED}
    return {
        "TNVS": TNVS(
            uninformative_threshold=0.01,
            relevance_threshold=-0.01,
            redundancy_threshold=0.01,
            max_features="auto",
            discretization="equal-frequency",
            **ranks,
        ),
        "FOCI": FOCI(max_features="auto", **ranks),
        "WLS": WLS(max_features="auto", response="numeric"),
        "SIRS": SIRS(max_features="auto"),
        "DCSIS": DCSIS(max_features="auto"),
        "PCSimple": PCSimple(alpha=0.05),
        "TPC": TPC(alpha=0.05),
    }


def model(name: str) -> BaseEstimator:
    """Return a predictive model, unfitted: scikit-learn's defaults but for the iterations of MLP."""
    return _model_class(name)(**MODEL_PARAMETERS[name])


def _model_class(name: str) -> Any:
    if name == "LightGBM":
        try:
            from lightgbm import LGBMClassifier
        except ImportError as error:
            raise ImportError(
                'the model LightGBM needs lightgbm; install it with: pip install "tnvs[experiments]"'
            ) from error
        return LGBMClassifier
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.neural_network import MLPClassifier
    from sklearn.svm import SVC
    from sklearn.tree import DecisionTreeClassifier

    classes = {
        "SVM": SVC,
        "DT": DecisionTreeClassifier,
        "RF": RandomForestClassifier,
        "MLP": MLPClassifier,
    }
    return classes[name]


def described() -> dict[str, Any]:
    """Return what results depend on, as plain data: results made with other settings don't mix."""
    return {
        "folds": settings.N_FOLDS,
        "simulation": {str(setting): list(size) for setting, size in settings.SETTINGS.items()},
        "selectors": {
            name: plain_settings(selector.get_params(deep=False)) for name, selector in selectors().items()
        },
        "models": MODEL_PARAMETERS,
        "seeds": settings.SEEDS,
    }
