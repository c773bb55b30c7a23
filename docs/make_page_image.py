"""Take the picture of the report's page in README and docs/report.md; `make figures` runs this.

It is the top of the page that `make demo` writes. Needs Chromium, Debian's package chromium for one.
"""

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tnvs import TNVS
from tnvs.datasets import make_nonlinear

IMAGE = Path(__file__).parent / "figures" / "report.png"
WIDTH, HEIGHT = 1120, 1180


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit(
            "no Chromium found: install it (Debian's package chromium) for the picture of the report"
        )
    X, y, _ = make_nonlinear(2000, 1000, random_state=0)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        page = Path(folder) / "report.html"
        TNVS(n_jobs=-1).fit(X, y).to_html(page)
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        opened = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        opened.goto(page.as_uri())
        opened.screenshot(path=IMAGE)
        browser.close()
    print(f"drawn: {IMAGE.relative_to(Path.cwd()) if IMAGE.is_relative_to(Path.cwd()) else IMAGE}")


if __name__ == "__main__":
    main()
