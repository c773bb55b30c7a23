"""What is wrong with a file, said so that its owner can mend it."""

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType


class ReadError(ValueError):
    """A file, or what was asked of it, that can't be read as a table."""


class NoColumnError(ReadError):
    """A name or pattern is that of no column."""

    def __init__(self, parameter: str, pattern: str, width: int) -> None:
        self.pattern = pattern
        super().__init__(f"{parameter}={pattern!r} matches none of the {width} columns; check the name.")


@contextmanager
def parsing(path: Path, kind: str) -> Iterator[None]:
    """Turn whatever a parser raises over a damaged file into one readable error."""
    try:
        yield
    except (ReadError, ImportError, MemoryError, PermissionError):
        raise
    except BaseException as error:
        # Parsers raise anything over damaged files: KeyError, struct.error; a panic of Rust is no Exception.
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        raise ReadError(f"{str(path)!r} can't be read as {kind}: {first_line(error)}") from error


@contextmanager
def noting(notes: list[str]) -> Iterator[None]:
    """Tell with an error what was noticed on reading before it: that may be its cause."""
    try:
        yield
    except ValueError as error:
        for note in notes:
            error.add_note(f"note: {note}")
        raise


def first_line(error: BaseException) -> str:
    """Return the first line of an error's message, or its type where it has none."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[0] if lines else type(error).__name__).rstrip(".") + "."


def needed(module: str, extra: str, what: str) -> ModuleType:
    """Import a module that only some formats need."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(f'{what} needs {module}: pip install "tnvs[{extra}]"') from error
