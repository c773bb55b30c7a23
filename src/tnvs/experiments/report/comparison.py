"""Our numbers beside the paper's: a file with a line a number, and a Markdown table with a cell a number."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tnvs.experiments.outcome import KINDS
from tnvs.experiments.report.agreement import PAPER_REPETITIONS, Mean, means_agree, shares_agree
from tnvs.experiments.sheet import Sheet
from tnvs.experiments.store import Store

if TYPE_CHECKING:
    import pandas as pd

MARKS = {True: "", False: " ✗", None: ""}
# of results, for the kinds of the paper's tables
COLUMNS = dict(zip(KINDS, ("relevant", "uninformative", "redundant", "independent"), strict=True))
LEGEND = "Each cell: ours / the paper's / difference, and ✗ where they don't agree."


class Folders(NamedTuple):
    """Where the files of tables and the pictures of the page go."""

    tables: Path
    pictures: Path

    def shown(self, name: str, what: str) -> str:
        """Return the Markdown of a picture, whose folder lies beside the page in `figures`."""
        return f"![{what}](figures/{self.pictures.name}/{name}.png)"


@dataclass(frozen=True)
class Compared:
    """A number of ours and the paper's, and where in a table they stand."""

    row: tuple[str, ...]
    column: str
    ours: Mean
    paper: Mean
    is_share: bool = False

    @property
    def agree(self) -> bool | None:
        """Whether they agree; None where one is missing."""
        return (shares_agree if self.is_share else means_agree)(self.ours, self.paper)

    @property
    def cell(self) -> str:
        """The cell of the Markdown table."""
        digits = self.paper.digits
        own, theirs = number(self.ours.value, digits), number(self.paper.value, digits)
        if math.isnan(self.ours.value) or math.isnan(self.paper.value):
            return f"{own} / {theirs}"
        return f"{own} / {theirs} / {signed(self.ours.value - self.paper.value, digits)}{MARKS[self.agree]}"


def number(value: float, digits: int) -> str:
    """Return a number, or a dash where there is none."""
    return "-" if math.isnan(value) else f"{value:z.{digits}f}"


def signed(value: float, digits: int) -> str:
    """Return a difference with its sign, 0 where it rounds to that."""
    text = f"{value:+z.{digits}f}"
    return "0" if float(text) == 0 else text


def mean_of(values: pd.Series[Any], digits: int = 4, groups: pd.Series[Any] | None = None) -> Mean:
    """Return the mean of a column of results, without what is missing in it.

    Groups are those of dependent rows: the data sets of the simulation.
    """
    values = values.dropna()
    n = len(values)
    if not n:
        return Mean(math.nan, math.nan, 0, digits)
    sd = float(values.std(ddof=1))
    design = 1.0
    if groups is not None and sd > 0:
        means = values.groupby(groups).mean()
        variance = float(means.var(ddof=1)) / len(means) if len(means) > 1 else sd**2
        design = max(1.0, variance * n / sd**2)
    return Mean(float(values.mean()), sd, n, digits, design)


def paper_table(name: str) -> pd.DataFrame:
    """Return the paper's numbers, as text: they have as many digits as it prints."""
    import pandas as pd

    file = resources.files("tnvs.experiments").joinpath("paper", f"{name}.csv")
    with file.open(encoding="utf-8") as stream:
        return pd.read_csv(stream, dtype=str, keep_default_na=False)


def printed(value: str, sd: str = "") -> Mean:
    """Return a number of the paper's from its text."""
    mantissa = value.partition("e")
    digits = len(mantissa[0].partition(".")[2]) + (-int(mantissa[2]) if mantissa[2] else 0)
    return Mean(float(value) if value else math.nan, float(sd) if sd else math.nan, PAPER_REPETITIONS, digits)


def results(store: Store, sheet: Sheet) -> pd.DataFrame:
    """Return the rows of a sheet with keys as text and everything else as numbers where it can be."""
    import pandas as pd

    rows = list(store.rows(sheet.name, sheet.keys).values())
    frame = pd.DataFrame(rows, columns=list(sheet.columns), dtype=object)
    for name in sheet.values:
        found = pd.to_numeric(frame[name].replace("", None), errors="coerce")
        if found.notna().sum() == (frame[name] != "").sum():
            frame[name] = found.astype(float)
    return frame


def write(path: Path, keys: Sequence[str], compared: Iterable[Compared]) -> None:
    """Write a line a number."""
    import pandas as pd

    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        {
            **dict(zip(keys, one.row, strict=True)),
            "indicator": one.column,
            "ours": one.ours.value,
            "ours_sd": one.ours.sd,
            "repetitions": one.ours.n,
            "paper": one.paper.value,
            "paper_sd": one.paper.sd,
            "difference": one.ours.value - one.paper.value,
            "agree": {True: "yes", False: "no", None: ""}[one.agree],
        }
        for one in compared
    ]
    pd.DataFrame(lines).to_csv(path, index=False, float_format="%.5g", lineterminator="\n")


def wide(keys: Sequence[str], compared: Iterable[Compared]) -> str:
    """Return a Markdown table with a row for each key and a column for each indicator."""
    rows: dict[tuple[str, ...], dict[str, str]] = {}
    for one in compared:
        rows.setdefault(one.row, {})[one.column] = one.cell
    columns = list(dict.fromkeys(column for cells in rows.values() for column in cells))
    lines = [[*row, *(cells.get(column, "") for column in columns)] for row, cells in rows.items()]
    return markdown([*keys, *columns], lines)


def markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def score(compared: Sequence[Compared]) -> str:
    """Return a sentence on how many numbers agree."""
    judged = [one.agree for one in compared if one.agree is not None]
    return f"{sum(judged)} of {len(judged)} numbers agree with the paper's."
