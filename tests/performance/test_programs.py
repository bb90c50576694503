"""The programs of `benchmarks/refactorings`, run before and after: they print the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from farandole.cli.measure import measured_with, refactored
from farandole.options import Options
from farandole.verify.timing import Asked

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted((ROOT / "benchmarks" / "refactorings" / "programs").glob("*.py"))
OPTIONS = Options(select=("PRF",))


def interpreter(environment: str) -> str:
    command = [sys.executable, str(ROOT / environment / "environment.py"), "--find"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    if found.returncode:
        pytest.skip(f"the environment is not built: python {environment}/environment.py")
    return found.stdout.strip()


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_a_second_time_there_is_nothing_to_refactor(program: Path, tmp_path: Path) -> None:
    plan = refactored(program, OPTIONS)
    assert plan.texts
    after = tmp_path / program.name
    after.write_text(plan.texts[program], encoding="utf-8")
    assert not refactored(after, OPTIONS).texts


@pytest.mark.backends
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_prints_the_same_after(program: Path) -> None:
    uses_torch = "import torch" in program.read_text(encoding="utf-8")
    python = interpreter("tests/staging/backends" if uses_torch else "tests/horovod")
    measured = measured_with(refactored(program, OPTIONS), Asked(python, times=1, limit=200))
    assert measured.difference == ""
