"""`farandole facts`: what it prints, and what it says of files that it can't read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from farandole.cli import main


def test_it_prints_atoms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "train.py").write_text("import torch\nfor i in range(3):\n    print(i)\n", encoding="utf-8")
    assert main(["facts", str(tmp_path / "train.py")]) == 0
    assert "turns(3, 3).\n" in capsys.readouterr().out


def test_it_prints_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "train.py").write_text("import torch\nfor i in range(3):\n    print(i)\n", encoding="utf-8")
    assert main(["facts", "--format", "json", str(tmp_path / "train.py")]) == 0
    assert json.loads(capsys.readouterr().out)["facts"]["turns"] == [{"Loop": 3, "Turns": 3}]


@pytest.mark.parametrize(("text", "why"), [("x = (\n", "train.py:1: syntax error"), (None, "no such file")])
def test_a_file_that_is_not_read(
    text: str | None, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if text is not None:
        (tmp_path / "train.py").write_text(text, encoding="utf-8")
    assert main(["facts", str(tmp_path / "train.py")]) == 2
    captured = capsys.readouterr()
    assert why in captured.err and not captured.out
