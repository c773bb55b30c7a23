"""Compute the rows that are missing, on one or more processes, and write each as soon as it is there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from tnvs.experiments.progress import Progress
from tnvs.experiments.sheet import Compute, Key, Sheet, Values, is_done
from tnvs.experiments.store import Store


def missing(keys: Iterable[Key], sheet: Sheet, store: Store, limit: float) -> list[Key]:
    """Return those keys whose rows have to be computed."""
    rows = store.rows(sheet.name, sheet.keys)
    return [key for key in keys if not is_done(rows.get(key), limit)]


def run_pass(
    sheet: Sheet,
    keys: Sequence[Key],
    store: Store,
    *,
    run: int,
    jobs: int,
    limit: float,
    progress: Progress,
) -> int:
    """Compute rows of one sheet; return how many could not be, for want of rows of another."""
    ready = [(key, sheet.prepare(key, store)) for key in keys]
    due = [(key, compute) for key, compute in ready if compute is not None]
    with progress.over(sheet.name, len(due)) as advance:
        for key, values in computed(due, jobs, limit):
            row = {**dict(zip(sheet.keys, key, strict=True)), **values, "run": run}
            store.append(sheet.name, sheet.columns, row)
            advance()
    return len(ready) - len(due)


def computed(due: Sequence[tuple[Key, Compute]], jobs: int, limit: float) -> Iterator[tuple[Key, Values]]:
    """Yield keys and values as they get ready."""
    if jobs == 1:
        for key, compute in due:
            yield alone(key, compute, limit)
        return
    from joblib import Parallel, delayed  # type: ignore[import-untyped]

    parallel = Parallel(n_jobs=jobs, return_as="generator_unordered")
    yield from parallel(delayed(alone)(key, compute, limit) for key, compute in due)


def alone(key: Key, compute: Compute, limit: float) -> tuple[Key, Values]:
    """Compute one row on one thread."""
    with threadpool_limits(1):
        return key, compute(limit)
