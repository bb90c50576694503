"""Starting Farandole so that nothing of the user's is run, in the folder or where PYTHONPATH leads."""

from __future__ import annotations

import sys
from pathlib import Path

import farandole

_START = "import sys; sys.path.insert(0, sys.argv.pop(1)); from farandole.cli import main; sys.exit(main())"

FARANDOLE = (sys.executable, "-I", "-c", _START, str(Path(farandole.__file__).parents[1]))
"""The command `farandole` of this very installation, wherever it lies."""
