"""Files in: one reader a format, and one typed table out.

Where to look:

- `read`: from a path to a table that a selector can be fitted to; what to call
- `request`: everything that can be asked of a reader
- `formats`: which reader a path needs
- `delimited`, `sniff`, `records`: CSV and its many dialects
- `columnar`, `excel`: Parquet, Arrow and Excel
- `arrays`, `matlab`, `arff`, `svmlight`, `annotated`: NPY and NPZ, MATLAB, Weka, LIBSVM, AnnData
- `raw`, `roles`: what a file holds, and which column is what
- `kinds`, `encoding`, `integers`, `matrix`, `missing`, `target`: from columns of any type to numbers
"""

from tnvs.readers.errors import ReadError
from tnvs.readers.loaded import LoadedTable
from tnvs.readers.read import read
from tnvs.readers.request import Request

__all__ = ["LoadedTable", "ReadError", "Request", "read"]
