"""One colour for every subset, wherever subsets are drawn; told apart by colour-blind readers too."""

from collections.abc import Mapping
from types import MappingProxyType

SUBSET_COLOURS: Mapping[str, str] = MappingProxyType(
    {
        "relevant": "#0072B2",
        "redundant": "#E69F00",
        "conditionally independent": "#BBBBBB",
        "uninformative": "#CC79A7",
        "excluded": "#56B4E9",
    }
)
