"""Rules that are switched off where one stands, and comments that switch nothing off."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.uris import to_fs_path

from tests.server.conftest import KERAS, Project
from tests.server.editor import MODERN, Editor, editor

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def disable(client: Editor, uri: str, mark: str, title: str) -> None:
    """Choose an action at a place, and make its edits in the open text or on the disk."""
    found = await client.actions(uri, client.at(uri, mark), ["quickfix"])
    (action,) = [each for each in found if each.title == title]
    assert action.edit is not None
    for changed, text in client.apply(action.edit).items():
        if changed in client.texts:
            client.edit(changed, 0, len(client.texts[changed]), text)
        else:
            Path(to_fs_path(changed) or "").write_text(text, encoding="utf-8")


async def codes(client: Editor, uri: str) -> set[str]:
    return {str(each.code) for each in await client.pulled(uri)}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("SGD(0.1)", "SGD(0.1)  # farandole: ignore[HVD103]\n"),
        ("SGD(0.1)  # small", "SGD(0.1)  # small  # farandole: ignore[HVD103]\n"),
        ("SGD(0.1)  # farandole: ignore[HVD104]", "SGD(0.1)  # farandole: ignore[HVD104, HVD103]\n"),
    ],
)
async def test_here(modern: Editor, project: Project, before: str, after: str) -> None:
    uri = modern.open(project.write("train.py", KERAS.replace("SGD(0.1)", before)))
    assert "HVD103" in await codes(modern, uri)
    await disable(modern, uri, "0.1", "Disable HVD103 here")
    assert after in modern.texts[uri]
    assert "HVD103" not in await codes(modern, uri)


async def test_in_this_file(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", "#!/usr/bin/env python\n" + KERAS))
    await disable(modern, uri, "0.1", "Disable HVD103 in this file")
    assert modern.texts[uri].startswith("#!/usr/bin/env python\n# farandole: ignore-file[HVD103]\nimport")
    assert "HVD103" not in await codes(modern, uri)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '[tool.farandole]\nignore = ["HVD103"]\n'),
        ("[project]\nname = 'a'\n", '[tool.farandole]\nignore = ["HVD103"]\n'),
        ("[tool.farandole] # ours\ndata = 'steps'\n[tool.x]\na = 1\n", '# ours\nignore = ["HVD103"]\ndata'),
        ("[tool.farandole]\nignore = ['HVD102']\n", "ignore = [\"HVD103\", 'HVD102']"),
        ("[tool.farandole]\nignore = [ ]\n", 'ignore = [ "HVD103"]'),
    ],
)
async def test_in_this_project(modern: Editor, project: Project, before: str, after: str) -> None:
    table = project.write("pyproject.toml", before)
    uri = modern.open(project.write("train.py"))
    await disable(modern, uri, "0.1", "Disable HVD103 in this project")
    assert after in table.read_text(encoding="utf-8")
    event = types.FileEvent(table.as_uri(), types.FileChangeType.Changed)
    modern.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    assert "HVD103" not in await codes(modern, uri)


async def test_a_comment_that_switches_nothing_off_is_told_and_removed(modern: Editor, project: Project) -> None:
    text = KERAS.replace("SGD(0.1)", "SGD(0.1)  # farandole: ignore[HVD103, HVD302]")
    uri = modern.open(project.write("train.py", "# farandole: ignore-file[HVD305]\n" + text))
    found = [each for each in await modern.pulled(uri) if each.code == "unused-ignore"]
    assert [modern.marked(uri, each.range)[-8:] for each in found] == ["[HVD305]", " HVD302]"]
    await disable(modern, uri, "ignore-file", "Remove the unused ignore of HVD305")
    await disable(modern, uri, "ignore[HVD103", "Remove the unused ignore of HVD302")
    assert modern.texts[uri] == KERAS.replace("SGD(0.1)", "SGD(0.1)  # farandole: ignore[HVD103]")
    assert "unused-ignore" not in await codes(modern, uri)


async def test_in_a_project_without_settings_a_file_for_them_is_created(tmp_path: Path) -> None:
    path = tmp_path.resolve() / "train.py"
    path.write_text(KERAS, encoding="utf-8")
    creating = copy.deepcopy(MODERN)
    assert creating.workspace is not None and creating.workspace.workspace_edit is not None
    creating.workspace.workspace_edit.resource_operations = [types.ResourceOperationKind.Create]
    found = {}
    for name, capabilities in (("creates", creating), ("does not", MODERN)):
        async with editor(path.parent, capabilities) as client:
            uri = client.open(path)
            actions = await client.actions(uri, client.at(uri, "0.1"))
            found[name] = [each.edit for each in actions if each.title == "Disable HVD103 in this project"]
    assert found["does not"] == []
    (edit,) = found["creates"]
    assert edit is not None and edit.document_changes is not None
    created, change = edit.document_changes
    assert isinstance(created, types.CreateFile) and isinstance(change, types.TextDocumentEdit)
    assert created.uri == change.text_document.uri == (path.parent / "pyproject.toml").as_uri()
    assert [each.new_text for each in change.edits] == ['[tool.farandole]\nignore = ["HVD103"]\n']
