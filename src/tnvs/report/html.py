"""The report as one self-contained page."""

import base64
import hashlib
import json
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from tnvs.palette import SUBSET_COLOURS
from tnvs.report.chart import path_chart, split_bars
from tnvs.report.columns import columns, first_rows
from tnvs.report.parts import Predictors
from tnvs.report.summary import Summary
from tnvs.report.tables import value
from tnvs.search.names import shown

if TYPE_CHECKING:
    from jinja2 import Environment

# Up to so many predictors the table begins with all of them, on paper too; beyond, with one page.
MOST_AT_ONCE, PAGE_ROWS = 100, 25
MOST_LISTED = 10


def to_html(summary: Summary) -> str:
    """Return the page."""
    table = summary.predictors
    if table is None:
        raise ValueError("the summary has no table of predictors; make it with predictors=True.")
    script = _asset("page.js")
    n_rows = MOST_AT_ONCE if summary.head.n_features <= MOST_AT_ONCE else PAGE_ROWS
    return (
        environment()
        .get_template("page.html.j2")
        .render(
            summary=summary,
            head=summary.head,
            colours=SUBSET_COLOURS,
            bars=split_bars(summary),
            chart=path_chart(summary),
            style=_asset("page.css"),
            script=script,
            script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
            data=_as_script(columns(summary, table)),
            rows=[_row(table, feature) for feature in first_rows(summary, table, n_rows)],
            n_rows=n_rows,
        )
    )


def environment() -> "Environment":
    """Return Jinja's environment with this package's templates and filters."""
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ImportError as error:
        raise ImportError('the report needs jinja2: pip install "tnvs[report]"') from error
    result = Environment(
        loader=PackageLoader("tnvs.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    result.filters.update(shown=shown, value=value, setting=setting, slug=slug)
    return result


def slug(subset: str) -> str:
    """Return the class that has a subset's colour."""
    return subset.replace(" ", "-")


def setting(item: Any) -> str:
    """Return the value of a setting on one line."""
    if isinstance(item, tuple):
        return ", ".join(map(setting, item[:MOST_LISTED])) + (", …" if len(item) > MOST_LISTED else "")
    return shown(item) if isinstance(item, str) else str(item)


def _asset(name: str) -> Any:
    """Return a style sheet or script as it stands in its file."""
    from markupsafe import Markup

    return Markup(files("tnvs.report").joinpath("templates", name).read_text(encoding="utf-8"))


def _as_script(data: dict[str, Any]) -> Any:
    """Return JSON that can't end the element it stands in."""
    from markupsafe import Markup

    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


def _row(table: Predictors, feature: int) -> dict[str, Any]:
    """Return what the table shows of a predictor, under the names of the page's columns."""
    return {
        "name": shown(table.name[feature]),
        "index": feature,
        "subset": str(table.subset[feature]),
        "stage": str(table.stage[feature]),
        "step": int(table.step[feature]),
        "score": value(float(table.score[feature])),
        "entropy": value(float(table.entropy[feature])),
        "residual_variance": value(float(table.residual_variance[feature])),
        "threshold": value(float(table.threshold[feature])),
        "margin": value(float(table.margin[feature])),
        "reason": table.reason[feature],
    }
