"""When a number of ours agrees with the paper's: the criterion of the whole page."""

from __future__ import annotations

import math
from dataclasses import dataclass

CRITERION = """\
Two means agree when they differ by no more than two standard errors of their difference, 2 √(s²/n +
s'²/n'), plus half a unit of the last digit that the paper prints. n counts repetitions, s is their standard
deviation; where only one is known, it serves for both. In the simulation, ten folds share a data set: there
the variance of our mean is that of the ten data sets' means, over ten, and the paper's is taken to be
larger by the same factor. On real data all folds share one data set; the true standard errors are larger
than those here, and the criterion errs on the side of disagreement. Two shares of repetitions (P_a) agree
when Fisher's exact test of the two counts has p ≥ 0.05. Means of fewer than 5 repetitions are not judged.
Of twenty comparisons one would fail by chance."""
SIGNIFICANCE = 0.05
PAPER_REPETITIONS = 100
FEWEST = 5


@dataclass(frozen=True)
class Mean:
    """A mean over repetitions.

    Attributes
    ----------
    value, sd : float
        Mean and standard deviation; nan where there is none.
    n : int
        Repetitions.
    digits : int
        Decimals printed.
    design : float
        By how much the variance of the mean exceeds that of n independent repetitions.
    """

    value: float
    sd: float
    n: int
    digits: int = 4
    design: float = 1.0


def means_agree(ours: Mean, paper: Mean) -> bool | None:
    """Return whether two means agree; None where one of them is missing or of too few repetitions."""
    if math.isnan(ours.value) or math.isnan(paper.value) or min(ours.n, paper.n) < FEWEST:
        return None
    known = [mean.sd for mean in (ours, paper) if not math.isnan(mean.sd)]
    own, theirs = (max(known, default=0.0) if math.isnan(mean.sd) else mean.sd for mean in (ours, paper))
    allowed = 2 * math.sqrt(ours.design * (own**2 / ours.n + theirs**2 / paper.n)) + 0.5 * 10**-paper.digits
    return bool(abs(ours.value - paper.value) <= allowed + 1e-12)


def shares_agree(ours: Mean, paper: Mean) -> bool | None:
    """Return whether two shares of repetitions agree; None where one of them is missing."""
    if math.isnan(ours.value) or math.isnan(paper.value) or not ours.n:
        return None
    from scipy.stats import fisher_exact

    counts = [[round(mean.value * mean.n), mean.n - round(mean.value * mean.n)] for mean in (ours, paper)]
    return bool(fisher_exact(counts).pvalue >= SIGNIFICANCE)
