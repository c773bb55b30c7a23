"""Scores of single predictors, one file a measure; each takes `SortedData` and scores every column.

- `data`: what the scores take
- `pearson`: linear correlation (SIS)
"""
