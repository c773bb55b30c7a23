"""Cost per candidate as a function of the number of rows: is there a cliff between ways of scoring?

``python -m benchmarks.curve`` prints a table and writes benchmarks/results/cost_per_candidate.csv and
docs/figures/cost_per_candidate.png. It takes half an hour; ``--quick`` stops at 16 000 rows.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from benchmarks import data, machine
from benchmarks.registry import Effort
from benchmarks.timing import interleaved, readable

FOLDER = Path(__file__).resolve().parent
RESULTS = FOLDER / "results" / "cost_per_candidate.csv"
FIGURE = FOLDER.parent / "docs" / "figures" / "cost_per_candidate.png"
KINDS = ("continuous", "integer", "mixed")
SELECTED = range(5)
SIZES = (500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 125_000, 250_000, 500_000, 1_000_000)
QUICK = 16_000
CANDIDATES = 32  # everywhere the same: fewer at many rows would look like a cliff, as they share less
# Where rows double, a candidate may take so many times as long; other places are pointed out. Hardly longer
# means that the way of scoring used for more rows would have been better for fewer, too.
LEAST_GROWTH = 1.2
MOST_GROWTH = 3.0


@dataclass(frozen=True)
class Point:
    """What a candidate takes, with its part of what candidates share."""

    kind: str
    q: int
    n: int
    candidates: int
    seconds: float


def points(n: int, effort: Effort) -> Iterator[Point]:
    """Measure every kind of column and number of selected ones at this many rows."""
    count = 16 if effort.tiny else CANDIDATES
    for kind in KINDS:
        X, y = data.table(n, max(SELECTED) + count, kind)
        with data.engine(X, y) as scorer:
            del X
            for q in SELECTED:
                (best,) = interleaved(effort, data.step(scorer, *data.split(q, count)), least=1)
                yield Point(kind, q, n, count, best / count)


def series(measured: list[Point]) -> dict[tuple[str, int], list[Point]]:
    """Return the points of each kind and number of selected columns, by rows."""
    keys = [(kind, q) for kind in KINDS for q in SELECTED]
    return {
        key: sorted((p for p in measured if (p.kind, p.q) == key), key=lambda point: point.n) for key in keys
    }


def growth(before: Point, after: Point) -> float:
    """Return how many times as long a candidate takes where rows double."""
    doubled = after.n / before.n / 2
    return after.seconds / before.seconds / doubled


def print_table(measured: list[Point]) -> None:
    """Print nanoseconds a row and candidate: flat where cost is proportional to rows."""
    by_key = series(measured)
    print("nanoseconds per row and candidate, what candidates share included")
    print(f"{'rows':>9}" + "".join(f"{kind[:5] + ' q=' + str(q):>11}" for kind, q in by_key))
    for place, n in enumerate(sorted({point.n for point in measured})):
        print(f"{n:>9}" + "".join(f"{line[place].seconds / n * 1e9:>11.3g}" for line in by_key.values()))
    steps = [(growth(*pair), pair) for line in by_key.values() for pair in pairwise(line)]
    odd = [step for step in steps if not LEAST_GROWTH <= step[0] <= MOST_GROWTH]
    bounds = f"less than {LEAST_GROWTH:g} or more than {MOST_GROWTH:g} times as long"
    print(f"\n{len(odd)} places where a candidate takes {bounds} for twice the rows")
    for times, (before, after) in odd:
        change = f"{readable(before.seconds)} to {readable(after.seconds)}"
        print(f"  {before.kind}, q = {before.q}, n = {before.n} to {after.n}: {times:.2g} times ({change})")


def write_csv(measured: list[Point], path: Path) -> None:
    """Write every point."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["kind", "selected", "rows", "candidates", "seconds_per_candidate"])
        writer.writerows([p.kind, p.q, p.n, p.candidates, f"{p.seconds:.6g}"] for p in measured)


def draw(measured: list[Point], path: Path) -> None:
    """Draw one panel a kind of column."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    figure, panels = plt.subplots(1, len(KINDS), figsize=(11, 3.8), sharey=True, layout="constrained")
    shades = plt.get_cmap("viridis")
    for axes, kind in zip(panels, KINDS, strict=True):
        for q in SELECTED:
            line = series(measured)[kind, q]
            cost = [point.seconds / point.n * 1e9 for point in line]
            color = shades(q / len(SELECTED))
            axes.loglog(
                [point.n for point in line], cost, marker="o", markersize=3, color=color, label=f"q = {q}"
            )
        axes.set_title(f"{kind} columns", fontsize=10)
        axes.set_xlabel("rows n")
        axes.grid(alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    panels[0].set_ylabel("ns per row and candidate, one thread")
    panels[-1].legend(title="selected", frameon=False, fontsize=8, title_fontsize=8)
    figure.savefig(path, dpi=150, metadata={"Software": None})
    plt.close(figure)


def main(given: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.curve", description=__doc__)
    parser.add_argument(
        "--up-to", type=int, default=max(SIZES), metavar="ROWS", help="leave out longer tables"
    )
    parser.add_argument(
        "--quick", dest="up_to", action="store_const", const=QUICK, help=f"up to {QUICK} rows"
    )
    parser.add_argument("--tiny", action="store_true", help="tiny sizes, to see that it runs")
    parser.add_argument("--csv", type=Path, default=RESULTS, metavar="FILE")
    parser.add_argument("--figure", type=Path, default=FIGURE, metavar="FILE")
    options = parser.parse_args(given)
    effort = Effort(repetitions=1, tiny=True) if options.tiny else Effort(repetitions=5, seconds=1.0)
    sizes = (60, 120) if options.tiny else [n for n in SIZES if n <= options.up_to]
    for key, value in machine.describe().items():
        print(f"{key:10}{value}")
    print()
    data.warm_up()
    measured: list[Point] = []
    for n in sizes:
        print(f"n = {n}", file=sys.stderr, flush=True)
        measured += points(n, effort)
    print_table(measured)
    for path in (options.csv, options.figure):
        path.parent.mkdir(parents=True, exist_ok=True)
    write_csv(measured, options.csv)
    try:
        draw(measured, options.figure)
    except ImportError:
        print("no figure: it needs matplotlib (pip install matplotlib)", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
