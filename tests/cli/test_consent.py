"""Nothing is written that git would not bring back, nor what asks to be confirmed and is not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Project

GOLDEN = Path(__file__).parent.parent / "golden"
ASKS = (GOLDEN / "data-session-wraps" / "in.py").read_text(encoding="utf-8")


def git(*arguments: str) -> None:
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *arguments], check=True, capture_output=True)


def test_uncommitted_changes_are_not_written_over(project: Project) -> None:
    project.write("train.py")
    git("init")
    result = project.run("distribute", "--write", "train.py")
    assert result.status == 2
    assert result.err == (
        "farandole: train.py: there are uncommitted changes; commit them, or add `--force`; nothing was written\n"
    )
    git("add", "train.py")
    git("commit", "-m", "a")
    assert project.run("distribute", "--write", "train.py").status == 0
    changed = (project.folder / "train.py").read_text()
    assert "hvd.init()" in changed
    project.write("train.py", changed.replace("hvd.init()\n", ""))
    assert project.run("distribute", "--write", "train.py").status == 2
    assert project.run("distribute", "--write", "--force", "train.py").status == 0


def test_what_git_ignores_is_written(project: Project) -> None:
    project.write("train.py")
    project.write(".gitignore", "train.py\n")
    git("init")
    assert project.run("distribute", "--write", "train.py").status == 0


def test_no_hook_of_the_repository_is_run(project: Project) -> None:
    project.write("train.py")
    git("init")
    git("config", "core.fsmonitor", "touch trapped; false")
    project.run("distribute", "--write", "train.py")
    assert not (project.folder / "trapped").exists()


def test_what_asks_to_be_confirmed_is_not_written_without_an_answer(project: Project) -> None:
    script = project.write("train.py", ASKS)
    previewed = project.run("distribute", "train.py")
    assert "please confirm" in previewed.err
    unanswered = project.run("distribute", "--write", "train.py")
    assert unanswered.status == 2
    assert unanswered.err.splitlines()[-1].startswith(
        "train.py: not written: if it is as said above, add `--confirm HVD"
    )
    assert script.read_text() == ASKS
    codes = unanswered.err.split("--confirm ")[1].split("`")[0]
    assert project.run("distribute", "--write", "--confirm", codes, "train.py").status == 0
    assert "hvd.init()" in script.read_text()


OF_OPTION = """\
import argparse
import os

import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--gpu", default="0")
args = parser.parse_args()
os.environ["CUDA_VISIBLE_DEVICES"] = {chosen}
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(tf.ones([8, 1]), tf.ones([8, 1]))
"""


def test_the_rate_that_a_model_was_saved_with_is_asked_about_unless_the_script_saves_it(project: Project) -> None:
    loads = "import numpy as np\nfrom tensorflow import keras\nx = np.load('x.npy')\nmodel = keras.models.load_model('m.h5')\n"
    project.write("tune.py", f"{loads}model.fit(x, x)\n")
    asked = "the learning rate that `keras.models.load_model('m.h5')` loads must be that for all processes together"
    assert asked in project.run("distribute", "tune.py").err
    project.write("resume.py", f"{loads}model.fit(x, x, callbacks=[keras.callbacks.ModelCheckpoint('m.h5')])\n")
    assert asked not in project.run("distribute", "resume.py").err
    assert "hvd.load_model('m.h5')" in project.run("distribute", "resume.py").out


@pytest.mark.parametrize(
    ("chosen", "asked"),
    [
        ("args.gpu", "please confirm: `args.gpu` chooses no GPU any more: each process takes that of its local rank"),
        ('"0"', ""),
    ],
)
def test_an_option_that_is_not_heard_any_more_is_asked_about(project: Project, chosen: str, asked: str) -> None:
    project.write("train.py", OF_OPTION.format(chosen=chosen))
    previewed = project.run("distribute", "train.py")
    assert asked in previewed.err
    assert ("please confirm" in previewed.err) == bool(asked)


@pytest.mark.parametrize(("answer", "written"), [("y\n", True), ("n\n", False), ("", False)])
def test_a_terminal_is_asked(project: Project, answer: str, written: bool) -> None:
    script = project.write("train.py", ASKS)
    parent, child = os.openpty()
    os.write(parent, answer.encode() or b"\x04")
    command = [sys.executable, "-m", "farandole", "distribute", "--write", "train.py"]
    ran = subprocess.run(
        command, stdin=child, stderr=child, stdout=subprocess.DEVNULL, cwd=project.folder, timeout=60, check=False
    )
    assert (ran.returncode == 0) is written
    assert ("hvd.init()" in script.read_text()) is written
