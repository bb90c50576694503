"""What converting golden scripts gives: `python -m tests.golden.digest` reads names of cases, and writes a digest of each."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from farandole.cli import COLLECTIONS
from farandole.conversion.plan import first_plan

from tests.golden.golden import ROOT, Case, convert

REPOSITORY = Path(__file__).parents[2]


def process(seed: int) -> subprocess.Popen[str]:
    """Start this module as a process with a seed of the hashes."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.golden.digest"],
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


def digest(case: Case) -> str:
    """Give the digest of the conversion of a case, as it is read once."""
    with tempfile.TemporaryDirectory() as folder:
        return convert(case, case.files("in"), Path(folder), first_plan).digest


if __name__ == "__main__":
    gc.set_threshold(*COLLECTIONS)
    for line in sys.stdin:
        print(digest(Case(ROOT / line.strip())), flush=True)
