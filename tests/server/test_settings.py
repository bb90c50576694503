"""Settings of the client and of pyproject.toml, for each folder, and changed live."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from tests.server.conftest import KERAS, Project, changed
from tests.server.editor import MODERN, OLD, Editor, editor, eventually

pytestmark = pytest.mark.asyncio(loop_scope="module")

NUMBERS = "import tensorflow as tf\n\nmodel = tf.keras.Sequential([tf.keras.layers.Dense(1)])\nmodel.compile(tf.keras.optimizers.SGD(0.1))\nmodel.fit([1.0])\n"


async def configure(client: Editor, settings: dict[str, Any], scope: str = "") -> None:
    """Change the client's settings, and wait until the server has asked for them."""
    client.set_configuration(settings, section="farandole", scope_uri=scope or None)
    before = client.diagnostic_refresh_count
    client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
    await eventually(lambda: client.diagnostic_refresh_count > before + 1)


async def codes(client: Editor, uri: str) -> dict[str, types.DiagnosticSeverity | None]:
    return {str(each.code): each.severity for each in await client.pulled(uri)}


async def test_the_severity_of_a_code_or_a_prefix(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    await configure(modern, {"severity": {"HVD1": "hint", "HVD103": "error", "HVD102": "off"}})
    found = await codes(modern, uri)
    assert found["HVD103"] == types.DiagnosticSeverity.Error
    assert found["HVD101"] == types.DiagnosticSeverity.Hint
    assert "HVD102" not in found


async def test_options_of_the_client_are_used_and_pyproject_comes_first(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    await configure(modern, {"select": ["HVD101", "HVD103"], "learningRateScaling": "none"})
    assert set(await codes(modern, uri)) == {"HVD101"}
    table = project.write("pyproject.toml", '[tool.farandole]\nlearning-rate-scaling = "linear"\n')
    modern.workspace_did_change_watched_files(
        types.DidChangeWatchedFilesParams([types.FileEvent(table.as_uri(), types.FileChangeType.Changed)])
    )
    assert set(await codes(modern, uri)) == {"HVD101", "HVD103"}


async def test_wrong_settings_are_named_once_and_the_others_hold(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    wrong = {"severity": {"HVD101": "loud"}, "processes": 0, "data": "some", "codeLens": False}
    for _ in range(2):
        await configure(modern, wrong)
    said = [each.message for each in modern.messages]
    for word in ("loud", "processes", "some"):
        assert len([message for message in said if word in message]) == 1
    assert "HVD101" in await codes(modern, uri)
    assert not await modern.text_document_code_lens_async(types.CodeLensParams(types.TextDocumentIdentifier(uri)))


async def test_inlay_hints_when_they_are_wanted(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", NUMBERS))
    everything = types.Range(types.Position(0, 0), types.Position(9, 0))

    async def hints() -> list[tuple[str, str]]:
        params = types.InlayHintParams(types.TextDocumentIdentifier(uri), everything)
        found = await modern.text_document_inlay_hint_async(params)
        return [
            (str(hint.label), modern.marked(uri, types.Range(types.Position(hint.position.line, 0), hint.position)))
            for hint in found or ()
        ]

    await configure(modern, {})
    assert await hints() == []
    await configure(modern, {"inlayHints": True, "processes": 4})
    assert await hints() == [("→ 0.4", "model.compile(tf.keras.optimizers.SGD(0.1")]


async def test_a_broken_pyproject_is_said_and_harms_nobody(modern: Editor, project: Project) -> None:
    await configure(modern, {})
    project.write("pyproject.toml", "[tool.farandole\n")
    uri = modern.open(project.write("train.py"))
    (problem,) = await modern.pulled(uri)
    assert problem.message.startswith("not understood: ")
    project.write("pyproject.toml", "")
    assert "HVD101" in await codes(modern, uri)


async def test_each_folder_has_its_settings(tmp_path: Path) -> None:
    folders = [tmp_path.resolve() / name for name in ("first", "second")]
    for folder in folders:
        folder.mkdir()
        (folder / "train.py").write_text(KERAS, encoding="utf-8")
    async with editor(folders) as client:
        await eventually(lambda: client.diagnostic_refresh_count)
        await configure(client, {"ignore": ["HVD103"]}, folders[1].as_uri())
        first, second = (client.open(folder / "train.py") for folder in folders)
        assert "HVD103" in await codes(client, first)
        assert "HVD103" not in await codes(client, second)
        event = types.WorkspaceFoldersChangeEvent([], [types.WorkspaceFolder(folders[1].as_uri(), "second")])
        client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))
        before = client.diagnostic_refresh_count
        await eventually(lambda: client.diagnostic_refresh_count > before)
        assert "HVD103" in await codes(client, second)


async def test_an_old_client_gives_its_settings_with_the_start_or_in_the_notification(tmp_path: Path) -> None:
    path = tmp_path.resolve() / "train.py"
    path.write_text(KERAS, encoding="utf-8")
    async with editor(path.parent, OLD, options={"settings": {"select": ["HVD101"]}}) as client:
        uri = client.open(path)
        await eventually(lambda: [each.code for each in client.diagnostics.get(uri, ())] == ["HVD101"])
        settings = {"farandole": {"select": ["HVD103"]}}
        client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
        await eventually(lambda: [each.code for each in client.diagnostics[uri]] == ["HVD103"])


async def test_packages_beside_the_project_are_read_only_when_it_is_trusted(tmp_path: Path) -> None:
    """A model class of an installed library: whether it is one can only be known from its source."""
    folder = tmp_path.resolve()
    packages = folder / ".venv" / "lib" / "python3.11" / "site-packages" / "nets"
    packages.mkdir(parents=True)
    (folder / "pyproject.toml").touch()
    source = "import tensorflow as tf\n\nclass Net(tf.keras.Model):\n    def learn(self):\n        self.fit([1.0])\n"
    (packages / "__init__.py").write_text(source, encoding="utf-8")
    text = "import tensorflow as tf\nfrom nets import Net\n\nmodel = Net()\nmodel.fit([1.0])\n"
    (folder / "train.py").write_text(text, encoding="utf-8")
    found = {}
    for trusted in (False, True):
        async with editor(folder, options={"trusted": trusted}) as client:
            uri = client.open(folder / "train.py")
            params = types.HoverParams(types.TextDocumentIdentifier(uri), client.at(uri, "model = ").start)
            hover = await client.text_document_hover_async(params)
            found[trusted] = json.dumps(hover and hover.contents.value)  # type: ignore[union-attr]
    assert "nets.Net" in found[True] and "model" in found[True]
    assert found[False] != found[True]


@pytest.mark.parametrize("units", list(types.PositionEncodingKind))
async def test_the_clients_encoding_is_used(tmp_path: Path, units: types.PositionEncodingKind) -> None:
    path = tmp_path.resolve() / "train.py"
    path.write_text(KERAS.replace("SGD(0.1)", "SGD(0.1 + len('é😋…'))"), encoding="utf-8")
    capabilities = changed(MODERN, general={"position_encodings": [units]})
    async with editor(path.parent, capabilities) as client:
        assert client.units == units.value
        uri = client.open(path)
        (rate,) = [each for each in await client.pulled(uri) if each.code == "HVD103"]
        assert client.marked(uri, rate.range) == "0.1 + len('é😋…')"
        client.replace(uri, "…'", "😋😋' ")
        (rate,) = [each for each in await client.pulled(uri) if each.code == "HVD103"]
        assert client.marked(uri, rate.range) == "0.1 + len('é😋😋😋' )"


async def test_the_log_goes_to_the_client_and_a_trace_is_kept(tmp_path: Path) -> None:
    path = tmp_path.resolve() / "train.py"
    path.write_text(KERAS, encoding="utf-8")
    async with editor(path.parent, options={"logTo": "client", "logLevel": "info"}) as client:
        traced: list[types.LogTraceParams] = []

        def keep(params: types.LogTraceParams) -> None:
            traced.append(params)

        client.feature(types.LOG_TRACE)(keep)
        await eventually(lambda: any("1 scripts" in each.message for each in client.log_messages))
        client.set_trace(types.SetTraceParams(types.TraceValue.Verbose))
        await client.pulled(client.open(path))
        await eventually(lambda: traced)
        assert traced[-1].message == "handled textDocument/diagnostic"
        assert traced[-1].verbose is not None and traced[-1].verbose.endswith(" ms")
