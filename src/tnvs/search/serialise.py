"""A trace as strict JSON and back, without loss."""

import errno
import json
import math
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from tnvs.search.decode import decode
from tnvs.search.preparation import Preparation
from tnvs.search.record import thawed
from tnvs.search.rules import Rules
from tnvs.search.step import Deletion, Step

if TYPE_CHECKING:
    from tnvs.search.trace import Trace

FORMAT = "tnvs-trace"
FORMAT_VERSION = 1


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the format."""
    text = files("tnvs.search").joinpath("trace.schema.json").read_text(encoding="utf-8")
    content: dict[str, Any] = json.loads(text)
    return content


def to_json(trace: "Trace", path: str | os.PathLike[str] | None = None) -> str | None:
    """Return a trace as JSON text, or write it to a file."""
    document = _encode(trace)
    text = (
        "{\n" + ",\n".join(f"{_dumps(key)}: {_dumps_rows(item)}" for key, item in document.items()) + "\n}\n"
    )
    if path is None:
        return text
    write_whole(Path(path), text)
    return None


def from_json(source: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the fields of the trace that a file or a JSON text holds."""
    text, origin = _text_of(source)
    try:
        document = _parsed(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(
            f"{origin} is not a trace: it is not valid JSON, perhaps truncated ({error})."
        ) from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError(f'{origin} is JSON but not a trace: it lacks "format": "{FORMAT}".')
    return _decoded(document, origin, "trace")


def _decoded(document: dict[str, Any], origin: str, kind: str) -> dict[str, Any]:
    """Return the fields of the trace in a document; messages call it `origin` and say it is a `kind`."""
    version = document.get("format_version")
    if type(version) is not int or version < 1:
        raise ValueError(f"{origin} is not a {kind}: its format_version is {version!r}.")
    if version > FORMAT_VERSION:
        raise ValueError(
            f"{origin} is a {kind} of format version {version}, this version of tnvs reads up to "
            f"{FORMAT_VERSION}; upgrade tnvs to read it."
        )
    try:
        return decode(document, schema())
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise ValueError(f"{origin} is a damaged {kind}: {error}.") from error


# --- writing ----------------------------------------------------------------------------------------


def _dumps(value: Any) -> str:
    return json.dumps(value, allow_nan=False, separators=(",", ": "))


def _dumps_rows(value: Any) -> str:
    """Return JSON with one line an element where the elements are objects, so that a person can read it."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(map(_dumps, value)) + "\n]"
    return _dumps(value)


def _encode(trace: "Trace") -> dict[str, Any]:
    data = trace.data
    prepared = trace.preparation
    return {
        "format": FORMAT,
        "format_version": trace.format_version,
        "library_version": trace.library_version,
        "method": trace.method,
        "parameters": thawed(trace.parameters),
        "resolved": thawed(trace.resolved),
        "rules": _encode_rules(trace.rules),
        "data": {
            "n_samples": data.n_samples,
            "n_features": data.n_features,
            "dtype": data.dtype,
            "fingerprint_X": data.fingerprint_X,
            "fingerprint_y": data.fingerprint_y,
            "feature_names": data.feature_names,
        },
        **({} if prepared is None else {"preparation": _encode_preparation(prepared)}),
        "stop_reason": trace.stop_reason,
        "seconds": _encode_seconds(trace.seconds),
        "initial": trace.initial.tolist(),
        "excluded": trace.excluded.tolist(),
        "constant": trace.constant.tolist(),
        "uninformative": trace.uninformative.tolist(),
        "entropies": _numbers(trace.entropies),
        "initial_deletion": _encode_deletion(trace.initial_deletion),
        "steps": [_encode_step(step) for step in trace.steps],
    }


def _encode_seconds(seconds: Mapping[str, float]) -> dict[str, Any]:
    return {stage: _number(value) for stage, value in seconds.items()}


def _encode_rules(rules: Rules) -> dict[str, Any]:
    values = {field.name: getattr(rules, field.name) for field in fields(rules)}
    return {name: _number(value) if isinstance(value, float) else value for name, value in values.items()}


def _encode_preparation(preparation: Preparation) -> dict[str, Any]:
    return {field.name: thawed(getattr(preparation, field.name)) for field in fields(preparation)}


def _encode_step(step: Step) -> dict[str, Any]:
    return {
        "number": step.number,
        "chosen": step.chosen,
        "runner_up": step.runner_up,
        "margin": None if step.margin is None else _number(step.margin),
        "seconds": _number(step.seconds),
        "redundant": _encode_deletion(step.redundant),
        "candidates": step.candidates.tolist(),
        "scores": _numbers(step.scores),
    }


def _encode_deletion(deletion: Deletion) -> dict[str, Any]:
    return {
        "features": deletion.features.tolist(),
        "residual_variances": _numbers(deletion.residual_variances),
        "shares": [_numbers(row) for row in deletion.shares],
    }


def _numbers(values: NDArray[Any]) -> list[Any]:
    """Return floats as JSON can hold them. A float32 is written as the float64 of the same value."""
    numbers: list[Any] = values.tolist()
    return numbers if np.isfinite(values).all() else [_number(value) for value in numbers]


def _number(value: float) -> float | str:
    if math.isfinite(value):
        return float(value)
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def write_whole(path: Path, text: str) -> None:
    """Write under a temporary name in the same folder, then move, so that the old file stays until then."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "that is a folder; add the name of a file", str(path))
    temporary = path.with_name(f".{path.name[:100]}.{secrets.token_hex(6)}.tmp")
    try:
        with temporary.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        _remove(temporary)
        raise _about(path, error) from None  # the original names the temporary file
    except BaseException:
        _remove(temporary)
        raise


def _remove(temporary: Path) -> None:
    with suppress(OSError):  # it may not be there; what went wrong before is what matters
        temporary.unlink()


def _about(path: Path, error: OSError) -> OSError:
    """Return the same error about the path that the user gave, with the fix."""
    if isinstance(error, FileNotFoundError) and not path.parent.exists():
        fix = f"no folder {str(path.parent)!r}; create the folder first"
    elif isinstance(error, PermissionError) or error.errno == errno.EROFS:
        fix = f"no permission to write in the folder {str(path.parent)!r}; allow it or choose another folder"
    else:
        fix = f"{error.strerror}; choose another path"
    return OSError(error.errno, fix, str(path))


# --- reading ----------------------------------------------------------------------------------------


def _text_of(source: str | os.PathLike[str]) -> tuple[str, str]:
    """Return the text of a source and what to call it in messages."""
    if isinstance(source, str):
        text = source.lstrip("\ufeff \t\r\n")
        if not text or text[0] in '{["' or "\n" in text:
            return text, "The text"
    if not isinstance(source, str | os.PathLike):
        raise TypeError(f"source must be a path or JSON text, got {type(source).__name__}.")
    path = Path(source)
    try:
        return path.read_text(encoding="utf-8-sig"), f"The file {str(path)!r}"
    except UnicodeDecodeError as error:
        raise ValueError(f"The file {str(path)!r} is not a trace: it is not text.") from error


def _parsed(text: str | bytes) -> Any:
    """Return what JSON text holds; NaN and infinities are no JSON."""
    return json.loads(text, parse_constant=_refuse_constant)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not standard JSON")
