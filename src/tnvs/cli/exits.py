"""Exit codes, and every error as one readable message."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

import click

DONE = 0
PARTIAL = 1
USAGE = 2
INTERRUPTED = 130


@contextmanager
def readable_errors() -> Iterator[None]:
    """Exit with one message instead of a traceback for whatever a user can mend."""
    try:
        yield
    except click.ClickException as error:
        error.show()
        sys.exit(USAGE)
    except (KeyboardInterrupt, click.Abort):
        fail("interrupted.", INTERRUPTED)
    except MemoryError:
        fail("not enough memory for this table; keep fewer columns with --only or --drop.")
    except OSError as error:
        fail(_about(error))
    except (ValueError, TypeError, ImportError) as error:
        fail(" ".join([str(error), *(f"({note})" for note in getattr(error, "__notes__", []))]))


def fail(message: str, code: int = USAGE) -> None:
    """Print an error and exit."""
    say(f"tnvs: {message}")
    sys.exit(code)


def say(message: str) -> None:
    """Print a line on the standard error, if anybody reads it."""
    try:
        click.echo(message, err=True)
    except BrokenPipeError:
        _write_to_nobody(sys.stderr)


@contextmanager
def readers_may_leave() -> Iterator[None]:
    """Go on quietly where nobody reads what is printed any more, as with `| head`."""
    try:
        yield
        if sys.stdout is not None:  # as after `>&-`
            sys.stdout.flush()
    except BrokenPipeError:
        _write_to_nobody(sys.stdout)


def _write_to_nobody(stream: TextIO) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _about(error: OSError) -> str:
    if error.filename is None or error.strerror is None:
        return str(error)
    return f"{error.filename}: {error.strerror}"
