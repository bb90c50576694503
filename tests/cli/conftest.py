"""The command, run in a folder of its own."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import pytest
from farandole.cli import main

KERAS = """\
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
"""


@dataclass(frozen=True)
class Ran:
    """What a run of the command gave."""

    status: int
    out: str
    err: str


class Project:
    """A folder with files, and the command run in it."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[bytes]) -> None:
        self.folder = folder
        self._capture = capture

    def write(self, name: str, text: str = KERAS) -> Path:
        """Write a file, its folders included."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        return path

    def run(self, *arguments: str | os.PathLike[str]) -> Ran:
        """Run `farandole` with these arguments."""
        self._capture.readouterr()
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as error:
            status = error.code if isinstance(error.code, int) else 1
        out, err = self._capture.readouterr()
        return Ran(status, out.decode(), err.decode())


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Project:
    """Give an empty project; its `pyproject.toml` marks its root."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".caches"))
    made = Project(tmp_path, capsysbinary)
    made.write("pyproject.toml", "")
    return made
