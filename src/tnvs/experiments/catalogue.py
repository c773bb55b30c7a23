"""The paper's tables and figures by name, the results that each is made of, and the order of work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tnvs.experiments.runs import (
    ablation,
    choices,
    draws,
    faces,
    grid,
    leverage,
    nonzero,
    prediction,
    relations,
    selection,
    simulation,
    tenths,
    uninformative,
)
from tnvs.experiments.sheet import Key, Sheet


@dataclass(frozen=True)
class Entry:
    """A table or figure.

    Attributes
    ----------
    name : str
        What it is called on the command line.
    what : str
        What it shows.
    where : str
        Where the paper has it; empty if it doesn't.
    sheets : tuple of Sheet
        The results it needs; none if the report computes it on the spot.
    """

    name: str
    what: str
    where: str
    sheets: tuple[Sheet, ...]


ENTRIES = (
    Entry(
        "table1",
        "which kinds of predictors each method can tell",
        "the table of related methods",
        (relations.SHEET, simulation.SHEET),
    ),
    Entry("simulation", "P_a, model size, coverage and time", "the simulation studies", (simulation.SHEET,)),
    Entry("precision", "what TNVS, FOCI and WLS select", "the simulation studies", (simulation.SHEET,)),
    Entry("recall", "what TNVS puts where", "the simulation studies", (simulation.SHEET,)),
    Entry(
        "prediction",
        "scores of five models on four data sets",
        "Appendix B",
        (tenths.SHEET, selection.SHEET, prediction.SHEET),
    ),
    Entry("friedman", "mean ranks of the methods", "the real data", (selection.SHEET, prediction.SHEET)),
    Entry("boxplot", "LightGBM on warpAR10P", "the real data", (selection.SHEET, prediction.SHEET)),
    Entry("subsets", "sizes of the four subsets", "the real data", (selection.SHEET, draws.SHEET)),
    Entry("alpha1", "the uninformative columns by threshold", "the real data", (uninformative.SHEET,)),
    Entry(
        "alpha2-alpha3",
        "size and accuracy over the other thresholds",
        "the real data, Appendix C",
        (grid.SHEET,),
    ),
    Entry("faces", "selected and redundant pixels", "the real data", (faces.SHEET,)),
    Entry("example", "six predictors, four subsets", "Appendix A", ()),
    Entry("ablation", "what the filter and the deletion are worth", "", (ablation.SHEET,)),
    Entry("nonzero", "almost constant columns that pass the filter", "", (nonzero.SHEET,)),
    Entry("wls", "WLS with the slices behind the paper's numbers", "", (leverage.SHEET,)),
    Entry("choices", "other ways with ties, classes and bins", "", (choices.SHEET,)),
)

# What is quick and says most comes first, so that a run can be stopped at any time.
PLAN: tuple[tuple[Sheet, int], ...] = (
    (simulation.SHEET, 0),
    (relations.SHEET, 0),
    (nonzero.SHEET, 0),
    (faces.SHEET, 0),
    (leverage.SHEET, 0),
    (selection.SHEET, 0),
    (draws.SHEET, 0),
    (tenths.SHEET, 0),
    (simulation.SHEET, 1),
    (simulation.SHEET, 2),
    (selection.SHEET, 1),
    (prediction.SHEET, 0),
    (prediction.SHEET, 1),
    (simulation.SHEET, 3),
    (prediction.SHEET, 2),
    (prediction.SHEET, 3),
    (uninformative.SHEET, 0),
    (ablation.SHEET, 0),
    (choices.SHEET, 0),
    (prediction.SHEET, 4),
    (choices.SHEET, 1),
    (ablation.SHEET, 1),
    (leverage.SHEET, 1),
    (grid.SHEET, 0),
    (ablation.SHEET, 2),
    (simulation.SHEET, 4),
)


def all_sheets() -> list[Sheet]:
    """Return all results, each once."""
    return list({sheet.name: sheet for sheet, _ in PLAN}.values())


def entries(names: Sequence[str] | None) -> list[Entry]:
    """Return the tables and figures of these names, or all of them."""
    known = {entry.name: entry for entry in ENTRIES}
    unknown = [name for name in names or [] if name not in known]
    if unknown:
        raise ValueError(f"no table or figure is called {unknown[0]!r}: choose from {', '.join(known)}")
    return [known[name] for name in names] if names else list(ENTRIES)


def work(names: Sequence[str] | None, quick: bool) -> Iterator[tuple[Sheet, list[Key]]]:
    """Yield the rows that these tables and figures need, in the order in which to compute them."""
    wanted = {sheet.name for entry in entries(names) for sheet in entry.sheets}
    for sheet, place in PLAN:
        if sheet.name in wanted:
            yield sheet, [key for key in sheet.passes()[place] if not quick or sheet.quick(key)]
