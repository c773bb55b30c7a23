"""Files in: one reader a format, and one typed table out.

Where to look:

- `reading`: from a path to a table that a selector can be fitted to; what to call
- `request`: everything that can be asked of a reader
- `formats`: which reader a path needs
- `delimited`, `sniff`, `records`: CSV and its many dialects
- `columnar`, `excel`: Parquet, Arrow and Excel
- `arrays`, `matlab`, `arff`, `svmlight`, `annotated`: NPY and NPZ, MATLAB, Weka, LIBSVM, AnnData
- `raw`, `roles`: what a file holds, and which column is what
- `kinds`, `encoding`, `integers`, `matrix`, `missing`, `target`: from columns of any type to numbers
- `changes`, `loaded`: what was done on the way, and what comes out

`read` is imported when it is first used, because the command's help only needs `Request`.
"""

from typing import TYPE_CHECKING, Any

from tnvs.readers.errors import ReadError
from tnvs.readers.request import Request

if TYPE_CHECKING:
    from tnvs.readers.loaded import LoadedTable
    from tnvs.readers.reading import read

__all__ = ["LoadedTable", "ReadError", "Request", "read"]


def __getattr__(name: str) -> Any:
    if name == "read":
        from tnvs.readers.reading import read

        return read
    if name == "LoadedTable":
        from tnvs.readers.loaded import LoadedTable

        return LoadedTable
    raise AttributeError(f"module 'tnvs.readers' has no attribute {name!r}")
