"""Notebooks: their cells are one script, and everything lands in the right cell."""

from __future__ import annotations

from pathlib import Path

import pytest
from farandole.source import Span
from farandole.source.notebook import CannotPlace, python_of
from farandole_server.positions import Lines
from farandole_server.texts import Buffer, Notebook
from lsprotocol import types

from tests.server.conftest import Project
from tests.server.editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="module")

CELLS = (
    "%matplotlib inline\n!pip install nothing\nimport tensorflow as tf",
    "model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\nmodel.compile(tf.keras.optimizers.SGD(0.1), 'mse')",
    "%%bash\necho '(' $(",
    "# 😋\nmodel.fit([[1.0]] * 64, [[2.0]] * 64)",
)

SGD = "tf.keras.optimizers.SGD(0.1)"


class Opened:
    """A notebook that an editor has open."""

    def __init__(self, client: Editor, project: Project, cells: tuple[str, ...] = CELLS) -> None:
        self.client = client
        self.uri = (project.folder / "train.ipynb").as_uri()
        self.cells = [
            f"vscode-notebook-cell:{self.uri.removeprefix('file:')}#W{number}" for number in range(len(cells))
        ]
        for uri, text in zip(self.cells, cells, strict=True):
            client.texts[uri], client.versions[uri] = text, 1
        listed = [types.NotebookCell(types.NotebookCellKind.Code, uri) for uri in self.cells]
        listed.insert(0, types.NotebookCell(types.NotebookCellKind.Markup, "vscode-notebook-cell:markup"))
        items = [types.TextDocumentItem(uri, "python", 1, text) for uri, text in zip(self.cells, cells, strict=True)]
        items.insert(0, types.TextDocumentItem("vscode-notebook-cell:markup", "markdown", 1, "# Title ("))
        notebook = types.NotebookDocument(self.uri, "jupyter-notebook", 1, listed)
        client.notebook_document_did_open(types.DidOpenNotebookDocumentParams(notebook, items))

    def type(self, number: int, old: str, new: str, version: int) -> None:
        """Change the text of a cell."""
        uri, client = self.cells[number], self.client
        place = client.at(uri, old)
        client.texts[uri] = client.texts[uri].replace(old, new)
        client.versions[uri] = version
        text = types.NotebookDocumentCellContentChanges(
            types.VersionedTextDocumentIdentifier(uri=uri, version=version),
            [types.TextDocumentContentChangePartial(range=place, text=new)],
        )
        self.change(types.NotebookDocumentCellChanges(text_content=[text]))

    async def whole(self) -> types.CodeAction:
        """Give the conversion of the notebook."""
        start = types.Range(types.Position(0, 0), types.Position(0, 0))
        (action,) = await self.client.actions(self.cells[0], start, ["refactor"])
        return action

    def change(self, cells: types.NotebookDocumentCellChanges) -> None:
        """Change the notebook."""
        known = types.VersionedNotebookDocumentIdentifier(2, self.uri)
        self.client.notebook_document_did_change(
            types.DidChangeNotebookDocumentParams(known, types.NotebookDocumentChangeEvent(cells=cells))
        )

    async def marks(self) -> dict[int, dict[str, str]]:
        """Give the marked texts by the number of the cell and the code."""
        found = {}
        for number, uri in enumerate(self.cells):
            diagnostics = await self.client.pulled(uri)
            found[number] = {str(each.code): self.client.marked(uri, each.range) for each in diagnostics}
        return found


async def test_diagnostics_land_in_their_cells(modern: Editor, project: Project) -> None:
    found = await Opened(modern, project).marks()
    assert found[0] == found[2] == {}
    assert found[1]["HVD103"] == "0.1"
    assert found[3]["HVD105"] == "model.fit"


