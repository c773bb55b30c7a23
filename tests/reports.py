"""Traces to make reports of: made by the real search, with an engine that makes numbers up."""

from __future__ import annotations

import numpy as np

from tnvs.search import DataSummary, Rules, Trace, search
from tnvs.selectors import TNVS

HOSTILE = (
    "<script>document.title='run'</script>",
    "</script><script>document.title='run'</script>",
    "<img src=x onerror=\"document.title='run'\">",
    "\"quoted\" & 'quoted'",
    "x" * 10_000,
    "עברית عربي",
    "\u202eabc",
    "🙂🙃",
    "a\nb",
    "=1+1",
    "{{ 7 * 7 }}",
    "\ud800",
    "",
    "|`*_[a](b)",
    "[red]bold[/red]",
    "\u2028",
)


class InventedEngine:
    """Answers at random, but always the same: a few groups of repeats, and columns that hardly vary."""

    n_samples = 400

    def __init__(self, n_features: int, n_steps: int) -> None:
        self.n_features, self.n_steps = n_features, n_steps
        self.rng = np.random.default_rng(0)
        self.group = self.rng.integers(0, 2 * n_steps, n_features)
        self.group[: n_features // 2] = -1

    def entropies(self):
        values = self.rng.uniform(0.02, 2, self.n_features)
        values[::10] /= 200
        return values

    def constants(self):
        return np.zeros(self.n_features, dtype=bool)

    def scores(self, selected, candidates):
        values = self.rng.normal(-0.1, 0.03, len(candidates))
        if len(selected) < self.n_steps:
            open_groups = np.setdiff1d(self.group[candidates], [-1])
            mine = self.group[candidates] == open_groups[0]
            values[mine] += 0.3 / (1 + len(selected)) + 0.2
        return values

    def residual_variances(self, selected, candidates):
        values = self.rng.uniform(0.1, 1, len(candidates))
        mine = self.group[candidates] == self.group[selected[-1]]
        values[mine] = self.rng.uniform(0, 0.02, np.count_nonzero(mine))
        return values

    def explained_shares(self, selected, features):
        shares = np.full((len(features), len(selected)), 0.001)
        shares[:, -1] = 0.99
        return shares


def invented_trace(n_features: int = 400, n_steps: int = 4, names: tuple[str, ...] | None = None) -> Trace:
    """Return a trace of as many predictors and steps as asked for; the names given come first."""
    record = search(InventedEngine(n_features, n_steps), Rules())
    if names is not None:
        names = (*names, *(f"c{j}" for j in range(len(names), n_features)))
    data = DataSummary(
        n_samples=InventedEngine.n_samples,
        n_features=n_features,
        dtype="float64",
        fingerprint_X="0" * 64,
        fingerprint_y="1" * 64,
        feature_names=names,
    )
    return Trace.from_search(
        record,
        method="TNVS",
        parameters=TNVS().get_params(),
        resolved={"max_features": None, "response": "rank", "n_bins": 7, "seed": None},
        data=data,
    )
