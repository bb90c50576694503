"""Each back end gives what the unstaged function gives, on random inputs; under the libraries themselves."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.horovod import environment as horovod
from tests.staging.backends import environment as torch

ROOT = Path(__file__).parents[3]


def checked(python: str, backend: str) -> None:
    path = os.pathsep.join([str(ROOT / "transforms"), str(ROOT)])
    command = [python, "-m", "tests.staging.backends.checks", backend]
    ran = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "agree" in ran.stdout


def test_plain_python() -> None:
    checked(sys.executable, "python")


@pytest.mark.backends
@pytest.mark.parametrize(
    ("backend", "interpreter", "build"),
    [
        ("torchscript", torch.interpreter, "tests/staging/backends/environment.py"),
        ("tensorflow", horovod.interpreter, "tests/horovod/environment.py"),
    ],
)
def test_library(backend: str, interpreter: Callable[[], Path | None], build: str) -> None:
    python = interpreter()
    if python is None:
        pytest.skip(f"no environment for {backend}; build it with: python3 {build}")
    checked(str(python), backend)
