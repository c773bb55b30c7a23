"""Scores of single predictors, one file a measure; each takes `SortedData` and scores every column.

- `data`, `ranking`: what the scores take, and the record that a screening leaves
- `pearson`: linear correlation (SIS)
- `sirs`: partial means along the order of y (SIRS)
- `distance`: distance correlation (DCSIS)
- `leverage`: weighted leverage (WLS)
- `generalised`: correlation with the best smooth function (GCSIS)
- `ball`: ball correlation (BCorSIS)
- `projection`: projection correlation (PCSIS)
- `counting`: what `distance` and `projection` count with
"""
