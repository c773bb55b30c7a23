"""What the paper fixed: sizes, thresholds, limits. And what it left open: every seed."""

from __future__ import annotations

N_FOLDS = 10
N_DATASETS = 10
N_REPETITIONS = 10
TIME_LIMIT = 3600.0

SETTINGS = {1: (2000, 1000), 2: (2000, 2000), 3: (2000, 5000)}
METHODS = ("TNVS", "FOCI", "WLS", "SIRS", "DCSIS", "PCSimple", "TPC")
DATASETS = ("warpAR10P", "isolet", "ORL", "arcene")
MODELS = ("SVM", "DT", "RF", "LightGBM", "MLP")
INDICATORS = ("ACC", "recall", "F1", "Kappa")

TIES_SEED = 1
FOLDS_SEED = 0
ISOLET_SEED = 0
MODEL_SEED = 0
RENAMING_SEED = 0


def numbers(count: int) -> list[str]:
    """Return 1, 2, ... as they stand in keys."""
    return [str(number) for number in range(1, count + 1)]


def simulation_seed(setting: int, dataset: int) -> int:
    """Return the seed of a simulated data set and of its folds."""
    return 1000 * setting + dataset


def random_class_seed(repetition: int, fold: int) -> int:
    """Return the seed of the class that an empty selection predicts."""
    return 100 * repetition + fold


SEEDS = {
    "simulated data, and their folds": "1000 * setting + dataset, both counted from 1",
    "repeated stratified folds of the real data": str(FOLDS_SEED),
    "the paper's folds of warpAR10P (prediction)": "the number of the repetition, from 1",
    "the 300 rows of isolet": str(ISOLET_SEED),
    "ten other draws of them, and their folds": "1 to 10",
    "ties (TNVS, FOCI)": str(TIES_SEED),
    "other ties (choices)": str(TIES_SEED + 1),
    "classes renamed (choices)": str(RENAMING_SEED),
    "models (RF, DT, LightGBM, MLP)": str(MODEL_SEED),
    "class predicted by an empty selection": "100 * repetition + fold, both counted from 1",
    "Bernoulli draw of rows that aren't zero (nonzero)": "the number of the data set, from 1",
    "data of each relation (table1)": "the number of the draw, from 1",
}
