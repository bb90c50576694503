"""The same input gives the same bytes and the same messages in each process, whatever the order of its hashes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from tests.golden.golden import cases

ROOT = Path(__file__).parents[2]


def differing(seeds: Iterable[int], flags: Sequence[str] = ()) -> dict[str, list[str]]:
    """Convert all golden scripts in a process for each seed of the hashes; give what was not the same in all."""
    seen: dict[str, dict[str, None]] = {}
    with ThreadPoolExecutor(2) as pool:
        for output in pool.map(partial(_digests, flags), seeds):
            for line in output.splitlines():
                seen.setdefault(line.partition(" ")[0], {})[line] = None
    assert len(seen) == len(cases())
    return {name: list(lines) for name, lines in seen.items() if len(lines) > 1}


def _digests(flags: Sequence[str], seed: int) -> str:
    return subprocess.run(
        [sys.executable, "-m", "tests.golden.digest", *flags],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path[1:]])},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_two_processes_agree() -> None:
    assert differing((1, 2), ["--once"]) == {}


@pytest.mark.slow
def test_ten_processes_agree() -> None:
    assert differing(range(10)) == {}
