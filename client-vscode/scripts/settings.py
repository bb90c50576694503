"""Writes the settings into `package.json` as the server reads them; with `--check`, only says if they are there."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[2]
MANIFEST = PROJECT / "client-vscode" / "package.json"
sys.path[:0] = [str(PROJECT / folder) for folder in ("server", "transforms", "client-vscode/bundled/libs")]

from farandole_server.schema import settings_schema  # noqa: E402  found in the project, installed or not

# Settings with a path in them belong to the machine, the others to each folder of the workspace.
OF_THE_MACHINE = ("farandole.python",)
OF_THE_CLIENT = {
    "farandole.interpreter": {
        "type": "string",
        "default": "",
        "scope": "machine-overridable",
        "markdownDescription": "The Python (3.10 to 3.13) that runs the server. Empty means the choice of the Python "
        "extension, else `python3` or `python` on the path.",
    },
    "farandole.trace.server": {
        "type": "string",
        "default": "off",
        "enum": ["off", "messages", "verbose"],
        "scope": "window",
        "description": "What is logged of the messages between VS Code and the server.",
    },
}


def configuration() -> dict[str, Any]:
    """Give what the manifest contributes as `configuration`."""
    schema = settings_schema()
    properties = {
        name: {**setting, "scope": "machine-overridable" if name in OF_THE_MACHINE else "resource"}
        for name, setting in schema["properties"].items()
    }
    return {"title": schema["title"], "properties": {**properties, **OF_THE_CLIENT}}


def main() -> None:
    """Bring the manifest up to date, or check that it is."""
    manifest = json.loads(MANIFEST.read_text("utf-8"))
    wanted = configuration()
    if manifest["contributes"].get("configuration") == wanted:
        return
    if "--check" in sys.argv[1:]:
        sys.exit("client-vscode/package.json does not have the settings of the server; run `python docs/generate.py`")
    manifest["contributes"]["configuration"] = wanted
    MANIFEST.write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
