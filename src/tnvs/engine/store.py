"""Where an engine gets its columns from: memory, or wherever else they can be fetched a part at a time."""

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .columns import Part


class Store(Protocol):
    """Prepared columns; what is known of each is in memory, their values and orders need not be.

    The arrays are those of `tnvs.engine.columns.Columns`.
    """

    @property
    def entropies(self) -> NDArray[Any]: ...
    @property
    def constant(self) -> NDArray[np.bool_]: ...
    @property
    def tied(self) -> NDArray[np.float64]: ...
    @property
    def means(self) -> NDArray[np.float64]: ...
    @property
    def squares(self) -> NDArray[np.float64]: ...

    def rows_of(self, features: list[int]) -> NDArray[Any]:
        """Return the values of a few columns, (q, n)."""
        ...

    def parts(self, features: NDArray[np.intp], orders: bool = True) -> Iterator[Part]:
        """Yield these columns part by part, in the order given; a part is good until the next is asked for.

        Without ``orders`` those of the parts mean nothing.
        """
        ...

    def asks_ahead(self, n_selected: int) -> bool:
        """Whether columns at hand should be scored for the step that follows so many selected ones.

        It saves fetching them again.
        """
        ...
