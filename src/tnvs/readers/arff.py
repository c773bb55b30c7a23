"""Weka's ARFF, read by SciPy."""

import re
from io import StringIO
from typing import Any

import numpy as np

from tnvs.readers.errors import needed, parsing
from tnvs.readers.raw import RawTable, named
from tnvs.readers.request import Request

# SciPy knows names in single quotes only.
DOUBLE_QUOTED = re.compile(r"""^(\s*@attribute\s+)"([^"'\n]*)\"""", re.IGNORECASE | re.MULTILINE)


def read_arff(request: Request) -> RawTable:
    """Read numeric, nominal and date attributes; "?" is a missing value."""
    polars = needed("polars", "cli", "reading ARFF")
    from scipy.io.arff import loadarff

    with parsing(request.path, "ARFF"):
        text = request.path.read_text(encoding=request.encoding or "utf-8-sig")
        try:
            records, attributes = loadarff(StringIO(DOUBLE_QUOTED.sub(r"\1'\2'", text)))
        except StopIteration:
            raise ValueError("no line @data with rows after it") from None
        names = attributes.names()
        columns = [
            _series(polars, records[name], kind) for name, kind in zip(names, attributes.types(), strict=True)
        ]
    notes: list[str] = []
    called = named(names, notes)
    frame = polars.DataFrame(dict(zip(called, columns, strict=True)))
    return RawTable(path=request.path, frame=frame, names=called, notes=notes)


def _series(polars: Any, values: Any, kind: str) -> Any:
    if kind != "nominal":
        return polars.Series(np.ascontiguousarray(values))
    words = [value.decode() for value in values.tolist()]
    return polars.Series([None if word == "?" else word for word in words], dtype=polars.String)
