"""The sections on simulated data: what is found, what is selected, what is put where."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from tnvs.experiments import settings
from tnvs.experiments.outcome import KINDS, SIGNALS
from tnvs.experiments.report.comparison import (
    COLUMNS,
    LEGEND,
    Compared,
    Folders,
    markdown,
    mean_of,
    number,
    paper_table,
    printed,
    results,
    score,
    wide,
    write,
)
from tnvs.experiments.runs import relations, simulation
from tnvs.experiments.store import Store

if TYPE_CHECKING:
    import pandas as pd

SETTINGS = tuple(map(str, settings.SETTINGS))


def simulation_section(store: Store, folders: Folders) -> str:
    """Return P_a, M and coverage of all methods, and their times as multiples of TNVS's."""
    frame = results(store, simulation.SHEET)
    compared = list(_found(frame))
    write(folders.tables / "simulation.csv", ("setting", "method"), compared)
    return "\n\n".join(
        [
            f"{LEGEND} {score(compared)} P_a: share of repetitions in which all four signals were "
            "selected. M: how many selections it took, where they were. Coverage: how many of the four "
            "were selected.",
            wide(("setting", "method"), compared),
            _limited(frame),
            "Time, as multiples of TNVS's in the same setting (CPU seconds of one thread; ours / the "
            "paper's). Absolute times say nothing here: another machine, another language, other "
            "implementations.",
            markdown(["setting", *settings.METHODS], _times(frame)),
        ]
    )


def _found(frame: pd.DataFrame) -> Iterator[Compared]:
    columns = {"P_a": "needed", "M": "needed", "coverage": "signals"}
    shares: dict[tuple[str, str], float] = {}
    for line in paper_table("simulation").itertuples():
        if line.indicator not in columns:
            continue
        row = (line.setting, line.method)
        part = frame[(frame.setting == line.setting) & (frame.method == line.method)]
        values = part[columns[line.indicator]]
        paper = printed(line.mean, line.sd)
        if line.indicator == "P_a":
            values = values.notna().astype(float)
            shares[row] = paper.value
        elif line.indicator == "M":  # over the repetitions that found all
            paper = replace(paper, n=max(1, round(shares[row] * paper.n)), digits=2)
        ours = mean_of(values, groups=part["dataset"])
        yield Compared(row, line.indicator, ours, paper, line.indicator == "P_a")


def _limited(frame: pd.DataFrame) -> str:
    counts = frame.groupby(["setting", "method"]).agg(done=("seconds", "size"), limited=("limit", "count"))
    unfinished = [
        f"{method} in setting {setting}: {line.done} of 100 repetitions"
        for (setting, method), line in counts.iterrows()
        if line.done < 100
    ]
    absent = [
        f"{method} in setting {setting}: none"
        for setting in SETTINGS
        for method in settings.METHODS
        if (setting, method) not in counts.index
    ]
    limited = [
        f"{method} in setting {setting}: {line.limited} of {line.done} at {_limits(frame, setting, method)} s"
        for (setting, method), line in counts.iterrows()
        if line.limited
    ]
    said = "All 100 repetitions are done." if not unfinished + absent else ""
    if unfinished or absent:
        said = f"Not all repetitions are done. {'; '.join([*unfinished, *absent])}."
    if limited:
        said += f" Ended by a time limit, with what was found until then: {'; '.join(limited)}."
    return said


def _limits(frame: pd.DataFrame, setting: str, method: str) -> str:
    chosen = frame[(frame.setting == setting) & (frame.method == method)]
    return " and ".join(f"{limit:g}" for limit in sorted(chosen.limit.dropna().unique()))


def _times(frame: pd.DataFrame) -> Iterator[list[str]]:
    paper = paper_table("simulation")
    paper = paper[paper.indicator == "time"].set_index(["setting", "method"])["mean"].astype(float)
    ours = frame.groupby(["setting", "method"])["seconds"].mean()
    for setting in SETTINGS:
        cells = []
        for method in settings.METHODS:
            own = ours.get((setting, method), math.nan) / ours.get((setting, "TNVS"), math.nan)
            cells.append(f"{number(own, 1)} / {paper[setting, method] / paper[setting, 'TNVS']:.1f}")
        yield [setting, *cells]


