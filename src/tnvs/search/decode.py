"""The parsed JSON of a trace turned into its fields, after a check against the schema and for consistency."""

import dataclasses
import re
import reprlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tnvs.search.consistency import check_consistency
from tnvs.search.data import DataSummary
from tnvs.search.preparation import Preparation
from tnvs.search.protocol import Floats
from tnvs.search.rules import Rules
from tnvs.search.step import Deletion, SearchRecord, Step

NON_FINITE = {"NaN": np.nan, "Infinity": np.inf, "-Infinity": -np.inf}
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None), "integer": int}


def decode(document: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keyword arguments of the trace that a document describes."""
    Conformity(schema["$defs"]).check(document, schema, "")
    data = DataSummary(**_checked_data(document["data"]))
    rules = _rules(document["rules"])
    if document["resolved"].get("max_features", rules.max_features) != rules.max_features:
        raise ValueError("resolved.max_features is not rules.max_features")
    reader = Reader(data.n_features, np.dtype(data.dtype))
    initial = reader.indices(document["initial"], "initial")
    n_selected = len(initial)
    initial_deletion = reader.deletion(document["initial_deletion"], n_selected, "initial_deletion")
    steps = []
    for position, item in enumerate(document["steps"], start=1):
        n_selected += item["chosen"] is not None
        steps.append(reader.step(item, position, n_selected))
    fields = {
        **{name: document[name] for name in ("format_version", "library_version", "method")},
        **{name: document[name] for name in ("parameters", "resolved", "stop_reason")},
        "data": data,
        "preparation": Preparation(**document["preparation"]) if "preparation" in document else None,
        "rules": rules,
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
    if isinstance(value, str) and value in NON_FINITE:
        return NON_FINITE[value]
    if type(value) not in (int, float):
        raise ValueError(f"{reprlib.repr(value)} is not a number")
    return float(value)


class Conformity:
    """Checks a document against as much of JSON Schema as the schema of the trace uses.

    A tenth of a second for millions of numbers, where a general validator takes minutes.
    """

    def __init__(self, definitions: Mapping[str, Any]) -> None:
        self.definitions = definitions

    def check(self, value: Any, rule: Mapping[str, Any], where: str) -> None:
        """Raise ValueError unless a value is what a rule says; `where` is its place in the document."""
        rule = self._resolved(rule)
        if not self._is_plain(value, rule):
            raise ValueError(f"{where or 'the whole'} is {reprlib.repr(value)}, expected {_expected(rule)}")
        if isinstance(value, dict):
            self._check_entries(value, rule, where)
        elif isinstance(value, list) and "items" in rule and not self._are_numbers(value, rule["items"]):
            for position, item in enumerate(value):
                self.check(item, rule["items"], f"{where}[{position}]")

    def _check_entries(self, value: dict[str, Any], rule: Mapping[str, Any], where: str) -> None:
        prefix = f"{where}." if where else ""
        for name in rule.get("required", ()):
            if name not in value:
                raise ValueError(f"{prefix}{name} is missing")
        known, others = rule.get("properties", {}), rule.get("additionalProperties", True)
        for name, item in value.items():
            if name in known:
                self.check(item, known[name], prefix + name)
            elif others is False:
                raise ValueError(f"{prefix}{reprlib.repr(name)} is not part of the format")
            elif others is not True:
                self.check(item, others, prefix + name)

    def _is_plain(self, value: Any, rule: Mapping[str, Any]) -> bool:
        """Return whether a value is what a rule says, whatever may be inside of it."""
        if "anyOf" in rule:
            return any(self._is_plain(value, self._resolved(each)) for each in rule["anyOf"])
        kinds = rule.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        if kinds and not any(_is_of(value, kind) for kind in kinds):
            return False
        allowed = rule["enum"] if "enum" in rule else [rule["const"]] if "const" in rule else [value]
        if not any(type(value) is type(each) and value == each for each in allowed):
            return False
        if "pattern" in rule and not re.search(rule["pattern"], value):
            return False
        return value is None or "minimum" not in rule or value >= rule["minimum"]

    def _are_numbers(self, values: list[Any], rule: Mapping[str, Any]) -> bool:
        """Return whether all are numbers that a rule allows: fast, and False only means to look at each."""
        kinds = set(map(type, values))
        rule = self._resolved(rule)
        if kinds <= {int}:
            return not values or self._is_plain(min(values), rule)
        return kinds <= {int, float} and self._is_plain(0.5, rule)

    def _resolved(self, rule: Mapping[str, Any]) -> Mapping[str, Any]:
        if "$ref" not in rule:
            return rule
        resolved: Mapping[str, Any] = self.definitions[rule["$ref"].removeprefix("#/$defs/")]
        return resolved


def _is_of(value: Any, kind: str) -> bool:
    if kind == "number":
        return type(value) in (int, float)
    return type(value) is TYPES[kind]


def _expected(rule: Mapping[str, Any]) -> str:
    """Return a rule in words."""
    if "anyOf" in rule:
        return " or ".join(_expected(each) for each in rule["anyOf"])
    if "$ref" in rule:
        return str(rule["$ref"].removeprefix("#/$defs/"))
    if "enum" in rule or "const" in rule:
        return ", ".join(map(str, rule.get("enum", [rule.get("const")])))
    kinds = rule["type"]
    text = kinds if isinstance(kinds, str) else " or ".join(kinds)
    text += f" of at least {rule['minimum']}" if "minimum" in rule else ""
    return text + (f" like {rule['pattern']}" if "pattern" in rule else "")


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
        if not set(map(type, _typed(values, list, where))) <= {int}:
            raise TypeError(f"{where} is not a list of integers")
        if values and not 0 <= min(values) <= max(values) < self.n_features:
            raise ValueError(f"{where} has an index outside 0 to {self.n_features - 1}")
        return np.array(values, dtype=np.int32)

    def floats(self, values: Any, shape: tuple[int, ...], where: str) -> Floats:
        """Return an array of floats of the trace's type."""
        if len(_typed(values, list, where)) != shape[0]:
            raise ValueError(f"{where} has {len(values)} entries, expected {shape[0]}")
        if not set(map(type, values)) <= {int, float}:
            try:
                values = [to_float(value) for value in values]
            except (TypeError, ValueError) as error:
                raise ValueError(f"{where} is not a list of numbers") from error
        with np.errstate(over="ignore"):
            return np.array(values, dtype=np.float64).astype(self.dtype)

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


def _rules(item: Mapping[str, Any]) -> Rules:
    """Return the thresholds, every one of which some explanation quotes."""
    return Rules(
        uninformative_threshold=to_float(item["uninformative_threshold"]),
        relevance_threshold=to_float(item["relevance_threshold"]),
        redundancy_threshold=to_float(item["redundancy_threshold"]),
        max_features=item["max_features"],
        strictly=item["strictly"],
    )


def _typed(value: Any, kind: type, where: str) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{where} is a {type(value).__name__}, expected a {kind.__name__}")
    return value


def _checked_data(item: Any) -> dict[str, Any]:
    """Return the data summary, checked."""
    expected = {"n_samples": int, "n_features": int, "dtype": str, "fingerprint_X": str, "fingerprint_y": str}
    values = {name: _typed(item[name], kind, f"data.{name}") for name, kind in expected.items()}
    if min(values["n_samples"], values["n_features"]) < 1:
        raise ValueError("data.n_samples or data.n_features is less than 1")
    if values["dtype"] not in ("float32", "float64"):
        raise ValueError(f"data.dtype is {values['dtype']!r}, expected float32 or float64")
    for name in ("fingerprint_X", "fingerprint_y"):
        if not re.fullmatch("[0-9a-f]{64}", values[name]):
            raise ValueError(f"data.{name} is {reprlib.repr(values[name])}, expected 64 hexadecimal digits")
    names = item["feature_names"]
    if names is not None:
        _typed(names, list, "data.feature_names")
        if len(names) != values["n_features"] or not all(isinstance(name, str) for name in names):
            raise ValueError(f"data.feature_names is not a list of {values['n_features']} strings")
    return {**values, "feature_names": names}
