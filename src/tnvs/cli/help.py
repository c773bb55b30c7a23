"""Help with the options in groups."""

from typing import Any

import click

OTHER = "Other"


class Option(click.Option):
    """An option that belongs to a group and says its default in the help."""

    def __init__(
        self, *arguments: Any, group: str = OTHER, standard: str | None = None, **settings: Any
    ) -> None:
        super().__init__(*arguments, **settings)
        self.group = group
        self.standard = standard

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and what is said of it, its default included."""
        record = super().get_help_record(ctx)
        if record is None or self.standard is None:
            return record
        names, text = record
        return names, f"{text}  [default: {self.standard}]"


class Command(click.Command):
    """A command whose help lists its options by group."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, each group under a heading of its own."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                groups.setdefault(getattr(parameter, "group", OTHER), []).append(record)
        for group in [*(name for name in groups if name != OTHER), OTHER]:
            with formatter.section(group):
                formatter.write_dl(groups[group])
