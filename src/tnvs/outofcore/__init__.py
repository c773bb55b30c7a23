"""Selection from a file that is larger than memory.

Where to look:

- `fit`: the public function
- `table`: a file as the data set of a selector, from opening it to prepared columns
- `source`, `npy`, `parquet`: what is read
- `scratch`, `raw`, `stored`: the columns on disk, as they were read and as the engine takes them
- `budget`, `memory`: how many of them are in memory at a time
"""

from tnvs.outofcore.fit import fit_file

__all__ = ["fit_file"]
