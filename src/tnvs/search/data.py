"""What a trace knows of the data it is about."""

from dataclasses import dataclass

from tnvs.search.record import Record


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class DataSummary(Record):
    """What a trace knows of the data.

    Attributes
    ----------
    n_samples, n_features : int
        Shape of X.
    dtype : {"float32", "float64"}
        The float type of X and of every number in the trace.
    fingerprint_X, fingerprint_y : str
        SHA-256 fingerprints of the validated data.
    feature_names : tuple of str or None
        Names of the columns, None where the data had none.
    """

    n_samples: int
    n_features: int
    dtype: str
    fingerprint_X: str
    fingerprint_y: str
    feature_names: tuple[str, ...] | None