async def test_a_quick_fix_edits_cells_of_their_versions(modern: Editor, project: Project) -> None:
    notebook = Opened(modern, project)
    uri = notebook.cells[1]
    (fix,) = [
        each for each in await modern.actions(uri, modern.at(uri, "0.1"), ["quickfix"]) if "(HVD103" in each.title
    ]
    assert fix.edit is not None
    texts = modern.apply(fix.edit)
    assert "SGD(0.1 * hvd.size())" in texts[uri]
    assert "import horovod.tensorflow.keras as hvd" in texts[notebook.cells[0]]
    assert texts[notebook.cells[0]].startswith("%matplotlib inline\n!pip install nothing\n")


async def test_the_whole_conversion_stays_within_cells(modern: Editor, project: Project) -> None:
    notebook = Opened(modern, project)
    uri = notebook.cells[3]
    (action,) = await modern.actions(uri, modern.at(uri, "model.fit"), ["refactor"])
    assert action.edit is not None
    texts = modern.apply(action.edit)
    assert set(texts) <= {notebook.cells[0], notebook.cells[1], notebook.cells[3]}
    assert "BroadcastGlobalVariablesCallback" in texts[uri] and texts[uri].startswith("# 😋\n")


async def test_each_cell_keeps_a_guard_of_its_own(modern: Editor, project: Project) -> None:
    notebook = Opened(modern, project, (*CELLS, "model.save_weights('m.h5')", "print('saved')\nprint('done')"))
    uri = notebook.cells[3]
    (action,) = await modern.actions(uri, modern.at(uri, "model.fit"), ["refactor"])
    assert action.edit is not None
    texts = modern.apply(action.edit)
    assert texts[notebook.cells[4]] == "if hvd.rank() == 0:\n    model.save_weights('m.h5')"
    assert texts[notebook.cells[5]] == "if hvd.rank() == 0:\n    print('saved')\n    print('done')"


async def test_a_hover_and_a_lens_are_of_their_cell(modern: Editor, project: Project) -> None:
    uri = Opened(modern, project).cells[3]
    place = modern.at(uri, "model.fit").start
    hover = await modern.text_document_hover_async(types.HoverParams(types.TextDocumentIdentifier(uri), place))
    assert hover is not None and isinstance(hover.contents, types.MarkupContent)
    assert "`tensorflow.keras.Sequential`" in hover.contents.value
    lenses = await modern.text_document_code_lens_async(types.CodeLensParams(types.TextDocumentIdentifier(uri)))
    assert lenses and modern.marked(uri, lenses[0].range) == "model.fit([[1.0]] * 64, [[2.0]] * 64)"


async def test_cells_are_changed_moved_and_removed(modern: Editor, project: Project) -> None:
    notebook = Opened(modern, project)
    notebook.type(1, "0.1", "0.25", 2)
    assert (await notebook.marks())[1]["HVD103"] == "0.25"
    removed = types.NotebookCellArrayChange(4, 1, [])
    closed = [types.TextDocumentIdentifier(notebook.cells[3])]
    notebook.change(
        types.NotebookDocumentCellChanges(
            structure=types.NotebookDocumentCellChangeStructure(removed, did_close=closed)
        )
    )
    assert await notebook.marks() == {0: {}, 1: {}, 2: {}, 3: {}}
    modern.notebook_document_did_close(
        types.DidCloseNotebookDocumentParams(types.NotebookDocumentIdentifier(notebook.uri), [])
    )
    assert await modern.pulled(notebook.cells[1]) == []


async def test_edits_have_the_version_of_each_cell(modern: Editor, project: Project) -> None:
    notebook = Opened(modern, project)
    for version in (2, 5, 9):
        notebook.type(1, "SGD(", "SGD( ", version)
    notebook.type(3, "# 😋", "# 😋😋", 4)
    action = await notebook.whole()
    assert action.edit is not None and action.edit.document_changes is not None
    versions = {
        each.text_document.uri: each.text_document.version
        for each in action.edit.document_changes
        if isinstance(each, types.TextDocumentEdit)
    }
    assert versions == {notebook.cells[0]: 1, notebook.cells[1]: 9, notebook.cells[3]: 4}
    assert "SGD(   0.1 * hvd.size())" in modern.apply(action.edit)[notebook.cells[1]]


