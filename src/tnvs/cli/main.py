"""The group of commands. Each is imported when it is used, so that help and completion are quick."""

from importlib import import_module
from typing import Any

import click

from tnvs.cli import exits

COMMANDS = {
    "select": "Select the relevant predictors of a table, and say why the others are not.",
    "explain": "Say why a predictor is where it is.",
    "report": "Write the report of a result again from its trace.",
    "diff": "Compare two results: what changed, and why.",
    "compare": "Run several methods on one table, with cross-validation if asked for.",
    "simulate": "Write data with known truth.",
    "info": "Look at a table: columns, missing values, what select would do with it.",
}
WIDTH = {"max_content_width": 110, "help_option_names": ["-h", "--help"]}


class Commands(click.Group):
    """The `tnvs` command."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Import a command."""
        if name not in COMMANDS:
            return None
        found: click.Command = import_module(f"tnvs.cli.commands.{name}").command
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command, whose output may be cut short."""
        code = None
        with exits.readers_may_leave():
            code = super().invoke(ctx)
        return code

    def main(self, *arguments: Any, **settings: Any) -> Any:
        """Run, and exit with what the command returns: 0 where that is nothing."""
        with exits.readable_errors():
            code = super().main(*arguments, **{**settings, "standalone_mode": False})
            raise SystemExit(code or exits.DONE)


def _version(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value:
        from tnvs import __version__

        click.echo(f"tnvs {__version__}")
        ctx.exit()


@click.group(cls=Commands, context_settings=WIDTH)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_version, help="Show the version."
)
def command() -> None:
    """Select predictors in wide tables, and say for each column why it was kept or dropped.

    \b
    tnvs select data.parquet --target y -o result/
    tnvs explain result/ x17

    Exit codes: 0 done, 1 partial result (time limit), 2 bad input or usage, 130 interrupted.
    """
