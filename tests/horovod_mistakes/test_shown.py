"""The same scripts under a real Horovod with two processes: those that say so show what their mistake does."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.horovod import environment

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.py"))
SHOWN = {
    script: found[1]
    for script in SCRIPTS
    if (found := re.search("Shows: (.+)", ast.get_docstring(ast.parse(script.read_text(encoding="utf-8"))) or ""))
}
TIMEOUT = 900
"""Seconds for a run, which takes ten; that of Ray takes minutes where other runs keep the cores busy."""

STALLED = {"HOROVOD_STALL_CHECK_TIME_SECONDS": "20", "HOROVOD_STALL_SHUTDOWN_TIME_SECONDS": "30"}
"""Ends a run whose processes wait for one another for ever."""

pytestmark = pytest.mark.horovod


def run(script: Path, folder: Path) -> tuple[int, str]:
    """Run a script on two processes, and give the status and all that they say."""
    is_torch = "import torch" in script.read_text(encoding="utf-8")
    found = programs(environment.TORCH if is_torch else environment.TENSORFLOW)
    shutil.copy(script, folder / "train.py")
    return started([str(found / "horovodrun"), "-np", "2", "--gloo", str(found / "python"), "train.py"], folder, found)


def programs(of: environment.Environment) -> Path:
    """Give the folder of an environment's programs, or skip."""
    python = environment.interpreter(of)
    if python is None:
        pytest.skip(f"{environment.location(of)} is not built; tests/horovod/environment.py builds it")
    return python.parent


def started(command: list[str], folder: Path, found: Path, **variables: str) -> tuple[int, str]:
    """Run a command in a folder, with programs that are `found` first, and give the status and all that it says."""
    path = f"{found}{os.pathsep}{os.environ['PATH']}"
    quiet = {"PATH": path, "TF_CPP_MIN_LOG_LEVEL": "2", "CUDA_VISIBLE_DEVICES": ""}
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **STALLED, **quiet, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.thorough  # what Horovod does of them changes with Horovod alone
@pytest.mark.parametrize("script", SHOWN, ids=lambda script: script.stem)
def test_the_mistake_does_what_it_is_known_for(script: Path, tmp_path: Path) -> None:
    status, said = run(script, tmp_path)
    kind, _, text = SHOWN[script].partition(" ")
    numbers = re.findall(rf"{text} ([\d.]+)", said)
    match kind:
        case "unequal":
            assert status == 0 and len(numbers) == 2 and numbers[0] != numbers[1], said
        case "error":
            assert status != 0 and text in said, said
        case _:
            assert status == 0 and said.count(f"{kind} {text}") == 2, said
