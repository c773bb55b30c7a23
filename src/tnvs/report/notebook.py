"""What a fitted estimator shows in a notebook, beneath scikit-learn's diagram."""

from html import escape

from tnvs.palette import SUBSET_COLOURS
from tnvs.report.chart import split_bars
from tnvs.report.compute import summarise
from tnvs.report.html import environment
from tnvs.search.trace import Trace


def fragment(trace: Trace) -> str:
    """Return the split and the selected predictors as HTML; as plain text in it where jinja2 is missing."""
    summary = summarise(trace, limit=0, predictors=False)
    try:
        template = environment().get_template("notebook.html.j2")
    except ImportError:
        return f"<pre>{escape(str(summary))}</pre>"
    return template.render(summary=summary, bars=split_bars(summary), colours=SUBSET_COLOURS)
