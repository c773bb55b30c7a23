"""Files of public data: where they are looked for, how they are fetched, whether they are the right ones."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

VARIABLE = "TNVS_DATA"


@dataclass(frozen=True)
class PublicFile:
    """A file with a place on the web, its SHA-256 sum, and the names of what is in it."""

    name: str
    url: str
    sha256: str
    predictors: str
    response: str


def folder_of(data_home: str | os.PathLike[str] | None) -> Path:
    """Return the folder of data: the one given, else that in TNVS_DATA, else `tnvs_data` at home."""
    if data_home is None:
        data_home = os.environ.get(VARIABLE) or Path.home() / "tnvs_data"
    elif not isinstance(data_home, str | os.PathLike):
        raise TypeError(
            f"data_home must be the path of a folder, got {data_home!r} of type {type(data_home).__name__}"
        )
    return Path(data_home).expanduser()


def path_of(file: PublicFile, data_home: str | os.PathLike[str] | None, download: bool) -> Path:
    """Return the path of a file that is there and has the right sum; fetch it first where it isn't there."""
    path = folder_of(data_home) / file.name
    if not path.is_file():
        if not download:
            raise OSError(
                f"no {file.name} in {path.parent}, and download_if_missing=False; {_by_hand(file, path)}"
            )
        _fetch(file, path)
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != file.sha256:
        raise ValueError(
            f"{path} has the SHA-256 sum {found}, not {file.sha256}: remove it, so that it is fetched anew"
        )
    return path


def _fetch(file: PublicFile, path: Path) -> None:
    try:
        import pooch
    except ImportError as error:
        raise ImportError(
            f'fetching {file.name} needs pooch: pip install "tnvs[experiments]"; or {_by_hand(file, path)}'
        ) from error
    pooch.get_logger().setLevel("WARNING")
    try:
        pooch.retrieve(file.url, known_hash=f"sha256:{file.sha256}", fname=file.name, path=path.parent)
    except (OSError, ValueError) as error:  # no connection, no such page, no permission, another file
        reason = type(error).__name__
        raise OSError(f"could not fetch {file.name} ({reason}); {_by_hand(file, path)}") from error


def _by_hand(file: PublicFile, path: Path) -> str:
    return (
        f"download {file.url} and put it at {path}, or set data_home or the environment variable {VARIABLE} "
        "to the folder that holds it"
    )


def contents(path: Path, file: PublicFile) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return predictors and class numbers."""
    from scipy.io import loadmat

    content: dict[str, Any] = loadmat(path)
    return content[file.predictors].astype(np.float64), content[file.response].ravel().astype(np.int64)


def description(name: str) -> str:
    """Return the text on a data set that comes with the package."""
    return resources.files("tnvs.datasets").joinpath("descriptions", f"{name}.md").read_text(encoding="utf-8")
