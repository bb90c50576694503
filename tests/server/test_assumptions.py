"""What a finding assumes, in an editor: listed, checked by asserts, and these removed."""

from __future__ import annotations

import pytest
from lsprotocol import types

from tests.server.conftest import Project
from tests.server.editor import Editor
from tests.server.test_staging import at, line_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

TORCH = """\
import torch


def evaluate(model, loader):
    model.eval()
    for x in loader:
        print(model(x))


evaluate(torch.load("model.pt"), [])
"""
CHECKED = TORCH.replace(
    "    for x",
    '    assert isinstance(model, torch.nn.Module), "PRF151 assumes that model is a PyTorch module"\n    for x',
)
SETTINGS = '[tool.farandole]\nselect = ["PRF"]\n[tool.black]\nline-length = 120\n'


async def offered(client: Editor, uri: str, text: str, kind: str) -> list[types.CodeAction]:
    return await client.actions(uri, at(line_of(text, "model(x)"), 15), [kind])


async def edited(client: Editor, uri: str, text: str, kind: str) -> tuple[str, str]:
    [action] = await offered(client, uri, text, kind)
    resolved = await client.code_action_resolve_async(action)
    assert resolved.edit is not None
    return action.title, client.apply(resolved.edit)[uri]


async def test_assumptions_are_checked_when_it_runs_and_the_checks_removed(modern: Editor, project: Project) -> None:
    project.write("pyproject.toml", SETTINGS)
    uri = modern.open(project.write("evaluation.py", TORCH))
    title, text = await edited(modern, uri, TORCH, "refactor.rewrite.check")
    assert title == "Check these assumptions when it runs (PRF151)"
    assert text == CHECKED
    assert await offered(modern, uri, TORCH, "refactor.rewrite.uncheck") == []
    again = modern.open(project.write("checked.py", CHECKED))
    assert await offered(modern, again, CHECKED, "refactor.rewrite.check") == []
    title, text = await edited(modern, again, CHECKED, "refactor.rewrite.uncheck")
    assert title == "Remove the checks of assumptions"
    assert text == TORCH


async def test_assumptions_have_their_places(modern: Editor, project: Project) -> None:
    project.write("pyproject.toml", SETTINGS)
    uri = modern.open(project.write("evaluation.py", TORCH))
    [found] = [each for each in await modern.pulled(uri) if each.code == "PRF151"]
    said = [each.message for each in found.related_information or ()]
    assert said[1:] == [
        "assumes that “model” is a PyTorch module",
        "assumes that no gradient of what it computes is asked for",
    ]
    position = types.Position(line_of(TORCH, "model(x)"), 15)
    hover = await modern.text_document_hover_async(types.HoverParams(types.TextDocumentIdentifier(uri), position))
    assert hover is None or "assumes that" in str(hover.contents)
