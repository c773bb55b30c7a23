"""Selection from a file that is larger than memory: of it, nothing is read but what a step needs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tnvs.cli.fitting import columns_meant
from tnvs.readers import ReadError, Request
from tnvs.readers.raw import RawTable
from tnvs.readers.roles import assigned
from tnvs.search import Step, Trace
from tnvs.search.names import name_of

CONVERSIONS = ("categorical", "missing", "dates")


@dataclass(frozen=True, kw_only=True)
class LargeTable:
    """A table that stays in its file, and the positions of its columns there."""

    path: Path
    names: list[str] | None
    target_place: int
    id_places: tuple[int, ...]
    predictors: tuple[int, ...]
    left_out: tuple[int, ...]

    @property
    def target(self) -> str:
        """What the response is called."""
        return name_of(self.target_place, self.names)

    @property
    def y(self) -> NDArray[Any]:
        """The response, read from the file."""
        return self._read(self.target_place)

    @property
    def ids(self) -> dict[str, NDArray[Any]]:
        """Columns kept aside, read from the file."""
        return {name_of(place, self.names): self._read(place) for place in self.id_places}

    @property
    def predictor_names(self) -> list[str] | None:
        """Names of the predictors, where the file has any."""
        return None if self.names is None else [self.names[place] for place in self.predictors]

    def column(self, feature: int) -> NDArray[Any]:
        """Return one predictor, read from the file."""
        return self._read(self.predictors[feature])

    def _read(self, place: int) -> NDArray[Any]:
        from tnvs.outofcore.source import open_source

        with open_source(self.path) as source:
            return source.column(place)


def large_table(request: Request) -> LargeTable:
    """Look at the names in a file, and say which column is what."""
    from tnvs.outofcore.source import open_source

    asked = [f"--{name}" for name in CONVERSIONS if getattr(request, name) != "refuse"]
    if asked:
        raise ReadError(f"{', '.join(asked)} and --memory-limit exclude each other; convert the file before.")
    with open_source(request.path) as source:
        names, shape = source.names, (source.n_rows, source.n_columns)
    empty = np.broadcast_to(np.float32(0), shape)  # takes no memory
    roles = assigned(RawTable(path=request.path, matrix=empty, names=names).checked(), request)
    target = int(roles.target)
    kept = {*roles.predictors, target}
    return LargeTable(
        path=request.path,
        names=names,
        target_place=target,
        id_places=roles.ids,
        predictors=roles.predictors,
        left_out=tuple(place for place in range(shape[1]) if place not in kept),
    )


def fitted_within(
    memory_limit: str,
    scratch: str | None,
    table: LargeTable,
    parameters: Mapping[str, Any],
    callback: Callable[[Step], bool | None],
    checkpoint: Path | None,
) -> Trace:
    """Return the trace of a fit that keeps to a limit on memory."""
    from tnvs import TNVS, fit_file

    selector = fit_file(
        TNVS(**columns_meant(parameters, table.predictor_names, {})),
        table.path,
        table.target_place,
        memory_limit=memory_limit,
        drop=table.left_out,
        scratch=scratch,
        callback=callback,
        checkpoint=checkpoint,
    )
    return selector.trace_
