"""Columns brought to one scale, the same for any order of the rows."""

import math

from .kernel import inlined

NONE = 0
ZSCORE = 1
RANK = 2
SCALINGS = {"none": NONE, "zscore": ZSCORE, "rank": RANK}


@inlined
def double_ranks(order, runs, count, x):
    """Replace values by twice the mean rank of their run, a whole number."""
    begin = 0
    for run in range(count):
        end = begin + runs[run]
        for k in range(begin, end):
            x[order[k]] = begin + 1 + end
        begin = end


@inlined
def zscore(x, order, digits):
    """Subtract the mean and divide by the standard deviation; sums go in the order of the values.

    The power of two taken out first keeps squares from overflowing. Equal gaps between whole numbers stay
    equal to the last bit where the ``digits`` of the float type allow it, so that ties are found: the centre
    is the whole number nearest to the mean, and the factor has so few digits that all products are exact.
    Mean and deviation are then only about 0 and 1; `Columns` holds those of what comes out.
    """
    n = len(x)
    lowest, highest = x[order[0]], x[order[n - 1]]
    exponent = max(math.frexp(max(abs(lowest), abs(highest)))[1], -1000)
    power = math.ldexp(1.0, -exponent)
    whole = exponent <= digits
    total = 0.0
    for k in range(n):
        whole &= x[order[k]] == math.floor(x[order[k]])
        total += x[order[k]] * power
    mean = total / n
    squares = 0.0
    for k in range(n):
        squares += (x[order[k]] * power - mean) * (x[order[k]] * power - mean)
    deviation = math.sqrt(squares / (n - 1))
    centre = math.floor(mean / power + 0.5)
    spare = digits - math.frexp(max(highest - centre, centre - lowest))[1]
    if whole and 2 * spare >= digits:
        factor = rounded(power / deviation, spare)
        for row in range(n):
            x[row] = (x[row] - centre) * factor
    else:
        for row in range(n):
            x[row] = (x[row] * power - mean) / deviation if deviation > 0 else 0.0


@inlined
def rounded(value, digits):
    """The value with so many binary digits."""
    fraction, exponent = math.frexp(value)
    return math.ldexp(math.floor(math.ldexp(fraction, digits) + 0.5), exponent - digits)
