"""Times the search for inefficient code side by side with the analysis that it stands on, for scripts of your own.

    python benchmarks/inefficient/measure.py [--limit MILLISECONDS] SCRIPT...

Without scripts, chains of 1,000 and 4,000 operations are measured. The medians are of five, in processor time of this
process. With `--limit` it fails when the median of the scripts is above.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import process_time

from farandole.frameworks.analyse import analyse
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules import all_rules
from farandole.rules.families import INEFFICIENT
from farandole.rules.performance import found

TIMES = 5


def main() -> int:
    """Print a line for each script: its lines, the time of its analysis and the time of the search, in milliseconds."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=float, default=0.0)
    parser.add_argument("scripts", nargs="*", type=Path)
    args = parser.parse_args()
    found.own_files()  # read once, as in an editor
    with tempfile.TemporaryDirectory() as folder:
        added = []
        for script in args.scripts or own(Path(folder)):
            analysis, search = zip(*(times(script) for _ in range(TIMES)), strict=True)
            added.append(1000 * median(search))
            lines = len(script.read_text(encoding="utf-8").splitlines())
            print(
                f"{script.name}: {lines} lines, analysis {1000 * median(analysis):.0f} ms, search {added[-1]:.0f} ms",
                flush=True,
            )
    print(f"median of the search: {median(added):.0f} ms")
    return 1 if args.limit and median(added) > args.limit else 0


def times(path: Path) -> tuple[float, float]:
    """Give the seconds that the analysis of a script takes, and those that the search takes on top of it."""
    start = process_time()
    script = analyse(path, Options())
    _ = script.calls, script.def_use
    middle = process_time()
    search(script)
    return middle - start, process_time() - middle


def search(script: Script) -> None:
    """Ask all rules of the family."""
    options = Options(select=(INEFFICIENT.prefix,))
    for rule in all_rules():
        if rule.family is INEFFICIENT:
            list(rule.check(script, options))


def own(folder: Path) -> list[Path]:
    """Write the scripts that are measured without others."""
    written = []
    for count in (1000, 4000):
        chain = "".join(f"x{each + 1} = torch.relu(x{each})\n" for each in range(count))
        written.append(folder / f"chain_{count}.py")
        written[-1].write_text(f"import torch\nx0 = torch.ones(64, 64)\n{chain}", encoding="utf-8")
    return written


if __name__ == "__main__":
    sys.exit(main())
