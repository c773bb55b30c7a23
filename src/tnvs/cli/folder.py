"""The result folder: made beside its place under another name, and moved there when it is whole."""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tnvs.cli.lock import FolderLock
from tnvs.search.names import shown

CHECKPOINT = "checkpoint.jsonl"
TRACE = "trace.json"
SETTINGS = "settings.toml"
COMMAND = "command.txt"
REPORT = "report.html"
PREDICTORS = "predictors"
SELECTED = "selected.parquet"
PART = ".part"
OURS = {
    *(TRACE, SETTINGS, COMMAND, CHECKPOINT, REPORT, SELECTED, f"{PREDICTORS}.parquet", f"{PREDICTORS}.csv"),
    *(name + PART for name in (SETTINGS, COMMAND, CHECKPOINT)),
}
# Space that a result takes, roughly: what is said of a predictor, and T of it at every step.
BYTES_A_PREDICTOR, BYTES_A_STEP, STEPS = 1000, 40, 20


class ResultFolder:
    """Where a run leaves its results.

    While it goes on, `path` keeps what it had; what is new is in `unfinished`, beside it, which is locked.
    Files in a result that aren't ours are never removed: they go along into the new one.
    """

    def __init__(self, path: Path) -> None:
        self.given = path
        self.path = Path(os.path.realpath(path))
        if not self.path.name:
            raise ValueError(f"{str(path)!r} can't be replaced by a result; choose a folder in it.")
        self.unfinished = self.path.with_name(f"{self.path.name}.unfinished")
        self.previous = self.path.with_name(f".{self.path.name}.previous")
        self._lock: FolderLock | None = None
        self._replaces = False

    @property
    def checkpoint(self) -> Path:
        """The checkpoint of the run under way."""
        return self.unfinished / CHECKPOINT

    def refuse_data(self, data: Path) -> None:
        """Refuse to put a result where the data are."""
        place = Path(os.path.realpath(data))
        if any(place.is_relative_to(folder) for folder in (self.path, self.unfinished)):
            raise ValueError(
                f"the data {str(data)!r} are in the folder of the result, {str(self.given)!r}; choose "
                "another --output, or move the data elsewhere."
            )

    def begin(self, force: bool, settings: bytes, command: bytes) -> None:
        """Make the folder of a new run, or say what is in the way."""
        self._replaces = force
        with self._locked():
            if not force:
                self._refuse_unfinished()
            self._refuse_to_replace()
            _remove_ours(self.unfinished, keep_folder=True)
            (self.unfinished / COMMAND).write_bytes(command)
            with _whole(self.unfinished / SETTINGS) as file:  # the last one: with it, the run has begun
                file.write(settings)

    def resume(self) -> bool:
        """Make ready to go on; return False where there is nothing left to do."""
        self._replaces = True
        if not self.unfinished.is_dir() and not self.previous.exists():
            self._refuse_nothing()
            if not (self.path / CHECKPOINT).is_file():
                return False
        with self._locked():
            self._refuse_to_replace()
            if not (self.unfinished / SETTINGS).is_file():
                self._refuse_nothing()
                if not (self.path / CHECKPOINT).is_file():
                    _remove_ours(self.unfinished)
                    self.release()
                    return False
                for name in (CHECKPOINT, COMMAND, SETTINGS):
                    with (self.path / name).open("rb") as old, _whole(self.unfinished / name) as file:
                        shutil.copyfileobj(old, file)
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
        """Move what is whole to its place; the checkpoint goes when it isn't needed any more."""
        try:
            self._refuse_to_replace()
        except (ValueError, OSError) as error:
            raise type(error)(f"{error} The result is in {str(self.unfinished)!r}.") from None
        replaced = self.path.exists()
        if replaced:
            self.path.rename(self.previous)
        try:
            self.unfinished.rename(self.path)
        except OSError:
            if replaced:
                self.previous.rename(self.path)
            raise
        if not keep_checkpoint:
            (self.path / CHECKPOINT).unlink(missing_ok=True)
        if replaced:
            self._clear_previous()
        self.release()

    def abandon(self) -> bool:
        """After a failure, keep what a later run can go on from; return whether there is anything."""
        if self._lock is None:
            return False
        try:
            if self._worth_keeping():
                return True
            _remove_ours(self.unfinished)
            return False
        finally:
            self.release()

    def release(self) -> None:
        """Let other runs have the folder."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold the unfinished folder, made where there is none; after a refusal it is as it was."""
        made = self._make()
        self._lock = FolderLock(self.unfinished)
        try:
            if not (self.unfinished / SETTINGS).is_file() and _foreign(self.unfinished):
                raise FileExistsError(f"{str(self.unfinished)!r} is no run of tnvs, and is in the way.")
            self._recover()
            yield
        except BaseException:
            if made:
                _remove_ours(self.unfinished)
            self.release()
            raise

    def _worth_keeping(self) -> bool:
        if (self.unfinished / TRACE).exists():
            return True
        if not self.checkpoint.is_file():
            return False
        with self.checkpoint.open("rb") as file:
            return len(list(zip(range(2), file, strict=False))) == 2  # the second line is the first step

    def _recover(self) -> None:
        """Put the old result back if a run died between the two moves of `finish`."""
        if not os.path.lexists(self.previous):
            return
        if _is_result(self.path):
            other = FolderLock(self.path)  # of a run that has moved its result and isn't yet at its end
            try:
                self._clear_previous()
            finally:
                other.release()
        elif not os.path.lexists(self.path):
            self.previous.rename(self.path)
        elif self.path.is_dir() and not any(self.path.iterdir()):
            self.path.rmdir()
            self.previous.rename(self.path)

    def _clear_previous(self) -> None:
        """Remove the old result, but for what others have put into it: that goes along."""
        if self.previous.is_symlink():
            self.previous.unlink()
            return
        for entry in _foreign(self.previous):
            place = self.path / entry.name
            while os.path.lexists(place):
                place = place.with_name(f"{place.name}.previous")
            entry.rename(place)
        _remove_ours(self.previous)

    def _refuse_unfinished(self) -> None:
        if (self.unfinished / SETTINGS).is_file():
            raise FileExistsError(
                f"{str(self.unfinished)!r} is a run that wasn't finished: go on with --resume "
                f"{shown(str(self.given))}, or begin anew with --force."
            )

    def _refuse_nothing(self) -> None:
        if (self.path / TRACE).is_file():
            return
        if self.unfinished.is_dir():
            raise FileNotFoundError(f"nothing was begun in {str(self.unfinished)!r}; leave out --resume.")
        raise FileNotFoundError(
            f"there is no result and no unfinished run in {str(self.path)!r}; leave out --resume."
        )

    def _refuse_to_replace(self) -> None:
        filled = self.path.is_dir() and any(self.path.iterdir())
        if os.path.ismount(self.path):
            raise ValueError(
                f"{str(self.path)!r} is a mount point and can't be replaced; choose a folder in it."
            )
        if not self._replaces and (filled or self.path.is_file()):
            raise FileExistsError(
                f"{str(self.path)!r} is there already; choose another --output, or replace it with --force."
            )
        if self.path.is_file() or (filled and not _is_result(self.path)):
            raise FileExistsError(f"{str(self.path)!r} is not a result of tnvs, and is not replaced.")

    def _make(self) -> bool:
        """Make the unfinished folder; return False where it is there."""
        parent = self.path.parent
        if not parent.is_dir():
            raise FileNotFoundError(f"there is no folder {str(parent)!r}; create it first.")
        try:
            self.unfinished.mkdir()
        except FileExistsError:
            if not self.unfinished.is_dir():
                raise FileExistsError(
                    f"{str(self.unfinished)!r} is no run of tnvs, and is in the way."
                ) from None
            return False
        except OSError as error:
            reason = (
                "no permission to write"
                if error.errno in (errno.EACCES, errno.EROFS, errno.EPERM)
                else str(error.strerror)
            )
            raise OSError(f"{reason} in the folder {str(parent)!r}; choose another --output.") from error
        return True


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


def _is_ours(entry: Path) -> bool:
    return entry.name in OURS and (entry.is_symlink() or not entry.is_dir())


def _foreign(folder: Path) -> list[Path]:
    return [entry for entry in folder.iterdir() if not _is_ours(entry)]


def _remove_ours(folder: Path, keep_folder: bool = False) -> None:
    """Remove what a run leaves, and the folder where nothing else is in it."""
    for entry in folder.iterdir():
        if _is_ours(entry):
            entry.unlink()
    if not keep_folder and not any(folder.iterdir()):
        folder.rmdir()


@contextmanager
def _whole(path: Path) -> Iterator[IO[bytes]]:
    """Write a file that is there whole or not at all, even if the process is killed."""
    part = path.with_name(path.name + PART)
    with part.open("wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
