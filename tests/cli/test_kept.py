"""What `check` has said of a folder is said again, as long as nothing that it hangs on has changed."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest
from farandole.cli import kept

from tests.cli.conftest import KERAS, Project

SCRIPT = KERAS.replace("SGD(0.1)", "SGD(rates.RATE)").replace("import", "import rates\nimport", 1)


def answers(project: Project) -> list[Path]:
    return sorted((project.folder / ".caches").rglob("*.json"))


def marked(project: Project, *, valid: bool = True) -> None:
    """Change the answers that are kept, so that one that is given can be told from one that is found anew."""
    for path in answers(project):
        body = json.loads(path.read_bytes().partition(b"\n")[2])
        new = json.dumps({**body, "out": "KEPT\n"}).encode()
        digest = hashlib.sha256(new).hexdigest() if valid else "0" * 64
        path.write_bytes(digest.encode() + b"\n" + new)


@pytest.fixture
def checked(project: Project) -> Project:
    """Give a project that has been checked."""
    project.write("code/train.py", SCRIPT)
    project.write("code/rates.py", "RATE = 0.1\n")
    project.write("code/notes.md", "nothing of interest")
    assert project.run("check", "code").status == 1
    assert len(answers(project)) == 1
    return project


def test_the_same_is_said_byte_for_byte(project: Project) -> None:
    project.write("code/train.py", SCRIPT)
    project.write("code/old.py", "import tensorflow as tf  # farandole: ignore[HVD103]\n")
    first = project.run("check", "code", "--format", "json")
    assert first.out and first.err
    assert project.run("check", "code", "--format", "json") == first
    marked(project)
    assert project.run("check", "code", "--format", "json").out == "KEPT\n"


def test_another_question_is_answered_by_itself(checked: Project) -> None:
    marked(checked)
    for arguments in (["--no-cache"], ["--select", "HVD103"], ["--format", "json"], ["--data", "none"], ["."]):
        assert checked.run("check", "code", *arguments).out != "KEPT\n"
    assert checked.run("check", "code").out == "KEPT\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("code/train.py", SCRIPT + "\n"),
        ("code/rates.py", "RATE = 0.2\n"),
        ("code/tf_utils.py", ""),
        ("code/package/module.py", ""),
        ("pyproject.toml", "[tool.farandole]\nignore = ['HVD103']\n"),
        ("requirements.txt", "tensorflow==2.17\n"),
        ("src/rates.py", ""),
        ("code/notebook.ipynb", "{}"),
    ],
)
def test_what_may_matter_is_looked_at_anew(checked: Project, name: str, text: str) -> None:
    marked(checked)
    checked.write(name, text)
    assert checked.run("check", "code").out != "KEPT\n"


def test_what_does_not_matter_changes_nothing(checked: Project) -> None:
    marked(checked)
    checked.write("code/notes.md", "other notes")
    os.utime(checked.folder / "code" / "train.py", (1, 1))
    assert checked.run("check", "code").out == "KEPT\n"


def test_a_damaged_answer_is_not_given(checked: Project) -> None:
    marked(checked, valid=False)
    assert "HVD103" in checked.run("check", "code").out
    (path,) = answers(checked)
    path.write_bytes(path.read_bytes()[:100])
    assert "HVD103" in checked.run("check", "code").out


def test_a_cache_that_cannot_be_written_is_none(checked: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", os.devnull)
    before = checked.run("check", "code")
    assert "HVD103" in before.out
    assert checked.run("check", "code") == before


def test_only_the_last_answers_are_kept(checked: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST_ANSWERS", 2)
    for code in ("HVD101", "HVD102", "HVD103"):
        checked.run("check", "code", "--select", code)
    assert len(answers(checked)) == 2


def test_a_folder_that_is_searched_elsewhere_is_not_kept(project: Project) -> None:
    (project.folder / "pyproject.toml").unlink()
    project.write("lib/rates.py", "RATE = 0.1\n")
    path = "import os, sys\nsys.path.append(os.path.join(os.path.dirname(__file__), '..', 'lib'))\n"
    project.write("code/train.py", path + SCRIPT)
    project.run("check", "code")
    assert not answers(project)
