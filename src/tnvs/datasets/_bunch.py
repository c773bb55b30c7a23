"""What a loader returns, in scikit-learn's manner."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import Bunch

from tnvs.datasets._files import description


def bunch_of(
    name: str,
    path: Path,
    X: NDArray[np.float64],
    y: NDArray[np.int64],
    *,
    return_X_y: bool,
    as_frame: bool,
    image_shape: tuple[int, int] | None = None,
) -> Any:
    """Return X and y, or a Bunch with all there is to know."""
    if image_shape is None:
        names = [f"x{j}" for j in range(X.shape[1])]
    else:
        columns, rows = np.divmod(np.arange(X.shape[1]), image_shape[0])
        names = [f"pixel_{row}_{column}" for row, column in zip(rows, columns, strict=True)]
    data, target, frame = (X, y, None) if not as_frame else _frames(X, y, names)
    if return_X_y:
        return data, target
    images = {} if image_shape is None else {"images": _images(X, image_shape), "image_shape": image_shape}
    return Bunch(
        data=data,
        target=target,
        frame=frame,
        feature_names=names,
        target_names=np.unique(y),
        DESCR=description(name),
        filename=str(path),
        **images,
    )


def _images(X: NDArray[np.float64], shape: tuple[int, int]) -> NDArray[np.float64]:
    """Return pictures of rows of pixels, which the files list column by column."""
    rows, columns = shape
    return X.reshape(len(X), columns, rows).transpose(0, 2, 1)


def _frames(X: NDArray[np.float64], y: NDArray[np.int64], names: list[str]) -> tuple[Any, Any, Any]:
    try:
        import pandas as pd
    except ImportError as error:
        raise ImportError('as_frame=True needs pandas: pip install "tnvs[experiments]"') from error
    data = pd.DataFrame(X, columns=names)
    target = pd.Series(y, name="target")
    return data, target, pd.concat([data, target], axis=1)
