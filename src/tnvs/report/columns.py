"""All predictors as compact columns that the page's script puts together again, letter for letter.

Numbers are written as people read them, a sentence is split into its text, which many share, and its
numbers, which are its own: about 80 bytes a predictor, where a row of HTML takes 700.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from tnvs.report.parts import Predictors
from tnvs.report.summary import Summary
from tnvs.report.tables import value
from tnvs.search.names import shown

NUMBER = re.compile(r"(-?\d[\d.]*(?:e[-+]\d+)?)")


def columns(summary: Summary, table: Predictors) -> dict[str, Any]:
    """Return what the script needs to know of all predictors, those of the table."""
    return {
        "order": [item.predictor.feature for item in summary.selected],
        "name": list(map(shown, table.name)),
        "subset": _coded(table.subset.tolist()),
        "stage": _coded(table.stage.tolist()),
        "step": _coded(table.step.tolist()),
        "threshold": _coded(map(value, table.threshold.tolist())),
        "responsible": _coded(table.responsible.tolist()),
        "score": _joined(table.score.tolist()),
        "entropy": _joined(table.entropy.tolist()),
        "residual_variance": _joined(table.residual_variance.tolist()),
        "margin": _joined(table.margin.tolist()),
        "reason": _sentences(table.reason),
    }


def first_rows(summary: Summary, table: Predictors, most: int) -> list[int]:
    """Return the predictors that the page shows first: the relevant ones, then the others as they come."""
    order = [item.predictor.feature for item in summary.selected][:most]
    others = np.flatnonzero(table.subset != "relevant")[: most - len(order)]
    return [*order, *others.tolist()]


def _joined(numbers: Iterable[float]) -> str:
    return " ".join(map(value, numbers))


def _coded(items: Iterable[Any]) -> dict[str, Any]:
    """Return the distinct values and, for every predictor, which one it has."""
    codes: dict[Any, int] = {}
    places = [codes.setdefault(item, len(codes)) for item in items]
    return {"values": list(codes), "codes": " ".join(map(str, places))}


def _sentences(sentences: Sequence[str]) -> dict[str, Any]:
    """Return sentences as shared texts with gaps, and for every gap its numbers, one a predictor.

    A number that all sentences of a text have in common becomes part of the text.
    """
    codes: dict[tuple[str, ...], int] = {}
    places: list[int] = []
    gaps: list[list[list[str]]] = []
    for sentence in sentences:
        parts = NUMBER.split(sentence)
        place = codes.setdefault(tuple(parts[::2]), len(codes))
        if place == len(gaps):
            gaps.append([[] for _ in parts[1::2]])
        places.append(place)
        for gap, figure in zip(gaps[place], parts[1::2], strict=True):
            gap.append(figure)
    texts = [_closed(list(text), gap) for text, gap in zip(codes, gaps, strict=True)]
    return {"codes": " ".join(map(str, places)), "texts": texts}


def _closed(text: list[str], gaps: list[list[str]]) -> dict[str, Any]:
    """Return one text with the gaps that are left when those with a single number are filled."""
    parts, left = [text[0]], []
    for gap, following in zip(gaps, text[1:], strict=True):
        if len(set(gap)) == 1:
            parts[-1] += gap[0] + following
        else:
            parts.append(following)
            left.append(" ".join(gap))
    return {"parts": parts, "gaps": left}
