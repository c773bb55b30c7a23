"""Inner products whose last bit depends on nothing but the two vectors.

Those of a linear algebra library also depend on its threads and on where in a matrix a vector stands, so that
equal columns would get different scores.
"""

from .kernel import kernel
from .projection import dot


@kernel
def products(rows, vector, results):
    """Write the inner product of every row with a vector."""
    for k in range(len(rows)):
        results[k] = dot(rows[k], 0.0, vector)


@kernel
def products_among(rows, first, last, results):
    """Write the inner products of rows ``first .. last - 1`` with themselves and all before them."""
    for k in range(first, last):
        for j in range(k + 1):
            results[k, j] = dot(rows[k], 0.0, rows[j])
            results[j, k] = results[k, j]