def precision_section(store: Store, folders: Folders) -> str:
    """Return what the selections of TNVS, FOCI and WLS consist of."""
    frame = results(store, simulation.SHEET)
    compared = []
    for line in paper_table("precision").itertuples():
        part = frame[(frame.setting == line.setting) & (frame.method == line.method)]
        share = part[COLUMNS[line.kind]] / part["selected"].where(part["selected"] > 0)
        compared.append(
            Compared(
                (line.setting, line.method),
                line.kind,
                mean_of(share, groups=part["dataset"]),
                printed(line.share),
            )
        )
    write(folders.tables / "precision.csv", ("setting", "method"), compared)
    return "\n\n".join(
        [
            "Mean shares of the four true kinds among the selected columns. A column of a signal serves as "
            "well as its copies: the first one selected counts as relevant, further ones as redundant. "
            f"{LEGEND} {score(compared)}",
            wide(("setting", "method"), compared),
        ]
    )


def recall_section(store: Store, folders: Folders) -> str:
    """Return where TNVS puts columns of each true kind."""
    frame = results(store, simulation.SHEET)
    frame = frame[frame.method == "TNVS"]
    deviations = _deviations()
    compared = []
    for line in paper_table("recall").itertuples():
        part = frame[frame.setting == line.setting]
        shares = part["subsets"].map(lambda text, line=line: _share(text, line.kind, line.subset))
        paper = printed(line.share, deviations.get((line.setting, line.kind), ""))
        compared.append(
            Compared(
                (line.setting, f"truly {line.kind}"),
                line.subset,
                mean_of(shares, groups=part["dataset"]),
                paper,
            )
        )
    write(folders.tables / "recall.csv", ("setting", "kind"), compared)
    return "\n\n".join(
        [
            f"{LEGEND} {score(compared)} The share of relevant columns that is selected is a quarter of the "
            "coverage, and so is its standard deviation in the paper; redundant columns follow their signal.",
            wide(("setting", "put where (share)"), compared),
        ]
    )


def _deviations() -> dict[tuple[str, str], str]:
    """Return standard deviations of shares that follow from that of the coverage."""
    paper = paper_table("simulation").query("method == 'TNVS' and indicator == 'coverage'")
    return {
        (line.setting, kind): str(float(line.sd) / len(SIGNALS))
        for line in paper.itertuples()
        for kind in ("relevant", "redundant")
    }


def _share(text: str, kind: str, subset: str) -> float:
    """Return which share of the columns of a kind is in a subset, from a row's `subsets`."""
    counts = np.array([part.split() for part in text.split("|")], dtype=float)
    row = counts[KINDS.index(kind)]
    return float(row[KINDS.index(subset)] / row.sum())


def table1_section(store: Store, folders: Folders) -> str:
    """Return which relations and which kinds of columns each method can tell."""
    found = results(store, relations.SHEET)
    shares = found.groupby(["method", "relation"])["found"].mean()
    simulated = results(store, simulation.SHEET)
    simulated = simulated[simulated["selected"] > 0]
    said = paper_table("table1").set_index("method")
    rows = []
    for method in settings.METHODS:
        part = simulated[simulated.method == method]
        waste = [mean_of(part[kind] / part["selected"]).value for kind in ("redundant", "uninformative")]
        cells = [number(shares.get((method, relation), math.nan), 2) for relation in relations.RELATIONS]
        redundant, uninformative = (number(value, 2) for value in waste)
        theirs = said.loc[method]
        rows.append(
            [
                method,
                *cells,
                theirs.nonlinear,
                redundant,
                theirs.redundant,
                uninformative,
                theirs.uninformative,
            ]
        )
    header = ["method", *relations.RELATIONS, "paper: nonlinear", "redundant selected"]
    header += ["paper: removes them", "uninformative selected", "paper: removes them"]
    return "\n\n".join(
        [
            f"Share of {relations.N_DRAWS} draws ({relations.N_ROWS} rows, {relations.N_COLUMNS} normal "
            "columns, a response of one or two of them with noise of standard deviation "
            f"{relations.NOISE:g}) in which all relevant columns are among the first {relations.FIRST} "
            "selected. Then, in the simulation, all settings together, the share of redundant and of "
            "almost constant columns among the selected. Beside these, what the paper's table says.",
            markdown(header, rows),
            "DC-SIS sees more than the paper's *monotonic*; WLS, for which it says *nonlinear*, sees "
            "neither the symmetric relation nor those without a trend. A product of two among many columns "
            "is beyond all but DC-SIS much of the time, for neither factor alone says much; nobody finds "
            "the sign of a product, the continuous form of XOR, where neither factor alone says anything. "
            "The paper names this limit.",
        ]
    )
