"""Draw the pictures of docs/gallery.md by running its own code; `make figures` runs this.

Each picture is that of the `display` which the code above it has left.
"""

import re
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib import pyplot as plt
from PIL import Image

PAGE = Path(__file__).parent / "gallery.md"
FOLDER = Path(__file__).parent / "figures" / "gallery"
PART = re.compile(
    r"^```python\n(?P<code>.*?)^```|^!\[[^\]]*\]\((?P<picture>[^)]+)\)", re.MULTILINE | re.DOTALL
)


def main(folder: Path = FOLDER) -> list[str]:
    """Draw all pictures into a folder; return their file names."""
    matplotlib.use("Agg")
    folder.mkdir(parents=True, exist_ok=True)
    names: dict[str, Any] = {}
    made = []
    for part in PART.finditer(PAGE.read_text(encoding="utf-8")):
        if part["code"]:
            exec(compile(part["code"], str(PAGE), "exec"), names)
            continue
        made.append(Path(part["picture"]).name)
        save(names["display"].figure_, folder / made[-1])
    return made


def save(figure: plt.Figure, path: Path) -> None:
    """Write a small file: these pictures have few colours."""
    buffer = BytesIO()
    figure.savefig(buffer, dpi=110)
    plt.close(figure)
    Image.open(buffer).convert("RGB").quantize(
        256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE
    ).save(path, optimize=True)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
