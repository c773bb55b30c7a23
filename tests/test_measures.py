"""The measures against golden values, the naive version, and what must not change them."""

import json
import math

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

import naive
from tnvs import codec, discretize, entropy, residual_variance


def test_codec_golden(reference):
    cases = json.loads((reference / "codec.json").read_text())
    inputs = np.load(reference / "codec_inputs.npz")
    assert len(cases) == 20
    for case in cases:
        y, z = inputs[f"c{case['id']}_Y"], inputs[f"c{case['id']}_Z"]
        x = inputs[f"c{case['id']}_X"] if case["dim_x"] else None
        for ties in ("average", "random"):
            assert codec(y, z, x, ties=ties, random_state=0) == pytest.approx(case["T"], abs=1e-12)


@pytest.mark.parametrize("case", range(4))
def test_equal_frequency_golden(reference, case):
    golden = json.loads((reference / "equal_frequency.json").read_text())[case]
    arrays = np.load(reference / "equal_frequency.npz")
    X, codes = arrays[f"X_{golden['n']}"], arrays[f"codes_{golden['n']}"]
    np.testing.assert_array_equal(discretize(X, method="equal-frequency"), codes)
    entropies = entropy(X, method="equal-frequency")
    np.testing.assert_allclose(entropies, naive.entropy(X, "equal-frequency"), rtol=0, atol=1e-12)
    np.testing.assert_allclose(entropies, golden["entropy"], rtol=0, atol=1e-12)


KINDS = {
    "continuous": lambda rng, shape: rng.normal(size=shape),
    "integer": lambda rng, shape: rng.integers(0, 4, shape).astype(float),
    "mixed": lambda rng, shape: np.where(rng.random(shape) < 0.5, 0.0, rng.normal(size=shape)),
}


@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(2, 60),
    kind=st.sampled_from(sorted(KINDS)),
    k=st.integers(1, 3),
    q=st.integers(0, 3),
    levels=st.integers(1, 60),
    nominal=st.booleans(),
)
def test_codec_equals_naive(seed, n, kind, k, q, levels, nominal):
    rng = np.random.default_rng(seed)
    z, x = KINDS[kind](rng, (n, k)), KINDS[kind](rng, (n, q)) if q else None
    y = rng.integers(0, levels, n)
    ours = codec(y.astype(str) if nominal else y, z, x)
    names = np.unique(y.astype(str), return_inverse=True)[1]
    right = naive.codec(names if nominal else y, z, x, nominal=nominal)
    assert ours == pytest.approx(right, abs=1e-12, rel=1e-12, nan_ok=True)


def test_random_ties_are_uniform():
    """A row with three tied neighbours meets each of them equally often."""
    z = np.array([0.0, 0.0, 0.0, 0.0])
    y = np.array([3, 0, 1, 2])
    values = [codec(y, z, ties="random", random_state=seed) for seed in range(3000)]
    assert np.mean(values) == pytest.approx(codec(y, z), abs=0.03)
    assert len(set(values)) > 3
    assert codec(y, z, ties="random", random_state=7) == codec(y, z, ties="random", random_state=7)


def test_codec_is_nan_where_undefined():
    rng = np.random.default_rng(0)
    x = np.repeat([1.0, 2.0, 3.0], 10)
    assert math.isnan(codec(np.ones(30), rng.normal(size=30)))
    assert math.isnan(codec(x * 2, rng.normal(size=30), x))


def test_codec_decides_by_the_kind_of_y():
    rng = np.random.default_rng(0)
    y, z = rng.integers(0, 12, 60), rng.normal(size=60)
    ranked, nominal = codec(y, z), codec(y.astype(str), z)
    assert ranked != nominal
    for same in (
        y.astype(object),
        list(y),
        pl.Series(y).cast(pl.Int128),
        pd.Series(y, dtype="Int64"),
        y + 2**60,
    ):
        assert codec(same, z) == ranked
    for same in (pd.Categorical(y), pl.Series(y.astype(str), dtype=pl.Categorical), y.astype("S2")):
        assert codec(same, z) == nominal
    for same in (y > 5, (y > 5).astype(object), pd.Series(y > 5, dtype="boolean"), pl.Series(y > 5)):
        assert codec(same, z) == codec((y > 5).astype(str), z)


