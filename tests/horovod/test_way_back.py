"""Scripts that were distributed by hand: without Horovod they print what one process printed with it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from farandole.removal import remove

BY_HAND = sorted((Path(__file__).parent / "by_hand").glob("*.py"))

pytestmark = pytest.mark.horovod


@pytest.mark.parametrize("script", BY_HAND, ids=lambda path: path.stem)
def test_one_process_prints_the_same_without_horovod(script: Path, horovod_python: str, tmp_path: Path) -> None:
    (without,) = remove(analyse(script, Options()), Options()).texts.values()
    assert "hvd" not in without
    printed = printed_by(horovod_python, script.read_text(encoding="utf-8"), tmp_path / "with")
    assert printed
    assert printed_by(horovod_python, without, tmp_path / "without") == printed


def printed_by(python: str, text: str, folder: Path) -> str:
    """Run a script in a folder of its own, and give what it prints."""
    folder.mkdir()
    (folder / "train.py").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [python, "train.py"], cwd=folder, capture_output=True, check=False, encoding="utf-8", timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
