"""Names fit for a picture: short, on one line, in letters the font has, never taken for mathematics."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from tnvs.search.names import LONGEST_SHOWN, shown
from tnvs.search.sentences import number

# The width of an average small letter, in font sizes.
LETTER = 0.6


def elided(text: str, most: int) -> str:
    """Return text of at most so many characters, with what is too much taken out of the middle.

    Examples
    --------
    >>> elided("a_very_long_name_of_gene_17", 15)
    'a_very_…gene_17'
    """
    if len(text) <= most:
        return text
    tail = (most - 1) // 2
    return f"{text[: most - 1 - tail]}…{text[len(text) - tail :]}"


def label(name: str, most: int = 24) -> str:
    """Return a name as a label of so many letters, or fewer wide ones; both ends of a long one are kept."""
    text = _in_font(shown(elided(name, LONGEST_SHOWN)))
    for length in range(most, 3, -1):
        if width(elided(text, length)) <= LETTER * most:
            break
    return literal(elided(text, length))


def width(text: str) -> float:
    """Return the width of a text, in font sizes."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    return float(text_to_path.get_text_width_height_descent(text, FontProperties(size=1), ismath=False)[0])


def labels(names: Sequence[str], features: Iterable[int], most: int = 24) -> list[str]:
    """Return the labels of predictors with these names; those that would look the same get their index."""
    found = [label(name, most) for name in names]
    seen = Counter(found)
    marks = [f" [{feature}]" if seen[text] > 1 else "" for text, feature in zip(found, features, strict=True)]
    return [label(name, most - len(mark)) + mark for name, mark in zip(names, marks, strict=True)]


def figure(value: float) -> str:
    """Return a number with a minus sign as the axes have it."""
    from matplotlib import rcParams

    minus = "\N{MINUS SIGN}" if rcParams["axes.unicode_minus"] else "-"
    return number(value).replace("-", minus)


def sentence(text: str) -> str:
    """Return a sentence that may quote names, fit for a picture."""
    return literal(_in_font(text))


def literal(text: str) -> str:
    """Return text that matplotlib shows as it is.

    An even number of dollar signs would be taken for mathematics. With a backslash before each, there is
    none, and matplotlib removes the backslashes again.
    """
    return text.replace("$", r"\$")


def _in_font(text: str) -> str:
    """Return text with the letters that the current fonts lack, which matplotlib warns of, as escapes."""
    if text.isascii():
        return text
    from matplotlib import rcParams

    fonts = _fonts(tuple(rcParams["font.family"]), tuple(map(tuple, _generic_families(rcParams))))
    return "".join(char if char.isascii() or _has(fonts, char) else _escape(char) for char in text)


def _generic_families(settings: Any) -> Iterable[Sequence[str]]:
    generic = ("serif", "sans-serif", "cursive", "fantasy", "monospace")
    return (settings[f"font.{family}"] for family in generic)


@lru_cache(maxsize=8)
def _fonts(families: tuple[str, ...], generic: tuple[tuple[str, ...], ...]) -> tuple[Any, ...]:
    """Return the fonts that text is drawn with; `generic` is only there to notice that it changed."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    return tuple(get_font(findfont(FontProperties(family=[family]))) for family in families)


def _has(fonts: Iterable[Any], char: str) -> bool:
    return any(font.get_char_index(ord(char)) for font in fonts)


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode()
