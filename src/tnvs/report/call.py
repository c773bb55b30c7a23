"""Python that repeats a fit, from the settings that its trace holds."""

from tnvs.report.parts import Call
from tnvs.search.trace import Trace


def call(trace: Trace) -> Call:
    """Return the code, and what keeps it from repeating the fit."""
    data, parameters = trace.data, trace.parameters
    settings = [f"    {name}={_value(value)}," for name, value in parameters.items()]
    lines = [
        "import numpy as np",
        f"from tnvs import {trace.method}  # version {trace.library_version}",
        "from tnvs.search import fingerprint",
        "",
        "# X and y are the data of this fit if these two lines raise nothing",
        f'assert fingerprint(np.asarray(X, dtype="{data.dtype}")) == "{data.fingerprint_X}"',
        f'assert fingerprint(np.asarray(y)) == "{data.fingerprint_y}"',
        "",
        f"selector = {trace.method}(",
        *settings,
        ").fit(X, y)",
    ]
    return Call(code="\n".join(lines) + "\n", caveats=tuple(_caveats(trace)))


def _value(value: object) -> str:
    """Return a setting as Python; the trace keeps lists as tuples."""
    return ascii(list(value) if isinstance(value, tuple) else value)


def _caveats(trace: Trace) -> list[str]:
    caveats = []
    state = trace.parameters.get("random_state")
    if trace.resolved.get("seed") is not None and not isinstance(state, int):
        caveats.append(
            "Ties were broken at random and random_state was not a whole number, so that a new fit draws "
            f"another seed than {trace.resolved['seed']}."
        )
    if trace.preparation is not None:
        caveats.append("X and y are the data as they were after the preparation that stands above.")
    if trace.stop_reason == "callback":
        caveats.append("A callback ended the search; without it, the search goes on.")
    return caveats
