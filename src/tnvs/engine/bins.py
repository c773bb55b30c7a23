"""Discretisation seen from the sorted column: runs of equal values go to bins, and bins have an entropy."""

import math

import numpy as np

from .kernel import inlined, kernel

EQUAL_FREQUENCY = 0
AUTO = 1
METHODS = {"equal-frequency": EQUAL_FREQUENCY, "auto": AUTO}


def default_bins(n: int, method: str) -> int:
    """floor(n^(1/3)), for "auto" at least 2; "equal-frequency" computes in floating point (1000 gives 9)."""
    if method == "equal-frequency":
        return int(n ** (1 / 3))
    root = round(math.cbrt(n))
    return max(2, root - (root**3 > n))


@inlined
def count_runs(ascending, runs):
    """The lengths of the runs of equal values; return how many runs there are."""
    count = 0
    begin = 0
    for k in range(1, len(ascending) + 1):
        if k == len(ascending) or ascending[k] != ascending[begin]:
            runs[count] = k - begin
            count += 1
            begin = k
    return count


@inlined
def equal_frequency_bins(runs, count, n, n_bins, bins):
    """The bin of each run: one plus the number of cut points before it; some bins may stay empty."""
    width = n // n_bins
    longer = n - width * n_bins  # so many of the first cut points lie one further
    cuts = 0
    begin = 0
    for run in range(count):
        while cuts < n_bins - 1 and width * (cuts + 1) - (0 if cuts < longer else 1) < begin:
            cuts += 1
        bins[run] = cuts + 1
        begin += runs[run]


@inlined
def automatic_bins(runs, count, n, n_bins, bins):
    """The bin of each run: frequent values for themselves, others in bins of equal frequency, ties whole."""
    heavy = 0
    spread = np.int64(0)  # rows with a value that isn't frequent
    for run in range(count):
        if runs[run] * n_bins >= n:
            heavy += 1
        else:
            spread += runs[run]
    distinct = count <= n_bins
    parts = n_bins - heavy
    before = np.int64(0)
    part = np.int64(0)
    used = 0
    filled_part = np.int64(-1)
    part_bin = 0
    for run in range(count):
        if distinct or runs[run] * n_bins >= n:
            used += 1
            bins[run] = used
            continue
        while parts * (2 * before + runs[run]) >= (part + 1) * 2 * spread:  # the run's middle is further
            part += 1
        before += runs[run]
        if part != filled_part:
            used += 1
            filled_part = part
            part_bin = used
        bins[run] = part_bin


@inlined
def find_bins(runs, count, n, n_bins, method, bins):
    """The bin of each run of a sorted column."""
    if method == EQUAL_FREQUENCY:
        equal_frequency_bins(runs, count, n, n_bins, bins)
    else:
        automatic_bins(runs, count, n, n_bins, bins)


@inlined
def bin_entropy(runs, bins, count, n, sizes):
    """The entropy, in nats, of the bins that the runs fall into."""
    sizes[:] = 0
    for run in range(count):
        sizes[bins[run] - 1] += runs[run]
    entropy = 0.0
    for size in sizes:
        if size > 0:
            share = size / n
            entropy -= share * math.log(share)
    return entropy


@kernel
def bin_codes(column, order, n_bins, method, codes):
    """Write the bin of each row of one column; ``order`` sorts the column."""
    n = len(column)
    runs = np.empty(n, np.int64)
    bins = np.empty(n, np.int64)
    count = count_runs(column[order], runs)
    find_bins(runs, count, n, n_bins, method, bins)
    k = 0
    for run in range(count):
        for _ in range(runs[run]):
            codes[order[k]] = bins[run]
            k += 1
