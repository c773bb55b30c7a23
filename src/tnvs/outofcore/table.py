"""A file as the data set of a selector: opened, checked, copied to the scratch file, prepared."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tnvs.engine.cpu import refuse_too_many_rows
from tnvs.engine.pool import Pool
from tnvs.measures._columns import refuse_counted
from tnvs.measures._response import plain_response
from tnvs.outofcore.budget import Budget
from tnvs.outofcore.memory import held, load_code
from tnvs.outofcore.raw import RawColumns
from tnvs.outofcore.scratch import Scratch
from tnvs.outofcore.source import Places, Source, open_source, unchanged
from tnvs.outofcore.stored import prepare, scratch_size
from tnvs.search import DataSummary, fingerprint
from tnvs.search.fingerprint import fingerprint_of_parts, rows_per_chunk
from tnvs.search.names import find_feature
from tnvs.search.stopwatch import Stopwatch
from tnvs.selectors import _parameters
from tnvs.selectors._forward import ForwardSelector
from tnvs.selectors._progress import say
from tnvs.selectors._table import Table, row_order
from tnvs.selectors._validation import NAMELESS, encoded, resolved_features


class FileTable(Table):
    """The predictors of a file on disk, its response in memory.

    Prepared columns take the place of the raw ones: what a trace knows of the data is to be asked for before.
    """

    X: Any

    def __init__(
        self,
        raw: RawColumns,
        y: NDArray[Any],
        names: list[str] | None,
        watch: Stopwatch,
        budget: Budget,
        most: int,
    ) -> None:
        super().__init__(raw, y, names, watch)  # type: ignore[arg-type]
        self._budget, self._most = budget, most

    def summary(self, n_jobs: int) -> DataSummary:
        """Return what a trace knows of the data."""
        n, p = self.X.shape
        step = rows_per_chunk(self.X.shape, self.X.dtype)
        with self.watch("fingerprint"):
            bands = self.X.bands(max(1, self._budget.cells() // (p * step)) * step)
            return DataSummary(
                n_samples=n,
                n_features=p,
                dtype=self.X.dtype.name,
                fingerprint_X=fingerprint_of_parts(bands, self.X.shape, self.X.dtype, n_jobs),
                fingerprint_y=fingerprint(self.y),
                feature_names=None if self.names is None else tuple(self.names),
            )

    def columns(self, pool: Pool, scaling: str = "zscore", discretization: str = "auto") -> Any:
        """Return scaled and sorted columns, a `StoredColumns`."""
        with self.watch("preparation"):
            origin = row_order(self.response("rank"))
            return prepare(
                self.X, origin, pool, self._budget, self._most, scaling=scaling, discretization=discretization
            )


@contextmanager
def opened_table(
    selector: ForwardSelector,
    path: Path,
    target: str | int | ArrayLike,
    drop: Sequence[str | int],
    limit: int,
    folder: Path,
) -> Iterator[FileTable]:
    """Give the file as a table for a selector; its scratch file exists as long."""
    watch = Stopwatch()
    with ExitStack() as open_files:
        with watch("validation"), unchanged(path):
            source = open_files.enter_context(open_source(path))
            places, y = _asked_for(source, target, drop)
            names = None if source.names is None else [source.names[j] for j in places]
            n, p = source.n_rows, len(places)
            _check_early(selector, y, n, p, names)
            dtype = source.dtype_of(places)
            load_code(dtype)
            budget = Budget(limit, held(), n, p, dtype.itemsize, _parameters.threads(selector.n_jobs))
            budget.check()
            scratch = open_files.enter_context(Scratch(folder, scratch_size(n, p, dtype.itemsize)))
            raw = RawColumns(scratch, (n, p), dtype, budget.columns())
            source.copy(places, raw, budget.cells())
        refuse_counted(raw.missing, "Input X", names, NAMELESS)
        if selector.verbose:
            say(f"{n} x {p} copied to a scratch file in {folder}; {watch.seconds['validation']:.2f} s")
        most = _parameters.resolved_max_features(selector.max_features, n, 0)
        yield FileTable(raw, y, names, watch, budget, p if most is None else most)


def _asked_for(
    source: Source, target: str | int | ArrayLike, drop: Sequence[str | int]
) -> tuple[Places, NDArray[Any]]:
    """Return the places of the predictors in the file, and the response."""
    if target is None:
        raise ValueError("target is None: say which column is the target, by its name or position.")
    aside = set(resolved_features(drop, "drop", source.n_columns, source.names))
    if isinstance(target, str | int | np.integer):
        place = find_feature(target, source.n_columns, source.names, "target")
        aside.add(place)
        target = source.column(place)
    y = plain_response(target)
    if y.shape not in [(source.n_rows,), (source.n_rows, 1)]:
        raise ValueError(
            f"target has shape {y.shape}, but the file has {source.n_rows} rows; give one value a row."
        )
    places = np.array([j for j in range(source.n_columns) if j not in aside], np.intp)
    return places, y.reshape(-1)


def _check_early(selector: ForwardSelector, y: NDArray[Any], n: int, p: int, names: list[str] | None) -> None:
    """Refuse what would be refused anyway, before the long work."""
    if n < 2 or p < 1:
        raise ValueError(
            f"the file has {n} rows and {p} predictors; at least 2 rows and 1 predictor are needed."
        )
    refuse_too_many_rows(n)
    encoded(y, selector.response)
    resolved_features(selector.initial, "initial", p, names)
    resolved_features(selector.exclude, "exclude", p, names)
