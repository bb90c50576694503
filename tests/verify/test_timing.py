"""Runs before and after a refactoring: times without imports, and outputs that are compared."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from farandole.verify.scratch import CannotRun
from farandole.verify.timing import Asked, difference, measure


@pytest.mark.parametrize(
    ("first", "second", "tolerance", "said"),
    [
        ("loss 0.5\n", "loss 0.5\n", 0.0, ""),
        ("loss 0.5\n", "loss 0.50001\n", 1e-4, ""),
        ("loss 0.5\n", "loss 0.50001\n", 0.0, "line 1: 'loss 0.5' before, 'loss 0.50001' after"),
        ("loss 0.5\n", "cost 0.5\n", 1e-4, "line 1: 'loss 0.5' before, 'cost 0.5' after"),
        ("a\n", "a\nb\n", 1e-4, "1 lines before, 2 after"),
        ("[1. -2e-3 nan]\n", "[1. -2e-3 nan]\n", 0.0, ""),
        ("1 2\n", "1 3\n", 1e-4, "line 1: '1 2' before, '1 3' after"),
    ],
)
def test_outputs_are_compared(first: str, second: str, tolerance: float, said: str) -> None:
    assert difference(first, second, tolerance) == said


def project(folder: Path) -> Path:
    (folder / "pyproject.toml").write_text("")
    (folder / "slow.py").write_text("import time\ntime.sleep(0.5)\n")
    script = folder / "train.py"
    script.write_text("import slow, time\ntime.sleep(0.2)\nprint(1.0)\n")
    return script


def test_a_script_is_run_before_and_after_and_stays_as_it_is(tmp_path: Path) -> None:
    script = project(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    measured = measure(script, {script: b"import slow\nprint(1.00001)\n"}, 1e-4, Asked(sys.executable, times=1))
    assert 0.19 < measured.seconds[0] < 0.45 and measured.seconds[1] < 0.15
    assert measured.difference == ""
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_run_that_fails_or_takes_too_long_is_said(tmp_path: Path) -> None:
    script = project(tmp_path)
    with pytest.raises(CannotRun, match=r"train.py fails after the refactoring: ValueError: no"):
        measure(script, {script: b"raise ValueError('no')\n"}, 0.0, Asked(sys.executable, times=1))
    with pytest.raises(CannotRun, match=r"train.py took more than 0.1 seconds before the refactoring"):
        measure(script, {}, 0.0, Asked(sys.executable, times=1, limit=0.1))
