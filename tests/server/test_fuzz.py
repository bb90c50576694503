"""Thousands of random edits while requests fly: afterwards the server knows the same text and says the same."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.server.editor import Editor, editor

pytestmark = pytest.mark.asyncio

SCRIPTS = Path(__file__).parents[1] / "horovod" / "scripts"
CONTENT_MODIFIED = -32801
FILES = ("keras_mnist.py", "gan.py", "monitored_session.py")
PIECES = (
    "(",
    ")",
    "\n",
    "\r\n",
    "😋",
    "\u2028",
    "\x0c",
    "    ",
    "hvd.init()\n",
    "'",
    '"""',
    "#",
    "é",
    "def f(x):\n",
    ":",
    ",",
)


def random_edit(choose: random.Random, text: str, undone: list[str]) -> tuple[int, int, str]:
    """Choose an edit: insert, delete, undo, or paste a half of the text."""
    start = choose.randrange(len(text) + 1)
    while text[start - 1 : start + 1] == "\r\n":
        start -= 1
    end = min(len(text), start + choose.randrange(40))
    while text[end - 1 : end + 1] == "\r\n":
        end += 1
    kind = choose.random()
    if kind < 0.55:
        return start, start, choose.choice(PIECES)
    if kind < 0.8:
        return start, end, ""
    if kind < 0.98 and undone:
        return 0, len(text), undone.pop(choose.randrange(len(undone)))
    half = text[: len(text) // 2] if choose.random() < 0.5 else text[len(text) // 2 :]
    return start, end, half[:4000]


async def ask(client: Editor, choose: random.Random, uri: str) -> None:
    """Ask for something; only the protocol's own refusals may come back."""
    text = client.texts[uri]
    place = client.position(text, choose.randrange(len(text) + 1))
    document = types.TextDocumentIdentifier(uri)
    try:
        match choose.randrange(5):
            case 0:
                await client.text_document_hover_async(types.HoverParams(document, place))
            case 1:
                for action in await client.actions(uri, types.Range(place, place)):
                    if action.disabled is None:
                        await client.code_action_resolve_async(action)
            case 2:
                await client.text_document_code_lens_async(types.CodeLensParams(document))
            case 3:
                await client.pulled(uri)
            case 4:
                await client.text_document_prepare_type_hierarchy_async(
                    types.TypeHierarchyPrepareParams(document, place)
                )
    except JsonRpcException as refused:
        assert refused.code == CONTENT_MODIFIED, refused


async def session(folder: Path, seed: int, edits: int) -> None:
    """Edit at random, and compare with a server that sees only the end."""
    choose = random.Random(seed)
    for name in FILES:
        (folder / name).write_bytes((SCRIPTS / name).read_bytes())
    folder = folder.resolve()
    async with editor(folder) as client:
        uris = [client.open(folder / name) for name in FILES]
        before: dict[str, list[str]] = {uri: [client.texts[uri]] for uri in uris}
        requests: set[asyncio.Task[None]] = set()
        for number in range(edits):
            uri = choose.choice(uris)
            text = client.texts[uri]
            client.edit(uri, *random_edit(choose, text, before[uri]))
            if len(text) < 20_000 and choose.random() < 0.3:
                before[uri] = [*before[uri][-3:], text]
            if number % 10 == 0:
                requests.add(asyncio.create_task(ask(client, choose, uri)))
            if number % 25 == 0:
                await asyncio.sleep(0.01)
        await asyncio.gather(*requests)
        for uri in uris:  # what parses says all there is to say
            original = (SCRIPTS / uri.rpartition("/")[2]).read_text("utf-8")
            client.edit(uri, 0, len(client.texts[uri]), original)
            client.edit(uri, 0, 0, "# 😋\n")
        after = {uri: await client.pulled(uri) for uri in uris}
        async with editor(folder) as fresh:
            for uri in uris:
                fresh.open(folder / uri.rpartition("/")[2], client.texts[uri])
            expected = {uri: await fresh.pulled(uri) for uri in uris}
        plain = {uri: [(each.code, each.range, each.message) for each in found] for uri, found in after.items()}
        assert plain == {
            uri: [(each.code, each.range, each.message) for each in found] for uri, found in expected.items()
        }
        for uri in uris:
            await same_text(client, uri)


async def same_text(client: Editor, uri: str) -> None:
    """Read the server's text back: the conversion of the client's text is made of it."""
    found = await client.actions(uri, types.Range(types.Position(0, 0), types.Position(0, 0)), ["refactor"])
    for action in found:
        if action.disabled is None:
            resolved = await client.code_action_resolve_async(action)
            assert resolved.edit is not None
            converted = client.apply(resolved.edit)[uri]
            compile(converted, uri, "exec")
            assert all(line in converted for line in client.texts[uri].splitlines()[:5])


async def test_a_short_session_of_random_edits(tmp_path: Path) -> None:
    await session(tmp_path, seed=1, edits=300)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
async def test_a_long_session_of_random_edits(tmp_path: Path, seed: int) -> None:
    await session(tmp_path, seed=seed, edits=2500)
