"""The page on the command says what its help says, about every command and option."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import click
import pytest

from tnvs.cli.main import COMMANDS, command

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE = (DOCS / "cli.md").read_text(encoding="utf-8")


def generator():
    spec = importlib.util.spec_from_file_location("make_cli_reference", DOCS / "make_cli_reference.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_reference_is_up_to_date():
    assert generator().with_reference(PAGE) == PAGE, "run: python docs/make_cli_reference.py"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_in_the_reference(name):
    section = re.split(r"^### ", PAGE, flags=re.MULTILINE)
    (section,) = [text for text in section if text.startswith(f"tnvs {name}\n")]
    found = command.get_command(click.Context(command), name)
    for parameter in found.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name
            assert all(option in section for option in parameter.opts)


@pytest.mark.parametrize("name", COMMANDS)
def test_summary_of_every_command_is_the_first_line_of_its_help(name):
    found = command.get_command(click.Context(command), name)
    assert COMMANDS[name] == found.help.splitlines()[0]


def test_every_exit_code_is_documented():
    from tnvs.cli import exits

    for code in (exits.DONE, exits.PARTIAL, exits.USAGE, exits.INTERRUPTED):
        assert f"| {code} |" in PAGE
