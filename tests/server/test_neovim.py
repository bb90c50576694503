"""A client that we did not write: Neovim, headless, with its own language client."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from farandole.cli import main

from tests.server.conftest import KERAS

pytestmark = pytest.mark.slow

SESSION = """
local result = {}

local function session()
local folder, command = vim.fn.getcwd(), vim.json.decode(vim.env.SERVER)
vim.cmd("edit train.py")
vim.bo.filetype = "python"
local id = vim.lsp.start_client({ cmd = command, root_dir = folder, name = "farandole" })
vim.lsp.buf_attach_client(0, id)

local function wait(what, ready)
  if not vim.wait(60000, ready, 50) then error("nothing came: " .. what) end
end

wait("diagnostics", function() return #vim.diagnostic.get(0) > 0 end)
result.codes = vim.tbl_map(function(each) return each.code end, vim.diagnostic.get(0))

local client = vim.lsp.get_client_by_id(id)
local function action(title)
  local params = vim.lsp.util.make_range_params()
  params.context = { diagnostics = {} }
  local answer = client.request_sync("textDocument/codeAction", params, 60000, 0)
  for _, each in ipairs(answer.result or {}) do
    if each.title == title then return each end
  end
end

local found = action("Distribute with Horovod")
if found.edit == nil then
  found = client.request_sync("codeAction/resolve", found, 60000, 0).result
end
vim.lsp.util.apply_workspace_edit(found.edit, client.offset_encoding)
wait("no diagnostics", function() return #vim.diagnostic.get(0) == 0 end)

local hover = client.request_sync("textDocument/hover", {
  textDocument = vim.lsp.util.make_text_document_params(), position = { line = 2, character = 0 } }, 60000, 0)
result.hover = hover.result
vim.cmd("wall")
vim.lsp.stop_client(id)
wait("the end of the server", function() return vim.lsp.client_is_stopped(id) end)
end

local succeeded, problem = pcall(session)
if not succeeded then result.failed = tostring(problem) end
vim.fn.writefile({ vim.json.encode(result) }, "result.json")
vim.cmd("qall!")
"""


@pytest.mark.parametrize("astral", ["", "# 😋\n"])
def test_neovim_shows_and_applies_what_the_command_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, astral: str
) -> None:
    assert shutil.which("nvim"), "Neovim is not installed; on Debian: apt-get install neovim"
    text = astral + KERAS.replace("SGD(0.1)", "SGD(0.1, name='😋…')")
    for name in ("editor", "command"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pyproject.toml").touch()
        (tmp_path / name / "train.py").write_text(text, encoding="utf-8")
    edited, converted = tmp_path / "editor", tmp_path / "command"
    monkeypatch.chdir(converted)
    assert main(["distribute", "train.py", "--write"]) == 0
    script = tmp_path / "session.lua"
    script.write_text(SESSION, encoding="utf-8")
    home = {
        "HOME": str(tmp_path),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
    }
    server = json.dumps([sys.executable, "-m", "farandole", "server"])
    ran = subprocess.run(
        ["nvim", "--headless", "--clean", "-n", "-c", f"luafile {script}"],
        cwd=edited,
        env={**os.environ, **home, "SERVER": server},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    result = json.loads((edited / "result.json").read_text(encoding="utf-8"))
    assert "failed" not in result, (result, ran.stderr)
    assert ran.returncode == 0, ran.stderr
    assert {"HVD101", "HVD103", "HVD104"} <= set(result["codes"])
    assert (edited / "train.py").read_bytes() == (converted / "train.py").read_bytes()
