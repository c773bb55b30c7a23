"""The paper's tables and figures by name, and the files of results that each is made of."""

from __future__ import annotations

from dataclasses import dataclass

from tnvs.experiments.runs import simulation
from tnvs.experiments.sheet import Sheet


@dataclass(frozen=True)
class Entry:
    """A table or figure.

    Attributes
    ----------
    name : str
        What it is called on the command line.
    what : str
        What it shows, and where the paper has it.
    sheets : tuple of Sheet
        The results it needs, in the order they have to be computed.
    """

    name: str
    what: str
    sheets: tuple[Sheet, ...]


ENTRIES = (
    Entry("simulation", "P_a, model size, coverage and time on the simulation", (simulation.SHEET,)),
)


def entries(names: list[str] | None) -> list[Entry]:
    """Return the tables and figures of these names, or all of them."""
    known = {entry.name: entry for entry in ENTRIES}
    unknown = [name for name in names or [] if name not in known]
    if unknown:
        raise ValueError(f"no table or figure is called {unknown[0]!r}: choose from {', '.join(known)}")
    return [known[name] for name in names] if names else list(ENTRIES)


def sheets(names: list[str] | None) -> list[Sheet]:
    """Return the results that these tables and figures need, each once, in order."""
    return list({sheet.name: sheet for entry in entries(names) for sheet in entry.sheets}.values())
