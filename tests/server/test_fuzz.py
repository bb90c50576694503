"""Thousands of random edits while requests fly: afterwards the server knows the same text and says the same."""

from __future__ import annotations

import ast
import asyncio
import random
import warnings
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from tests.server.conftest import Project, changed
from tests.server.editor import MODERN, Editor, editor, eventually
from tests.server.test_notebooks import CELLS, Opened

pytestmark = pytest.mark.asyncio

SCRIPTS = Path(__file__).parents[1] / "horovod" / "scripts"
FILES = ("keras_mnist.py", "gan.py", "monitored_session.py")
ENCODINGS = list(types.PositionEncodingKind)
OUTDATED = (types.LSPErrorCodes.ContentModified, types.LSPErrorCodes.ServerCancelled)
LONGEST = 12_000
PIECES = (
    "(",
    ")",
    "\n",
    "\r\n",
    "\r",
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


def random_edit(choose: random.Random, undone: list[str], text: str) -> tuple[int, int, str]:
    """Choose an edit: insert, delete, undo, or paste a half of the text."""
    start = choose.randrange(len(text) + 1)
    while text[start - 1 : start + 1] == "\r\n":
        start -= 1
    end = min(len(text), start + choose.randrange(40))
    while text[end - 1 : end + 1] == "\r\n":
        end += 1
    kind = choose.random()
    if len(text) > LONGEST:
        return 0, len(text), undone[0]
    if kind < 0.55:
        return start, start, choose.choice(PIECES)
    if kind < 0.8:
        return start, end, ""
    if kind < 0.97:
        return 0, len(text), choose.choice(undone)
    half = text[: len(text) // 2] if choose.random() < 0.5 else text[len(text) // 2 :]
    return start, end, half[:4000]


def edit(client: Editor, choose: random.Random, uri: str, undone: list[str]) -> None:
    """Make one edit, several at once, or give the whole text."""
    kind = choose.random()
    if kind < 0.8:
        client.edit(uri, *random_edit(choose, undone, client.texts[uri]))
    elif kind < 0.98:
        client.edit_often(uri, [partial(random_edit, choose, undone)] * 3)
    else:
        client.set_text(uri, choose.choice(undone))


def parses(text: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True


async def ask(client: Editor, choose: random.Random, uri: str) -> None:
    """Ask for something; only that the text is not that any more may come back as an error."""
    text = client.texts[uri]
    place = client.position(text, choose.randrange(len(text) + 1))
    document = types.TextDocumentIdentifier(uri)
    try:
        match choose.randrange(6):
            case 0:
                await client.text_document_hover_async(types.HoverParams(document, place))
            case 1:
                trigger = choose.choice(list(types.CodeActionTriggerKind))
                for action in await client.actions(uri, types.Range(place, place), trigger=trigger):
                    if action.disabled is None and action.edit is None:
                        await resolve(client, action)
            case 2:
                await client.text_document_code_lens_async(types.CodeLensParams(document))
            case 3:
                await client.pulled(uri)
            case 4:
                await client.text_document_prepare_type_hierarchy_async(
                    types.TypeHierarchyPrepareParams(document, place)
                )
            case 5:
                everything = types.Range(types.Position(0, 0), place)
                await client.text_document_inlay_hint_async(types.InlayHintParams(document, everything))
    except JsonRpcException as refused:
        assert refused.code in OUTDATED, refused


async def resolve(client: Editor, action: types.CodeAction) -> None:
    """Choose an action; one that was offered by an earlier text may be refused in the one that is there."""
    with suppress(JsonRpcInvalidParams):
        await client.code_action_resolve_async(action)


async def same_texts(client: Editor) -> None:
    for uri, text in client.texts.items():
        assert await client.text_of(uri) == (client.versions[uri], text)


async def session(folder: Path, seed: int, edits: int) -> None:
    """Edit at random, and compare with a server that sees only the end."""
    choose = random.Random(seed)
    for name in FILES:
        (folder / name).write_bytes((SCRIPTS / name).read_bytes())
    folder = folder.resolve()
    capabilities = changed(MODERN, general={"position_encodings": [ENCODINGS[seed % len(ENCODINGS)]]})
    async with editor(folder, capabilities, {"inlayHints": True}) as client:
        await eventually(lambda: client.diagnostic_refresh_count)
        uris = [client.open(folder / name) for name in FILES]
        undone = {uri: [client.texts[uri]] for uri in uris}
        whole = dict(client.texts)
        requests: set[asyncio.Task[None]] = set()
        for number in range(edits):
            uri = choose.choice(uris)
            edit(client, choose, uri, undone[uri])
            text = client.texts[uri]
            if choose.random() < 0.3:
                undone[uri] = [undone[uri][0], *undone[uri][1:][-3:], text]
            if parses(text) and text != undone[uri][0]:
                whole[uri] = text
            if number % 5 == 0:
                requests.add(asyncio.create_task(ask(client, choose, uri)))
            if number % 10 == 0:
                await asyncio.sleep(0)
            if number % 100 == 99:
                await asyncio.gather(*requests)
                requests.clear()
                await same_texts(client)
        await asyncio.gather(*requests)
        await same_texts(client)
        for uri in uris:  # what was seen while a text could be parsed is kept, and a fresh server has seen nothing
            client.edit(uri, 0, len(client.texts[uri]), whole[uri])
        await same_texts(client)
        after = {uri: await client.pulled(uri) for uri in uris}
        async with editor(folder, capabilities) as fresh:
            await eventually(lambda: fresh.diagnostic_refresh_count)
            for name in FILES:
                fresh.open(folder / name, client.texts[(folder / name).as_uri()])
            for uri in uris:
                assert after[uri] == await fresh.pulled(uri)
        assert any(whole[uri] != undone[uri][0] and after[uri] for uri in uris)


async def test_a_short_session_of_random_edits(tmp_path: Path) -> None:
    await session(tmp_path, seed=1, edits=300)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
async def test_a_long_session_of_random_edits(tmp_path: Path, seed: int) -> None:
    await session(tmp_path, seed=seed, edits=2500)


def splice(book: Opened, order: list[str], gone: slice, came: list[str], new: str = "") -> None:
    """Replace some cells of a notebook by others, one of them new."""
    client = book.client
    count = len(order[gone])
    closed = [uri for uri in order[gone] if uri not in came]
    order[gone] = came
    cells = [types.NotebookCell(types.NotebookCellKind.Code, uri) for uri in came]
    items = [types.TextDocumentItem(uri, "python", 1, new) for uri in came if uri not in client.texts]
    for item in items:
        client.texts[item.uri], client.versions[item.uri] = new, 1
    for uri in closed:
        del client.texts[uri], client.versions[uri]
    book.change(
        types.NotebookDocumentCellChanges(
            structure=types.NotebookDocumentCellChangeStructure(
                types.NotebookCellArrayChange(gone.start, count, cells),
                did_open=items,
                did_close=[types.TextDocumentIdentifier(uri) for uri in closed],
            )
        )
    )


def change_cells(book: Opened, choose: random.Random, order: list[str], number: int) -> None:
    """Insert, remove or move a cell; the first one, which is no code, stays."""
    at = choose.randrange(1, len(order))
    kind = choose.random()
    if kind < 0.4:
        text = choose.choice((*CELLS, "x = (", ""))
        splice(book, order, slice(at, at), [f"{book.cells[0]}-new-{number}"], text)
    elif kind < 0.7 and len(order) > 3:
        splice(book, order, slice(at, at + 1), [])
    else:
        other = choose.randrange(1, len(order))
        first, last = min(at, other), max(at, other)
        moved = order[first : last + 1]
        splice(book, order, slice(first, last + 1), [*moved[1:], moved[0]])


@pytest.mark.parametrize("seed", [6, 7])
async def test_a_notebook_whose_cells_are_changed_at_random(tmp_path: Path, seed: int) -> None:
    choose = random.Random(seed)
    project = Project(tmp_path.resolve())
    async with editor(project.folder) as client:
        book = Opened(client, project)
        order = ["vscode-notebook-cell:markup", *book.cells]
        for number in range(150):
            if choose.random() < 0.3:
                change_cells(book, choose, order, number)
            else:
                uri = choose.choice(order[1:])
                start, end, new = random_edit(choose, [choose.choice(CELLS)], client.texts[uri])
                book.change(
                    types.NotebookDocumentCellChanges(
                        text_content=[
                            types.NotebookDocumentCellContentChanges(
                                types.VersionedTextDocumentIdentifier(uri=uri, version=client.versions[uri] + 1),
                                [client.typed(uri, start, end, new)],
                            )
                        ]
                    )
                )
                client.versions[uri] += 1
            if number % 10 == 9:
                await ask(client, choose, choose.choice(order[1:]))
        await same_texts(client)
        assert set(client.texts) == set(order[1:])
        for number, text in enumerate(CELLS):
            splice(book, order, slice(len(order), len(order)), [f"{book.cells[0]}-last-{number}"], text)
        splice(book, order, slice(1, len(order) - len(CELLS)), [])
        book.cells = order[1:]
        await same_texts(client)
        marks = await book.marks()
        assert marks[1]["HVD103"] == "0.1" and marks[3]["HVD105"] == "model.fit"
    async with editor(project.folder) as fresh:
        assert marks == await Opened(fresh, project).marks()
