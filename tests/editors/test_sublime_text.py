"""The settings on the page for Sublime Text, by what its LSP package asks of them; the editor itself is not started."""

from __future__ import annotations

import json

from farandole_server.schema import settings_schema

from tests.editors.conftest import block


def test_settings_of_the_page() -> None:
    (configuration,) = json.loads(block("sublime-text.md", "json")).values()
    assert configuration["enabled"] is True
    assert configuration["command"] == ["python", "-I", "-m", "farandole", "server"]
    assert configuration["selector"] == "source.python"
    assert configuration["settings"].keys() <= settings_schema()["properties"].keys()
