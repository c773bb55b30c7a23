"""Explain a selection on two simulations with known truth; `make demo` runs this.

Prints what was found, and leaves the full record in demo/trace.json and a report made from it in
demo/report.html and demo/report.md.
"""

import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import perf_counter

import numpy as np

from tnvs import TNVS, Trace
from tnvs.datasets import GroundTruth, make_example, make_nonlinear

FOLDER = Path(__file__).resolve().parents[1] / "demo"
SEED = 0
REMOVED = ("redundant", "conditionally independent", "uninformative")


def main() -> None:
    print("The first run compiles the engine, for about 20 seconds; later runs take that from disk.\n")
    show_example()
    trace = show_wide_table()
    write(trace)


def show_example() -> None:
    """The six predictors of the paper's Appendix A."""
    heading("Six predictors: y = X1 X2, X4 = X1 + X2, X5 = X1 + X3, X6 almost constant")
    X, y, _ = make_example(1000, random_state=SEED)
    trace = TNVS().fit(X, y).trace_
    names = [f"X{j + 1}" for j in range(6)]
    columns = [names, trace.labels, map(decimals, trace.entropies), map(decimals, trace.scores)]
    table(["predictor", "subset", "entropy", "T"], zip(*columns, strict=True))
    order = ", then ".join(names[j] for j in trace.selected)
    print(f"\nSelected: {order}. Any two of X1, X2 and X4 determine y, so the third is redundant.")


def show_wide_table() -> Trace:
    """A wide table in which four hidden signals matter, each with many noisy copies."""
    heading("2000 rows, 1000 predictors: y = 2 s1 s2 + cos(pi s3 s4) + noise")
    X, y, truth = make_nonlinear(2000, 1000, random_state=SEED)
    begin = perf_counter()
    trace = TNVS(n_jobs=-1).fit(X, y).trace_
    print(f"Fitted in {perf_counter() - begin:.2f} s. Every predictor is in one subset:\n")
    show_subsets(trace)
    print("\nThe search, step by step (T of the best candidate given those selected before):\n")
    show_path(trace, truth)
    print("\nWhy was this one dropped?")
    for subset in REMOVED:
        first = int(np.flatnonzero(trace.labels == subset)[0])
        print("\n" + textwrap.fill(str(trace.explain(first)), width=100))
    return trace


def show_subsets(trace: Trace) -> None:
    """How many predictors each subset has, and which, for example."""
    rows = []
    for subset in ("relevant", *REMOVED):
        members = trace.selected if subset == "relevant" else np.flatnonzero(trace.labels == subset)
        named = ", ".join(trace.name_of(j) for j in members[:4].tolist())
        rows.append([subset, str(len(members)), named + (", ..." if len(members) > 4 else "")])
    table(["subset", "count", "examples"], rows)


def show_path(trace: Trace, truth: GroundTruth) -> None:
    """What each step chose, and which hidden signal that is a copy of."""
    rows = []
    for step in trace.steps:
        row = [str(step.number), str(len(step.candidates)), decimals(step.best_score)]
        if step.chosen is None:
            row += ["none", "", "", ""]
        else:
            row += [trace.name_of(step.chosen), f"s{truth.group[step.chosen]}", decimals(step.margin)]
            row += [str(len(step.redundant.features))]
        rows.append(row)
    table(["step", "candidates", "best T", "selected", "signal", "margin", "made redundant"], rows)
    threshold = trace.rules.relevance_threshold
    print(f"\nStopped: {trace.stop_reason} (the relevance threshold is {threshold}).")


def write(trace: Trace) -> None:
    """Leave the trace and a report behind."""
    FOLDER.mkdir(exist_ok=True)
    trace.to_json(FOLDER / "trace.json")
    trace.to_html(FOLDER / "report.html")
    (FOLDER / "report.md").write_text(trace.to_markdown(), encoding="utf-8")
    print("\nWritten: demo/trace.json (the full record), and made from it alone, a report:")
    print("demo/report.html (open it in a browser: every predictor, and why) and demo/report.md")


def decimals(value: float | None) -> str:
    """A number with four decimals; an empty cell where there is none."""
    return "" if value is None or np.isnan(value) else f"{value:.4f}"


def heading(text: str) -> None:
    print(f"\n{text}\n{'=' * len(text)}\n")


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows in columns as wide as their widest cell."""
    lines = [header, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    for line in [header, ["-" * width for width in widths], *lines[1:]]:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


if __name__ == "__main__":
    main()
