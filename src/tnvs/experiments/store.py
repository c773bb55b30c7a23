"""Tracked results: text files of comma-separated values to which rows are only ever appended."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

SETTINGS = "settings.json"
Rows: TypeAlias = dict[tuple[str, ...], dict[str, str]]


class Store:
    """A folder of results.

    Parameters
    ----------
    folder : Path
        Made when the first row is written.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read: dict[str, tuple[int, Rows]] = {}

    def rows(self, name: str, keys: Sequence[str]) -> Rows:
        """Return the rows of a file by key; of several with one key the last counts."""
        path = self._path(name)
        if not path.exists():
            return {}
        size = path.stat().st_size  # files only grow, so their size tells whether they were read already
        if name not in self._read or self._read[name][0] != size:
            with path.open(encoding="utf-8", newline="") as file:
                rows = {tuple(row[key] for key in keys): row for row in csv.DictReader(file) if _whole(row)}
            self._read[name] = size, rows
        return self._read[name][1]

    def append(self, name: str, columns: Sequence[str], row: Mapping[str, object]) -> None:
        """Write one row, and see that it is on disk."""
        path = self._path(name)
        new = not path.exists()
        if new:
            self.folder.mkdir(parents=True, exist_ok=True)
        else:
            _cut_torn_line(path)
        with path.open("a", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, columns, lineterminator="\n")
            if new:
                writer.writeheader()
            writer.writerow({name: text(value) for name, value in row.items()})

    def keep_settings(self, settings: Mapping[str, Any]) -> None:
        """Write down the settings, or raise if these results were made with others."""
        path = self.folder / SETTINGS
        wanted = json.loads(json.dumps(settings))
        if not path.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(wanted, indent=1) + "\n", encoding="utf-8")
            return
        found = json.loads(path.read_text(encoding="utf-8"))
        differing = [name for name in {**found, **wanted} if found.get(name) != wanted.get(name)]
        if differing:
            raise ValueError(
                f"the results in {self.folder} were made with other settings ({', '.join(differing)}): "
                "name another folder with --results, or remove them"
            )

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.csv"


def text(value: object) -> str:
    """Return a value as it stands in a file: six digits for floats, indices with spaces between them."""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return "" if value is None else str(value)


def _whole(row: Mapping[str, str | None]) -> bool:
    return None not in row.values()


def _cut_torn_line(path: Path) -> None:
    """Remove what a killed process left of its last line."""
    with path.open("rb+") as file:
        content = file.read()
        if not content.endswith(b"\n"):
            file.truncate(content.rfind(b"\n") + 1)
