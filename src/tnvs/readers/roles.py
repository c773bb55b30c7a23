"""Which column is what: target, identifier, predictor, or left out."""

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from tnvs.measures._columns import listed
from tnvs.readers.errors import NoColumnError, ReadError
from tnvs.readers.raw import RawTable
from tnvs.readers.request import Request
from tnvs.search.names import find_feature, name_of


@dataclass(frozen=True)
class Roles:
    """Positions of the columns of a table.

    Attributes
    ----------
    target : int or str
        The position of the target, or its name where the file keeps it beside the table.
    ids : tuple of int
        Columns that are kept aside.
    predictors : tuple of int
        All others that are wanted.
    """

    target: int | str
    ids: tuple[int, ...]
    predictors: tuple[int, ...]


def assigned(raw: RawTable, request: Request) -> Roles:
    """Return what each column is."""
    width = raw.shape[1]
    names = [name_of(at, raw.names) for at in range(width)]
    target = _target(raw, request)
    ids = _matching(names, request.id, "id")
    dropped = _matching(names, request.drop, "drop")
    only = _matching(names, request.only, "only") if request.only else range(width)
    if isinstance(target, int) and target in {*ids, *dropped}:
        raise ReadError(f"{names[target]!r} is the target, and also in id or drop; leave it out of them.")
    away = {*ids, *dropped, target}
    predictors = tuple(at for at in only if at not in away)
    if not predictors:
        raise ReadError(
            f"no column of {str(raw.path)!r} is left as a predictor; see target, only, drop and id."
        )
    return Roles(target, tuple(ids), predictors)


def _target(raw: RawTable, request: Request) -> int | str:
    if request.target is None:
        if raw.default_target is None:
            raise ReadError(
                f"which column of {str(raw.path)!r} is the target? Say --target, a name or a position "
                f"from 0; {_choices(raw)}."
            )
        return raw.default_target
    if request.target in raw.aside:
        return request.target
    if raw.names is not None and request.target in raw.names:
        return raw.names.index(request.target)
    width = raw.shape[1]
    try:
        position = int(request.target)
    except ValueError:
        if raw.aside:
            raise ReadError(f"target={request.target!r} is not in the file; {_choices(raw)}.") from None
        return find_feature(request.target, width, raw.names, "target")
    if not -width <= position < width:
        raise ReadError(f"target={position} is out of range; positions run from 0 to {width - 1}.")
    return position % width


def _choices(raw: RawTable) -> str:
    """Return what could be the target."""
    beside = f"beside the table it has {listed(list(raw.aside))}; " if raw.aside else ""
    if raw.names is None:
        return f"{beside}the table has {raw.shape[1]} columns without names"
    return f"{beside}the columns are {listed(raw.names)}"


def _matching(names: Sequence[str], patterns: Sequence[str], parameter: str) -> list[int]:
    """Return the positions whose names match, in the order of the table; each pattern has to match one."""
    known = {name: at for at, name in enumerate(names)}
    found: set[int] = set()
    for pattern in patterns:
        at = known.get(pattern)
        here = [at] if at is not None else [i for i, name in enumerate(names) if fnmatchcase(name, pattern)]
        if not here:
            raise NoColumnError(parameter, pattern, len(names))
        found.update(here)
    return sorted(found)
