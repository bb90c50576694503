"""What converting golden scripts gives: `python -m tests.golden.digest` reads names of cases, and writes a digest of each.

With `--once` no result is read a second time, as a conversion does to see that it is complete: that changes none.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from farandole.conversion.plan import first_plan, make_plan

from tests.golden.golden import ROOT, Case, convert

REPOSITORY = Path(__file__).parents[2]


def process(seed: int, *flags: str) -> subprocess.Popen[str]:
    """Start this module as a process with a seed of the hashes."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.golden.digest", *flags],
        cwd=REPOSITORY,
        env={
            **os.environ,
            "PYTHONHASHSEED": str(seed),
            "PYTHONPATH": os.pathsep.join([str(REPOSITORY), *sys.path[1:]]),
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def digest(case: Case, once: bool) -> str:
    """Give the digest of the conversion of a case."""
    with tempfile.TemporaryDirectory() as folder:
        return convert(case, case.files("in"), Path(folder), first_plan if once else make_plan).digest


if __name__ == "__main__":
    for line in sys.stdin:
        print(digest(Case(ROOT / line.strip()), once="--once" in sys.argv), flush=True)
