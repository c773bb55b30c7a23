"""The result folder: made beside its place under another name, and moved there when it is whole."""

import errno
import os
import shutil
from pathlib import Path

from tnvs.search.names import shown

CHECKPOINT = "checkpoint.jsonl"
TRACE = "trace.json"
SETTINGS = "settings.toml"
COMMAND = "command.txt"
# Space that a result takes, roughly: what is said of a predictor, and T of it at every step.
BYTES_A_PREDICTOR, BYTES_A_STEP, STEPS = 1000, 40, 20


class ResultFolder:
    """Where a run leaves its results.

    While it goes on, `path` keeps what it had; what is new is in `unfinished`, beside it.
    """

    def __init__(self, path: Path) -> None:
        self.given = path
        self.path = Path(os.path.abspath(path))
        self.unfinished = self.path.with_name(f"{self.path.name}.unfinished")
        self.previous = self.path.with_name(f".{self.path.name}.previous")

    @property
    def checkpoint(self) -> Path:
        """The checkpoint of the run under way."""
        return self.unfinished / CHECKPOINT

    def begin(self, force: bool) -> None:
        """Make the folder of a new run, or say what is in the way."""
        self._recover()
        if not force:
            self._refuse_to_overwrite()
        if self.unfinished.exists():
            if not (self.unfinished / SETTINGS).is_file() and any(self.unfinished.iterdir()):
                raise FileExistsError(f"{str(self.unfinished)!r} is no run of tnvs, and is in the way.")
            shutil.rmtree(self.unfinished)
        self._make()

    def resume(self) -> bool:
        """Make ready to go on; return False where there is nothing left to do."""
        self._recover()
        if self.unfinished.is_dir():
            return True
        if not (self.path / TRACE).is_file():
            raise FileNotFoundError(
                f"there is no result and no unfinished run in {str(self.path)!r}; leave out --resume."
            )
        if not (self.path / CHECKPOINT).is_file():
            return False
        self._make()
        for name in (SETTINGS, COMMAND, CHECKPOINT):
            shutil.copy2(self.path / name, self.unfinished / name)
        return True

    def check_space(self, n_samples: int, n_features: int) -> None:
        """Refuse to begin where the results would not fit on the disk."""
        table = 8 * n_samples * STEPS
        needed = table + n_features * (BYTES_A_PREDICTOR + BYTES_A_STEP * STEPS)
        free = shutil.disk_usage(self.unfinished).free
        if free < needed:
            raise OSError(
                f"no space for the results: {self.path.parent} has {free / 1e6:.1f} MB left, and about "
                f"{needed / 1e6:.1f} MB are needed; free some or choose another folder with --output."
            )

    def finish(self, keep_checkpoint: bool) -> None:
        """Move what is whole to its place."""
        if not keep_checkpoint:
            self.checkpoint.unlink(missing_ok=True)
        if self.path.exists():
            self.path.rename(self.previous)
        self.unfinished.rename(self.path)
        _remove(self.previous)

    def abandon(self) -> bool:
        """After a failure, keep what a later run can go on from; return whether there is anything."""
        if self.checkpoint.is_file():
            with self.checkpoint.open("rb") as file:
                if len(list(zip(range(2), file, strict=False))) == 2:  # the second line is the first step
                    return True
        _remove(self.unfinished)
        return False

    def _recover(self) -> None:
        """Put the old result back if a run died between the two moves of `finish`."""
        if self.previous.exists():
            if self.path.exists():
                _remove(self.previous)
            else:
                self.previous.rename(self.path)

    def _refuse_to_overwrite(self) -> None:
        if self.unfinished.exists():
            raise FileExistsError(
                f"{str(self.unfinished)!r} is a run that wasn't finished: go on with --resume "
                f"{shown(str(self.given))}, or begin anew with --force."
            )
        if self.path.is_file() or (self.path.is_dir() and any(self.path.iterdir())):
            raise FileExistsError(
                f"{str(self.path)!r} is there already; choose another --output, or replace it with --force."
            )

    def _make(self) -> None:
        parent = self.path.parent
        if not parent.is_dir():
            raise FileNotFoundError(f"there is no folder {str(parent)!r}; create it first.")
        if self.path.is_file() or (
            self.path.is_dir() and not _is_result(self.path) and any(self.path.iterdir())
        ):
            raise FileExistsError(f"{str(self.path)!r} is not a result of tnvs, and is not replaced.")
        try:
            self.unfinished.mkdir()
        except OSError as error:
            reason = (
                "no permission to write"
                if error.errno in (errno.EACCES, errno.EROFS, errno.EPERM)
                else str(error.strerror)
            )
            raise OSError(f"{reason} in the folder {str(parent)!r}; choose another --output.") from error


def trace_path(result: Path) -> Path:
    """Return the trace of a result: of the folder, or the file itself."""
    if result.is_file():
        return result
    if not result.exists():
        raise FileNotFoundError(f"there is no result {str(result)!r}; check the path.")
    if not (result / TRACE).is_file():
        raise FileNotFoundError(f"{str(result)!r} has no {TRACE}; give the folder that select wrote.")
    return result / TRACE


def _is_result(path: Path) -> bool:
    return (path / TRACE).is_file() and (path / SETTINGS).is_file()


def _remove(folder: Path) -> None:
    if folder.exists():
        shutil.rmtree(folder)
