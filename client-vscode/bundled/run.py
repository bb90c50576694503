"""The command `farandole`, with the packages that stand beside this file."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "libs"))

from farandole.cli import main

sys.exit(main())