def test_renaming_classes_changes_nothing():
    rng = np.random.default_rng(0)
    z = rng.normal(size=(200, 2))
    y = np.where(z[:, 0] > 0, "b", np.where(z[:, 1] > 0, "a", "c"))
    renamed = np.select([y == "a", y == "b"], ["z", "m"], "k")
    assert codec(y, z) == codec(renamed, z)
    assert codec(np.unique(y, return_inverse=True)[1], z) != codec(y, z)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int32, bool])
def test_codec_takes_other_types(dtype):
    rng = np.random.default_rng(0)
    z = rng.integers(0, 2, 50).astype(dtype)
    y = rng.normal(size=50)
    z.flags.writeable = False
    assert codec(y, z) == pytest.approx(naive.codec(y, z.astype(float)), abs=1e-12)


@given(
    st.integers(0, 2**32 - 1),
    st.integers(1, 200),
    st.sampled_from(["auto", "equal-frequency"]),
    st.integers(0, 12),
)
def test_discretize_equals_naive(seed, n, method, n_bins):
    rng = np.random.default_rng(seed)
    X = np.column_stack([make(rng, n) for make in KINDS.values()])
    n_bins = n_bins or None
    np.testing.assert_array_equal(
        discretize(X, method=method, n_bins=n_bins), naive.discretize(X, method, n_bins)
    )
    np.testing.assert_allclose(
        entropy(X, method=method, n_bins=n_bins), naive.entropy(X, method, n_bins), rtol=1e-12, atol=1e-12
    )


@given(st.integers(0, 2**32 - 1), st.integers(2, 300))
def test_automatic_entropy_survives_transformations(seed, n):
    rng = np.random.default_rng(seed)
    X = np.column_stack([make(rng, n) for make in KINDS.values()])
    right = entropy(X)
    np.testing.assert_array_equal(entropy(3 * X + 1), right)
    np.testing.assert_array_equal(entropy(np.arctan(X)), right)
    np.testing.assert_array_equal(entropy(X[rng.permutation(n)]), right)
    few = np.array([len(np.unique(column)) for column in X.T]) <= round(n ** (1 / 3) - 0.5)
    np.testing.assert_allclose(entropy(-X)[few], right[few], rtol=1e-12)
    np.testing.assert_allclose(entropy(-X), right, atol=3 / n * math.log(n) if n > 2 else 1)


@pytest.mark.parametrize("n", range(2, 8))
def test_few_rows_fall_into_two_bins(n):
    column = np.random.default_rng(n).normal(size=n)
    assert np.unique(discretize(column)).tolist() == [1, 2]
    assert entropy(column)[0] > 0.4
    assert entropy(column, method="equal-frequency")[0] == 0


def test_mirrored_binary_column_keeps_its_entropy():
    column = np.repeat([0.0, 1.0], [5, 95])
    exact = -(0.05 * math.log(0.05) + 0.95 * math.log(0.95))
    np.testing.assert_allclose(entropy(np.column_stack([column, 1 - column])), exact, rtol=1e-14)
    assert entropy(column, method="equal-frequency")[0] == 0


@given(st.integers(0, 2**32 - 1), st.integers(2, 60), st.integers(0, 6))
def test_residual_variance_equals_naive(seed, n, q):
    rng = np.random.default_rng(seed)
    X, basis = rng.normal(size=(n, 4)), rng.normal(size=(n, q))
    X[:, 1] = basis @ rng.normal(size=q)
    if q > 1:
        basis[:, 1] = basis[:, 0] + 1e-7 * basis[:, 1]
    if q > 2:
        basis[:, 2] = basis[:, 0]
    np.testing.assert_allclose(residual_variance(X, basis), naive.residual_variance(X, basis), atol=1e-10)


def test_residual_variance_against_least_squares_on_a_nearly_collinear_basis():
    rng = np.random.default_rng(0)
    basis = rng.normal(size=(200, 12)) @ np.diag(5.0 ** -np.arange(12)) @ rng.normal(size=(12, 12))
    X = rng.normal(size=(200, 3))
    A, B = basis - basis.mean(axis=0), X - X.mean(axis=0)
    U = np.linalg.svd(A, full_matrices=False)[0]
    right = ((B - U @ (U.T @ B)) ** 2).sum(axis=0) / 199
    np.testing.assert_allclose(residual_variance(X, basis), right, rtol=1e-3)


