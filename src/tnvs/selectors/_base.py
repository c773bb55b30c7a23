"""What every selector of this package has in common."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.feature_selection import SelectorMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted

if TYPE_CHECKING:
    from tnvs.selectors._table import Table


class Selector(SelectorMixin, BaseEstimator):
    """A scikit-learn selector that keeps the order of selection in `selected_`."""

    selected_: NDArray[np.intp]
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]

    @contextmanager
    def _whole_or_not_at_all(self) -> Iterator[None]:
        """Leave the estimator unfitted if what follows fails or is interrupted."""
        self._forget()
        try:
            yield
        except BaseException:
            self._forget()
            raise

    def _fit_shared(self, table: "Table") -> Self:
        """Fit to validated data, with whatever other methods have computed of them."""
        with self._whole_or_not_at_all():
            self._check_parameters()
            self.n_features_in_ = table.X.shape[1]
            if table.names is not None:
                self.feature_names_in_ = np.array(table.names, dtype=object)
            self._fit_table(table)
        return self

    def _check_parameters(self) -> None:
        """Raise where a parameter has a value without meaning."""
        raise NotImplementedError

    def _fit_table(self, table: "Table") -> None:
        """Select, and keep what was found."""
        raise NotImplementedError

    def _forget(self) -> None:
        for name in [name for name in vars(self) if name.endswith("_") and not name.startswith("_")]:
            delattr(self, name)

    def _get_support_mask(self) -> NDArray[np.bool_]:
        check_is_fitted(self)
        mask = np.zeros(self.n_features_in_, dtype=np.bool_)
        mask[self.selected_] = True
        return mask

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "selected_")

    def __sklearn_tags__(self) -> Tags:
        tags: Any = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags
