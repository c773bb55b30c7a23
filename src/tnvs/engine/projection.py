"""Gram-Schmidt without stored residuals: along a new orthogonal z a column loses (x . z)^2 / (z . z).

Where next to nothing is left, that difference is only rounding, and the remainder itself is computed.
"""

import numpy as np

from .kernel import inlined, kernel

SPAN = {np.dtype(np.float64): 1e-10, np.dtype(np.float32): 1e-5}  # a shorter remainder is rounding
PARTS = 8  # partial sums, always the same ones: fast, and the same on any number of threads


@inlined
def dot(values, mean, direction):
    """Inner product of a column about its mean with a direction."""
    n = len(values)
    whole = n - n % PARTS
    s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = 0.0
    for row in range(0, whole, PARTS):
        s0 += (values[row] - mean) * direction[row]
        s1 += (values[row + 1] - mean) * direction[row + 1]
        s2 += (values[row + 2] - mean) * direction[row + 2]
        s3 += (values[row + 3] - mean) * direction[row + 3]
        s4 += (values[row + 4] - mean) * direction[row + 4]
        s5 += (values[row + 5] - mean) * direction[row + 5]
        s6 += (values[row + 6] - mean) * direction[row + 6]
        s7 += (values[row + 7] - mean) * direction[row + 7]
    for row in range(whole, n):
        s0 += (values[row] - mean) * direction[row]
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7))


@inlined
def sum_about(values, mean):
    """The sum of the deviations of a column from a number."""
    n = len(values)
    whole = n - n % 4
    s0 = s1 = s2 = s3 = 0.0
    for row in range(0, whole, 4):
        s0 += values[row] - mean
        s1 += values[row + 1] - mean
        s2 += values[row + 2] - mean
        s3 += values[row + 3] - mean
    for row in range(whole, n):
        s0 += values[row] - mean
    return (s0 + s1) + (s2 + s3)


@inlined
def squares_about(values, mean):
    """The sum of the squared deviations of a column from a number."""
    n = len(values)
    whole = n - n % 4
    s0 = s1 = s2 = s3 = 0.0
    for row in range(0, whole, 4):
        s0 += (values[row] - mean) ** 2
        s1 += (values[row + 1] - mean) ** 2
        s2 += (values[row + 2] - mean) ** 2
        s3 += (values[row + 3] - mean) ** 2
    for row in range(whole, n):
        s0 += (values[row] - mean) ** 2
    return (s0 + s1) + (s2 + s3)


@kernel
def remainder(values, mean, basis):
    """What a column has orthogonal to the basis.

    Projecting twice keeps it orthogonal even where the basis is nearly collinear.
    """
    left = np.empty(len(values), np.float64)
    for row in range(len(values)):
        left[row] = values[row] - mean
    for _ in range(2):
        for k in range(len(basis)):
            length = dot(left, 0.0, basis[k])
            for row in range(len(values)):
                left[row] -= length * basis[k, row]
    return left


@kernel
def new_direction(values, mean, squares, basis, smallest):
    """The part of a column orthogonal to the basis, with norm 1; zero if it is as good as in its span."""
    direction = remainder(values, mean, basis)
    left = dot(direction, 0.0, direction)
    if left <= smallest * smallest * squares:
        direction[:] = 0
    else:
        direction /= np.sqrt(left)
    return direction


@kernel
def squares_left(values, means, columns, basis, squares):
    """Write the squared length of what each of these columns has orthogonal to the basis."""
    for k in range(len(columns)):
        left = remainder(values[columns[k]], means[columns[k]], basis)
        squares[k] = dot(left, 0.0, left)


@kernel
def project(values, means, columns, basis, squares):
    """Write the squared length that each of these columns has along each direction of the basis."""
    for k in range(len(columns)):
        j = columns[k]
        for direction in range(len(basis)):
            length = dot(values[j], means[j], basis[direction])
            squares[k, direction] = length * length
