"""Options made from the parameters of the library."""

import ast
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from tnvs.cli.help import Option
from tnvs.cli.signature import Parameter, parameters

F = TypeVar("F", bound=Callable[..., Any])


class Names(click.ParamType):  # type: ignore[type-arg]
    """Names separated by commas."""

    name = "name,..."

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[str]:
        """Return the names."""
        return (
            value if isinstance(value, list) else [part.strip() for part in value.split(",") if part.strip()]
        )


SELECTOR = ("selectors/_tnvs.py", "TNVS")
# Parameters that take more in Python than a command line can say.
KINDS: dict[str, Any] = {"methods": Names(), "estimators": Names(), "scoring": str, "groups": str}
TEXTS = {
    "methods": "Selectors of this package, in any case; by default those of the paper. PCSimple and TPC have "
    "max_order=3.",
    "estimators": "Models of scikit-learn by the names of their classes, such as KNeighborsRegressor: fitted "
    "on each training part with what was selected there, and scored on the test part.",
    "cv": "Number of folds; every method then selects again on each training part. 5 if there are models.",
    "groups": "A column whose rows of one value stay together in every fold, such as a patient's; it is no "
    "predictor.",
    "scoring": "How models are scored, by a name of scikit-learn; by default their own score.",
    "initial": "A predictor assumed relevant from the start, by name or index; repeat for more, in this "
    "order. The paper's initial S. They count towards --max-features.",
    "exclude": "A predictor never considered, by name or index; repeat for more.",
    "n_jobs": "Threads; -1 for all processors. The result doesn't depend on it.",
    "random_state": "Seed for --ties random; the result is another with every run where it is not given.",
    "verbose": "1 logs one line a step.",
}
OTHER_NAMES = {"n_jobs": ("--threads",), "random_state": ("--seed",)}
SELECTION = "Selection"
FILE = click.Path(path_type=Path)


class NumberOrWord(click.ParamType):  # type: ignore[type-arg]
    """A whole number, or one of a few words; "none" stands for None."""

    name = "integer or word"

    def __init__(self, words: Iterable[str]) -> None:
        self.words = [*words, "none"]

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number, the word, or "none" as it is: None would mean that nothing was said."""
        if value in self.words:
            return value
        try:
            return int(value)
        except ValueError:
            self.fail(f"{value!r} is neither a whole number nor one of {', '.join(self.words)}.", param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return what the help shows for a value."""
        return f"[INTEGER|{'|'.join(self.words)}]"


def of_selector(function: F) -> F:
    """Add every parameter of the selector as an option."""
    return _added(parameters(*SELECTOR), SELECTION)(function)


def of_function(module: str, name: str, group: str) -> Callable[[F], F]:
    """Add every parameter of a function as an option."""
    return _added(parameters(module, name), group)


def _added(found: list[Parameter], group: str) -> Callable[[F], F]:
    def add(function: F) -> F:
        for parameter in reversed(found):
            function = option_of(parameter, group)(function)
        return function

    return add


def option_of(parameter: Parameter, group: str) -> Callable[[F], F]:
    """Return the option that stands for a parameter. What isn't given isn't passed on."""
    flag = "--" + parameter.name.replace("_", "-")
    settings: dict[str, Any] = {"type": KINDS.get(parameter.name) or _type(parameter.annotation)}
    standard = None if parameter.default is None else str(parameter.default)
    if parameter.name not in KINDS and parameter.annotation.startswith("Sequence"):
        settings = {"type": str, "multiple": True}
    return click.option(
        flag,
        *OTHER_NAMES.get(parameter.name, ()),
        parameter.name,
        cls=Option,
        group=group,
        standard=standard,
        help=TEXTS.get(parameter.name, parameter.description),
        **settings,
    )


def _type(annotation: str) -> Any:
    """Return how a value of a parameter is written on the command line."""
    literal = next((part for part in _parts(annotation) if part.startswith("Literal")), None)
    words = [] if literal is None else list(_words(literal))
    if words:
        return NumberOrWord(words) if "int" in _parts(annotation) else click.Choice(words)
    return float if annotation == "float" else int


def _parts(annotation: str) -> list[str]:
    return [part.strip() for part in annotation.split("|")]


def _words(literal: str) -> Iterable[str]:
    inside = ast.literal_eval(literal.removeprefix("Literal"))
    return inside if isinstance(inside[0], str) else (str(word) for word in inside)


def given(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that were given, with None for the word that stands for it."""
    return {
        name: None if value == "none" else list(value) if isinstance(value, tuple) else value
        for name, value in options.items()
        if value is not None and value != ()
    }
