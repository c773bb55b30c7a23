"""A trace of partial correlations as strict JSON and back, without loss."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tnvs.partial.ledger import OUTCOME_TYPE, OUTCOMES
from tnvs.partial.rule import METHODS, STOP_REASONS
from tnvs.search.data import DataSummary
from tnvs.search.decode import Reader, _checked_data, _typed, to_float
from tnvs.search.record import thawed
from tnvs.search.serialise import _dumps, _number, _numbers, _refuse_constant, _text_of, write_whole

if TYPE_CHECKING:
    from tnvs.partial.record import PartialTrace

FORMAT = "tnvs-partial-trace"
FORMAT_VERSION = 1
FLOATS = ("correlations", "partial_correlations", "scores")
INTEGERS: dict[str, type[np.integer[Any]]] = {
    "dropped_at": np.int32,
    "weakest_orders": np.int32,
    "n_tests": np.int64,
    "n_singular": np.int64,
}


def to_json(trace: "PartialTrace", path: str | os.PathLike[str] | None = None) -> str | None:
    """Return a trace as JSON text, or write it to a file."""
    lines = [f"{_dumps(key)}: {_dumps(item)}" for key, item in _encode(trace).items()]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    if path is None:
        return text
    write_whole(Path(path), text)
    return None


def from_json(source: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the fields of the trace that a file or a JSON text holds."""
    text, origin = _text_of(source)
    try:
        document = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{origin} is not a trace: it is not valid JSON ({error}).") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError(f'{origin} is not a trace of partial correlations: it lacks "format": "{FORMAT}".')
    version = document.get("format_version")
    if type(version) is not int or not 1 <= version <= FORMAT_VERSION:
        raise ValueError(
            f"{origin} has format version {version!r}, this version of tnvs reads 1 to {FORMAT_VERSION}; "
            "upgrade tnvs to read a newer one."
        )
    try:
        fields = _decode(document)
        _check(fields)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, IndexError) as error:
        detail = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise ValueError(f"{origin} is a damaged trace: {detail}.") from error
    return fields


def _encode(trace: "PartialTrace") -> dict[str, Any]:
    data = trace.data
    resolved = thawed(trace.resolved)
    return {
        "format": FORMAT,
        "format_version": trace.format_version,
        "library_version": trace.library_version,
        "method": trace.method,
        "parameters": thawed(trace.parameters),
        "resolved": {**resolved, "quantile": _number(resolved["quantile"])},
        "data": {name: getattr(data, name) for name in DataSummary.__dataclass_fields__},
        "stop_reason": trace.stop_reason,
        "seconds": {stage: _number(value) for stage, value in trace.seconds.items()},
        "sizes": trace.sizes.tolist(),
        "given": trace.given.tolist(),
        "outcomes": trace.outcomes.tolist(),
        "singular": np.flatnonzero(trace.singular).tolist(),
        **{name: getattr(trace, name).tolist() for name in INTEGERS},
        **{name: _numbers(getattr(trace, name)) for name in FLOATS},
    }


def _decode(document: Mapping[str, Any]) -> dict[str, Any]:
    data = DataSummary(**_checked_data(document["data"]))
    p = data.n_features
    reader = Reader(p, np.dtype(np.float64))
    singular = np.zeros(p, np.bool_)
    singular[reader.indices(document["singular"], "singular")] = True
    return {
        "format_version": document["format_version"],
        "library_version": _typed(document["library_version"], str, "library_version"),
        "method": _one_of(document["method"], METHODS, "method"),
        "parameters": _typed(document["parameters"], dict, "parameters"),
        "resolved": _resolved(document["resolved"]),
        "data": data,
        "stop_reason": _one_of(document["stop_reason"], STOP_REASONS, "stop_reason"),
        "seconds": {stage: to_float(value) for stage, value in document["seconds"].items()},
        "sizes": _integers(document["sizes"], None, np.int32, "sizes"),
        "given": reader.indices(document["given"], "given"),
        "outcomes": np.array([_one_of(o, OUTCOMES, "outcomes") for o in document["outcomes"]], OUTCOME_TYPE),
        "singular": singular,
        **{name: _integers(document[name], p, kind, name) for name, kind in INTEGERS.items()},
        **{name: reader.floats(document[name], (p,), name) for name in FLOATS},
    }


def _resolved(item: Any) -> dict[str, Any]:
    resolved = dict(_typed(item, dict, "resolved"))
    resolved["quantile"] = to_float(resolved["quantile"])
    thresholds = [to_float(value) for value in _typed(resolved["thresholds"], list, "thresholds")]
    for threshold in thresholds:
        if not 0 <= threshold <= 1:  # nan neither
            raise ValueError(f"thresholds has {threshold}, expected numbers from 0 to 1")
    return {**resolved, "thresholds": thresholds}


def _check(fields: dict[str, Any]) -> None:
    """Raise ValueError where the parts of a trace contradict each other."""
    orders, dropped = fields["weakest_orders"], fields["dropped_at"]
    kept = dropped < 0
    if len(fields["outcomes"]) != len(orders) or not np.array_equal(fields["outcomes"] == "kept", kept):
        raise ValueError("outcomes and dropped_at disagree on what was kept")
    if not np.array_equal(orders[~kept], dropped[~kept]):
        raise ValueError("a dropped predictor has another weakest test than the one that dropped it")
    if len(fields["resolved"]["thresholds"]) != len(fields["sizes"]):
        raise ValueError("sizes and thresholds have different lengths")
    # Constant predictors are dropped at order 0 even where no test was possible.
    if orders.max() >= max(len(fields["sizes"]), 1) or orders.min() < -1:
        raise ValueError("weakest_orders has an order that was not tested")
    if len(fields["given"]) != np.maximum(orders, 0).sum():
        raise ValueError("given has not as many members as weakest_orders says")
    if len(fields["sizes"]) and fields["sizes"][-1] != np.count_nonzero(kept):
        raise ValueError("the last of sizes is not the number of predictors kept")


def _one_of(value: Any, known: tuple[str, ...], where: str) -> str:
    if value not in known:
        raise ValueError(f"{where} has {value!r}, expected one of {', '.join(known)}")
    return str(value)


def _integers(
    values: Any, length: int | None, kind: type[np.integer[Any]], where: str
) -> NDArray[np.integer[Any]]:
    array = np.array(_typed(values, list, where) or np.empty(0, int))
    if array.ndim != 1 or array.dtype.kind != "i":
        raise TypeError(f"{where} is not a list of integers")
    if length is not None and len(array) != length:
        raise ValueError(f"{where} has {len(array)} entries, expected {length}")
    return array.astype(kind)
