"""Parameters of the library, read from its source without importing it.

Names, defaults and descriptions have one place, the signature and the docstring. Importing them would load
scikit-learn and numba, which takes seconds: too long for help and completion.
"""

import ast
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parents[1]
ENTRY = re.compile(r"^(\w+) : .*$")


@dataclass(frozen=True)
class Parameter:
    """One parameter: its name, default, type as written, and description."""

    name: str
    default: Any
    annotation: str
    description: str


def parameters(module: str, name: str) -> list[Parameter]:
    """Return the parameters with defaults of a class or function.

    Examples
    --------
    >>> from tnvs.cli.signature import parameters
    >>> first = parameters("selectors/_tnvs.py", "TNVS")[0]
    >>> first.name, first.default, first.annotation
    ('uninformative_threshold', 0.01, 'float')
    """
    tree = ast.parse((PACKAGE / module).read_text(encoding="utf-8"))
    (found,) = [
        node for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name
    ]
    descriptions = _descriptions(ast.get_docstring(found) or "")
    function = found if isinstance(found, ast.FunctionDef) else _initialiser(found)
    return [
        Parameter(
            argument.arg,
            ast.literal_eval(default),
            ast.unparse(argument.annotation) if argument.annotation else "",
            descriptions[argument.arg],
        )
        for argument, default in _with_defaults(function.args)
    ]


def _initialiser(found: ast.ClassDef) -> ast.FunctionDef:
    (function,) = [
        node for node in found.body if isinstance(node, ast.FunctionDef) and node.name == "__init__"
    ]
    return function


def _with_defaults(arguments: ast.arguments) -> list[tuple[ast.arg, ast.expr]]:
    positional = arguments.args[len(arguments.args) - len(arguments.defaults) :]
    pairs = list(zip(positional, arguments.defaults, strict=True))
    by_name = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return pairs + [(argument, default) for argument, default in by_name if default is not None]


def _descriptions(docstring: str) -> dict[str, str]:
    """Return what the section "Parameters" of a docstring says of each."""
    _, _, section = docstring.partition("Parameters\n----------\n")
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for line in section.splitlines():
        entry = ENTRY.match(line)
        if entry:
            current = found.setdefault(entry.group(1), [])
        elif line.startswith("    "):
            current.append(line.strip())
        elif line:
            break
    return {name: " ".join(lines).replace("``", "").replace("`", "") for name, lines in found.items()}
