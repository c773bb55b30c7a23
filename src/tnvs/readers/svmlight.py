"""The svmlight (LIBSVM) format, read by scikit-learn."""

from tnvs.readers.errors import parsing
from tnvs.readers.raw import RawTable
from tnvs.readers.request import Request


def read_svmlight(request: Request) -> RawTable:
    """Read a sparse table whose lines begin with the target."""
    from sklearn.datasets import load_svmlight_file

    with parsing(request.path, "svmlight"):
        matrix, target = load_svmlight_file(str(request.path))
    return RawTable(path=request.path, matrix=matrix, aside={"target": target}, default_target="target")
