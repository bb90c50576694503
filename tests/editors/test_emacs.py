"""Emacs with its own Eglot, in a terminal, with the settings of its page; all that happens is typed."""

from __future__ import annotations

import re

import pytest

from tests.editors.conftest import STEPS, Project, block, editor
from tests.editors.terminal import Terminal

pytestmark = pytest.mark.slow


def test_emacs(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = project.home / "init.el"
    settings.write_text(block("emacs.md", "elisp"), encoding="utf-8")
    command = (editor("emacs"), "-nw", "-Q", "-l", settings, "train.py")
    with Terminal(project.edited, project.environment(), *command) as terminal:

        def run(name: str) -> None:
            terminal.press("M-x")
            terminal.type(name)
            terminal.press("Enter")

        terminal.wait_for(r"Flymake\[0 0 7\]")
        terminal.wait_for("0.1 → 0.2")
        run("flymake-show-buffer-diagnostics")
        shown = terminal.wait_for(r"\[HVD101\]")
        assert set(re.findall(r"\[(HVD\d+)\]", shown)) >= STEPS
        terminal.press("C-x", "1")

        terminal.press("M-g", "M-g")
        terminal.type("5")
        terminal.press("Enter")
        terminal.wait_for(r"optimizer .optimizer.: .tensorflow.keras.optimizers.SGD.")

        terminal.press("M-<", "C-s")
        terminal.type("SGD(0.1")
        terminal.press("Enter", "C-b")
        run("eglot-code-action-quickfix")
        terminal.wait_for("Scale the learning rate")
        terminal.press("Enter")
        terminal.wait_for(r"0\.1 \* hvd\.size\(\)")
        terminal.wait_for(r"Flymake\[2 3")
        terminal.press("C-x", "u")
        terminal.wait_for(r"0\.1 \* hvd\.size\(\)", gone=True)
        terminal.wait_for(r"Flymake\[0 0 7\]")

        run("eglot-code-actions")
        terminal.wait_for("Pick an action")
        terminal.type("Distribute with Horovod")
        terminal.press("Enter")
        terminal.wait_for(r"Flymake\[0 0\]")
        terminal.press("C-x", "C-s", "C-x", "C-c")
        terminal.wait_ended()
    assert project.saved() == project.conversion(monkeypatch)
