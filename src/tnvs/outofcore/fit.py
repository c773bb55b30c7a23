"""Fit a selector to a file without ever holding all of it in memory."""

import os
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from tnvs.outofcore.memory import bytes_of
from tnvs.outofcore.table import opened_table
from tnvs.search.algorithm import Callback
from tnvs.selectors import FOCI, TNVS
from tnvs.selectors._checkpoint import Checkpoint
from tnvs.selectors._forward import ForwardSelector
from tnvs.selectors._parameters import check_shared_settings

Fitted = TypeVar("Fitted", bound=ForwardSelector)
FileName = str | os.PathLike[str]


def fit_file(
    selector: Fitted,
    path: FileName,
    target: str | int | ArrayLike,
    *,
    memory_limit: str | float,
    drop: Sequence[str | int] = (),
    scratch: FileName | None = None,
    callback: Callback | None = None,
    checkpoint: FileName | None = None,
) -> Fitted:
    """Fit a selector to a Parquet or NPY file that may be larger than memory.

    The result is the same, to the last bit, as that of ``selector.fit`` on the same columns in memory. The
    columns are copied to a scratch file, scaled and sorted there, and read again at every step.

    Parameters
    ----------
    selector : TNVS or FOCI
        With the settings wanted; it is fitted and returned.
    path : path
        A ``.parquet`` file, which needs pyarrow (``pip install "tnvs[parquet]"``), or an ``.npy`` file with a
        two-dimensional array. All columns but the target and those dropped are predictors.
    target : str, int or array-like of shape (n_rows,)
        The response: the name or the position of its column, or its values where the file hasn't any.
    memory_limit : str or number
        How much memory the process may take while it fits, together with what it holds already: "2GB",
        "1.5GiB", or bytes.
    drop : list of str or int
        Columns to leave out, by name or position: identifiers, for one. Predictors are numbered without them.
    scratch : path, optional
        The folder for the scratch file, which takes 12 bytes a value (float32: 8) and vanishes with the fit;
        by default that of the data. A folder in memory, as /tmp often is, would defeat the purpose.
    callback : callable, optional
        As in ``selector.fit``.
    checkpoint : path, optional
        As in ``selector.fit``: a file that gets every finished step, and from which a fit goes on.

    Returns
    -------
    selector
        Fitted: with ``selected_``, ``labels_``, ``scores_`` and ``trace_``.

    Examples
    --------
    >>> import numpy as np, tempfile, os
    >>> from tnvs import TNVS, fit_file
    >>> table = np.random.default_rng(0).normal(size=(300, 50))
    >>> table[:, 0] = np.sin(2 * table[:, 7])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "table.npy")
    ...     np.save(path, table)
    ...     selector = fit_file(TNVS(max_features=1), path, 0, memory_limit="2GB")
    >>> selector.selected_
    array([6])
    """
    if not isinstance(selector, TNVS | FOCI):
        raise TypeError(
            f"selector must be a TNVS or FOCI, got {type(selector).__name__}; other methods need all "
            "columns in memory at once."
        )
    limit = bytes_of(memory_limit, "memory_limit")
    folder = Path(path).absolute().parent if scratch is None else Path(scratch)
    with selector._whole_or_not_at_all(), ExitStack() as stack:
        selector._check_parameters()
        check_shared_settings(selector.get_params(deep=False))
        if callback is not None and not callable(callback):
            raise TypeError(f"callback must be callable, got {callback!r} of type {type(callback).__name__}.")
        kept = None if checkpoint is None else stack.enter_context(Checkpoint(checkpoint))
        with opened_table(selector, Path(path), target, drop, limit, folder) as table:
            selector.n_features_in_ = table.X.shape[1]
            if table.names is not None:
                selector.feature_names_in_ = np.array(table.names, dtype=object)
            selector._fit_table(table, callback, kept)
    return selector
