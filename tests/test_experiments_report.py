"""The page that puts our numbers beside the paper's."""

import math
import os
from pathlib import Path

import pytest

pytest.importorskip("pandas", reason="the report needs the extra experiments")
pytest.importorskip("matplotlib", reason="the report needs the extra experiments")

import pandas as pd

from tnvs.experiments import catalogue
from tnvs.experiments.report import page
from tnvs.experiments.report.agreement import Mean, means_agree, shares_agree
from tnvs.experiments.report.comparison import Compared, mean_of, paper_table, printed, wide
from tnvs.experiments.runs import simulation
from tnvs.experiments.store import Store

PROJECT = Path(__file__).resolve().parents[1]


class TestAgreement:
    def test_two_standard_errors_and_rounding(self):
        paper = Mean(0.5, 0.1, 100, digits=4)
        allowed = 2 * math.sqrt(0.1**2 / 100 + 0.2**2 / 50) + 0.00005
        assert means_agree(Mean(0.5 + allowed - 1e-6, 0.2, 50), paper) is True
        assert means_agree(Mean(0.5 + allowed + 1e-6, 0.2, 50), paper) is False

    def test_dependent_repetitions_count_less(self):
        values, groups = pd.Series([1.0, 1.0, 2.0, 2.0, 3.0, 3.0]), pd.Series(list("aabbcc"))
        ours = mean_of(values, groups=groups)
        assert ours.design == pytest.approx((1 / 3) / (0.8 / 6))
        assert mean_of(values).design == 1
        assert means_agree(ours, Mean(3.0, math.nan, 100)) is True
        assert means_agree(mean_of(values), Mean(3.0, math.nan, 100)) is False

    def test_a_missing_deviation_is_taken_from_the_other(self):
        assert means_agree(Mean(0.53, 0.1, 100), Mean(0.5, math.nan, 100)) is False
        assert means_agree(Mean(0.52, 0.1, 100), Mean(0.5, math.nan, 100)) is True

    def test_missing_numbers_and_those_of_few_repetitions_are_not_judged(self):
        assert means_agree(Mean(0.9, 0.1, 4), Mean(0.5, 0.1, 100)) is None
        assert means_agree(Mean(0.9, 0.1, 5), Mean(0.5, 0.1, 100)) is False
        assert means_agree(Mean(math.nan, math.nan, 0), Mean(1, 1, 100)) is None
        assert shares_agree(Mean(1, 0, 10), Mean(math.nan, math.nan, 100)) is None

    def test_shares_are_judged_by_the_exact_test(self):
        assert shares_agree(Mean(1.0, 0, 100), Mean(0.95, 0, 100)) is True  # p = 0.059
        assert shares_agree(Mean(1.0, 0, 100), Mean(0.94, 0, 100)) is False  # p = 0.029


def test_cell_shows_ours_the_papers_and_the_difference():
    compared = [
        Compared(("1",), "M", Mean(4.0, 0.0, 100), printed("4.01", "0.10")),
        Compared(("1",), "coverage", Mean(3.0, 0.0, 100), printed("3.98", "0.20")),
        Compared(("2",), "M", Mean(math.nan, math.nan, 0), printed("4.00", "0.00")),
    ]
    assert wide(("setting",), compared).splitlines() == [
        "| setting | M | coverage |",
        "| --- | --- | --- |",
        "| 1 | 4.00 / 4.01 / -0.01 | 3.00 / 3.98 / -0.98 ✗ |",
        "| 2 | - / 4.00 |  |",
    ]


@pytest.mark.parametrize(("text", "digits"), [("0.990", 3), ("3.98e-3", 5), ("2e-5", 5), ("7", 0)])
def test_digits_of_printed_numbers(text, digits):
    assert printed(text).digits == digits
    assert printed(text).value == float(text)


@pytest.mark.parametrize(
    ("name", "rows", "column", "total"),
    [
        ("simulation", 84, "mean", 15 * 4),
        ("precision", 36, "share", 9.0),
        ("recall", 48, "share", 12.0),
        ("friedman", 28, "mean_rank", 4 * 28.0),
        ("subsets", 16, "mean", 10000 + 617 + 2400 + 4096),
        ("prediction", 560, "mean", None),
        ("alpha1", 36, "mean", None),
    ],
)
def test_the_papers_numbers_are_all_there(name, rows, column, total):
    table = paper_table(name)
    assert len(table) == rows
    if name in ("precision", "recall", "friedman", "subsets"):
        assert table[column].astype(float).sum() == pytest.approx(total, abs=0.03)


def test_every_table_has_a_section():
    assert set(page.SECTIONS) == {entry.name for entry in catalogue.ENTRIES}


def test_page_is_what_the_tracked_results_say(tmp_path):
    folder = Path(os.environ.get("TNVS_DATA", "data"))
    if not (folder / "ORL_64x64.mat").is_file():
        pytest.skip(
            "no ORL_64x64.mat for the figure of faces: set TNVS_DATA to the folder of the paper's data"
        )
    store = Store(PROJECT / "experiments" / "results")
    page.write(store, tmp_path / "docs" / "reproduction.md", tmp_path / "tables")
    tracked = (PROJECT / "docs" / "reproduction.md").read_text(encoding="utf-8")
    assert (tmp_path / "docs" / "reproduction.md").read_text(encoding="utf-8") == tracked
    tables = {path.name: path.read_text() for path in (tmp_path / "tables").iterdir()}
    assert tables == {path.name: path.read_text() for path in (PROJECT / "experiments" / "tables").iterdir()}


def test_page_of_few_results_says_what_is_missing(tmp_path):
    store = Store(tmp_path / "results")
    row = {
        "setting": 1,
        "dataset": 1,
        "fold": 1,
        "method": "TNVS",
        "seconds": 2.0,
        "limit": None,
        "selected": 4,
    }
    row |= {"signals": 4, "needed": 4, "relevant": 4, "uninformative": 0, "redundant": 0, "independent": 0}
    row |= {"subsets": "4 0 0 0|0 100 0 0|0 0 396 0|0 0 0 500", "run": 1}
    store.append("simulation", simulation.SHEET.columns, row)
    page.write(store, tmp_path / "page.md", tmp_path / "tables")
    text = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert "TNVS in setting 1: 1 of 100 repetitions" in text
    assert "FOCI in setting 1: none" in text
    assert "| simulation | 1 | 2100 | 0.00 | 0.06, and 2000 rows not measured yet |" in text
    assert "| 1 | TNVS | 1.00 / 0.99 / +0.01 | 4.00 / 4.00 / 0 | 4.00 / 3.98 / +0.02 |" in text
    assert text.count("Not computed yet.") == len(catalogue.ENTRIES) - 4
    assert "nan" not in text
