"""Text files as UTF-8, whatever they were compressed with and encoded in."""

import codecs
import gzip
import io
from pathlib import Path
from typing import BinaryIO

from tnvs.readers.errors import ReadError, needed

BYTES_PER_BLOCK = 2**22
LINES_OF_HEAD = 50
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
FALLBACK = "cp1252"  # what spreadsheets in western Europe and America write


class Text:
    """The text of a file.

    Attributes
    ----------
    content : Path or bytes
        Where to read it as UTF-8: the file itself, or its text in memory where it had to be decoded.
    head : str
        Its first lines.
    """

    def __init__(self, path: Path, encoding: str | None, notes: list[str]) -> None:
        self.content: Path | bytes = path
        compressed = path.suffix.lower() in (".gz", ".zst")
        if compressed:
            self.content = _decompressed(path)
        with self.open() as file:
            start = file.read(4)
        marked = next((name for mark, name in MARKS if start.startswith(mark)), None)
        chosen = encoding or marked or "utf-8"
        if not _means_utf8(chosen):
            self.content = self._bytes().decode(chosen).encode()
        elif not self._is_utf8():
            if encoding:
                raise ReadError(f"{str(path)!r} is not {encoding} text; say another --encoding.")
            notes.append(f"not UTF-8, so read as {FALLBACK}; --encoding says otherwise")
            self.content = self._bytes().decode(FALLBACK).encode()
        self.head = self._head(path)
        if "\r" in self.head and "\n" not in self.head:  # lines as on old Macs, which polars doesn't know
            self.content = self._bytes().replace(b"\r", b"\n")
            self.head = self._head(path)

    def open(self) -> BinaryIO:
        """Return the text as a stream of bytes."""
        return io.BytesIO(self.content) if isinstance(self.content, bytes) else self.content.open("rb")

    def lines(self) -> io.TextIOWrapper:
        """Return the text as a stream of lines, without a byte-order mark."""
        return io.TextIOWrapper(self.open(), encoding="utf-8-sig", newline="")

    def _bytes(self) -> bytes:
        return self.content if isinstance(self.content, bytes) else self.content.read_bytes()

    def _is_utf8(self) -> bool:
        decoder = codecs.getincrementaldecoder("utf-8")()
        with self.open() as file:
            try:
                while block := file.read(BYTES_PER_BLOCK):
                    decoder.decode(block)
                decoder.decode(b"", final=True)
            except UnicodeDecodeError:
                return False
        return True

    def _head(self, path: Path) -> str:
        with self.lines() as file:
            head = "".join(line for _, line in zip(range(LINES_OF_HEAD), file, strict=False))
        if "\0" in head:
            raise ReadError(f"{str(path)!r} is not text: it has bytes that are zero.")
        if not head.strip():
            raise ReadError(f"{str(path)!r} is empty.")
        return head


def _means_utf8(encoding: str) -> bool:
    return codecs.lookup(encoding).name in ("utf-8", "utf-8-sig")


def _decompressed(path: Path) -> bytes:
    if path.suffix.lower() == ".gz":
        return gzip.decompress(path.read_bytes())
    zstandard = needed("zstandard", "cli", "reading .zst")
    with path.open("rb") as file, zstandard.ZstdDecompressor().stream_reader(file) as stream:
        return bytes(stream.read())
