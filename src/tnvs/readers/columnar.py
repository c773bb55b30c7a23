"""Parquet and Arrow files, read by polars."""

from pathlib import Path

from tnvs.readers.errors import ReadError, needed, parsing
from tnvs.readers.raw import RawTable, named
from tnvs.readers.request import Request


def read_parquet(request: Request) -> RawTable:
    """Read a file, or the files of a folder as the parts of one table, in the order of their names."""
    polars = needed("polars", "cli", "reading Parquet")
    parts = _parts(request.path)
    with parsing(request.path, "Parquet"):
        frame = polars.read_parquet(parts, hive_partitioning=False, glob=False)
    return _of(frame, request.path)


def read_arrow(request: Request) -> RawTable:
    """Read an Arrow file: the file format (Feather too) or the stream format."""
    polars = needed("polars", "cli", "reading Arrow")
    with parsing(request.path, "Arrow"):
        with request.path.open("rb") as file:
            is_file = file.read(6) == b"ARROW1"
        reader = polars.read_ipc if is_file else polars.read_ipc_stream
        frame = reader(request.path)
    return _of(frame, request.path)


def _parts(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    parts = sorted(part for part in path.rglob("*") if part.suffix in (".parquet", ".pq") and part.is_file())
    if not parts:
        raise ReadError(f"the folder {str(path)!r} has no .parquet files.")
    return parts


def _of(frame: "object", path: Path) -> RawTable:
    notes: list[str] = []
    columns = named(list(frame.columns), notes)  # type: ignore[attr-defined]
    frame.columns = columns  # type: ignore[attr-defined]
    return RawTable(path=path, frame=frame, names=columns, notes=notes)  # type: ignore[arg-type]
