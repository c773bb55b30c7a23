"""Kernel partial correlation: T with K nearest neighbours and a kernel on the response.

- `engine`: the engine that the search of KFOCI talks to
- `response_kernels`, `bandwidth`: what a kernel on y is, and how wide
- `agreement`, `expansion`: how much two rows, or a row and many others, agree
- `scoring`: the three ways of finding neighbours, and who runs them
- `line`: candidates with no selected columns, in their own order
- `cells`: candidates in the leaves of a tree, for no or discrete selected columns
- `neighbours`: candidates along lists that all share
- `nearest`: the K nearest of one row so far, ties and all
"""

from .engine import KernelEngine

__all__ = ["KernelEngine"]
