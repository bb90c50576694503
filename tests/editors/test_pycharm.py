"""The template for LSP4IJ, by the rules by which LSP4IJ 0.20 loads one, and a session with what that client can do.

The rules are those of its `LanguageServerTemplateManager`, `LanguageServerTemplateDeserializer` and `CommandUtils`, the
capabilities those of its `ClientCapabilitiesFactory`. PyCharm itself is not started.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from farandole.cli import main
from farandole_server.configuration import Settings
from farandole_server.schema import settings_schema
from lsprotocol import types

from tests.editors.conftest import SCRIPT, STEPS
from tests.server.conftest import changed
from tests.server.editor import editor

TEMPLATE = Path(__file__).parents[2] / "editors" / "pycharm"
LOADED = {
    "template.json",
    "settings.json",
    "settings.schema.json",
    "initializationOptions.json",
    "experimental.json",
    "clientSettings.json",
    "installer.json",
    "workspaceFolderSettings.json",
    "README.md",
}
SYSTEMS = {"windows", "mac", "unix", "default"}
CLIENT_SETTINGS = {
    "caseSensitive",
    "lineCommentPrefix",
    "blockCommentPrefix",
    "blockCommentSuffix",
    "statementTerminatorCharacters",
    "uriSupport",
    "completion",
    "breadcrumbs",
    "editor",
    "format",
    "references",
    "workspaceSymbol",
    "jsonRpc",
}
KINDS = ["quickfix", "refactor", "refactor.extract", "refactor.inline", "refactor.rewrite", "source"]
LSP4IJ = types.ClientCapabilities(
    workspace=types.WorkspaceClientCapabilities(
        apply_edit=True,
        configuration=True,
        workspace_folders=True,
        workspace_edit=types.WorkspaceEditClientCapabilities(
            document_changes=True,
            resource_operations=[
                types.ResourceOperationKind.Create,
                types.ResourceOperationKind.Delete,
                types.ResourceOperationKind.Rename,
            ],
        ),
        did_change_configuration=types.DidChangeConfigurationClientCapabilities(dynamic_registration=True),
        did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True),
        execute_command=types.ExecuteCommandClientCapabilities(dynamic_registration=True),
        code_lens=types.CodeLensWorkspaceClientCapabilities(refresh_support=True),
        inlay_hint=types.InlayHintWorkspaceClientCapabilities(refresh_support=True),
        diagnostics=types.DiagnosticWorkspaceClientCapabilities(refresh_support=True),
    ),
    text_document=types.TextDocumentClientCapabilities(
        synchronization=types.TextDocumentSyncClientCapabilities(
            will_save=True, will_save_wait_until=True, did_save=True
        ),
        hover=types.HoverClientCapabilities(
            dynamic_registration=True, content_format=[types.MarkupKind.Markdown, types.MarkupKind.PlainText]
        ),
        code_action=types.CodeActionClientCapabilities(
            dynamic_registration=True,
            code_action_literal_support=types.ClientCodeActionLiteralOptions(types.ClientCodeActionKindOptions(KINDS)),
            data_support=True,
            resolve_support=types.ClientCodeActionResolveOptions(["edit"]),
        ),
        code_lens=types.CodeLensClientCapabilities(dynamic_registration=True),
        inlay_hint=types.InlayHintClientCapabilities(dynamic_registration=True),
        type_hierarchy=types.TypeHierarchyClientCapabilities(dynamic_registration=True),
        publish_diagnostics=types.PublishDiagnosticsClientCapabilities(
            related_information=True,
            tag_support=types.ClientDiagnosticsTagOptions(
                [types.DiagnosticTag.Unnecessary, types.DiagnosticTag.Deprecated]
            ),
            code_description_support=True,
            data_support=True,
        ),
        diagnostic=types.DiagnosticClientCapabilities(dynamic_registration=True, related_document_support=True),
    ),
    window=types.WindowClientCapabilities(
        work_done_progress=True,
        show_document=types.ShowDocumentClientCapabilities(support=True),
        show_message=types.ShowMessageRequestClientCapabilities(
            message_action_item=types.ClientShowMessageActionItemOptions(additional_properties_support=False)
        ),
    ),
    general=types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind.Utf16]),
)


def loaded(name: str) -> Any:
    """Give what a file of the template says."""
    return json.loads((TEMPLATE / name).read_text(encoding="utf-8"))


def words(command: str) -> list[str]:
    """Split a command as LSP4IJ does: at blanks, but not between double quotes."""
    found, word, quoted = [], "", False
    for character in command:
        if character == '"':
            quoted = not quoted
        elif character == " " and not quoted:
            found.append(word)
            word = ""
        else:
            word += character
    return [each for each in (*found, word) if each.strip()]


def expanded(flat: Mapping[str, Any]) -> dict[str, Any]:
    """Make nested objects of dotted names, as LSP4IJ does with `expandConfiguration`; empty objects are lost."""
    nested: dict[str, Any] = {}
    for name, value in flat.items():
        if isinstance(value, dict):
            inner = expanded({f"{name}.{key}": each for key, each in value.items()})
        else:
            *path, last = name.split(".")
            inner = {last: value}
            for part in reversed(path):
                inner = {part: inner}
        nested = merged(nested, inner)
    return nested


def merged(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Unite two nested objects."""
    both = {
        key: merged(first[key], value) if isinstance(first.get(key), dict) and isinstance(value, dict) else value
        for key, value in second.items()
    }
    return {**first, **both}


