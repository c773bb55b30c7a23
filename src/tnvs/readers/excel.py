"""Excel and OpenDocument sheets, read by fastexcel through polars."""

from tnvs.readers.errors import needed, parsing
from tnvs.readers.raw import RawTable, named
from tnvs.readers.request import Request


def read_excel(request: Request) -> RawTable:
    """Read one sheet, the first by default."""
    polars = needed("polars", "cli", "reading Excel")
    fastexcel = needed("fastexcel", "excel", "reading Excel")
    with parsing(request.path, "Excel"):
        sheets = fastexcel.read_excel(str(request.path)).sheet_names
        sheet = sheets[0] if request.sheet is None else request.sheet
        if sheet not in sheets:
            raise LookupError(f"there is no sheet {sheet!r}; it has {', '.join(map(repr, sheets[:10]))}")
        frame = polars.read_excel(request.path, sheet_name=sheet, engine="calamine", drop_empty_rows=True)
    notes: list[str] = []
    frame.columns = named(["" if name.startswith("__UNNAMED__") else name for name in frame.columns], notes)
    return RawTable(path=request.path, frame=frame, names=frame.columns, notes=notes)
