"""Selectors with the interface of scikit-learn, one file a method."""

from tnvs.selectors._tnvs import TNVS

__all__ = ["TNVS"]
