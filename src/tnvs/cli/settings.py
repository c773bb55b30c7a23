"""What was asked for, in a file that a person can read and a later run can go on from."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from tnvs._version import __version__
from tnvs.readers.request import Request

DATA, SELECT, RUN = "data", "select", "run"


def text_of(request: Request, parameters: Mapping[str, Any], run: Mapping[str, Any]) -> str:
    """Return the settings as TOML."""
    data = {name: value for name, value in asdict(request).items() if value not in (None, ())}
    data["path"] = str(request.path.resolve())
    sections = {"tnvs": {"version": __version__}, DATA: data, SELECT: parameters, RUN: run}
    return "\n".join(f"[{name}]\n" + _lines(section) for name, section in sections.items())


def encoded(text: str) -> bytes:
    """Return a text as it is kept in a file; refuse what no text file can keep."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        line = text[: error.start].count("\n")
        raise ValueError(
            f"the settings can't be kept with the result, for a name in them is not UTF-8: "
            f"{text.splitlines()[line]!r}; rename it."
        ) from None


def read(path: Path) -> tuple[Request, dict[str, Any], dict[str, Any]]:
    """Return the request, the parameters and the settings of the run that a file holds."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        data = document[DATA]
        known = {field.name for field in fields(Request)}
        values: dict[str, Any] = {name: _frozen(item) for name, item in data.items() if name in known}
        values["path"] = Path(values["path"])
        return Request(**values), document[SELECT], document[RUN]
    except (KeyError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{str(path)!r} is damaged: {error}; begin anew without --resume.") from error


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _lines(section: Mapping[str, Any]) -> str:
    return "".join(f"{name} = {_value(value)}\n" for name, value in section.items())


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    if value is None:
        return '"none"'
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return json.dumps(value)
