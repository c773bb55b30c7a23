"""A trace as a report for people: computed once as a `Summary`, then rendered.

Where to look:

- `summary`, `parts`: the records that a report is made of, and their JSON
- `compute`: from a trace to its summary; `predictors`, `path`, `close_calls`, `swaps`, `call` are its parts
- `html`, with `chart`, `columns` and the files in `templates/`: the page
- `notebook`: what an estimator shows in a notebook
- `markdown`, `text`: the summary as Markdown and as a table in a terminal
"""

from tnvs.report.compute import summarise
from tnvs.report.summary import Summary

__all__ = ["Summary", "summarise"]