def test_residual_variance_keeps_the_scale_of_extreme_columns():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(50, 2))
    left = residual_variance(X * [1e-120, 1e120], X[:, 0])
    right = residual_variance(X, X[:, 0])
    np.testing.assert_allclose(left[1], right[1] * 1e240, rtol=1e-12)
    assert residual_variance(X.astype(np.float32), X[:, :1]).dtype == np.float32


Z = np.arange(6.0)
BAD = {
    "nan in z": (lambda: codec(Z, [1, 2, np.nan, 4, 5, 6]), ValueError, "z contains NaN or infinity in 1"),
    "nan in y": (lambda: codec([1, np.nan, 3, 4, 5, 6], Z), ValueError, r"y contains NaN .*\(1 of 6\); drop"),
    "infinity in y": (lambda: codec([1, 2, np.inf, 4, 5, 6], Z), ValueError, r"infinity \(1 of 6 values\)"),
    "none in y": (lambda: codec(["a", None, "b"] * 2, Z), ValueError, r"missing values \(2 of 6\); drop"),
    "nan among names": (lambda: codec(["a", np.nan, "b"] * 2, Z), ValueError, r"missing values \(2 of 6\)"),
    "lengths": (lambda: codec(Z, Z[:5]), ValueError, "z has 5 rows but y has 6"),
    "lengths of x": (lambda: codec(Z, Z, Z[:5]), ValueError, "x has 5 rows but y has 6"),
    "2-D y": (lambda: codec(np.ones((6, 2)), Z), ValueError, "y must be 1-D"),
    "3-D z": (lambda: codec(Z, np.ones((6, 1, 1))), ValueError, "z must be 1-D or 2-D"),
    "no columns": (lambda: codec(Z, np.ones((6, 0))), ValueError, "z has no columns"),
    "one row": (lambda: codec([1.0], [2.0]), ValueError, "nearest neighbours need at least 2"),
    "no rows": (lambda: codec([], []), ValueError, "z has no rows"),
    "strings": (lambda: codec(Z, list("abcdef")), TypeError, "z must hold real numbers"),
    "complex": (lambda: codec(Z, Z + 1j), TypeError, "z must hold real numbers"),
    "objects": (
        lambda: codec(Z, np.array([1, 2, 3, 4, 5, "x"], object)),
        TypeError,
        "z must hold real numbers",
    ),
    "mixed y": (
        lambda: codec(np.array([1, "a", 2, 3, 4, 5], object), Z),
        ValueError,
        "y mixes numbers and str",
    ),
    "unsortable y": (
        lambda: codec([object() for _ in Z], Z),
        ValueError,
        "y has values that can't be sorted",
    ),
    "dates": (lambda: codec(Z.astype("M8[s]"), Z), ValueError, "y holds dates or times .datetime64"),
    "complex y": (lambda: codec(Z + 1j, Z), ValueError, "Complex data not supported: y holds"),
    "masked y": (lambda: codec(np.ma.masked_less(Z, 2), Z), ValueError, "y is a masked array with 2 masked"),
    "masked z": (lambda: codec(Z, np.ma.masked_less(Z, 2)), ValueError, "z is a masked array with 2 masked"),
    "masked X": (lambda: entropy(np.ma.masked_less(Z, 2)), ValueError, "X is a masked array with 2 masked"),
    "ragged": (lambda: entropy([[1, 2], [3]]), ValueError, "X must have rows of one length"),
    "sparse": (lambda: codec(Z, scipy.sparse.csr_array(np.eye(6))), TypeError, r"z is sparse .*z\.toarray"),
    "lazy": (lambda: discretize(pl.DataFrame({"a": Z}).lazy()), TypeError, r"X is a LazyFrame.*X\.collect"),
    "dict": (lambda: residual_variance(Z, {"a": Z}), TypeError, "basis is a dict"),
    "128 bits": (lambda: entropy(pl.Series(range(6)).cast(pl.Int128)), ValueError, "128-bit .*cast them"),
    "named nan": (
        lambda: codec(Z, pd.DataFrame({"a": Z, "b": [np.nan, np.inf, 1, 2, 3, 4], "": Z})),
        ValueError,
        r"z contains NaN or infinity in 1 of 3 columns \(number of such values\): b \(2\)\. Impute",
    ),
    "NA": (
        lambda: entropy(pd.DataFrame({"a": Z, "b": [pd.NA, None, 1, 2, 3, 4]})),
        ValueError,
        r"X contains NaN or infinity in 1 of 2 columns .*: b \(2\)",
    ),
    "nullable": (lambda: entropy(pd.Series([None, 1, 2], dtype="Int64")), ValueError, r"column 0 \(1\)"),
    "huge integers": (lambda: entropy([10**400, 1]), ValueError, "X has integers beyond the range"),
    "underflow": (lambda: codec(Z, Z * 1e-165), ValueError, r"within 1e-140 .*1 of 1 columns \(column 0\)"),
    "underflow in float32": (
        lambda: codec(Z, Z, np.float32(Z * 1e-23)),
        ValueError,
        "x has only values within",
    ),
    "underflow in a frame": (lambda: codec(Z, pd.DataFrame({"a": Z * 1e-165})), ValueError, r"\(a\)"),
    "generator": (lambda: codec(Z, Z, random_state=np.random.default_rng(0)), TypeError, "got a Generator"),
    "ties": (
        lambda: codec(Z, Z, ties="first"),
        ValueError,
        "ties must be one of 'average', 'random', got 'first'",
    ),
    "seed": (lambda: codec(Z, Z, ties="random", random_state=-1), ValueError, "random_state"),
    "overflow": (
        lambda: codec(Z, Z * 1e200),
        ValueError,
        "z has values beyond 1e.*overflow float64; rescale",
    ),
    "method": (lambda: discretize(Z, method="width"), ValueError, "method must be one of"),
    "n_bins": (lambda: entropy(Z, n_bins=0), ValueError, "n_bins must be None or a whole number"),
    "n_bins type": (lambda: entropy(Z, n_bins=2.5), ValueError, "n_bins must be None or a whole number"),
    "nan in X": (
        lambda: entropy([[1, np.nan], [2, 3]]),
        ValueError,
        r"X contains NaN or infinity in 1 .*\(1\)",
    ),
    "overflowing variance": (
        lambda: residual_variance(np.column_stack([Z, Z * 1e300]), np.zeros((6, 0))),
        ValueError,
        r"X has columns whose variance is beyond the range of float64: column 1 \(1 of 2\); rescale",
    ),
    "overflowing variance in float32": (
        lambda: residual_variance(pd.DataFrame({"a": np.float32(Z * 1e30)}), Z > 2),
        ValueError,
        r"beyond the range of float32: a \(1 of 1\)",
    ),
    "merged integers": (
        lambda: entropy(np.arange(6, dtype=np.uint64) + np.uint64(2**63)),
        ValueError,
        r"X has integers beyond 2\^53 that differ .* as float64, in 1 of 1 columns \(column 0\)",
    ),
    "basis rows": (lambda: residual_variance(Z, Z[:3]), ValueError, "basis has 3 rows but X has 6"),
}


