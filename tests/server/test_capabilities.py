"""Capability by capability: what a client does not know it is not given, and gets the rest."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from farandole.conversion.plan import make_plan
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from lsprotocol import types

from tests.server.conftest import KERAS, changed
from tests.server.editor import MODERN, SERVER, Editor, editor, eventually
from tests.server.test_actions import BLOCKED

pytestmark = pytest.mark.asyncio

START = types.Range(types.Position(0, 0), types.Position(0, 0))
DISTRIBUTE = "Distribute with Horovod"


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """Give a script in a folder of its own."""
    path = tmp_path.resolve() / "train.py"
    path.write_text(KERAS, encoding="utf-8")
    return path


def converted(path: Path) -> str:
    return make_plan(analyse(path, Options()), Options()).texts[path]


def without_edit_forms(**fields: Any) -> types.ClientCapabilities:
    assert MODERN.workspace is not None and MODERN.workspace.workspace_edit is not None
    return changed(MODERN, workspace={"workspace_edit": attrs.evolve(MODERN.workspace.workspace_edit, **fields)})


def without_action_forms(**fields: Any) -> types.ClientCapabilities:
    assert MODERN.text_document is not None and MODERN.text_document.code_action is not None
    return changed(MODERN, text_document={"code_action": attrs.evolve(MODERN.text_document.code_action, **fields)})


def pushed_without(**fields: Any) -> types.ClientCapabilities:
    assert MODERN.text_document is not None and MODERN.text_document.publish_diagnostics is not None
    known = attrs.evolve(MODERN.text_document.publish_diagnostics, **fields)
    return changed(MODERN, text_document={"publish_diagnostics": known, "diagnostic": None})


async def distribute(client: Editor, uri: str) -> types.CodeAction:
    (action,) = [each for each in await client.actions(uri, START) if each.title == DISTRIBUTE]
    return action


async def test_without_document_changes_edits_have_no_versions(script: Path) -> None:
    async with editor(script.parent, without_edit_forms(document_changes=False)) as client:
        uri = client.open(script)
        resolved = await client.code_action_resolve_async(await distribute(client, uri))
        assert resolved.edit is not None
        assert resolved.edit.document_changes is None and resolved.edit.change_annotations is None
        assert client.apply(resolved.edit) == {uri: converted(script)}


async def test_without_change_annotations_edits_are_plain_and_versioned(script: Path) -> None:
    async with editor(script.parent, without_edit_forms(change_annotation_support=None)) as client:
        uri = client.open(script)
        resolved = await client.code_action_resolve_async(await distribute(client, uri))
        assert resolved.edit is not None and resolved.edit.change_annotations is None
        (change,) = resolved.edit.document_changes or ()
        assert isinstance(change, types.TextDocumentEdit) and change.text_document.version == 1
        assert all(type(edit) is types.TextEdit for edit in change.edits)
        assert client.apply(resolved.edit) == {uri: converted(script)}


@pytest.mark.parametrize("missing", [{"resolve_support": None}, {"data_support": False}])
async def test_without_resolving_actions_come_with_their_edits(script: Path, missing: dict[str, Any]) -> None:
    async with editor(script.parent, without_action_forms(**missing)) as client:
        uri = client.open(script)
        action = await distribute(client, uri)
        assert action.edit is not None and action.edit.change_annotations
        assert client.apply(action.edit) == {uri: converted(script)}


@pytest.mark.parametrize(("text", "offers"), [(BLOCKED, False), (KERAS, True)])
async def test_without_disabled_and_preferred_actions_there_are_none(script: Path, text: str, offers: bool) -> None:
    script.write_text(text, encoding="utf-8")
    async with editor(script.parent, without_action_forms(disabled_support=None, is_preferred_support=None)) as client:
        everywhere = types.Range(types.Position(0, 0), types.Position(9, 0))
        found = await client.actions(client.open(script), everywhere)
        assert any(not each.title.startswith("Disable HVD") for each in found) == offers
        assert all(each.disabled is None and each.is_preferred is None for each in found)


@pytest.mark.parametrize(
    ("missing", "field"),
    [
        ({"related_information": None}, "related_information"),
        ({"tag_support": None}, "tags"),
        ({"code_description_support": None}, "code_description"),
        ({"version_support": None}, "version"),
    ],
)
async def test_diagnostics_have_no_field_that_the_client_does_not_know(
    script: Path, missing: dict[str, Any], field: str
) -> None:
    script.write_text(
        'import os\nimport horovod.keras\nos.environ["CUDA_VISIBLE_DEVICES"] = "0"\n' + KERAS, encoding="utf-8"
    )
    fields: dict[str, Callable[[types.PublishDiagnosticsParams], bool]] = {
        "related_information": lambda each: any(found.related_information for found in each.diagnostics),
        "tags": lambda each: any(found.tags for found in each.diagnostics),
        "code_description": lambda each: any(found.code_description for found in each.diagnostics),
        "version": lambda each: each.version is not None,
    }
    async with editor(script.parent, pushed_without(**missing)) as client:
        uri = client.open(script)
        pushed = (await eventually(lambda: [each for each in client.received if each.uri == uri]))[-1]
        assert {name for name, has in fields.items() if has(pushed)} == fields.keys() - {field}


async def test_without_progress_refreshes_and_shown_documents_all_goes_on(script: Path) -> None:
    capabilities = changed(
        MODERN,
        workspace={"diagnostics": None, "code_lens": None, "inlay_hint": None},
        window={"work_done_progress": None, "show_document": None},
    )
    async with editor(script.parent, capabilities, options={"logTo": "client", "logLevel": "info"}) as client:
        await eventually(lambda: any("1 scripts" in each.message for each in client.log_messages))
        uri = client.open(script)
        assert "HVD101" in [each.code for each in await client.pulled(uri)]
        params = types.ExecuteCommandParams("farandole.preview", arguments=[uri])
        assert "+hvd.init()\n" in str(await client.workspace_execute_command_async(params))
        assert not client.progress_reports and not client.shown_documents
        assert not client.diagnostic_refresh_count and not client.refreshed


async def test_without_watched_files_saving_is_the_sign_that_files_have_changed(script: Path) -> None:
    script.write_text(KERAS.replace("optimizer = tf.keras.optimizers.SGD(0.1)", "from optim import optimizer"))
    module = script.parent / "optim.py"
    capabilities = changed(MODERN, workspace={"did_change_watched_files": None})
    async with editor(script.parent, capabilities) as client:
        assert types.WORKSPACE_DID_CHANGE_WATCHED_FILES not in [each.method for each in client.registered]
        uri = client.open(script)
        await eventually(lambda: client.diagnostic_refresh_count)
        assert "HVD103" not in [each.code for each in await client.pulled(client.open(module, ""))]
        client.close(module.as_uri())
        module.write_text("import tensorflow as tf\noptimizer = tf.keras.optimizers.SGD(0.5)\n", encoding="utf-8")
        async with client.searched():
            client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))
        assert "HVD103" in [each.code for each in await client.pulled(client.open(module))]


@pytest.mark.parametrize("field", ["root_uri", "root_path"])
async def test_a_root_stands_for_the_folders_of_older_clients(script: Path, field: str) -> None:
    client = Editor()
    await client.start_io(*SERVER)
    root = script.parent.as_uri() if field == "root_uri" else str(script.parent)
    params = types.InitializeParams(capabilities=MODERN, **{field: root})  # type: ignore[arg-type]
    await client.initialize_session(params)
    await eventually(lambda: client.diagnostic_refresh_count)
    uri = client.open(script)
    assert "HVD101" in [each.code for each in await client.pulled(uri)]
    assert {each.source for each in await client.pulled(uri)} == {"farandole"}
    await asyncio.wait_for(client.shutdown_session(), 60)
    await client.stop()
