"""The engine against the naive version: the same neighbours, whatever runs it and however it is laid out."""

import os
import subprocess
import sys
from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naive import NaiveEngine
from tnvs.engine import CpuEngine, neighbourhood, scoring

KINDS = ("continuous", "integer", "binary", "zeros", "constant", "duplicate", "outlier", "tiny", "huge")


def column(rng, kind, n, others):
    if kind == "continuous":
        return rng.normal(size=n)
    if kind == "integer":
        return rng.integers(0, 5, n).astype(float)
    if kind == "binary":
        return (rng.random(n) < rng.random()).astype(float)
    if kind == "zeros":
        return np.where(rng.random(n) < 0.7, 0.0, rng.normal(size=n))
    if kind == "outlier":
        return np.append(rng.normal(size=n - 1), 10.0 ** rng.integers(2, 15))
    if kind == "constant":
        return np.full(n, rng.normal())
    if kind == "duplicate" and others:
        return others[rng.integers(len(others))] * rng.choice([1.0, -1.0])
    return rng.normal(size=n) * {"tiny": 1e-300, "huge": 1e300}.get(kind, 1.0)


@st.composite
def problems(draw, most_rows=40, kinds=KINDS):
    """X, codes, engine options, selected columns."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n = draw(st.integers(2, most_rows))
    columns = []
    for kind in draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=24)):
        columns.append(column(rng, kind, n, columns))
    dtype = draw(st.sampled_from([np.float64, np.float32]))
    with np.errstate(over="ignore"):
        X = np.array(columns).T.astype(dtype)
    X = np.nan_to_num(X, posinf=1e30, neginf=-1e30)
    y = rng.integers(0, draw(st.integers(1, n)), n)
    options = {
        "nominal": draw(st.booleans()),
        "scaling": draw(st.sampled_from(["zscore", "rank", "none"])),
        "discretization": draw(st.sampled_from(["auto", "equal-frequency"])),
        "ties": draw(st.sampled_from(["average", "random"])),
        "seed": draw(st.integers(0, 2**64 - 1)),
    }
    selected = draw(st.permutations(range(X.shape[1])))[: draw(st.integers(0, 4))]
    return X, np.unique(y, return_inverse=True)[1], options, list(selected)


def ordinary(X):
    return np.abs(X).max() < 1e100 if X.dtype == np.float64 else np.abs(X).max() < 1e15


REGIMES = {
    "as it is": {},
    "short lists": {"LIST_ROWS": 1, "LONGEST_LIST": 3, "SMALL_LEAF": 2, "LARGE_CELL": 10**9, "SHARED": 0},
    "buckets": {"LINE_LIMIT": 0, "LARGE_CELL": 0, "BUCKET_ROWS": 3},
    "lists of a few rows at a time": {"LIST_BYTES": 100, "LARGE_CELL": 10**9, "SHARED": 0},
}


@contextmanager
def regime(name):
    """Scoring as at another size of data: bounds on lists, leaves and chunks small enough to be met."""
    with pytest.MonkeyPatch.context() as patch:
        for constant, value in REGIMES[name].items():
            patch.setattr(scoring if hasattr(scoring, constant) else neighbourhood, constant, value)
        yield


def assert_close(ours, right):
    assert ours.dtype == right.dtype
    tolerance = 1e-12 if ours.dtype == np.float64 else 1e-6
    np.testing.assert_allclose(ours, right, rtol=tolerance, atol=tolerance)


def settled(problem):
    """Without scaling, values whose squares overflow have no distances."""
    X, codes, options, selected = problem
    if options["scaling"] == "none" and np.abs(X).max() > 1e15:
        options["scaling"] = "zscore"
    return X, codes, options, selected, np.setdiff1d(np.arange(X.shape[1]), selected)


@pytest.mark.parametrize("name", REGIMES)
@settings(max_examples=100)
@given(problem=problems(), n_jobs=st.integers(1, 2))
def test_scores_equal_naive(name, problem, n_jobs):
    X, codes, options, selected, candidates = settled(problem)
    right = NaiveEngine(X, codes, **options).scores(selected, candidates)
    with regime(name), CpuEngine(X, codes, n_jobs=n_jobs, **options) as engine:
        assert_close(engine.scores(selected, candidates), right)


@settings(max_examples=100)
@given(problems())
def test_columns_equal_naive(problem):
    X, codes, options, *_ = settled(problem)
    naive = NaiveEngine(X, codes, **options)
    with CpuEngine(X, codes, **options) as engine:
        assert_close(engine.entropies(), naive.entropies())
        np.testing.assert_array_equal(engine.constants(), naive.constants())
        for j in range(X.shape[1]):
            np.testing.assert_array_equal(engine.column(j), naive.column(j))


@settings(max_examples=100)
@given(problems(kinds=("continuous", "integer", "binary", "zeros", "constant", "duplicate")))
def test_projection_equals_naive(problem):
    X, codes, options, selected, candidates = settled(problem)
    naive = NaiveEngine(X, codes, **options)
    with CpuEngine(X, codes, **options) as engine:
        for known in range(len(selected) + 1):  # step by step, as the search does
            ours = engine.residual_variances(selected[:known], candidates)
            assert ours.dtype == X.dtype
            right = naive.residual_variances(selected[:known], candidates)
            np.testing.assert_allclose(ours, right, atol=1e-9 if X.dtype == np.float64 else 1e-4)
        shares = engine.explained_shares(selected, candidates)
        np.testing.assert_allclose(shares, naive.explained_shares(selected, candidates), atol=1e-4)
        again = engine.residual_variances(selected[::-1], candidates)  # another order begins anew
        np.testing.assert_allclose(again, ours, atol=1e-9 if X.dtype == np.float64 else 1e-4)


def large_problem(kind, n=6000, p=32, seed=0, dtype=np.float64):
    rng = np.random.default_rng(seed)
    kinds = {"integer": ["integer"], "mixed": list(KINDS[:4])}.get(kind, ["continuous"])
    X = np.array([column(rng, kinds[j % len(kinds)], n, []) for j in range(p)]).T.astype(dtype)
    if (
        kind == "heaped"
    ):  # a third of the rows equal in the selected columns, the others far apart or almost equal
        X[:, :3] = np.where(rng.random(n)[:, None] < 1 / 3, 0, np.exp(3 * X[:, :3]))
    y = X[:, 0] * X[:, 1] + X[:, 2] + 0.1 * rng.normal(size=n)
    return X, np.unique(y, return_inverse=True)[1]


@pytest.mark.parametrize("kind", ["continuous", "integer", "mixed", "heaped"])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_same_bits_however_it_runs(kind, dtype):
    """Threads, memory order, read-only maps, the size of chunks and which regime runs change no bit."""
    X, codes = large_problem(kind, dtype=dtype)
    frozen = X.copy()
    frozen.flags.writeable = False
    layouts = [np.asfortranarray(X), frozen, np.repeat(X, 2, axis=1)[:, ::2]]
    selections = [[], [0], [0, 1], [2, 0, 1]]

    def run(X, n_jobs=1):
        candidates = np.arange(3, X.shape[1])
        with CpuEngine(X, codes, n_jobs=n_jobs) as engine:
            scores = [engine.scores(selected, candidates) for selected in selections]
            return np.array([engine.entropies()[3:], *scores, engine.residual_variances([0, 1], candidates)])

    right = run(X)
    for layout in layouts:
        np.testing.assert_array_equal(run(layout), right)
    np.testing.assert_array_equal(run(X, n_jobs=2), right)
    np.testing.assert_array_equal(run(X, n_jobs=7), right)
    for name in REGIMES:
        with regime(name):
            np.testing.assert_array_equal(run(X), right)


@pytest.mark.parametrize("kind", ["continuous", "integer", "mixed", "heaped"])
@pytest.mark.parametrize("scaling", ["zscore", "rank", "none"])
def test_order_of_rows_and_columns_changes_nothing(kind, scaling):
    """Neither scales nor distances depend on the order of rows, so scores don't either, to the bit."""
    X, codes = large_problem(kind)
    rng = np.random.default_rng(1)
    rows, columns = rng.permutation(len(X)), rng.permutation(X.shape[1])
    back = np.argsort(columns)
    with (
        CpuEngine(X, codes, scaling=scaling) as plain,
        CpuEngine(X[rows][:, columns], codes[rows], scaling=scaling) as shuffled,
    ):
        for selected in ([], [0], [0, 1]):
            candidates = np.arange(3, X.shape[1])
            np.testing.assert_array_equal(
                shuffled.scores(back[selected], back[candidates]), plain.scores(selected, candidates)
            )


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_equal_gaps_of_whole_numbers_stay_equal(dtype):
    """Rows that are equally near stay so in other units, and where zero is elsewhere."""
    rng = np.random.default_rng(0)
    X = rng.integers(0, 300, (300, 6)).astype(dtype)
    codes = np.unique(np.cos(X[:, 0] / 20) + rng.normal(size=300), return_inverse=True)[1]
    everything = np.arange(1, 6)
    with (
        CpuEngine(X, codes) as plain,
        CpuEngine(3 * X + 5, codes) as other_units,
        CpuEngine(X, codes, scaling="none") as unscaled,
    ):
        np.testing.assert_array_equal(other_units.scores([], everything), plain.scores([], everything))
        np.testing.assert_array_equal(unscaled.scores([], everything), plain.scores([], everything))
        np.testing.assert_allclose(np.var(plain.column(0), ddof=1), 1, rtol=3e-4)


