"""The files of a result."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tnvs.cli.folder import PREDICTORS, REPORT, SELECTED, TRACE
from tnvs.cli.large import LargeTable
from tnvs.readers.loaded import LoadedTable
from tnvs.search import Trace

if TYPE_CHECKING:
    import polars


def write(folder: Path, trace: Trace, table: LoadedTable | LargeTable) -> None:
    """Write everything that says what was selected, and why."""
    trace.to_json(folder / TRACE)
    frame = predictors(trace)
    frame.write_parquet(folder / f"{PREDICTORS}.parquet")
    frame.write_csv(folder / f"{PREDICTORS}.csv")
    selected(trace, table).write_parquet(folder / SELECTED)
    write_report(folder, trace)


def write_report(folder: Path, trace: Trace) -> Path:
    """Write the report; return its path."""
    path = folder / REPORT
    trace.to_html(path)
    return path


def predictors(trace: Trace) -> "polars.DataFrame":
    """Return one row a predictor, with the column of the file that it was made from."""
    import polars as pl

    frame = pl.DataFrame(trace.to_frame("polars"))
    prepared = trace.preparation
    of_group = (
        {}
        if prepared is None
        else {name: source for source, group in prepared.onehot.items() for name in group}
    )
    sources = [of_group.get(name, name) for name in trace.feature_names]
    return frame.insert_column(1, pl.Series("source", sources))


def selected(trace: Trace, table: LoadedTable | LargeTable) -> "polars.DataFrame":
    """Return the identifiers, the target and the relevant columns in the order of selection."""
    import polars as pl

    columns = {name: pl.Series(name, values) for name, values in table.ids.items()}
    target = table.target if table.target not in trace.feature_names else f"{table.target} (target)"
    y = table.y
    columns[target] = pl.Series(target, y.tolist() if y.dtype.kind in "OU" else y)
    for feature in trace.selected.tolist():
        columns[trace.name_of(feature)] = pl.Series(trace.name_of(feature), table.column(feature))
    return pl.DataFrame(list(columns.values()))


def as_object(trace: Trace, status: str, output: Path | None) -> dict[str, Any]:
    """Return the result as one object for other programs."""
    prepared = trace.preparation
    steps = {step.chosen: step for step in trace.steps if step.chosen is not None}
    return {
        "status": status,
        "output": None if output is None else str(output),
        "n_samples": trace.data.n_samples,
        "n_features": trace.data.n_features,
        "fingerprint_X": trace.data.fingerprint_X,
        "fingerprint_y": trace.data.fingerprint_y,
        "counts": trace.counts,
        "selected": [
            {
                "feature": trace.name_of(feature),
                "index": feature,
                "step": steps[feature].number if feature in steps else 0,
                "score": steps[feature].best_score if feature in steps else None,
            }
            for feature in trace.selected.tolist()
        ],
        "stop_reason": trace.stop_reason,
        "preparation": [] if prepared is None else prepared.sentences(),
        "seconds": dict(trace.seconds),
    }
