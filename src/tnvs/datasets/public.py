"""The four public data sets of the paper."""

from __future__ import annotations

import os
from typing import Any, Literal

import numpy as np

from tnvs.datasets._bunch import bunch_of
from tnvs.datasets._files import PublicFile, contents, path_of
from tnvs.measures._seed import random_source

_SCIKIT_FEATURE = "https://github.com/jundongl/scikit-feature/raw/master/skfeature/data"
ARCENE = PublicFile(
    name="arcene.mat",
    url=f"{_SCIKIT_FEATURE}/arcene.mat",
    sha256="779d678207b9a8c0ba8f2f5ecdb2216d9f98bf475ab040e806797efd36331bc5",
    predictors="X",
    response="Y",
)
ISOLET = PublicFile(
    name="Isolet.mat",
    url=f"{_SCIKIT_FEATURE}/Isolet.mat",
    sha256="ea73c69b1342a7def8199458e53a70307a83d557eceb2579863dda57c3ccd2b1",
    predictors="X",
    response="Y",
)
WARPAR10P = PublicFile(
    name="warpAR10P.mat",
    url=f"{_SCIKIT_FEATURE}/warpAR10P.mat",
    sha256="92b5f7e72b5715ada8f2df16e6d8e5effd8e0034a53a656ed9ef76e3f727d413",
    predictors="X",
    response="Y",
)
ORL = PublicFile(
    name="ORL_64x64.mat",
    url="http://www.cad.zju.edu.cn/home/dengcai/Data/ORL/ORL_64x64.mat",
    sha256="87e8b6a259f956dfa7052194f49bb20a4c59416bda4a60f53a2ce1b83f2b1a49",
    predictors="fea",
    response="gnd",
)
ISOLET_CLASSES, ISOLET_ROWS_PER_CLASS = 6, 50


def fetch_arcene(
    *,
    data_home: str | os.PathLike[str] | None = None,
    download_if_missing: bool = True,
    return_X_y: bool = False,
    as_frame: bool = False,
) -> Any:
    """Load arcene: mass spectra of blood serum, with cancer or without.

    200 rows, 10000 columns of which 3000 are probes without meaning, 2 classes: -1 and 1.

    Parameters
    ----------
    data_home : path, optional
        Folder of the file; by default that in the environment variable TNVS_DATA, else `tnvs_data` in the
        home folder.
    download_if_missing : bool, default=True
        Whether to fetch the file where it isn't there.
    return_X_y : bool, default=False
        Whether to return only X and y.
    as_frame : bool, default=False
        Whether to return pandas objects.

    Returns
    -------
    Bunch, or X and y
        The Bunch has `data`, `target`, `frame`, `feature_names`, `target_names`, `filename`, and `DESCR` with
        source and terms of use.

    Notes
    -----
    Classes are numbers, which `TNVS` takes as ordered unless it is told `response="nominal"`.

    Examples
    --------
    >>> from tnvs.datasets import fetch_arcene
    >>> X, y = fetch_arcene(return_X_y=True)  # doctest: +SKIP
    >>> X.shape  # doctest: +SKIP
    (200, 10000)
    """
    path = path_of(ARCENE, data_home, download_if_missing)
    X, y = contents(path, ARCENE)
    return bunch_of("arcene", path, X, y, return_X_y=return_X_y, as_frame=as_frame)


def fetch_isolet(
    *,
    subset: Literal["all", "paper"] = "all",
    random_state: int | np.random.RandomState | None = 0,
    data_home: str | os.PathLike[str] | None = None,
    download_if_missing: bool = True,
    return_X_y: bool = False,
    as_frame: bool = False,
) -> Any:
    """Load isolet: spoken letters.

    1560 rows, 617 columns, 26 classes: 1 for A to 26 for Z.

    Parameters
    ----------
    subset : {"all", "paper"}, default="all"
        "paper" draws 50 of the 60 rows of each of the first six letters: 300 rows, in the order of the file.
    random_state : int, RandomState instance or None, default=0
        Seed of that draw. Which rows the paper drew isn't known.
    data_home, download_if_missing, return_X_y, as_frame
        As in `fetch_arcene`.

    Returns
    -------
    Bunch, or X and y
        See `fetch_arcene`.

    Examples
    --------
    >>> from tnvs.datasets import fetch_isolet
    >>> X, y = fetch_isolet(subset="paper", return_X_y=True)  # doctest: +SKIP
    >>> X.shape  # doctest: +SKIP
    (300, 617)
    """
    if subset not in ("all", "paper"):
        raise ValueError(f'subset must be "all" or "paper", got {subset!r}')
    random = random_source(random_state)
    path = path_of(ISOLET, data_home, download_if_missing)
    X, y = contents(path, ISOLET)
    if subset == "paper":
        drawn = [
            random.choice(np.flatnonzero(y == letter), ISOLET_ROWS_PER_CLASS, replace=False)
            for letter in range(1, ISOLET_CLASSES + 1)
        ]
        rows = np.sort(np.concatenate(drawn))
        X, y = X[rows], y[rows]
    return bunch_of("isolet", path, X, y, return_X_y=return_X_y, as_frame=as_frame)


def fetch_warpar10p(
    *,
    data_home: str | os.PathLike[str] | None = None,
    download_if_missing: bool = True,
    return_X_y: bool = False,
    as_frame: bool = False,
) -> Any:
    """Load warpAR10P: faces of ten people in changing light, some behind scarfs and sunglasses.

    130 rows, 2400 columns: pictures of 60 by 40 pixels, column by column; 10 classes: 1 to 10.

    Parameters
    ----------
    data_home, download_if_missing, return_X_y, as_frame
        As in `fetch_arcene`.

    Returns
    -------
    Bunch, or X and y
        See `fetch_arcene`; also `images`, of shape (130, 60, 40), and `image_shape`.

    Examples
    --------
    >>> from tnvs.datasets import fetch_warpar10p
    >>> fetch_warpar10p().images.shape  # doctest: +SKIP
    (130, 60, 40)
    """
    path = path_of(WARPAR10P, data_home, download_if_missing)
    X, y = contents(path, WARPAR10P)
    return bunch_of("warpar10p", path, X, y, return_X_y=return_X_y, as_frame=as_frame, image_shape=(60, 40))


def fetch_orl(
    *,
    data_home: str | os.PathLike[str] | None = None,
    download_if_missing: bool = True,
    return_X_y: bool = False,
    as_frame: bool = False,
) -> Any:
    """Load ORL, also known as the Olivetti faces.

    400 rows, 4096 columns: pictures of 64 by 64 pixels, column by column; 40 classes: 1 to 40.

    Parameters
    ----------
    data_home, download_if_missing, return_X_y, as_frame
        As in `fetch_arcene`.

    Returns
    -------
    Bunch, or X and y
        See `fetch_arcene`; also `images`, of shape (400, 64, 64), and `image_shape`.

    Examples
    --------
    >>> from tnvs.datasets import fetch_orl
    >>> fetch_orl().images.shape  # doctest: +SKIP
    (400, 64, 64)
    """
    path = path_of(ORL, data_home, download_if_missing)
    X, y = contents(path, ORL)
    return bunch_of("orl", path, X, y, return_X_y=return_X_y, as_frame=as_frame, image_shape=(64, 64))
