"""Simulated data are what the paper describes."""

from __future__ import annotations

import dataclasses
import time

import numpy as np
import pytest

from tnvs.datasets import make_example, make_nonlinear

# --- make_nonlinear -----------------------------------------------------------------------------------------


def test_nonlinear_defaults_are_setting_one():
    X, y, truth = make_nonlinear(random_state=0)
    assert X.shape == (2000, 1000)
    assert y.shape == (2000,)
    assert X.dtype == y.dtype == np.float64
    assert truth.label.shape == truth.group.shape == (1000,)
    assert np.isfinite(X).all()


def test_nonlinear_response_is_a_function_of_the_first_four_signals():
    X, y, _ = make_nonlinear(300, 50, noise=0, random_state=1)
    t1, t2, t3, t4 = X[:, [0, 5, 10, 15]].T
    np.testing.assert_allclose(y, 2 * t1 * t2 + np.cos(np.pi * t3 * t4), rtol=0, atol=1e-14)


def test_nonlinear_noise_has_its_standard_deviation():
    X, y, _ = make_nonlinear(20_000, 10, noise=0.5, random_state=2)
    exact = 2 * X[:, 0] * X[:, 1] + np.cos(np.pi * X[:, 2] * X[:, 3])
    assert np.std(y - exact) == pytest.approx(0.5, rel=0.03)


def test_nonlinear_copies_follow_their_signal():
    X, _, _ = make_nonlinear(2000, 100, perturbation=0.05, random_state=3)
    for g in range(9):
        signal, copies = X[:, 10 * g], X[:, 10 * g + 1 : 10 * (g + 1)]
        assert copies.shape[1] == 9
        np.testing.assert_allclose((copies - signal[:, None]).std(axis=0), 0.05, rtol=0.1)
        assert np.unique(copies, axis=1).shape[1] == 9
    signals = X[:, 0:90:10]
    assert np.abs(np.corrcoef(signals.T) - np.eye(9)).max() < 0.1
    np.testing.assert_allclose(signals.std(axis=0), 1, rtol=0.1)


def test_nonlinear_copies_are_exact_without_perturbation():
    X, _, _ = make_nonlinear(50, 30, perturbation=0, random_state=4)
    np.testing.assert_array_equal(X[:, 0], X[:, 2])


@pytest.mark.parametrize(
    "n_samples, nonzero", [(2000, 0.001), (500, 0.001), (300, 0.5), (20, 1.0), (20, 0.0)]
)
def test_nonlinear_uninformative_columns_have_an_exact_number_of_nonzero_rows(n_samples, nonzero):
    X, _, _ = make_nonlinear(n_samples, 200, nonzero=nonzero, random_state=5)
    assert (np.count_nonzero(X[:, 180:], axis=0) == round(nonzero * n_samples)).all()


def test_nonlinear_nonzero_values_are_small_and_at_rows_of_their_own():
    X, _, _ = make_nonlinear(1000, 1000, nonzero=0.05, random_state=6)
    last = X[:, 900:]
    assert last[last != 0].std() == pytest.approx(0.1, rel=0.05)
    assert np.count_nonzero(last, axis=1).std() > 1
    assert len({tuple(np.flatnonzero(column)) for column in last.T}) == 100


def test_nonlinear_truth():
    _, _, truth = make_nonlinear(10, 50, random_state=7)
    expected = (
        ["relevant", *["redundant"] * 4] * 4 + ["conditionally independent"] * 25 + ["uninformative"] * 5
    )
    assert truth.label.tolist() == expected
    assert truth.group.tolist() == np.repeat([1, 2, 3, 4, 5, 6, 7, 8, 9, 0], 5).tolist()
    with pytest.raises(dataclasses.FrozenInstanceError):
        truth.label = truth.group


def test_nonlinear_works_at_its_smallest():
    X, y, truth = make_nonlinear(2, 10, random_state=8)
    assert (X.shape, y.shape) == ((2, 10), (2,))
    assert "redundant" not in truth.label


def test_nonlinear_is_fast_when_wide():
    start = time.perf_counter()
    make_nonlinear(200, 50_000, random_state=9)
    assert time.perf_counter() - start < 10


@pytest.mark.parametrize(
    "make", [lambda seed: make_nonlinear(20, 20, random_state=seed), lambda seed: make_example(20, seed)]
)
def test_the_seed_decides_the_data(make):
    X, y, _ = make(0)
    again, same, _ = make(np.random.RandomState(0))
    np.testing.assert_array_equal(X, again)
    np.testing.assert_array_equal(y, same)
    assert (make(1)[1] != y).all()