@pytest.mark.parametrize("n", [200, 4000])
def test_given_is_the_same_from_scratch(n):
    """What a step knows from the step before is what it would compute anew."""
    X, codes = large_problem("mixed", n=n)
    candidates = np.arange(3, X.shape[1])
    with CpuEngine(X, codes) as engine, CpuEngine(X, codes) as fresh:
        engine.scores([], np.arange(X.shape[1]))
        engine.scores([1], np.array([0, 2, 5]))
        np.testing.assert_array_equal(engine.scores([1, 0], candidates), fresh.scores([1, 0], candidates))


def test_undefined_where_the_response_is_a_function_of_the_selected():
    x = np.repeat([0.0, 1.0, 2.0], 4)
    X = np.column_stack([x, np.random.default_rng(0).normal(size=12)])
    with CpuEngine(X, x.astype(int), nominal=True) as engine:
        assert engine.scores([], np.array([0]))[0] == 1
        assert np.isnan(engine.scores([0], np.array([1]))).all()


def test_too_many_rows_is_refused():
    X = np.lib.stride_tricks.as_strided(np.zeros(1), (4_000_000, 2), (0, 0))
    with pytest.raises(ValueError, match="4000000 rows"):
        CpuEngine(X, np.zeros(len(X), int))


SMALL_RUN = """
import numpy as np
from tnvs.engine import CpuEngine
rng = np.random.default_rng(0)
X = np.column_stack([rng.normal(size=(12, 3)), rng.integers(0, 2, (12, 2))])
out = []
for ties in ("average", "random"):
    for nominal in (False, True):
        codes = rng.integers(0, 3, 12)
        with np.errstate(over="ignore"), CpuEngine(X, codes, nominal=nominal, ties=ties) as engine:
            out += [engine.entropies()]
            for selected in ([], [0], [3], [4, 0]):
                out += [engine.scores(selected, np.array([1, 2]))]
                out += [engine.residual_variances(selected, np.arange(2))]
print(np.concatenate(out).tolist())
"""


