"""The slow, obvious definition of everything the package computes fast: the definition of right.

Written from the formulas with plain loops. Sums of agreements are exact (integers and fractions) and are
rounded once, at the end; distances are accumulated column by column in the array's own float type, which is
what decides who the nearest neighbours are.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from scipy.stats import rankdata

MASK = 0xFFFFFFFFFFFFFFFF
GOLDEN_RATIO = 0x9E3779B97F4A7C15


# --- the response -------------------------------------------------------------------------------------------


def ranks(y):
    """R_h = #{k: y_k <= y_h} and L_h = #{k: y_k >= y_h}."""
    y = np.asarray(y)
    R = [sum(1 for other in y if other <= own) for own in y.tolist()]
    L = [sum(1 for other in y if other >= own) for own in y.tolist()]
    return np.array(R, dtype=np.int64), np.array(L, dtype=np.int64)


def agreement(y, nominal=False):
    """a(h, i) for all pairs of rows: min(R_h, R_i), or whether the two classes are the same."""
    y = np.asarray(y)
    if nominal:
        return np.equal.outer(y, y).astype(np.int64)
    R = np.searchsorted(np.sort(y), y, side="right")
    return np.minimum.outer(R, R)


def perfect_and_chance(a):
    """A = sum of a(h, h), where the neighbour always agrees, and B, expected of one drawn from all rows."""
    return int(np.trace(a)), Fraction(int(a.sum()), len(a))


# --- neighbours ---------------------------------------------------------------------------------------------


def as_columns(Z):
    """Z as a 2-D array of its own float type (integers become float64)."""
    Z = np.asarray(Z)
    if Z.dtype not in (np.float32, np.float64):
        Z = Z.astype(np.float64)
    return Z.reshape(len(Z), -1)


def squared_distances(Z):
    """Squared distance of all pairs of rows, one column added at a time, left to right, in Z's float type."""
    Z = as_columns(Z)
    total = np.zeros((len(Z), len(Z)), dtype=Z.dtype)
    with np.errstate(over="ignore", under="ignore"):
        for column in Z.T:
            difference = column[None, :] - column[:, None]
            total = total + difference * difference
    return total


def nearest(Z):
    """For each row the set of all other rows at exactly the smallest distance."""
    return nearest_by(squared_distances(Z))


def nearest_by(distances):
    found = []
    for h, row in enumerate(distances):
        others = np.delete(np.arange(len(row)), h)
        found.append(set(others[row[others] == row[others].min()].tolist()))
    return found


def mix(v):
    v ^= v >> 30
    v = v * 0xBF58476D1CE4E5B9 & MASK
    v ^= v >> 27
    v = v * 0x94D049BB133111EB & MASK
    return v ^ v >> 31


def tie_hash(seed, h, i):
    """The number that decides between tied neighbours i of row h: a function of seed and row numbers only."""
    return mix((mix((mix((seed + GOLDEN_RATIO) & MASK) + h) & MASK) + i) & MASK)


# --- conditional dependence ---------------------------------------------------------------------------------


def neighbour_agreement(a, neighbours, ties="average", seed=0):
    """Q = sum over rows of a(h, M(h)), exactly."""
    whole, parts = 0, Fraction(0)
    for h, tied in enumerate(neighbours):
        if ties == "random":
            whole += int(a[h, min(tied, key=lambda i, h=h: (tie_hash(seed, h, i), i))])
        elif len(tied) == 1:
            whole += int(a[h, next(iter(tied))])
        else:
            parts += Fraction(sum(int(a[h, i]) for i in tied), len(tied))
    return whole + parts


def ratio(numerator, denominator):
    return float(Fraction(numerator) / Fraction(denominator)) if denominator != 0 else math.nan


def codec(y, z, x=None, *, ties="average", seed=0, nominal=False):
    """T(y, z | x), or T(y, z) without x; nan where the denominator is zero."""
    a = agreement(y, nominal)
    A, B = perfect_and_chance(a)
    z = as_columns(z)
    if x is None or as_columns(x).shape[1] == 0:
        return ratio(neighbour_agreement(a, nearest(z), ties, seed) - B, A - B)
    x = as_columns(x)
    without = neighbour_agreement(a, nearest(x), ties, seed)
    together = neighbour_agreement(a, nearest(np.hstack([x, z])), ties, seed)
    return ratio(together - without, A - without)


# --- discretisation and entropy -----------------------------------------------------------------------------


def integer_cube_root(n):
    root = 1
    while (root + 1) ** 3 <= n:
        root += 1
    return root


def equal_frequency_codes(x, n_bins=None):
    n = len(x)
    n_bins = min(math.floor(n ** (1 / 3)) if n_bins is None else n_bins, n)
    ordered = sorted(x.tolist())
    size, rest = divmod(n, n_bins)
    cuts = [ordered[size * (i + 1)] if i < rest else ordered[size * (i + 1) - 1] for i in range(n_bins - 1)]
    cuts.append(math.inf)
    return [next(code for code, cut in enumerate(cuts, start=1) if value <= cut) for value in x.tolist()]