@pytest.mark.parametrize(
    ("last", "reason"),
    [
        ("print('a')\n!pip list\nprint('b')", "it would change a magic command of the notebook"),
        ("files = !ls", "has a syntax error"),
        (
            "with tf.distribute.experimental.ParameterServerStrategy().scope():\n    model.fit([[1.0]] * 64, [[2.0]] * 64)",
            "HVD232",
        ),
    ],
)
async def test_what_is_not_safe_in_a_notebook_is_refused_with_the_reason(
    modern: Editor, project: Project, last: str, reason: str
) -> None:
    action = await Opened(modern, project, (*CELLS, last)).whole()
    assert action.edit is None
    assert action.disabled is not None and reason in action.disabled.reason


async def test_a_magic_command_between_other_lines_stays_between_them(modern: Editor, project: Project) -> None:
    cells = ("import tensorflow as tf\n%matplotlib inline", CELLS[1], "%%time\nmodel.fit([[1.0]] * 64, [[2.0]] * 64)")
    notebook = Opened(modern, project, cells)
    action = await notebook.whole()
    assert action.edit is not None
    texts = modern.apply(action.edit)
    assert texts[notebook.cells[0]].endswith("\n%matplotlib inline")
    assert texts[notebook.cells[2]].startswith("%%time\n")


async def test_what_a_magic_command_runs_is_edited_on_its_line(modern: Editor, project: Project) -> None:
    optimizer = "%time optimizer = tf.keras.optimizers.SGD(0.1)"
    notebook = Opened(modern, project, (CELLS[0], optimizer, CELLS[1].replace(SGD, "optimizer"), *CELLS[2:]))
    action = await notebook.whole()
    assert action.edit is not None
    line, *_ = modern.apply(action.edit)[notebook.cells[1]].splitlines()
    assert line == "%time optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())"


async def test_an_edit_of_two_cells_is_refused() -> None:
    cells = tuple(Buffer(f"cell:{number}", number, Lines("first\nsecond", "utf-16")) for number in range(2))
    notebook = Notebook(Path("/a.ipynb"), "file:///a.ipynb", 1, cells, ("cell:0", "cell:1"))
    assert notebook.text == "first\nsecond\nfirst\nsecond\n"
    part = notebook.editable(Span(13, 18), "x")
    assert (part.uri, part.version, part.range.start) == ("cell:1", 1, types.Position(0, 0))
    with pytest.raises(CannotPlace, match="more than one cell"):
        notebook.editable(Span(6, 18), "x")


@pytest.mark.parametrize(
    ("cell", "python"),
    [
        ("%matplotlib inline\nx = 1", "#matplotlib inline\nx = 1"),
        ("x = 5 \\\n  % 3", "x = 5 \\\n  % 3"),
        ("%%time\nx = 1", "#%time\nx = 1"),
        ("%%writefile a.py\nx = (", "                \n     "),
        ("if x:\n    !ls\n    y = 1", "if x:\n    #ls\n    y = 1"),
        ("%time x = f()\n!ls", "0;    x = f()\n#ls"),
        ("for x in y:\n    %timeit -n 10 f(x)", "for x in y:\n    0;            f(x)"),
        ("%time\nx = 1", "#time\nx = 1"),
    ],
)
async def test_what_only_ipython_understands_is_comment_or_blank(cell: str, python: str) -> None:
    assert python_of(cell) == python
    assert len(python) == len(cell)


async def test_a_preview_shows_the_changes_of_each_cell(modern: Editor, project: Project) -> None:
    notebook = Opened(modern, project)
    params = types.ExecuteCommandParams("farandole.preview", arguments=[notebook.cells[3]])
    diff = str(await modern.workspace_execute_command_async(params))
    assert [line.rpartition(", ")[2] for line in diff.splitlines() if line.startswith("+++ ")] == [
        "code cell 1\t",  # as git ends a name that has blanks
        "code cell 2\t",
        "code cell 4\t",
    ]
    of_first = diff.partition("cell 2")[0]
    assert "+hvd.init()" in of_first and "SGD" not in of_first