def test_every_file_is_one_that_is_loaded() -> None:
    assert {each.name for each in TEMPLATE.iterdir()} <= LOADED
    assert (TEMPLATE / "template.json").is_file()
    assert (TEMPLATE / "README.md").read_text(encoding="utf-8").strip()


def test_template() -> None:
    template = loaded("template.json")
    assert template["name"].strip()
    # with an `id` and no `url`, the server's link leads to a page of LSP4IJ's documentation that is not there
    assert "id" not in template or "url" in template
    arguments = template["programArgs"]
    assert "default" in arguments and set(arguments) <= SYSTEMS
    for command in arguments.values():
        program, *rest = words(command)
        assert program.removesuffix(".exe") == "python"
        assert rest == ["-I", "-m", "farandole", "server"]
    assert template["env"] == {"includeSystemEnvironmentVariables": True}
    assert template["expandConfiguration"] is True
    for mapping in template["fileTypeMappings"]:
        assert isinstance(mapping["fileType"], dict)
        assert mapping["fileType"].get("name") or mapping["fileType"].get("patterns")
        assert all(isinstance(each, str) for each in mapping["fileType"].get("patterns", []))
        assert mapping["languageId"] == "python"


def test_settings_are_the_defaults_of_the_schema() -> None:
    assert loaded("settings.schema.json") == settings_schema(), "run `python docs/generate.py`"
    assert loaded("settings.json") == {name: each["default"] for name, each in settings_schema()["properties"].items()}
    read, wrong = Settings.read(expanded(loaded("settings.json"))["farandole"])
    assert wrong == ()
    assert (read.code_lens, read.inlay_hints, read.processes, read.delay) == (True, False, 2, 0.01)


def test_options_are_those_that_are_known() -> None:
    assert set(loaded("initializationOptions.json")) <= {"trusted", "settings", "logTo", "logLevel"}
    assert loaded("initializationOptions.json")["trusted"] is False
    assert set(loaded("clientSettings.json")) <= CLIENT_SETTINGS


@pytest.mark.asyncio
async def test_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the template configures, with what LSP4IJ can do: pulled diagnostics, actions resolved, hints, lenses."""
    folder, other = (tmp_path / name for name in ("edited", "converted"))
    for each in (folder, other):
        each.mkdir()
        (each / "pyproject.toml").touch()
        (each / "train.py").write_text(SCRIPT, encoding="utf-8")
    settings = expanded(
        {**loaded("settings.json"), "farandole.inlayHints": True, "farandole.severity": {"HVD107": "off"}}
    )
    options = loaded("initializationOptions.json")
    async with editor(folder, LSP4IJ, settings["farandole"], options) as client:
        uri = client.open(folder / "train.py")
        document = types.TextDocumentIdentifier(uri)
        whole = types.Range(types.Position(0, 0), types.Position(7, 0))
        hints = await client.text_document_inlay_hint_async(types.InlayHintParams(document, whole))
        assert [each.label for each in hints or ()] == ["→ 0.2"]
        codes = {each.code for each in await client.pulled(uri)}
        assert codes >= STEPS and "HVD107" not in codes
        lenses = await client.text_document_code_lens_async(types.CodeLensParams(document))
        assert {"Distribute", "Preview", "Verify"} <= {each.command.title for each in lenses or () if each.command}
        (action,) = [each for each in await client.actions(uri, whole) if each.title == "Distribute with Horovod"]
        resolved = await client.code_action_resolve_async(action)
        assert resolved.edit is not None and resolved.edit.change_annotations is None
        converted = client.apply(resolved.edit)[uri]
    monkeypatch.chdir(other)
    assert main(["distribute", "train.py", "--write"]) == 0
    assert converted == (other / "train.py").read_text(encoding="utf-8") != SCRIPT


UNCERTAIN = """\
import mylib
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.Adam()
for batch in mylib.batches():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch))
    gradients = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(gradients, model.trainable_variables))
"""


SUBLIME = changed(
    LSP4IJ,
    workspace={
        "workspace_edit": types.WorkspaceEditClientCapabilities(
            document_changes=True,
            change_annotation_support=types.ChangeAnnotationsSupportOptions(groups_on_label=False),
        )
    },
)


@pytest.mark.asyncio
@pytest.mark.parametrize("capabilities", [LSP4IJ, SUBLIME], ids=["no annotations", "annotations as labels"])
async def test_what_is_uncertain_is_confirmed_by_a_title_or_by_a_question(
    tmp_path: Path, capabilities: types.ClientCapabilities
) -> None:
    """LSP4IJ, Helix, Eglot and Sublime Text's LSP apply edits without asking: the server asks instead."""
    (tmp_path / "train.py").write_text(UNCERTAIN, encoding="utf-8")
    async with editor(tmp_path, capabilities) as client:
        uri = client.open(tmp_path / "train.py")
        whole = types.Range(types.Position(0, 0), types.Position(10, 0))
        titles = [each.title for each in await client.actions(uri, whole)]
        assert "Distribute with Horovod" not in titles
        (title,) = [each for each in titles if each.startswith("Distribute with Horovod (please confirm: ")]
        assert "batches of samples" in title
        assert [each for each in titles if "(HVD106)" in each and "batches of samples" in each], titles
        assert not [each for each in titles if "(HVD103)" in each and "confirm" in each]

        command = types.ExecuteCommandParams("farandole.distribute", [uri])
        client.answer = "Don't distribute"
        assert await client.workspace_execute_command_async(command) is False
        assert "batches of samples" in client.questions[-1]
        assert client.texts[uri] == UNCERTAIN
        client.answer = "Distribute"
        assert await client.workspace_execute_command_async(command) is True
        assert "hvd.init()" in client.texts[uri]
