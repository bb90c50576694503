"""Helix, in a terminal, with the settings of its page; all that happens is typed."""

from __future__ import annotations

import pytest

from tests.editors.conftest import SCRIPT, STEPS, Project, block, editor
from tests.editors.terminal import Terminal

pytestmark = pytest.mark.slow


def test_helix(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = project.home / "config" / "helix"
    settings.mkdir(parents=True)
    (settings / "languages.toml").write_text(block("helix.md", "toml", 0), encoding="utf-8")
    (settings / "config.toml").write_text(block("helix.md", "toml", 1), encoding="utf-8")
    with Terminal(project.edited, project.environment(), editor("hx"), "train.py") as terminal:
        terminal.wait_for("does not grow with the number of processes")
        terminal.type(" d")
        for step in sorted(STEPS):  # the picker fills its list while it is shown
            terminal.wait_for(step)
        terminal.press("Escape")

        terminal.wait_for("0.1 → 0.2")
        terminal.type("5gg k")
        terminal.wait_for(r"optimizer optimizer: tensorflow\.keras\.optimizers\.SGD")
        terminal.press("Escape")
        terminal.wait_for("optimizer optimizer:", gone=True)  # a key that comes with Escape would be Alt and that key

        terminal.type("% a")
        terminal.wait_for("Import Horovod and initialise it")
        terminal.press("Enter")
        terminal.wait_for(r"hvd\.init\(\)")
        terminal.type("u")
        terminal.wait_for(r"hvd\.init\(\)", gone=True)

        terminal.type("ggl a")
        terminal.wait_for("Distribute with Horovod")
        terminal.press("Enter")
        terminal.wait_for("DistributedOptimizer")
        terminal.wait_for("●", gone=True)
        assert project.saved() == SCRIPT
        terminal.type(":wq")
        terminal.press("Enter")
        terminal.wait_ended()
    assert project.saved() == project.conversion(monkeypatch)