def test_constants_and_near_ties_do_not_underflow():
    z = np.array([0, 1e-200, 1, 2, 3, 4])
    assert np.isfinite(codec(Z, np.column_stack([z, np.full(6, 1e-200)])))
    assert codec(Z, Z * 1e-139) == codec(Z, Z) == codec(Z, np.float32(Z * 1e-13))


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_named(case):
    call, error, message = BAD[case]
    with pytest.raises(error, match=message):
        call()


def test_residual_variance_of_huge_columns_in_the_span():
    x = np.random.default_rng(0).normal(size=30)
    assert residual_variance(np.ones((30, 1)) * 1e300, x) == 0
    with pytest.raises(ValueError, match="beyond the range of float64"):
        residual_variance(x * 1e300, x)


def test_a_constant_basis_column_explains_nothing():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(27, 2))
    constant = np.full(27, 0.1)
    np.testing.assert_allclose(residual_variance(X, constant), X.var(axis=0, ddof=1), rtol=1e-12)
    assert residual_variance(constant, X)[0] == 0


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_distances_that_round_to_the_same_number_are_ties(dtype):
    for outlier in (1e9, 1e17):
        z = np.array([0, 1, 2, 3, outlier], dtype)
        assert codec(range(5), z) == pytest.approx(naive.codec(range(5), z), abs=1e-12)
