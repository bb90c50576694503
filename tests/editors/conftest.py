"""The editors that `tests/editors/install` has put into the cache folder, and projects to open in them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from farandole.cli import main

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "farandole"
EDITORS = CACHE / "editors"
SESSIONS = Path(__file__).parent / "sessions"
PAGES = Path(__file__).parents[2] / "docs" / "editors"

SCRIPT = """\
# 😋 the position of what follows an astral character depends on the encoding
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1, name="😋…")
model.compile(optimizer, "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
"""
STEPS = {"HVD101", "HVD103", "HVD104", "HVD105"}
"""Some of the codes that every client must show for the script."""


def editor(name: str) -> Path:
    """Give the command of an editor; the test is skipped when it is not installed."""
    path = EDITORS / "bin" / name
    if not path.exists():
        pytest.skip(f"{name} is not there; run tests/editors/install")
    return path


def block(page: str, language: str, index: int = 0) -> str:
    """Give a block of code of an editor's page, so that what is tried is what the page says."""
    text = (PAGES / page).read_text(encoding="utf-8")
    found: list[str] = re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return found[index]


class Project:
    """A folder with the script, open in an editor, and what the command makes of the same folder."""

    def __init__(self, folder: Path) -> None:
        self.home, self.edited, self.converted = folder / "home", folder / "edited", folder / "converted"
        self.home.mkdir()
        for each in (self.edited, self.converted):
            each.mkdir()
            (each / "pyproject.toml").touch()
            (each / "train.py").write_text(SCRIPT, encoding="utf-8")

    def environment(self) -> dict[str, str]:
        """Give an environment with an empty home, in which `farandole` is the one under test."""
        return {
            **os.environ,
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "TERM": "xterm-256color",
            **{f"XDG_{kind}_HOME": str(self.home / kind.lower()) for kind in ("CACHE", "CONFIG", "DATA", "STATE")},
        }

    def run(self, *command: str | Path, **environment: str) -> Mapping[str, Any]:
        """Run a session in the folder and give the `result.json` that it has written."""
        ran = subprocess.run(
            [str(each) for each in command],
            cwd=self.edited,
            env={**self.environment(), **environment},
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        written = self.edited / "result.json"
        assert written.exists(), (ran.stdout, ran.stderr)
        result: Mapping[str, Any] = json.loads(written.read_text(encoding="utf-8"))
        assert "failed" not in result, (result, ran.stdout, ran.stderr)
        return result

    def conversion(self, monkeypatch: pytest.MonkeyPatch) -> str:
        """Give what `farandole distribute` makes of the script."""
        monkeypatch.chdir(self.converted)
        assert main(["distribute", "train.py", "--write"]) == 0
        converted = (self.converted / "train.py").read_text(encoding="utf-8")
        assert converted != SCRIPT
        return converted

    def saved(self) -> str:
        """Give what the editor has saved."""
        return (self.edited / "train.py").read_text(encoding="utf-8")


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """Give a project, alone in a folder."""
    yield Project(tmp_path)
