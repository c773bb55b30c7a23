"""docs/reproduction.md, written anew from the results."""

from __future__ import annotations

import csv
import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

from tnvs.experiments import catalogue, settings
from tnvs.experiments.cost import cost_of, total
from tnvs.experiments.report import beyond, prediction, real, simulation
from tnvs.experiments.report.agreement import CRITERION
from tnvs.experiments.report.comparison import Folders, markdown
from tnvs.experiments.store import Store

SECTIONS: dict[str, Callable[[Store, Folders], str]] = {
    "simulation": simulation.simulation_section,
    "precision": simulation.precision_section,
    "recall": simulation.recall_section,
    "table1": simulation.table1_section,
    "prediction": prediction.prediction_section,
    "friedman": prediction.friedman_section,
    "boxplot": prediction.boxplot_section,
    "subsets": real.subsets_section,
    "alpha1": real.alpha1_section,
    "alpha2-alpha3": real.grid_section,
    "faces": real.faces_section,
    "example": beyond.example_section,
    "ablation": beyond.ablation_section,
    "nonzero": beyond.nonzero_section,
    "wls": beyond.leverage_section,
    "choices": beyond.choices_section,
}

OPENING = """\
# The paper, computed anew

Every table and figure of the paper on TNVS (Wang, Wang, Zhao and Wang), from this package's own runs: our
number, the paper's, and whether they agree. This page is written by a command from files of results that are
part of the repository; none of its numbers is typed in.

```
python -m tnvs.experiments list                # what there is, what is done, how long the rest takes
python -m tnvs.experiments run --jobs 4        # compute what is missing; stop and continue at any time
python -m tnvs.experiments run --quick         # a small subset, in about a minute
python -m tnvs.experiments run --only faces    # one table or figure
python -m tnvs.experiments run --one-of-each   # a row of each kind, to know how long all of them take
python -m tnvs.experiments report              # write this page
```

They need the extra `experiments`, and the [four data sets](datasets.md) where they can't be fetched."""


def write(store: Store, page: Path, tables: Path) -> None:
    """Write the page, its figures beside it, and the files of its tables."""
    folders = Folders(tables, page.parent / "figures" / "reproduction")
    details = [_section(name, store, folders) for name in SECTIONS]
    parts = [OPENING, "## In short", *_summary(store, tables), *_how(store), *details]
    page.parent.mkdir(parents=True, exist_ok=True)
    text = "\n\n".join(map(_wrapped, "\n\n".join(parts).split("\n\n")))
    page.write_text(text + "\n", encoding="utf-8")


def _section(name: str, store: Store, folders: Folders) -> str:
    entry = _entry(name)
    where = f"In the paper: {entry.where}." if entry.where else "Not in the paper."
    begun = all(store.rows(sheet.name, sheet.keys) for sheet in entry.sheets)
    body = SECTIONS[name](store, folders) if begun else "Not computed yet."
    return f"## {name}: {entry.what}\n\n{where}\n\n{body}"


def _entry(name: str) -> catalogue.Entry:
    return next(entry for entry in catalogue.ENTRIES if entry.name == name)


def _summary(store: Store, tables: Path) -> Iterator[str]:
    """Yield how much is done, and how many of the paper's numbers were met, table by table."""
    yield (
        "Rows of results that are done, and how many of the numbers judged agree with the paper's by the "
        "criterion below. Details, figures, and why numbers differ follow table by table."
    )
    lines = []
    for name in SECTIONS:
        entry = _entry(name)
        path = tables / f"{name}.csv"
        judged, agree = _judged(path) if path.exists() else (0, 0)
        costs = [cost_of(sheet, store) for sheet in entry.sheets]
        rows = f"{total(costs).done} of {total(costs).total}" if costs else "computed on the spot"
        link = f"[{name}](#{name}-{re.sub(r'[^a-z0-9_ -]', '', entry.what.lower()).replace(' ', '-')})"
        lines.append([link, entry.what, rows, f"{agree} of {judged}" if judged else ""])
    yield markdown(["table or figure", "what", "rows done", "numbers that agree"], lines)


def _judged(path: Path) -> tuple[int, int]:
    with path.open(encoding="utf-8", newline="") as file:
        answers = [row["agree"] for row in csv.DictReader(file)]
    return answers.count("yes") + answers.count("no"), answers.count("yes")


def _wrapped(block: str) -> str:
    """Return prose in lines of a readable length, anything else as it is."""
    if block.startswith(("|", "!", "#", "`")):
        return block
    return textwrap.fill(block, 116, break_long_words=False, break_on_hyphens=False)


def _how(store: Store) -> Iterator[str]:
    yield "## How it was done"
    yield f"**When numbers agree.** {CRITERION}"
    yield (
        "**Settings** are the paper's: thresholds 0.01, -0.01 and 0.01, at most ceil(n / ln n) columns, "
        "equal-frequency bins, class labels ranked, ties broken at random; selection and standardisation "
        "inside the training folds; an empty selection predicts one class at random. Stepwise methods end "
        f"after {settings.TIME_LIMIT:g} s and keep what they have, unless a run was given a lower limit: "
        "then rows that it cut short say so, and a later run without it computes them anew. Simulated "
        "columns enter as they are, real ones standardised, as the paper has it. All of this is in "
        "[settings.json](../experiments/results/settings.json)."
    )
    yield "**Seeds.**"
    yield markdown(["what is random", "seed"], [[what, seed] for what, seed in settings.SEEDS.items()])
    yield (
        "**Where.** Times are CPU seconds of one thread, so that other work on the machine matters little; "
        "what is left of it, through caches and clock speed, makes only ratios between methods meaningful."
    )
    runs = list(store.rows("runs", ["run"]).values())
    columns = list(runs[0]) if runs else ["run"]
    yield markdown(columns, [[row[column] for column in columns] for row in runs])
    yield (
        "**What it costs**, in CPU hours on one core, and what is left to run. Rows that a limit below the "
        "paper's cut short count as left, with the time they had: for them the hours are a lower bound."
    )
    yield markdown(["results", "rows done", "of", "hours so far", "hours left"], _costs(store))


def _costs(store: Store) -> Iterator[list[str]]:
    costs = {sheet.name: cost_of(sheet, store) for sheet in catalogue.all_sheets()}
    for name, cost in {**costs, "all": total(costs.values())}.items():
        left = f"{cost.hours_left:.2f}"
        if cost.unknown:
            left += f", and {cost.unknown} rows not measured yet"
        yield [name, str(cost.done), str(cost.total), f"{cost.hours_done:.2f}", left]
