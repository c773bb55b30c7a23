"""Speed against peers and limits: ``python -m benchmarks`` prints a row a limit, ratios measured in one run.

- `registry`: what a row is, and all of them; `rows_fits`, `rows_candidates`, `rows_processes` measure them
- `data`, `peers`: what is scored, and what we are compared with
- `timing`, `fresh`: best of interleaved repetitions; measurements that need a process of their own
- `machine`, `table`, `page`: where it was measured; the table as text, and in docs/performance.md
- `curve`: cost per candidate as a function of the number of rows (``python -m benchmarks.curve``)
"""
