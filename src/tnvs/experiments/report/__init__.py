"""The page that puts our numbers beside the paper's: `python -m tnvs.experiments report`.

- `agreement`: when two numbers agree
- `comparison`: ours and the paper's, cell by cell, as Markdown and as a file
- `arithmetic`: what the paper's digits say about its data
- `simulation`, `prediction`, `real`, `beyond`: the sections of the page, a function each
- `figures`: what they draw
- `cost`: what was computed, where, and how long the rest takes
- `page`: all of it together
"""