@pytest.mark.parametrize(
    "seed, error",
    [("a", TypeError), (-1, ValueError), (True, TypeError), (np.random.default_rng(), TypeError)],
)
@pytest.mark.parametrize("make", [make_nonlinear, make_example])
def test_a_seed_that_is_none_is_named(make, seed, error):
    with pytest.raises(error, match="random_state"):
        make(20, random_state=seed)


@pytest.mark.parametrize(
    "arguments, error, message",
    [
        ({"n_samples": 1}, ValueError, "n_samples must be at least 2, got 1"),
        ({"n_samples": -5}, ValueError, "n_samples must be at least 2, got -5"),
        ({"n_samples": 10.0}, TypeError, "n_samples must be an integer of at least 2, got 10.0"),
        ({"n_samples": True}, TypeError, "n_samples must be an integer of at least 2, got True"),
        ({"n_features": 0}, ValueError, "n_features must be at least 10, got 0"),
        ({"n_features": 25}, ValueError, "n_features must be a multiple of 10, got 25: try 20 or 30"),
        ({"n_features": "many"}, TypeError, "n_features must be an integer of at least 10, got 'many'"),
        ({"noise": -0.1}, ValueError, "noise must be a finite number of at least 0, got -0.1"),
        ({"noise": None}, TypeError, "noise must be a finite number of at least 0, got None"),
        (
            {"perturbation": float("nan")},
            ValueError,
            "perturbation must be a finite number of at least 0, got nan",
        ),
        (
            {"perturbation": float("inf")},
            ValueError,
            "perturbation must be a finite number of at least 0, got inf",
        ),
        ({"nonzero": 1.5}, ValueError, "nonzero must be a number from 0 to 1, got 1.5"),
        ({"nonzero": -1}, ValueError, "nonzero must be a number from 0 to 1, got -1"),
    ],
)
def test_nonlinear_names_the_argument_at_fault(arguments, error, message):
    with pytest.raises(error) as caught:
        make_nonlinear(**arguments)
    assert str(caught.value) == message


def test_numpy_integers_are_sizes_too():
    X, _, _ = make_nonlinear(np.int64(5), np.int32(10), noise=np.float32(0.5), random_state=0)
    assert X.shape == (5, 10)


# --- make_example -------------------------------------------------------------------------------------------


def test_example_is_appendix_a():
    X, y, truth = make_example(random_state=0)
    assert X.shape == (1000, 6)
    np.testing.assert_array_equal(X[:, 3], X[:, 0] + X[:, 1])
    np.testing.assert_array_equal(X[:, 4], X[:, 0] + X[:, 2])
    np.testing.assert_array_equal(y, X[:, 0] * X[:, 1])
    assert np.abs(np.corrcoef(X[:, :3].T) - np.eye(3)).max() < 0.15
    assert truth.group.tolist() == [1, 1, 2, 1, 3, 0]
    expected = ["relevant", "redundant", "conditionally independent"]
    expected += ["relevant", "conditionally independent", "uninformative"]
    assert truth.label.tolist() == expected


@pytest.mark.parametrize("n_samples, count", [(2, 1), (300, 1), (1000, 1), (5000, 5)])
def test_example_has_an_exact_number_of_nonzero_rows(n_samples, count):
    X, _, _ = make_example(n_samples, random_state=0)
    assert np.count_nonzero(X[:, 5]) == count


def test_example_begins_with_the_sum_not_with_a_factor():
    """What the docstring claims against the paper's walk-through: T(y, X4) exceeds T(y, X1) and T(y, X2)."""
    for seed in range(20):
        X, y, _ = make_example(random_state=seed)
        T = [unconditional(y, X[:, j]) for j in (0, 1, 3)]
        assert T[2] > max(T[:2]), (seed, T)


def unconditional(y, z):
    """T(y, z) up to constants, for distinct values of z: neighbours stand side by side in sorted order."""
    order = np.argsort(z)
    R, z = np.argsort(np.argsort(y))[order], z[order]
    gap = np.concatenate([[np.inf], np.diff(z), [np.inf]])
    neighbour = np.arange(len(z)) + np.where(gap[1:] < gap[:-1], 1, -1)
    return np.minimum(R, R[neighbour]).sum()


def test_example_names_the_argument_at_fault():
    with pytest.raises(ValueError, match="n_samples must be at least 2, got 0"):
        make_example(0)
