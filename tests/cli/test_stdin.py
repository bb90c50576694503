"""A script on standard input, `-`."""

from __future__ import annotations

import io
import sys

import pytest

from tests.cli.conftest import KERAS, Project, Ran


@pytest.fixture
def given(project: Project, monkeypatch: pytest.MonkeyPatch) -> object:
    """Give a function that runs the command with a text on standard input."""

    def run(text: str, *arguments: str) -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        return project.run(*arguments)

    return run


def test_a_script_goes_through(project: Project, given: object) -> None:
    assert callable(given)
    project.write("train.py")
    project.run("distribute", "--write", "train.py")
    converted = (project.folder / "train.py").read_text()
    assert given(KERAS, "distribute", "--write", "-").out == converted
    again = given(converted, "distribute", "--write", "-")
    assert (again.status, again.out, again.err) == (0, converted, "-: nothing to change\n")
    assert given(KERAS, "distribute", "-").out.startswith("--- a/-\n+++ b/-\n")
    assert given(KERAS, "check", "-").out.startswith("-:4:15: HVD104 ")
    assert "-:5" in given(KERAS, "steps", "-").out


def test_its_modules_and_settings_are_those_of_the_folder(project: Project, given: object) -> None:
    assert callable(given)
    project.write("pyproject.toml", '[tool.farandole]\nignore = ["HVD103"]\n')
    project.write("made.py", "import tensorflow as tf\nmodel = tf.keras.Sequential([])\nmodel.compile('sgd', 'mse')\n")
    result = given("from made import model\nmodel.fit([[1.0]] * 64, [[2.0]] * 64)\n", "check", "-")
    assert "model `model`" in result.out
    assert "HVD103" not in result.out


def test_bad_input_is_one_line(project: Project, given: object) -> None:
    assert callable(given)
    assert given("x = (\n", "check", "-").err == "-:1: syntax error: '(' was never closed\n"
    alone = given(KERAS, "check", "-", "train.py")
    assert (alone.status, alone.err) == (2, "farandole: `-` stands alone: standard input is one script\n")
    assert given(KERAS, "verify", "-").status == 2
