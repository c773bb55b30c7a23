"""The naive definitions against golden values of other implementations and the paper's formulas."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

import naive


def load_json(folder, name):
    return json.loads((folder / name).read_text())


@pytest.fixture(scope="module")
def simulation(reference):
    arrays = np.load(reference / "simulation_500x200.npz")
    return arrays["X"], np.unique(arrays["y"], return_inverse=True)[1]


@pytest.fixture(scope="module")
def found(simulation):
    X, codes = simulation
    return naive.search(X, codes, discretization="equal-frequency")


# --- golden values ------------------------------------------------------------------------------------------


def test_codec_agrees_with_the_golden_values(reference):
    arrays = np.load(reference / "codec_inputs.npz")
    for case in load_json(reference, "codec.json"):
        name = f"c{case['id']}"
        x = arrays[f"{name}_X"] if case["dim_x"] else None
        for ties in ("average", "random"):
            value = naive.codec(arrays[f"{name}_Y"], arrays[f"{name}_Z"], x, ties=ties)
            assert value == pytest.approx(case["T"], abs=1e-12), case


def test_equal_frequency_agrees_with_the_golden_values(reference):
    arrays = np.load(reference / "equal_frequency.npz")
    for case in load_json(reference, "equal_frequency.json"):
        n = case["n"]
        codes = naive.discretize(arrays[f"X_{n}"], "equal-frequency")
        np.testing.assert_array_equal(codes, arrays[f"codes_{n}"])
        assert codes.max(axis=0).tolist() == case["max_code"]
        entropies = naive.entropy(arrays[f"X_{n}"], "equal-frequency")
        np.testing.assert_allclose(entropies, case["entropy"], rtol=0, atol=1e-12)


def test_search_agrees_with_the_golden_run(reference, simulation, found):
    golden = load_json(reference, "tnvs_500x200.json")
    n = len(simulation[0])
    assert math.ceil(n / math.log(n)) == golden["dmax"]
    for key in ("selected", "uninformative", "redundant"):
        assert [j + 1 for j in found[key]] == golden[key], key
    np.testing.assert_allclose(found["scores"], golden["stepT"], rtol=0, atol=1e-9)
    np.testing.assert_allclose(found["residual_variances"], golden["redundant_var"], rtol=0, atol=1e-9)
    assert found["stop"] == "threshold"


def test_every_step_agrees_with_the_golden_run(reference, simulation, found):
    golden = load_json(reference, "tnvs_500x200_steps.json")
    scores = [step for step in golden if step["kind"] == "codec_T"]
    variances = [step for step in golden if step["kind"] == "gs_variance"]
    assert len(scores) == len(found["steps"]) == len(variances) + 1
    for ours, theirs in zip(found["steps"], scores, strict=True):
        assert [j + 1 for j in ours["scores"]] == theirs["columns"]
        np.testing.assert_allclose(list(ours["scores"].values()), theirs["values"], rtol=0, atol=1e-9)
    for ours, theirs in zip(found["steps"], variances, strict=False):
        assert [j + 1 for j in ours["residual_variances"]] == theirs["columns"]
        np.testing.assert_allclose(
            list(ours["residual_variances"].values()), theirs["values"], rtol=0, atol=1e-9
        )


def test_denominators_agree_with_the_golden_run(reference, simulation, found):
    X, codes = simulation
    X = naive.standardize(X[:, :180])
    a = naive.agreement(codes)
    A, B = naive.perfect_and_chance(a)
    golden = [
        step["cor_S"] for step in load_json(reference, "tnvs_500x200_steps.json") if step["kind"] == "codec_T"
    ]
    for size, denominator in enumerate(golden):
        S = found["selected"][:size]
        base = naive.neighbour_agreement(a, naive.nearest(X[:, S])) if S else B
        assert float(A - base) / len(X) ** 2 == pytest.approx(denominator, abs=1e-12)


def test_cumulative_dependence_agrees_with_golden_foci(reference, simulation):
    X, codes = simulation
    X = naive.standardize(X[:, :180])
    golden = load_json(reference, "foci_500x180.json")
    for size, value in enumerate(golden["stepT"], start=1):
        columns = [j - 1 for j in golden["selected"][:size]]
        assert naive.codec(codes, X[:, columns]) == pytest.approx(value, abs=1e-12)


# --- the paper's formulas, and rules no golden value covers -------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_codec_is_the_papers_formula_also_with_ties_in_y(seed):
    rng = np.random.default_rng(seed)
    n = 23
    y, z, x = rng.integers(0, 6, n), rng.standard_normal(n), rng.standard_normal((n, 2))
    R, L = naive.ranks(y)
    near_z, near_x, near_xz = (
        [tied.pop() for tied in naive.nearest(V)] for V in (z, x, np.column_stack([x, z]))
    )
    unconditional = sum(n * np.minimum(R, R[near_z]) - L**2) / sum(L * (n - L))
    assert naive.codec(y, z) == pytest.approx(unconditional, abs=1e-14)
    conditional = sum(np.minimum(R, R[near_xz]) - np.minimum(R, R[near_x])) / sum(
        R - np.minimum(R, R[near_x])
    )
    assert naive.codec(y, z, x) == pytest.approx(conditional, abs=1e-14)


def test_average_is_the_mean_over_all_tied_neighbours():
    z = np.array([0.0, 1.0, 2.0, 5.0])
    assert naive.nearest(z) == [{1}, {0, 2}, {1}, {2}]
    y = np.array([1.0, 2.0, 3.0, 4.0])
    Q = 1 + (1 + 2) / 2 + 2 + 3
    B = (16 + 9 + 4 + 1) / 4
    assert naive.codec(y, z) == pytest.approx((Q - B) / (10 - B), abs=1e-15)


def test_random_takes_one_tied_neighbour_and_averages_out():
    rng = np.random.default_rng(0)
    y, z = rng.standard_normal(30), rng.integers(0, 3, 30).astype(float)
    drawn = [naive.codec(y, z, ties="random", seed=seed) for seed in range(300)]
    assert len(set(drawn)) > 100
    assert np.mean(drawn) == pytest.approx(naive.codec(y, z), abs=4 * np.std(drawn) / math.sqrt(300))
    assert drawn[:3] == [naive.codec(y, z, ties="random", seed=seed) for seed in range(3)]


def test_the_tie_hash_is_fixed():
    """The first value is the published first output of the generator for seed 0; the last wraps around."""
    assert naive.mix(naive.GOLDEN_RATIO) == 0xE220A8397B1DCDAF
    assert naive.tie_hash(0, 0, 0) == naive.mix(naive.mix(0xE220A8397B1DCDAF))
    assert 0 <= naive.tie_hash(2**64 - 1, 10**6, 10**6) < 2**64


def test_nominal_codec_ignores_the_names_of_the_classes():
    rng = np.random.default_rng(1)
    z = rng.standard_normal((40, 2))
    y = rng.integers(0, 4, 40)
    renamed = np.array([2, 0, 3, 1])[y]
    assert naive.codec(y, z[:, 0], z[:, 1], nominal=True) == naive.codec(
        renamed, z[:, 0], z[:, 1], nominal=True
    )
    sizes = np.bincount(y)
    same = sum(y[h] == y[next(iter(tied))] for h, tied in enumerate(naive.nearest(z[:, 0])))
    chance = (sizes**2).sum() / 40
    assert naive.codec(y, z[:, 0], nominal=True) == pytest.approx((same - chance) / (40 - chance), abs=1e-15)


def test_codec_is_nan_where_undefined():
    y = np.array([0.0, 0.0, 1.0, 1.0])
    assert math.isnan(naive.codec(np.ones(4), np.arange(4.0)))
    assert math.isnan(naive.codec(y, np.arange(4.0), y))


def test_distances_are_accumulated_in_the_arrays_own_type():
    rng = np.random.default_rng(2)
    Z = rng.standard_normal((5, 3)).astype(np.float32)
    expected = np.float32(0)
    for column in range(3):
        difference = Z[4, column] - Z[1, column]
        expected = np.float32(expected + np.float32(difference * difference))
    distances = naive.squared_distances(Z)
    assert distances.dtype == np.float32
    assert distances[1, 4] == expected


def test_nearest_never_includes_the_row_itself_even_if_every_distance_overflows():
    assert naive.nearest(np.array([1e200, -1e200, 3e200])) == [{1, 2}, {0, 2}, {0, 1}]


def test_automatic_codes_of_a_discrete_column_are_its_values():
    x = np.repeat([-1.5, 0.0, 7.0], [3, 90, 7])
    assert sorted(set(naive.discretize(x)[:, 0].tolist())) == [1, 2, 3]
    expected = -sum(p * math.log(p) for p in (0.03, 0.9, 0.07))
    assert naive.entropy(x)[0] == pytest.approx(expected, abs=1e-15)
    assert naive.entropy(-x)[0] == pytest.approx(expected, abs=1e-15)


def test_automatic_codes_give_heavy_values_their_own_bin():
    """27 rows, 3 bins: zero holds at least a third of the rows; the other ten are cut in two by rank."""
    x = np.concatenate([np.arange(-5.0, 0), np.zeros(17), np.arange(1.0, 6)])
    codes = naive.discretize(x)[:, 0]
    assert codes.tolist() == [1] * 5 + [2] * 17 + [3] * 5


def test_automatic_codes_of_distinct_values_are_equally_frequent_and_monotone():
    x = np.random.default_rng(3).permutation(64.0 * np.arange(64))
    codes = naive.discretize(x)[:, 0]
    assert np.bincount(codes)[1:].tolist() == [16] * 4
    assert (np.diff(codes[np.argsort(x)]) >= 0).all()
    np.testing.assert_array_equal(naive.discretize(np.exp(x / 999))[:, 0], codes)


@pytest.mark.parametrize("n, exact, floating", [(7, 2, 1), (64, 4, 3), (1000, 10, 9), (1331, 11, 10)])
def test_the_two_methods_round_the_cube_root_differently(n, exact, floating):
    x = np.arange(float(n))
    assert naive.discretize(x, "auto").max() == exact
    assert naive.discretize(x, "equal-frequency").max() == floating


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_standardised_columns(dtype):
    rng = np.random.default_rng(4)
    X = np.column_stack([rng.standard_normal(50), rng.standard_normal(50) * 1e30, np.full(50, 0.1)]).astype(
        dtype
    )
    Z = naive.standardize(X)
    assert Z.dtype == dtype
    small = 1e-6 if dtype == np.float32 else 1e-14
    np.testing.assert_allclose(Z[:, :2].mean(axis=0), 0, atol=small)
    np.testing.assert_allclose(Z[:, :2].var(axis=0, ddof=1), 1, atol=small)
    assert (Z[:, 2] == 0).all()
    np.testing.assert_array_equal(naive.standardize(X * dtype(2.0**20)), Z)
    np.testing.assert_array_equal(naive.standardize(X, "none"), X)
    ranks = np.argsort(np.argsort(X[:, 1])).astype(dtype) + 1
    np.testing.assert_array_equal(naive.standardize(X, "rank")[:, 1], naive.standardize(2 * ranks)[:, 0])
    gaps = np.diff(np.sort(naive.standardize(ranks)[:, 0]))
    assert (gaps == gaps[0]).all()
    np.testing.assert_allclose(gaps[0], 1 / np.std(ranks, ddof=1), rtol=1e-3 if dtype == np.float32 else 1e-9)


def test_standardised_columns_survive_extreme_values():
    for x in ([1e308, -1e308, 0.0], [5e-324, 0.0, 0.0], [1.0, 1.0 + 2**-52, 1.0]):
        z = naive.standardize(np.array(x))[:, 0]
        assert np.isfinite(z).all()
        assert len(set(z.tolist())) == len(set(x))
        assert abs(z).max() < 2


def test_residual_variance_is_that_of_least_squares_also_for_a_collinear_basis():
    rng = np.random.default_rng(5)
    X, basis = rng.standard_normal((30, 4)), rng.standard_normal((30, 3))
    design = np.column_stack([np.ones(30), basis])
    expected = [((x - design @ np.linalg.lstsq(design, x)[0]) ** 2).sum() / 29 for x in X.T]
    np.testing.assert_allclose(naive.residual_variance(X, basis), expected, rtol=1e-12)
    doubled = np.column_stack([basis, basis[:, 0] - 2 * basis[:, 2], np.ones(30)])
    np.testing.assert_allclose(naive.residual_variance(X, doubled), expected, rtol=1e-12)
    nearly = np.column_stack([basis[:, 0], basis[:, 0] + 1e-7 * basis[:, 1], basis[:, 2]])
    np.testing.assert_allclose(naive.residual_variance(X, nearly), expected, rtol=1e-7)
    shares = naive.explained_shares(X, basis)
    np.testing.assert_allclose(shares.sum(axis=1), 1 - np.array(expected) / X.var(axis=0, ddof=1), atol=1e-12)


# --- the search ---------------------------------------------------------------------------------------------


def test_search_separates_the_subsets_disjointly(simulation, found):
    parts = [found[key] for key in ("uninformative", "selected", "redundant", "conditionally_independent")]
    assert sorted(j for part in parts for j in part) == list(range(simulation[0].shape[1]))


def test_search_stops_for_each_reason():
    rng = np.random.default_rng(6)
    X = rng.standard_normal((40, 4))
    codes = np.argsort(np.argsort(X[:, 0] + 0.3 * X[:, 1]))
    assert naive.search(X, codes, max_features=1)["stop"] == "max_features"
    assert naive.search(X, codes, relevance_threshold=1.0)["stop"] == "threshold"
    assert naive.search(np.zeros((40, 2)), codes)["stop"] == "no candidates"
    assert naive.search(X[:, [0, 0]], codes)["redundant"] == [1]
    labels = np.repeat([0, 1], 20)
    separating = np.column_stack([labels + 0.0, X[:, 1]])
    undefined = naive.search(separating, labels, max_features=None)
    assert (undefined["selected"], undefined["stop"]) == ([0], "undefined")
    assert naive.search(X, np.zeros(40))["stop"] == "undefined"


def test_search_respects_prior_knowledge():
    rng = np.random.default_rng(7)
    X = rng.standard_normal((40, 4))
    X[:, 3] = X[:, 2]
    found = naive.search(X, np.arange(40), initial=[2], exclude=[0])
    assert found["selected"][0] == 2
    assert found["redundant"] == [3]
    assert 0 not in found["selected"] + found["redundant"] + found["conditionally_independent"]
