"""Neovim, headless, with the settings of its page: the newest one, and one that has only `vim.lsp.start`."""

from __future__ import annotations

import pytest

from tests.editors.conftest import SESSIONS, STEPS, Project, block, editor

pytestmark = pytest.mark.slow

PAGE = "neovim.md"


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
