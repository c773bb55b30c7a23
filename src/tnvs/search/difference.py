"""What two traces were asked and what they are about: where that differs."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from tnvs.search.names import shown
from tnvs.search.preparation import Preparation
from tnvs.search.record import Record

if TYPE_CHECKING:
    from tnvs.search.data import DataSummary
    from tnvs.search.trace import Trace

# They change the time a fit takes or what it prints, never what it decides.
WITHOUT_EFFECT = ("n_jobs", "verbose")
ABSENT = "not set"
NOTHING_DONE = Preparation(
    rows_dropped=0, columns_dropped={}, imputed={}, onehot={}, ordinal={}, dates={}, rounded=()
)


@dataclass(frozen=True, slots=True, eq=False)
class Difference(Record):
    """One thing that is not the same in two traces.

    Attributes
    ----------
    name : str
        What differs: a setting, or something known of the data.
    before, after : object
        What it is in the first and in the second; "not set" where a trace has no such setting.
    """

    name: str
    before: Any
    after: Any

    def __str__(self) -> str:
        if self.name.startswith("fingerprint_"):
            what = self.name.removeprefix("fingerprint_")
            return f"{what} has other values (fingerprint {self.before[:12]}…, now {self.after[:12]}…)"
        return f"{self.name} was {_brief(self.before)} and is now {_brief(self.after)}"


def settings(before: "Trace", after: "Trace", ignored: Collection[str] = ()) -> tuple[Difference, ...]:
    """Return the differences in version, method, parameters and what these came to.

    What a parameter came to is left out where the parameter itself differs already.
    """
    given = _differing(before.parameters, after.parameters, ignored)
    named = {difference.name for difference in given}
    resolved = _differing(before.resolved, after.resolved, {*ignored, *named})
    old, new = ({"version of tnvs": each.library_version, "method": each.method} for each in (before, after))
    return (*_differing(old, new, ()), *given, *resolved)


def data(before: "DataSummary", after: "DataSummary") -> tuple[Difference, ...]:
    """Return the differences in the data; of feature names only the first."""
    names = [field.name for field in fields(before) if field.name != "feature_names"]
    found = _differing(
        {name: getattr(before, name) for name in names}, {name: getattr(after, name) for name in names}, ()
    )
    return (*found, *_differing_names(before.feature_names, after.feature_names))


def preparation(before: "Trace", after: "Trace") -> tuple[Difference, ...]:
    """Return the differences in what was done to the data between a file and the fit."""
    names = [field.name for field in fields(NOTHING_DONE) if field.name != "version"]
    old, new = (
        {name: getattr(each.preparation or NOTHING_DONE, name) for name in names} for each in (before, after)
    )
    return _differing(old, new, ())


def _differing(
    before: Mapping[str, Any], after: Mapping[str, Any], ignored: Collection[str]
) -> tuple[Difference, ...]:
    names = [name for name in {**before, **after} if name not in ignored]
    pairs = [Difference(name, before.get(name, ABSENT), after.get(name, ABSENT)) for name in names]
    return tuple(pair for pair in pairs if pair.before != pair.after)


def _differing_names(before: tuple[str, ...] | None, after: tuple[str, ...] | None) -> tuple[Difference, ...]:
    if before == after:
        return ()
    if before is None or after is None:
        kinds = ["absent" if names is None else "given" for names in (before, after)]
        return (Difference("feature names", *kinds),)
    pairs = list(zip(before, after, strict=False))
    at = next((place for place, (old, new) in enumerate(pairs) if old != new), None)
    if at is None:
        return (Difference("number of feature names", len(before), len(after)),)
    return (Difference(f"name of column {at}", *pairs[at]),)


def _brief(value: Any) -> str:
    """Return a value as it fits into a sentence."""
    return shown(repr(list(value)) if isinstance(value, tuple) else str(value))
