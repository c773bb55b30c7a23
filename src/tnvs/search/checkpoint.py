"""A trace in a file that grows by one line a step, so that a fit that was killed can go on.

The first line is the JSON of the trace before its first step; every further line adds a step. A line that was
cut off when the process died is the last one, and is dropped.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tnvs.search.serialise import (
    FORMAT,
    _about,
    _decoded,
    _dumps,
    _encode,
    _encode_seconds,
    _encode_step,
    _parsed,
)
from tnvs.search.step import Step, StopReason

if TYPE_CHECKING:
    from tnvs.search.trace import Trace

CHECKPOINT = "tnvs-checkpoint"
START = _dumps({"format": CHECKPOINT})[:-1].encode()


def header_line(trace: "Trace") -> bytes:
    """Return the line of what was decided before the first step."""
    document = _encode(trace) | {"format": CHECKPOINT}
    del document["steps"]
    return (_dumps(document) + "\n").encode()


def step_line(step: Step, stop_reason: StopReason, seconds: Mapping[str, float]) -> bytes:
    """Return the line of a step, with the reason to stop after it and the wall time so far."""
    document = {"stop_reason": stop_reason, "seconds": _encode_seconds(seconds), "step": _encode_step(step)}
    return (_dumps(document) + "\n").encode()


def read(path: str | os.PathLike[str]) -> tuple[dict[str, Any], int]:
    """Return the fields of the trace in a checkpoint, and how many of its bytes are whole lines.

    No fields where the file ends before its first line does.

    Raises
    ------
    ValueError
        If it is something else than a checkpoint, or damaged elsewhere than in its last line.
    """
    origin = f"The file {str(Path(path))!r}"
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise _about(Path(path), error) from None
    if not content.startswith(START) and not START.startswith(content):
        raise ValueError(
            f"{origin} is not a checkpoint: it does not begin with {START.decode()}; give the path of a "
            "checkpoint, or one where no file is yet."
        )
    lines, size = _whole_lines(content, origin)
    if not lines:
        return {}, 0
    header, *steps = lines
    last = steps[-1] if steps else header
    try:
        document = {
            **header,
            "format": FORMAT,
            "stop_reason": last["stop_reason"],
            "seconds": last["seconds"],
            "steps": [line["step"] for line in steps],
        }
    except (KeyError, TypeError) as error:
        raise ValueError(f"{origin} is a damaged checkpoint: a line is no step ({error!r}).") from error
    return _decoded(document, origin, "checkpoint"), size


def _whole_lines(content: bytes, origin: str) -> tuple[list[dict[str, Any]], int]:
    """Return what the lines hold and how many bytes they take, without a last one that isn't whole."""
    texts = content.split(b"\n")[:-1]
    lines: list[dict[str, Any]] = []
    for number, text in enumerate(texts, start=1):
        try:
            lines.append(_parsed(text))
        except (ValueError, RecursionError) as error:
            if number == len(texts) > 1:
                return lines, sum(len(text) + 1 for text in texts[:-1])
            raise ValueError(
                f"{origin} is a damaged checkpoint: line {number} is not JSON ({error})."
            ) from error
    return lines, sum(len(text) + 1 for text in texts)
