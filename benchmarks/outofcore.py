"""Fit to a file that is several times as large as the memory allowed: the script, and what its row measures.

    python -m benchmarks.outofcore --gigabytes 8 --limit 2 --folder /var/tmp

writes a file of that size, fits to it in a process of limited address space, and deletes it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np

from benchmarks.fresh import in_process

ROWS = 2000
ROWS_AT_A_TIME = 20


def write_table(path: Path, n: int, p: int) -> None:
    """Write an (n, p) table in C order, a few rows at a time; column 0 is a response of columns 1 to 4."""
    rng = np.random.default_rng(0)
    with path.open("wb") as file:
        header = {"descr": "<f8", "fortran_order": False, "shape": (n, p)}
        np.lib.format.write_array_header_1_0(file, header)
        for begin in range(0, n, ROWS_AT_A_TIME):
            rows = rng.standard_normal((min(ROWS_AT_A_TIME, n - begin), p))
            rows[:, 0] = (
                2 * rows[:, 1] * rows[:, 2] + np.cos(np.pi * rows[:, 3] * rows[:, 4]) + 0.1 * rows[:, 0]
            )
            rows[:, 5 : p // 5] = rows[:, 1:2] + 0.01 * rows[:, 5 : p // 5]  # nearly the same
            file.write(rows.tobytes())


def measured(n: int, p: int, limit: str, folder: str | None = None, n_jobs: int = 2) -> dict[str, float]:
    """Write a table, fit to it under the limit, and return what the process reports."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        path = Path(place) / "table.npy"
        write_table(path, n, p)
        return in_limited_process(path, limit, n_jobs, most=4)


def in_limited_process(path: Path, limit: str, n_jobs: int, most: int) -> dict[str, float]:
    """Select so many columns of a file in a process so limited.

    Unless told, the system's allocator reserves address space for every thread.
    """
    return in_process("out-of-core", path, limit, n_jobs, most, environment={"MALLOC_ARENA_MAX": "1"})


def main(given: list[str] | None = None) -> int:
    """Run the script."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.outofcore", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--gigabytes", type=float, default=8, help="size of the file (default 8)")
    parser.add_argument("--limit", type=float, default=2, help="gigabytes of address space (default 2)")
    parser.add_argument("--rows", type=int, default=ROWS, help=f"rows of the table (default {ROWS})")
    parser.add_argument("--jobs", type=int, default=2, help="threads (default 2)")
    parser.add_argument("--folder", help="where the file is written, with 2.5 times its size free")
    options = parser.parse_args(given)
    p = round(options.gigabytes * 1e9 / 8 / options.rows)
    print(f"{options.rows} x {p} float64, {options.limit:g} GB of address space")
    found = measured(options.rows, p, f"{options.limit * 1e9:.0f}", options.folder, options.jobs)
    for name, value in found.items():
        print(f"{name:20}{value:,.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
