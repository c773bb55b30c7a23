"""The checkpoint of a fit under way: read once, then a line more a step, on the disk before the next step."""

import errno
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from tnvs.search import Step, Trace, checkpoint, difference
from tnvs.search.serialise import _about
from tnvs.search.step import StopReason
from tnvs.search.stopwatch import Stopwatch

try:
    import fcntl
except ImportError:  # Windows: two fits at once would be seen only when the file is read
    fcntl = None  # type: ignore[assignment]

NO_LOCKS = (errno.ENOLCK, errno.ENOTSUP)  # what some network file systems answer
# After a refusal of other data or settings; the command has another advice.
ADVICE = (
    "To go on from it, fit with the same data, settings and version; to start anew, give another path or "
    "delete the file."
)
NOT_COMPARED = (*difference.WITHOUT_EFFECT, "random_state")  # of a random_state the seed counts


class Checkpoint:
    """The file in which a fit keeps its steps.

    Parameters
    ----------
    path : str or path
        Of a checkpoint to go on from, or where no file is yet.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        if not isinstance(path, str | os.PathLike):
            raise TypeError(f"checkpoint must be a path, got {path!r} of type {type(path).__name__}.")
        self.path = Path(path)
        self._file: IO[bytes] | None = None
        self._size = 0
        self.recorded: Trace | None = None
        if self.path.exists():
            self._open("r+b")
        elif not self.path.parent.is_dir():
            raise _about(self.path, FileNotFoundError(errno.ENOENT, ""))

    @property
    def seed(self) -> int | None:
        """The seed of the fit that began the file."""
        return None if self.recorded is None else self.recorded.resolved.get("seed")

    def begin(self, opening: Trace) -> Trace:
        """Take a trace before its first step; return it with the steps that the file has.

        Raises
        ------
        ValueError
            If the file is of other data, of other settings or of another version.
        """
        file = self._file or self._open("x+b")
        found = self.recorded
        if found is not None:
            self._refuse_another(found, opening)
        file.truncate(self._size)
        file.seek(self._size)
        if found is None:
            self._write(checkpoint.header_line(opening))
            return opening
        watch = Stopwatch(found.seconds)
        watch.add(opening.seconds)
        return replace(opening, steps=found.steps, stop_reason=found.stop_reason, seconds=watch.seconds)

    def keep(self, step: Step, stop_reason: StopReason, seconds: Mapping[str, float]) -> None:
        """Add a finished step."""
        self._write(checkpoint.step_line(step, stop_reason, seconds))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def _open(self, mode: str) -> IO[bytes]:
        """Open the file for this fit alone, and read what it has."""
        try:
            file: IO[bytes] = self.path.open(mode)
        except OSError as error:
            raise _about(self.path, error) from None
        try:
            self._lock(file)
            known, self._size = checkpoint.read(self.path)
            self.recorded = Trace(**known) if known else None
        except BaseException:
            file.close()
            raise
        self._file = file
        return file

    def _lock(self, file: IO[bytes]) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(
                f"The checkpoint {str(self.path)!r} is in use by another fit; wait for it to end, or give "
                "another path."
            ) from None
        except OSError as error:
            if error.errno not in NO_LOCKS:
                raise _about(self.path, error) from None

    def _write(self, line: bytes) -> None:
        """Add a line, and wait until it is on the disk."""
        if self._file is None:
            raise RuntimeError("begin comes before keep")
        try:
            self._file.write(line)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise _about(self.path, error) from None

    def _refuse_another(self, recorded: Trace, opening: Trace) -> None:
        found = [
            *difference.settings(recorded, opening, ignored=NOT_COMPARED),
            *difference.data(recorded.data, opening.data),
        ]
        if found:
            raise ValueError(
                f"The checkpoint {str(self.path)!r} is of another fit: {'; '.join(map(str, found))}. {ADVICE}"
            )
        known = replace(recorded, steps=(), stop_reason=opening.stop_reason, seconds={})
        if known != replace(opening, parameters=recorded.parameters, seconds={}):
            raise ValueError(
                f"The checkpoint {str(self.path)!r} has other numbers than come out here before the first "
                "step, with the same data and settings; it is damaged, or this machine computes otherwise. "
                "To start anew, give another path or delete the file."
            )