CACHED_RUN = """
import sys
import numpy as np
from tnvs.engine import CpuEngine
X = np.random.default_rng(0).normal(size=(12, 3)).astype(sys.argv[1])
with CpuEngine(X, np.arange(12)) as engine:
    print(engine.entropies().tolist(), engine.scores([], np.arange(3)).tolist())
"""


def start_python(code, *arguments, **environment):
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        text=True,
    )


def output(process):
    text = process.communicate()[0]
    assert process.returncode == 0
    return text


def test_compiled_equals_plain_python():
    """The kernels are Python, and compiling them changes nothing."""
    assert output(start_python(SMALL_RUN, NUMBA_DISABLE_JIT="1")) == output(start_python(SMALL_RUN))


def test_processes_that_start_at_once_share_the_cache(tmp_path):
    """Several processes compile for different types into one empty cache; all agree, and a later one too."""
    kinds = ("float64", "float32", "float64")
    started = [start_python(CACHED_RUN, kind, NUMBA_CACHE_DIR=str(tmp_path)) for kind in kinds]
    first = [output(process) for process in started]
    assert first[0] == first[2] != first[1]
    assert [*tmp_path.rglob("*.nbc")]
    for kind, right in zip(kinds, first, strict=True):
        assert output(start_python(CACHED_RUN, kind, NUMBA_CACHE_DIR=str(tmp_path))) == right


def test_broken_cache_entries_are_compiled_again(tmp_path):
    right = output(start_python(CACHED_RUN, "float64", NUMBA_CACHE_DIR=str(tmp_path)))
    entries = [*tmp_path.rglob("*.nbc"), *tmp_path.rglob("*.nbi")]
    assert len(entries) > 3
    for entry in entries:
        entry.write_bytes(entry.read_bytes()[: entry.stat().st_size // 2])
    assert output(start_python(CACHED_RUN, "float64", NUMBA_CACHE_DIR=str(tmp_path))) == right


def test_no_place_for_a_cache_is_no_error(tmp_path):
    """Without any folder to write to, every process compiles for itself."""
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert output(start_python(CACHED_RUN, "float64", NUMBA_CACHE_DIR=str(blocked / "cache")))
