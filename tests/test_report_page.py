"""The page in a real browser: headless Chromium, driven by Playwright."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import time
from itertools import pairwise

import pytest

from reports import HOSTILE, invented_trace
from tnvs.search.names import shown

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium: install Debian's package chromium")

MEGABYTE = 1e6
PREDICTORS = 50_000
LONG_TASKS = """
window.longTasks = [];
new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((task) => task.duration)))
  .observe({ type: "longtask", buffered: true });
"""
TYPE_AND_WAIT = """async (text) => {
  const started = performance.now(), search = document.getElementById("search");
  search.value = text;
  search.dispatchEvent(new Event("input"));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - started;
}"""


@pytest.fixture(scope="module")
def browser():
    root = hasattr(os, "geteuid") and os.geteuid() == 0  # Chromium's sandbox refuses root
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"] if root else [])
        yield browser
        browser.close()


class Opened:
    """A page, and what it asked of the network and said to the console."""

    def __init__(self, browser, path, **options):
        self.context = browser.new_context(viewport={"width": 1200, "height": 800}, **options)
        self.context.set_default_timeout(10_000)
        self.page = self.context.new_page()
        self.requests, self.complaints = [], []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.add_init_script(LONG_TASKS)
        started = time.perf_counter()
        self.page.goto(path.as_uri())
        self.seconds = time.perf_counter() - started
        self.path = path

    def names(self):
        return self.page.locator("#table tbody bdi").all_inner_texts()

    def column(self, name):
        headers = self.page.locator("#table thead th").evaluate_all("all => all.map(h => h.dataset.column)")
        cells = f"rows => rows.map(row => row.cells[{headers.index(name)}].textContent)"
        return self.page.locator("#table tbody tr").evaluate_all(cells)

    def status(self):
        return self.page.locator("#status").inner_text()

    def close(self):
        self.context.close()
        assert self.complaints == []
        assert self.requests == [self.path.as_uri()]


@pytest.fixture(scope="module")
def trace():
    return invented_trace()


@pytest.fixture(scope="module")
def path(trace, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "a report.html"
    trace.to_html(path)
    return path


@pytest.fixture
def opened(browser, path):
    opened = Opened(browser, path)
    yield opened
    opened.close()


def test_the_relevant_come_first(opened, trace):
    expected = [trace.name_of(feature) for feature in trace.selected]
    assert opened.names()[: len(expected)] == expected
    assert opened.status() == "1 to 25 of 400 predictors."
    assert opened.page.locator(".without-script").is_hidden()


def test_search(opened):
    opened.page.get_by_label("Search names").fill(" X39 ")
    assert sorted(opened.names()) == ["x39", *(f"x39{digit}" for digit in range(10))]
    assert opened.status() == "1 to 11 of 11 predictors (of 400 in all)."
    opened.page.get_by_label("Search names").fill("nothing like it")
    assert opened.names() == []
    assert opened.status() == "No predictor matches (of 400 in all)."
    opened.page.get_by_role("button", name="Clear").click()
    playwright.expect(opened.page.locator("#status")).to_have_text("1 to 25 of 400 predictors.")


def test_every_row_is_that_of_the_trace(opened, trace):
    opened.page.get_by_label("Rows").select_option("100")
    summary, found = trace.summary(), {}
    for number in range(4):
        if number:
            opened.page.get_by_role("button", name="Next").click()
        columns = [opened.column(name) for name in ("index", "subset", "stage", "reason", "margin")]
        found |= {int(row[0]): row[1:] for row in zip(*columns, strict=True)}
    assert sorted(found) == list(range(400))
    table = summary.predictors
    for feature, (subset, stage, reason, margin) in found.items():
        assert (subset, stage) == (table.subset[feature], table.stage[feature])
        assert reason == trace.explain(feature).reason
        assert margin == f"{table.margin[feature]:.4g}"


def test_filters_and_the_links_that_set_them(opened, trace):
    opened.page.get_by_label("Subset", exact=True).select_option("uninformative")
    count = trace.counts["uninformative"]
    assert f"of {count} predictors (of 400 in all)." in opened.status()
    assert set(opened.column("subset")) == {"uninformative"}
    link = opened.page.locator("a[data-responsible]").first
    link.click()
    first = trace.summary(predictors=False).selected[0]
    assert f"of {first.n_repeats} predictors" in opened.status()
    assert all(f"mostly {first.predictor.name}:" in reason for reason in opened.column("reason"))
    assert opened.page.get_by_label("Subset", exact=True).input_value() == ""
    opened.page.locator("a[data-subset='redundant']").click()
    assert set(opened.column("subset")) == {"redundant"}


def test_sort(opened, trace):
    header = opened.page.locator("th[data-column=score]")
    header.get_by_role("button").click()
    assert header.get_attribute("aria-sort") == "ascending"
    rising = [float(text) for text in opened.column("score")]
    assert rising == sorted(rising)
    header.get_by_role("button").click()
    assert header.get_attribute("aria-sort") == "descending"
    assert float(opened.column("score")[0]) == float(f"{max(trace.steps[0].scores):.4g}")
    opened.page.get_by_role("button", name="Last").click()
    assert set(opened.column("score")) == {""}  # without a number: last in both directions
    header.get_by_role("button").click()
    assert header.get_attribute("aria-sort") is None
    by_name = opened.page.locator("th[data-column=name]")
    by_name.get_by_role("button").click()
    assert opened.names() == [f"x{j}" for j in range(25)]


def test_paging(opened):
    first = opened.names()
    assert opened.page.locator("#place").inner_text() == "Page 1 of 16"
    opened.page.get_by_role("button", name="Next").click()
    assert not set(first) & set(opened.names())
    assert opened.status() == "26 to 50 of 400 predictors."
    opened.page.get_by_role("button", name="Last").click()
    assert opened.status() == "376 to 400 of 400 predictors."
    assert opened.page.get_by_role("button", name="Next").get_attribute("aria-disabled") == "true"
    opened.page.get_by_role("button", name="Next").click(force=True)
    assert opened.status() == "376 to 400 of 400 predictors."
    opened.page.get_by_role("button", name="First").click()
    assert opened.names() == first


def focused(page):
    return page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()")


def test_the_keyboard_is_enough(opened):
    page = opened.page
    page.keyboard.press("Tab")
    assert focused(page) == "To the table of all predictors"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert focused(page) == "search"
    page.keyboard.type("x1")
    assert all("x1" in name for name in opened.names())
    page.keyboard.press("Enter")
    assert all("x1" in name for name in opened.names())
    for expected in ("subset", "responsible", "size", "Clear"):
        page.keyboard.press("Tab")
        assert focused(page) == expected
    page.keyboard.press("Tab")  # the table itself, which the arrow keys scroll
    page.keyboard.press("Tab")
    assert focused(page) == "Predictor"
    page.keyboard.press("Enter")
    assert opened.names()[:3] == ["x1", "x10", "x11"]
    page.locator("#pager button", has_text="Next").focus()
    page.keyboard.press("Space")
    assert opened.status().startswith("26 to ")
    assert focused(page) == "Next"


def test_controls_have_names_and_sections_headings(opened):
    unnamed = """all => all.filter((item) =>
      !(item.labels?.length || item.textContent.trim() || item.getAttribute("aria-label")))
      .map((item) => item.outerHTML)"""
    assert opened.page.locator("input, select, button, a").evaluate_all(unnamed) == []
    levels = opened.page.locator("h1, h2, h3").evaluate_all("all => all.map((h) => Number(h.tagName[1]))")
    assert levels[0] == 1 and all(later - earlier <= 1 for earlier, later in pairwise(levels))
    repeated = "all => all.map((item) => item.id).filter((id, at, ids) => ids.indexOf(id) !== at)"
    assert opened.page.locator("[id]").evaluate_all(repeated) == []
    assert opened.page.locator("html").get_attribute("lang") == "en"
    assert opened.page.locator("svg:not([role=img])").count() == 0


def test_links_lead_somewhere(opened):
    dead = (
        "all => all.filter((link) => !document.querySelector(link.getAttribute('href'))).map((a) => a.href)"
    )
    assert opened.page.locator("a[href^='#']").evaluate_all(dead) == []


@pytest.mark.parametrize("width", [360, 768, 1200])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_width_makes_the_page_scroll_sideways(browser, path, width, scheme):
    opened = Opened(browser, path, color_scheme=scheme)
    opened.page.set_viewport_size({"width": width, "height": 700})
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
    ink, paper = (
        opened.page.evaluate(f"getComputedStyle(document.body).{name}")
        for name in ("color", "backgroundColor")
    )
    brighter = [sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in (ink, paper)]
    assert (brighter[0] < brighter[1]) == (scheme == "light")
    opened.close()


def test_without_javascript_it_can_be_read(browser, path, trace):
    opened = Opened(browser, path, java_script_enabled=False)
    assert opened.page.locator(".without-script").is_visible()
    assert "25 of 400 predictors" in opened.page.locator(".without-script").inner_text()
    assert len(opened.names()) == 25
    assert trace.explain(int(trace.selected[0])).reason in opened.page.locator("#table").inner_text()
    assert opened.page.locator("#controls").is_hidden() and opened.page.locator("#pager").is_hidden()
    opened.close()


@pytest.mark.parametrize(("n_features", "n_rows"), [(60, 60), (400, 25)])
def test_without_javascript_it_shows_what_it_shows_first_with(browser, tmp_path, n_features, n_rows):
    path = tmp_path / "report.html"
    invented_trace(n_features).to_html(path)
    without, scripted = Opened(browser, path, java_script_enabled=False), Opened(browser, path)
    cells = [item.page.locator("#table tbody").inner_text() for item in (without, scripted)]
    assert cells[0] == cells[1]
    assert len(scripted.names()) == n_rows
    without.close()
    scripted.close()


def test_it_prints_everything_but_the_controls(opened):
    opened.page.emulate_media(media="print")
    for hidden in ("#controls", "#pager", "nav"):
        assert opened.page.locator(hidden).is_hidden()
    for visible in (
        "#split",
        "#path",
        "#selected",
        "#swaps",
        "#subsets",
        "#again",
        "svg.path",
        ".without-script",
    ):
        assert opened.page.locator(visible).is_visible()
    assert opened.page.pdf().startswith(b"%PDF")


def test_hostile_names_neither_run_nor_break_the_layout(browser, tmp_path):
    path = tmp_path / "hostile.html"
    trace = invented_trace(names=HOSTILE)
    trace.to_html(path)
    opened = Opened(browser, path)
    assert "predictors selected by TNVS" in opened.page.title()
    opened.page.locator("th[data-column=index]").get_by_role("button").click()
    assert opened.column("name")[: len(HOSTILE)] == [shown(name) for name in HOSTILE]
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= 1200
    opened.page.set_viewport_size({"width": 360, "height": 700})
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= 360
    opened.page.get_by_label("Search names").fill("<script>")
    assert opened.names() == [shown(name) for name in HOSTILE[:2]]
    assert opened.page.locator("script").count() == 2
    opened.close()


def test_hostile_names_where_they_count(browser, tmp_path, trace):
    """Every selected predictor, runner-up and repeat has a hostile name."""
    names = tuple(HOSTILE[feature % len(HOSTILE)] for feature in range(trace.data.n_features))
    path = tmp_path / "hostile.html"
    invented_trace(names=names).to_html(path)
    opened = Opened(browser, path)
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= 1200
    assert "predictors selected by TNVS" in opened.page.title()
    assert opened.page.locator("script").count() == 2 and opened.page.locator("img").count() == 0
    opened.close()


def test_a_wide_table_opens_and_filters_at_once(browser, tmp_path, capsys):
    path = tmp_path / "wide.html"
    started = time.perf_counter()
    trace = invented_trace(n_features=PREDICTORS, n_steps=10)
    made = time.perf_counter()
    trace.to_html(path)
    rendered = time.perf_counter() - made
    size = path.stat().st_size / MEGABYTE
    opened = Opened(browser, path)
    page = opened.page
    filtering = [page.evaluate(TYPE_AND_WAIT, text) / 1000 for text in ("x4", "x49", "x4999", "")]
    sorting = -time.perf_counter()
    page.locator("th[data-column=score]").get_by_role("button").click()
    sorting += time.perf_counter()
    assert len(opened.names()) == 25
    page.evaluate("window.longTasks.length = 0")
    page.mouse.move(600, 400)
    for _ in range(30):
        page.mouse.wheel(0, 1500)
        page.wait_for_timeout(16)
    page.wait_for_timeout(200)
    tasks = page.evaluate("window.longTasks")
    figures = (
        f"{PREDICTORS} predictors: trace made in {made - started:.1f} s, page in {rendered:.2f} s, "
        f"{size:.2f} MB; opens in {opened.seconds:.2f} s, filters in {max(filtering):.3f} s, sorts in "
        f"{sorting:.2f} s; longest task while scrolling: {max(tasks, default=0):.0f} ms (0: none over 50)"
    )
    with capsys.disabled():
        sys.stdout.write(f"\n{figures}\n")
    assert size < 8
    assert opened.seconds < 2
    assert max(filtering) < 2 and sorting < 2
    assert max(tasks, default=0) <= 200
    opened.close()


def test_the_data_of_the_page_is_json(opened, trace):
    data = json.loads(opened.page.locator("#data").text_content())
    assert data["order"] == trace.selected.tolist()
    assert len(data["name"]) == trace.data.n_features