def automatic_codes(x, n_bins=None):
    n = len(x)
    n_bins = max(2, integer_cube_root(n)) if n_bins is None else n_bins
    values, counts = np.unique(x, return_counts=True)
    counts = counts.tolist()
    if len(values) <= n_bins:
        bins = {value: ("own", value) for value in values.tolist()}
    else:
        bins = {}
        heavy = [count * n_bins >= n for count in counts]
        k = n_bins - sum(heavy)
        m = sum(count for count, is_heavy in zip(counts, heavy, strict=True) if not is_heavy)
        before = 0
        for value, count, is_heavy in zip(values.tolist(), counts, heavy, strict=True):
            if is_heavy:
                bins[value] = ("own", value)
            else:
                bins[value] = ("rest", k * (2 * before + count) // (2 * m))
                before += count
    number = {}
    for value in values.tolist():  # in increasing order, so that bins are numbered by their smallest value
        number.setdefault(bins[value], len(number) + 1)
    return [number[bins[value]] for value in x.tolist()]


def discretize(X, method="auto", n_bins=None):
    """Bin codes, from 1, of each column."""
    codes_of = {"auto": automatic_codes, "equal-frequency": equal_frequency_codes}[method]
    X = as_columns(X)
    return np.array([codes_of(column, n_bins) for column in X.T], dtype=np.int64).reshape(X.shape[::-1]).T


def entropy(X, method="auto", n_bins=None):
    """Shannon entropy (nats) of each discretised column."""
    result = []
    for codes in discretize(X, method, n_bins).T:
        shares = [np.count_nonzero(codes == code) / len(codes) for code in sorted(set(codes.tolist()))]
        result.append(abs(math.fsum(-share * math.log(share) for share in shares)))
    return np.array(result)


# --- scaling and projection ---------------------------------------------------------------------------------


def zscore(values, digits=53):
    """One column to mean 0, variance 1 (ddof=1): float64 sums in increasing order. A constant one becomes 0.

    The power of two taken out first keeps huge and tiny values from overflowing; otherwise it changes no bit.
    Where the digits of the float type allow it, equal gaps between whole numbers stay equal: the centre is a
    whole number and the factor has so few digits that all products are exact.
    """
    values = [float(value) for value in values]
    if min(values) == max(values):
        return [0.0] * len(values)
    exponent = math.frexp(max(abs(value) for value in values))[1]
    scaled = [math.ldexp(value, -exponent) for value in values]
    total = 0.0
    for value in sorted(scaled):
        total += value
    mean = total / len(values)
    squares = 0.0
    for value in sorted(scaled):
        squares += (value - mean) * (value - mean)
    deviation = math.sqrt(squares / (len(values) - 1))
    if exponent <= digits and all(value.is_integer() for value in values):
        centre = math.floor(math.ldexp(mean, exponent) + 0.5)
        spare = digits - int(max(abs(value - centre) for value in values)).bit_length()
        if 2 * spare >= digits:
            factor = with_digits(math.ldexp(1.0, -exponent) / deviation, spare)
            return [(value - centre) * factor for value in values]
    return [(value - mean) / deviation for value in scaled]


def with_digits(value, digits):
    """The nearest float with so many binary digits."""
    unit = 2.0 ** (math.frexp(value)[1] - digits)
    return math.floor(value / unit + 0.5) * unit


def standardize(X, scaling="zscore"):
    """The columns as distances and projections see them, in X's float type."""
    X = as_columns(X)
    if scaling == "none":
        return X.copy()
    digits = np.finfo(X.dtype).nmant + 1
    columns = [zscore(2 * rankdata(column) if scaling == "rank" else column, digits) for column in X.T]
    return np.array(columns, dtype=np.float64).reshape(X.shape[::-1]).T.astype(X.dtype)


def centre(column):
    column = np.asarray(column, dtype=np.float64)
    return column - math.fsum(column) / len(column)


def orthogonal_directions(basis):
    """Modified Gram-Schmidt, each column twice; None for a column in the span of the earlier ones."""
    basis = as_columns(basis)
    tolerance = 1e-5 if basis.dtype == np.float32 else 1e-10
    directions = []
    for column in basis.T:
        z = centre(column)
        own = np.linalg.norm(z)
        for _ in range(2):
            for direction in directions:
                if direction is not None:
                    z = z - (z @ direction) * direction
        norm = np.linalg.norm(z)
        directions.append(None if norm <= tolerance * own else z / norm)
    return directions


def residual_variance(X, basis):
    """Variance (ddof=1) of each column left after projection on the basis columns, all centred."""
    X = as_columns(X)
    directions = [z for z in orthogonal_directions(basis) if z is not None]
    left = []
    for column in X.T:
        residual = centre(column)
        for _ in range(2):
            for direction in directions:
                residual = residual - (residual @ direction) * direction
        left.append((residual @ residual) / (len(X) - 1))
    return np.array(left, dtype=np.float64).astype(X.dtype)


def explained_shares(X, basis):
    """Share of each column's variance that each basis column, in order, adds to those before it."""
    X = as_columns(X)
    directions = orthogonal_directions(basis)
    shares = np.zeros((X.shape[1], len(directions)))
    for j, column in enumerate(X.T):
        column = centre(column)
        for k, direction in enumerate(directions):
            if direction is not None and column @ column > 0:
                shares[j, k] = (column @ direction) ** 2 / (column @ column)
    return shares.astype(X.dtype)


# --- the engine and the search ------------------------------------------------------------------------------


class NaiveEngine:
    """What the search needs to know about the data, computed one candidate at a time."""

    def __init__(
        self,
        X,
        codes,
        *,
        nominal=False,
        scaling="zscore",
        discretization="auto",
        n_bins=None,
        ties="average",
        seed=0,
        n_jobs=1,
    ):
        self.raw = as_columns(X)
        self.n_samples, self.n_features = self.raw.shape
        self.X = standardize(self.raw, scaling)
        self.discretization, self.n_bins = discretization, n_bins
        self.ties, self.seed = ties, seed
        self.a = agreement(codes, nominal)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def close(self):
        """Nothing to release."""

    def entropies(self):
        return entropy(self.raw, self.discretization, self.n_bins).astype(self.raw.dtype)

    def constants(self):
        return np.array([column.min() == column.max() for column in self.raw.T], dtype=bool)

    def sum_of_agreements(self, distances):
        return neighbour_agreement(self.a, nearest_by(distances), self.ties, self.seed)

    def scores(self, selected, candidates):
        selected = list(selected)
        A, B = perfect_and_chance(self.a)
        shared = squared_distances(self.X[:, selected])
        base = self.sum_of_agreements(shared) if selected else B
        result = []
        for j in candidates:
            if base == A:
                result.append(math.nan)
                continue
            with np.errstate(over="ignore", under="ignore"):
                distances = shared + squared_distances(self.X[:, j])  # the candidate's column comes last
            result.append(ratio(self.sum_of_agreements(distances) - base, A - base))
        return np.array(result, dtype=np.float64).astype(self.X.dtype)

    def residual_variances(self, selected, candidates):
        return residual_variance(self.X[:, candidates], self.X[:, list(selected)])

    def explained_shares(self, selected, features):
        return explained_shares(self.X[:, features], self.X[:, list(selected)])

    def column(self, feature):
        return self.X[:, feature].copy()


def search(
    X,
    codes,
    nominal=False,
    *,
    uninformative_threshold=0.01,
    relevance_threshold=-0.01,
    redundancy_threshold=0.01,
    max_features="auto",
    initial=(),
    exclude=(),
    engine=NaiveEngine,
    **engine_options,
):
    """Algorithm 1 as one plain function; `redundant` is in order of deletion, columns increasing."""
    engine = engine(X, codes, nominal=nominal, **engine_options)
    n, p = engine.n_samples, engine.n_features
    limit = {"auto": math.ceil(n / math.log(n)), None: p}.get(max_features, max_features)
    entropies = engine.entropies().tolist()  # plain floats, so that thresholds are compared exactly
    constants = engine.constants()
    steps, selected, scores, redundant, variances = [], list(initial), [], [], []
    known = set(initial) | set(exclude)
    uninformative = [
        j for j in range(p) if j not in known and (entropies[j] <= uninformative_threshold or constants[j])
    ]
    active = [j for j in range(p) if j not in known and j not in uninformative]

    def delete_redundant():
        left = dict(zip(active, engine.residual_variances(selected, active).tolist(), strict=True))
        gone = [j for j in active if left[j] < redundancy_threshold]
        for j in gone:
            active.remove(j)
            redundant.append(j)
            variances.append(left[j])
        return {"residual_variances": left, "redundant": gone}

    if selected:
        delete_redundant()
    while True:
        if not active:
            stop = "no candidates"
            break
        if len(selected) >= limit:
            stop = "max_features"
            break
        T = engine.scores(selected, active).tolist()
        steps.append({"scores": dict(zip(active, T, strict=True)), "selected": None})
        if any(math.isnan(value) for value in T):
            stop = "undefined"
            break
        best = max(range(len(active)), key=lambda k: T[k])  # the first, so the lowest index, wins a tie
        if T[best] < relevance_threshold:
            stop = "threshold"
            break
        chosen = active.pop(best)
        selected.append(chosen)
        scores.append(T[best])
        steps[-1].update(selected=chosen, **delete_redundant())
    return {
        "uninformative": uninformative,
        "selected": selected,
        "scores": scores,
        "redundant": redundant,
        "residual_variances": variances,
        "conditionally_independent": active,
        "excluded": sorted(exclude),
        "stop": stop,
        "steps": steps,
        "entropies": entropies,
    }
