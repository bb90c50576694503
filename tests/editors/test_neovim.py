"""Neovim, headless, with the settings of its page: the newest one, and one that has only `vim.lsp.start`."""

from __future__ import annotations

import pytest

from tests.editors.conftest import SESSIONS, STEPS, Project, block, editor

pytestmark = pytest.mark.slow

PAGE = "neovim.md"
REFUSED = """\
import tensorflow as tf


class Base(tf.keras.Model):
    pass


class Net(Base):
    pass


with tf.distribute.experimental.ParameterServerStrategy().scope():
    model = Net()
    model.compile("sgd", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
"""


@pytest.mark.parametrize(("command", "index"), [("nvim", 0), ("nvim-old", 2), ("nvim", 2)])
def test_neovim(project: Project, monkeypatch: pytest.MonkeyPatch, command: str, index: int) -> None:
    settings = project.home / "init.lua"
    settings.write_text(block(PAGE, "lua", index), encoding="utf-8")
    result = project.run(
        editor(command), "--headless", "--clean", "-n", "-u", settings, "-S", SESSIONS / "neovim.lua", "train.py"
    )
    assert set(result["codes"]) >= STEPS
    assert "HVD103" in result["hover"]
    assert result["hints"] == ["→ 0.2"]
    assert {"Distribute", "Preview", "Verify"} < set(result["lenses"])
    assert "+import horovod" in result["preview"]
    assert project.saved() == project.conversion(monkeypatch)


@pytest.mark.parametrize(
    ("command", "index", "items", "notice"),
    [
        ("nvim", 0, ["Distribute with Horovod (disabled)"], "distributed already, by a tf.distribute strategy"),
        ("nvim-old", 2, [], "No code actions available"),
    ],
)
def test_neovim_says_why_a_script_is_refused(
    project: Project, command: str, index: int, items: list[str], notice: str
) -> None:
    (project.edited / "train.py").write_text(REFUSED, encoding="utf-8")
    settings = project.home / "init.lua"
    settings.write_text(block(PAGE, "lua", index), encoding="utf-8")
    session = SESSIONS / "neovim-refused.lua"
    result = project.run(editor(command), "--headless", "--clean", "-n", "-u", settings, "-S", session, "train.py")
    assert list(result["items"]) == items
    assert notice in result["notices"][0]
    assert [each.split()[0] for each in result["supertypes"]] == ["Base"]
    assert project.saved() == REFUSED
