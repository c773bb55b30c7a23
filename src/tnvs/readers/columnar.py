"""Parquet and Arrow files, read by polars."""

from pathlib import Path
from typing import TYPE_CHECKING

from tnvs.readers.errors import ReadError, needed, parsing
from tnvs.readers.raw import RawTable, named
from tnvs.readers.request import Request

if TYPE_CHECKING:
    import polars


def read_parquet(request: Request) -> RawTable:
    """Look into a file, or the files of a folder as the parts of one table, in the order of their names.

    Columns are read when they are needed.
    """
    polars = needed("polars", "cli", "reading Parquet")
    with parsing(request.path, "Parquet"):
        lazy = polars.scan_parquet(_parts(request.path), hive_partitioning=False, glob=False)
        names = lazy.collect_schema().names()
        height = lazy.select(polars.len()).collect().item()
    notes: list[str] = []
    called = named(names, notes)
    if called != names:
        lazy = lazy.rename(dict(zip(names, called, strict=True)))
    return RawTable(path=request.path, lazy=lazy, height=height, names=called, notes=notes)


def read_arrow(request: Request) -> RawTable:
    """Read an Arrow file: the file format (Feather too) or the stream format."""
    polars = needed("polars", "cli", "reading Arrow")
    with parsing(request.path, "Arrow"):
        with request.path.open("rb") as file:
            is_file = file.read(6) == b"ARROW1"
        reader = polars.read_ipc if is_file else polars.read_ipc_stream
        return _of(reader(request.path), request.path)


def _parts(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    parts = sorted(part for part in path.rglob("*") if part.suffix in (".parquet", ".pq") and part.is_file())
    if not parts:
        raise ReadError(f"the folder {str(path)!r} has no .parquet files.")
    return parts


def _of(frame: "polars.DataFrame", path: Path) -> RawTable:
    notes: list[str] = []
    frame.columns = named(frame.columns, notes)
    return RawTable(path=path, frame=frame, names=frame.columns, notes=notes)
