"""The parsed JSON of a trace turned into its fields, every one checked."""

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tnvs.search.consistency import check_consistency
from tnvs.search.data import DataSummary
from tnvs.search.protocol import Floats
from tnvs.search.rules import Rules
from tnvs.search.step import STOP_REASONS, Deletion, SearchRecord, Step

NON_FINITE = {"NaN": np.nan, "Infinity": np.inf, "-Infinity": -np.inf}


def decode(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keyword arguments of the trace that a document describes."""
    data = DataSummary(**_checked_data(document["data"]))
    reader = Reader(data.n_features, np.dtype(data.dtype))
    stop_reason = document["stop_reason"]
    if stop_reason not in STOP_REASONS:
        raise ValueError(f"stop_reason is {stop_reason!r}, expected one of {', '.join(STOP_REASONS)}")
    initial = reader.indices(document["initial"], "initial")
    n_selected = len(initial)
    initial_deletion = reader.deletion(document["initial_deletion"], n_selected, "initial_deletion")
    steps = []
    for position, item in enumerate(document["steps"], start=1):
        n_selected += item["chosen"] is not None
        steps.append(reader.step(item, position, n_selected))
    fields = {
        "format_version": document["format_version"],
        "library_version": _typed(document["library_version"], str, "library_version"),
        "method": _typed(document["method"], str, "method"),
        "parameters": _typed(document["parameters"], dict, "parameters"),
        "resolved": _typed(document["resolved"], dict, "resolved"),
        "data": data,
        "rules": _rules(document["rules"]),
        "stop_reason": stop_reason,
        "seconds": {stage: to_float(value) for stage, value in document["seconds"].items()},
        "initial": initial,
        "excluded": reader.indices(document["excluded"], "excluded"),
        "constant": reader.indices(document["constant"], "constant"),
        "uninformative": reader.indices(document["uninformative"], "uninformative"),
        "entropies": reader.floats(document["entropies"], (data.n_features,), "entropies"),
        "initial_deletion": initial_deletion,
        "steps": tuple(steps),
    }
    decisions = {item.name: fields[item.name] for item in dataclasses.fields(SearchRecord)}
    check_consistency(SearchRecord(**decisions))
    return fields


def to_float(value: Any) -> float:
    """Return the float that JSON holds as a number or, where it isn't finite, as a string."""
    if isinstance(value, str):
        return NON_FINITE[value]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{value!r} is not a number")
    return float(value)


class Reader:
    """Reads the arrays of a trace of a known number of predictors and float type."""

    def __init__(self, n_features: int, dtype: np.dtype[Any]) -> None:
        self.n_features = n_features
        self.dtype = dtype

    def index(self, value: Any, where: str) -> int | None:
        """Return an index of a predictor or None."""
        if value is None:
            return None
        return int(self.indices([value], where)[0])

    def indices(self, values: Any, where: str) -> NDArray[np.int32]:
        """Return indices of predictors."""
        array = np.array(_typed(values, list, where) or np.empty(0, int))
        if array.ndim != 1 or array.dtype.kind != "i":
            raise TypeError(f"{where} is not a list of integers")
        if array.size and (array.min() < 0 or array.max() >= self.n_features):
            raise ValueError(f"{where} has an index outside 0 to {self.n_features - 1}")
        return array.astype(np.int32)

    def floats(self, values: Any, shape: tuple[int, ...], where: str) -> Floats:
        """Return an array of floats of the trace's type."""
        if len(_typed(values, list, where)) != shape[0]:
            raise ValueError(f"{where} has {len(values)} entries, expected {shape[0]}")
        try:
            array = np.array(values)
            if array.dtype.kind not in "fi":
                array = np.array([to_float(value) for value in values], dtype=np.float64)
        except (TypeError, KeyError, ValueError) as error:
            raise ValueError(f"{where} is not a list of numbers") from error
        with np.errstate(over="ignore"):
            array = array.astype(self.dtype)
        if array.size and array.shape != shape:
            raise ValueError(f"{where} is not of shape {shape}")
        return array.reshape(shape)

    def deletion(self, item: Mapping[str, Any], n_selected: int, where: str) -> Deletion:
        """Return a batch deletion."""
        features = self.indices(item["features"], f"{where}.features")
        left = self.floats(item["residual_variances"], (len(features),), f"{where}.residual_variances")
        if len(item["shares"]) != len(features):
            raise ValueError(f"{where}.shares has {len(item['shares'])} rows, expected {len(features)}")
        rows = [self.floats(row, (n_selected,), f"{where}.shares") for row in item["shares"]]
        shares = np.array(rows, self.dtype).reshape(len(features), n_selected)
        return Deletion(features, left, shares)

    def step(self, item: Mapping[str, Any], position: int, n_selected: int) -> Step:
        """Return a step of the forward selection."""
        where = f"step {position}"
        if item["number"] != position:
            raise ValueError(f"{where} is numbered {item['number']!r}")
        candidates = self.indices(item["candidates"], f"{where}.candidates")
        if not candidates.size or (np.diff(candidates) <= 0).any():
            raise ValueError(f"{where}.candidates is empty or not increasing")
        chosen = self.index(item["chosen"], f"{where}.chosen")
        return Step(
            number=position,
            candidates=candidates,
            scores=self.floats(item["scores"], (len(candidates),), f"{where}.scores"),
            chosen=chosen,
            runner_up=self.index(item["runner_up"], f"{where}.runner_up"),
            margin=None if item["margin"] is None else to_float(item["margin"]),
            redundant=self.deletion(item["redundant"], n_selected, where),
            seconds=to_float(item["seconds"]),
        )


def _typed(value: Any, kind: type, where: str) -> Any:
    if not isinstance(value, kind):
        raise TypeError(f"{where} is a {type(value).__name__}, expected a {kind.__name__}")
    return value


def _checked_data(item: Any) -> dict[str, Any]:
    """Return the data summary, checked."""
    expected = {"n_samples": int, "n_features": int, "dtype": str, "fingerprint_X": str, "fingerprint_y": str}
    values = {name: _typed(item[name], kind, f"data.{name}") for name, kind in expected.items()}
    if values["dtype"] not in ("float32", "float64"):
        raise ValueError(f"data.dtype is {values['dtype']!r}, expected float32 or float64")
    names = item["feature_names"]
    if names is not None:
        _typed(names, list, "data.feature_names")
        if len(names) != values["n_features"] or not all(isinstance(name, str) for name in names):
            raise ValueError(f"data.feature_names is not a list of {values['n_features']} strings")
    return {**values, "feature_names": names}


def _rules(item: Any) -> Rules:
    """Return the thresholds, every one of which some explanation quotes."""
    _typed(item, dict, "rules")
    most = item["max_features"]
    if most is not None and (type(most) is not int or most < 1):
        raise ValueError(f"rules.max_features is {most!r}, expected a positive integer or null")
    return Rules(
        uninformative_threshold=to_float(item["uninformative_threshold"]),
        relevance_threshold=to_float(item["relevance_threshold"]),
        redundancy_threshold=to_float(item["redundancy_threshold"]),
        max_features=most,
        strictly=_typed(item["strictly"], bool, "rules.strictly"),
    )
