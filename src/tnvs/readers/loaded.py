"""What a selector is fitted to."""

from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from tnvs.search.preparation import Preparation


@dataclass(kw_only=True)
class LoadedTable:
    """Numbers, names and the response, read from a file.

    Attributes
    ----------
    X : (n, p) array
        The predictors; float32 or float64.
    y : (n,) array
        The response: numbers, booleans or strings.
    names : list of str or None
        Names of the predictors; None where the file has none.
    target : str
        What the response is called.
    ids : dict
        Columns kept aside, by name.
    preparation : Preparation or None
        What was done to the data on the way; None if nothing was.
    notes : list of str
        Remarks on the reading.
    """

    X: NDArray[Any]
    y: NDArray[Any]
    names: list[str] | None
    target: str
    ids: dict[str, NDArray[Any]]
    preparation: Preparation | None
    notes: list[str]

    def column(self, feature: int) -> NDArray[Any]:
        """Return one predictor."""
        return self.X[:, feature]
