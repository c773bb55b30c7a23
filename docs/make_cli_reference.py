"""Write the reference of the command into docs/cli.md: what `--help` says, as tables."""

from __future__ import annotations

import inspect
from pathlib import Path

import click

from tnvs.cli.help import OTHER
from tnvs.cli.main import COMMANDS, command

PAGE = Path(__file__).resolve().parent / "cli.md"
BEGIN = "<!-- begin: written by python docs/make_cli_reference.py -->"
END = "<!-- end -->"


def reference() -> str:
    """Return the reference of all commands in Markdown."""
    context = click.Context(command, info_name="tnvs")
    return "\n\n".join(of_command(name, command.get_command(context, name), context) for name in COMMANDS)


def of_command(name: str, found: click.Command, parent: click.Context) -> str:
    """Return the reference of one command: usage, what it does, an example, its options by group."""
    context = click.Context(found, info_name=name, parent=parent)
    usage = " ".join(["tnvs", name, *found.collect_usage_pieces(context)])
    text, _, example = inspect.cleandoc(found.help or "").partition("\b\n")
    parts = [f"### tnvs {name}", f"`{usage}`", " ".join(text.split("\n"))]
    if example:
        parts.append(f"```sh\n{example.strip()}\n```")
    for group, options in grouped(found, context).items():
        rows = "\n".join(f"| {cell(names)} | {described(said)} |" for names, said in options)
        parts.append(f"| {group} | |\n|---|---|\n{rows}")
    return "\n\n".join(part.strip() for part in parts)


def grouped(found: click.Command, context: click.Context) -> dict[str, list[tuple[str, str]]]:
    """Return names and texts of the options by their group, those without one last."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for parameter in found.params:
        record = parameter.get_help_record(context)
        if record is not None:
            groups.setdefault(getattr(parameter, "group", OTHER), []).append(record)
    return dict(sorted(groups.items(), key=lambda item: item[0] == OTHER))


def cell(names: str) -> str:
    """Return the names and the kind of an option as code."""
    return f"`{names}`".replace("|", "\\|")


def described(said: str) -> str:
    """Return what is said of an option, safe in a table."""
    return said.replace("|", "\\|").replace("*", "\\*").replace("  [", " [")


def with_reference(page: str) -> str:
    """Return the page with the reference as it is now."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"{PAGE} has no place for the reference: add the lines {BEGIN!r} and {END!r}")
    return f"{before}{BEGIN}\n\n{reference()}\n\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(with_reference(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
