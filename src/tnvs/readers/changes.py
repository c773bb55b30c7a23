"""What is done to the data on the way, collected as it is done."""

from dataclasses import dataclass, field, fields

from tnvs.search.preparation import Preparation


@dataclass
class Changes:
    """The fields of a `Preparation` while they are being filled."""

    rows_dropped: int = 0
    columns_dropped: dict[str, str] = field(default_factory=dict)
    imputed: dict[str, int] = field(default_factory=dict)
    onehot: dict[str, list[str]] = field(default_factory=dict)
    ordinal: dict[str, list[str]] = field(default_factory=dict)
    dates: dict[str, str] = field(default_factory=dict)
    rounded: list[str] = field(default_factory=list)

    def preparation(self) -> Preparation | None:
        """Return them as part of a trace; None where nothing was done."""
        values = {item.name: getattr(self, item.name) for item in fields(self)}
        return Preparation(**values) if any(values.values()) else None

    def forget(self, name: str) -> None:
        """Take back what is said of a column that is dropped after all."""
        for known in (self.imputed, self.ordinal, self.dates):
            known.pop(name, None)
        self.rounded = [other for other in self.rounded if other != name]
        for source, columns in list(self.onehot.items()):
            if name in columns:
                columns.remove(name)
            if not columns:
                del self.onehot[source]
