"""Counting as rows are added one by one: how many came before with a smaller place, and their sum.

A tree as of Fenwick (1994): adding and asking cost log n, everything is exact in int64. Places count from
0, the trees have one element more than there are places.
"""

from tnvs.engine.kernel import inlined


@inlined
def add(counts, place, amount):
    """Add so many rows at a place."""
    node = place + 1
    while node < len(counts):
        counts[node] += amount
        node += node & -node


@inlined
def count_before(counts, place):
    """How many rows have been added at smaller places."""
    total = 0
    node = place
    while node > 0:
        total += counts[node]
        node -= node & -node
    return total


@inlined
def add_value(tallies, place, value):
    """Add a row with a value; the tree is (places + 1, 2): counts and sums side by side, for the cache."""
    node = place + 1
    while node < len(tallies):
        tallies[node, 0] += 1
        tallies[node, 1] += value
        node += node & -node


@inlined
def sum_before(tallies, place):
    """How many rows have been added at smaller places, and the sum of their values."""
    count = 0
    total = 0
    node = place
    while node > 0:
        count += tallies[node, 0]
        total += tallies[node, 1]
        node -= node & -node
    return count, total
