"""What the shell calls: the command, or what has to be installed for it."""

import atexit
import gc
import sys
from importlib.util import find_spec

NEEDED = ("click", "jinja2", "polars", "rich")
USAGE = 2


def main() -> None:
    """Run the command."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        sys.stderr.write(f'tnvs: the command needs {", ".join(missing)}: pip install "tnvs[cli]"\n')
        sys.exit(USAGE)
    from tnvs.cli.main import command

    # At the end Python looks for garbage among all that was imported: a third of a second for nothing.
    atexit.register(gc.freeze)
    command(prog_name="tnvs")
