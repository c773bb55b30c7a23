"""An explanation as a sentence, and as a paragraph for someone who knows the data, not the method."""

from typing import TYPE_CHECKING

from tnvs.search.names import shown
from tnvs.search.paragraph import listed
from tnvs.search.sentences import number

if TYPE_CHECKING:
    from tnvs.partial.explain import PartialExplanation

AS_FAR_AS = "as far as a linear partial correlation at this sample size can tell"
WHAT_IT_IS = (
    "A partial correlation is the correlation of what is left of two variables once the best weighted sum of "
    "the given ones is taken off both."
)
WHAT_Z_IS = "|z| is its distance from 0 in standard deviations of what chance alone would give."
LINEAR_ONLY = "This says nothing about a relation that is not linear."


def sentence(why: "PartialExplanation") -> str:
    """Return the sentence."""
    match why.outcome:
        case "constant":
            return "Constant: it has the same value in every row, so its correlation with y counts as 0."
        case "determined":
            return f"Dropped: {_equals(why)} it up to rounding, so it adds nothing."
        case "response determined":
            return f"Dropped: {_equals(why)} y up to rounding, so nothing is left to explain."
        case "not significant":
            return (
                f"Counted as independent of y {_given(why)}, {AS_FAR_AS}: {_numbers(why)}, {_verdict(why)}."
            )
    if not why.n_tests:
        return "Kept without a test, since there are too few rows for one."
    return f"Kept: {_passed(why)}; in the weakest, {_given(why)}, {_numbers(why)}, {_verdict(why)}."


def paragraph(why: "PartialExplanation") -> str:
    """Return the paragraph."""
    parts = {
        "constant": _constant,
        "determined": _determined,
        "response determined": _response_determined,
        "not significant": _not_significant,
        "kept": _kept if why.n_tests else _untested,
    }[why.outcome](why)
    return " ".join(parts)


def _constant(why: "PartialExplanation") -> list[str]:
    return [
        f"{shown(why.name)} was dropped: it has the same value in all {why.n_samples} rows, so its "
        "correlation with y counts as 0."
    ]


def _determined(why: "PartialExplanation") -> list[str]:
    return [
        f"{shown(why.name)} was dropped: {_equals(why)} it up to rounding, so that, given "
        f"{listed(why.given)}, nothing is left of it that could be related to y.",
        f"Its correlation with y alone was {number(why.correlation)}.",
        "This says nothing against it: it may be as closely related to y as what it repeats, and could stand "
        "in for it.",
    ]


def _response_determined(why: "PartialExplanation") -> list[str]:
    return [
        f"{shown(why.name)} was dropped: {_equals(why)} y up to rounding, so that nothing is left of y for "
        f"{shown(why.name)} to explain.",
        f"Its correlation with y alone was {number(why.correlation)}.",
    ]


def _not_significant(why: "PartialExplanation") -> list[str]:
    parts = [
        f"{shown(why.name)} was dropped by {why.method}: it is counted as independent of y {_given(why)}, "
        f"{AS_FAR_AS} (n = {why.n_samples}).",
        f"{_capital(_numbers(why))} (|z| = {number(why.statistic)}, not above {number(why.quantile)}); "
        f"to be kept it would have had to be beyond {number(why.threshold)} or -{number(why.threshold)}.",
    ]
    if why.order:
        parts.append(f"Alone, its correlation with y was {number(why.correlation)}.")
        parts.append(WHAT_IT_IS)
    return [*parts, WHAT_Z_IS, *_repeats(why), LINEAR_ONLY]


def _kept(why: "PartialExplanation") -> list[str]:
    parts = [
        f"{shown(why.name)} was kept by {why.method}, number {why.rank} of {why.n_selected} by the strength "
        f"of its weakest test: {_passed(why)}.",
        f"The weakest was {_given(why)}: {_numbers(why)}, {_verdict(why)}.",
    ]
    if why.order:
        parts.append(f"Alone, its correlation with y was {number(why.correlation)}.")
        parts.append(WHAT_IT_IS)
    parts += [WHAT_Z_IS, *_repeats(why)]
    if why.stop_reason == "max_order":
        parts.append(f"Sets of more than {why.largest} were not tried, as asked for by max_order.")
    if why.stop_reason == "too few rows":
        parts.append(f"Sets of more than {why.largest} can't be tested with {why.n_samples} rows.")
    return [*parts, "Only linear relations were looked at."]


def _untested(why: "PartialExplanation") -> list[str]:
    return [
        f"{shown(why.name)} was kept without a test: {why.n_samples} rows are too few for one, so nothing is "
        "said about whether it matters."
    ]


def _given(why: "PartialExplanation") -> str:
    return f"given {listed(why.given)}" if why.given else "given no other predictor"


def _equals(why: "PartialExplanation") -> str:
    if len(why.given) == 1:
        return f"{listed(why.given)}, shifted and scaled, equals"
    return f"a weighted sum of {listed(why.given)} equals"


def _numbers(why: "PartialExplanation") -> str:
    kind = "partial correlation" if why.order else "correlation"
    return f"its {kind} with y is {number(why.partial_correlation)}"


def _verdict(why: "PartialExplanation") -> str:
    above = "not above" if why.outcome == "not significant" else "above"
    return f"|z| = {number(why.statistic)}, {above} {number(why.quantile)}"


def _passed(why: "PartialExplanation") -> str:
    tests = "the only test" if why.n_tests == 1 else f"all {why.n_tests} tests"
    return f"it passed {tests}"


def _repeats(why: "PartialExplanation") -> list[str]:
    if not why.singular:
        return []
    return [f"Some of {listed(why.given)} repeat each other exactly; the repeats were left out."]


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
