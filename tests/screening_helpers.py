"""What the tests of screening scores share."""

import numpy as np

from tnvs.engine.columns import empty_columns, prepare_columns
from tnvs.engine.pool import Pool
from tnvs.engine.scale import SCALINGS
from tnvs.screening.data import SortedData


def sorted_data(X, y, nominal=False, n_jobs=1):
    """X and y as the scores take them; y may be names."""
    y = np.asarray(y)
    codes = np.unique(y, return_inverse=True)[1].reshape(-1).astype(np.int64)
    order = np.argsort(codes, kind="stable")
    place = np.argsort(order, kind="stable")
    columns = empty_columns(X.shape[1], len(X), X.dtype)
    raw = np.array(X.T, order="C")
    prepare_columns(raw, np.argsort(raw, axis=1), place, 0, columns, SCALINGS["zscore"], 2, 1)
    numbers = y if y.dtype.kind in "iuf" else codes
    return SortedData(columns, X, order, numbers[order], codes[order], nominal, Pool(n_jobs))
