"""Nothing of a workspace is run by starting the server, in any of the ways that are documented."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from farandole_server.isolated import FARANDOLE
from farandole_server.jupyter import specification

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "editors"
TRAPS = ("farandole", "farandole_server", "pygls", "lsprotocol", "jedi", "parso", "json", "asyncio", "sitecustomize")
INITIALIZE = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"processId": None, "rootUri": None, "capabilities": {}},
    }
)
EXIT = json.dumps({"jsonrpc": "2.0", "method": "exit"})


def documented(page: str, pattern: str) -> list[str]:
    """Give the words of the command that a page names."""
    found = re.search(pattern, (PAGES / page).read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None, page
    return re.findall(r'"([^"]+)"', found[0])


def helix() -> list[str]:
    text = (PAGES / "helix.md").read_text(encoding="utf-8")
    block = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    assert block is not None
    server = tomllib.loads(block[1])["language-server"]["farandole"]
    return [server["command"], *server["args"]]


def vscode() -> list[str]:
    text = (ROOT / "client-vscode" / "src" / "server.ts").read_text(encoding="utf-8")
    found = re.search(r"args: (\[[^\]]*\])", text)
    assert found is not None
    arguments = ast.literal_eval(found[1].replace("script", '"script"'))
    assert arguments == ["-I", "script", "server"]
    # The script adds the packages beside it, which are there once the extension is built.
    return [FARANDOLE[0], arguments[0], *FARANDOLE[2:], "server"]


def pycharm() -> list[str]:
    template = json.loads((ROOT / "editors" / "pycharm" / "template.json").read_text(encoding="utf-8"))
    return str(template["programArgs"]["default"]).split()


WAYS = {
    "neovim": lambda: documented("neovim.md", r'cmd = \{ "python".*?\}'),
    "helix": helix,
    "emacs": lambda: documented("emacs.md", r'\("python" [^)]*\)'),
    "sublime": lambda: documented("sublime-text.md", r'"python"[^\]]*'),
    "pycharm": pycharm,
    "vscode": vscode,
    "jupyterlab": lambda: list(specification(None)["farandole"]["argv"]),
}


@pytest.mark.parametrize("leads_there", [False, True], ids=["beside", "on PYTHONPATH"])
@pytest.mark.parametrize("way", WAYS)
def test_no_file_of_the_workspace_is_run(tmp_path: Path, way: str, leads_there: bool) -> None:
    for name in TRAPS:
        (tmp_path / f"{name}.py").write_text(
            f"open({str(tmp_path / 'ran')!r}, 'a').write({name!r})\n", encoding="utf-8"
        )
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    environment |= {"PYTHONPATH": str(tmp_path)} if leads_there else {}
    sent = "".join(f"Content-Length: {len(each)}\r\n\r\n{each}" for each in (INITIALIZE, EXIT))
    ran = subprocess.run(
        WAYS[way](), cwd=tmp_path, env=environment, input=sent.encode(), capture_output=True, timeout=120, check=False
    )
    assert b'"capabilities"' in ran.stdout, ran.stderr
    assert not (tmp_path / "ran").exists(), (tmp_path / "ran").read_text(encoding="utf-8")
