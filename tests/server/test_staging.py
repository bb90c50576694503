"""Staged code in an editor: diagnostics, their fixes, staging and virtualizing a function, and what a stage makes of it."""

from __future__ import annotations

import pytest
from lsprotocol import types

from tests.server.conftest import Project
from tests.server.editor import Editor
from tests.server.test_notebooks import Opened

pytestmark = pytest.mark.asyncio(loop_scope="module")

STAGED = """\
import tensorflow as tf

scale = 2.0


def show(total):
    print("total", total)


@tf.function
def norm(x):
    total = tf.reduce_sum(x) * scale
    show(total)
    return x / total
"""
EAGER = """\
import tensorflow as tf


def norm(x):
    total = tf.reduce_sum(x)
    print("total", total)
    return x / total


def value(x):
    return tf.reduce_sum(x).numpy()
"""
SCRIPTED = """\
import torch


@torch.jit.script
def scaled(x, times=2):
    return x * times
"""


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n")


def at(line: int, character: int = 5) -> types.Range:
    return types.Range(types.Position(line, character), types.Position(line, character))


async def offered(client: Editor, uri: str, text: str, part: str, kind: str) -> list[types.CodeAction]:
    return await client.actions(uri, at(line_of(text, part)), [kind])


async def hovered(client: Editor, uri: str, line: int) -> str:
    """Give what the hover over a function's name says, or an empty text."""
    params = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, 6))
    found = await client.text_document_hover_async(params)
    if found is None:
        return ""
    assert isinstance(found.contents, types.MarkupContent)
    return found.contents.value


async def test_a_diagnostic_says_what_will_happen_and_its_fix_mends_it(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", STAGED))
    [found] = [each for each in await modern.pulled(uri) if each.code == "STG101"]
    assert found.message.startswith("“print” runs once, when “norm” is traced, and shows “total” without its value")
    actions = await offered(modern, uri, STAGED, 'print("total"', "quickfix")
    [action] = [each for each in actions if each.title == "Print tensors with tf.print (STG101)"]
    resolved = await modern.code_action_resolve_async(action)
    assert resolved.edit is not None
    assert modern.apply(resolved.edit) == {uri: STAGED.replace('print("total"', 'tf.print("total"')}


async def test_a_script_of_torch_is_looked_at(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("net.py", SCRIPTED))
    assert [each.code for each in await modern.pulled(uri)] == ["STG205"]


async def test_the_families_are_switched_off_by_a_setting(modern: Editor, project: Project) -> None:
    project.write("pyproject.toml", '[tool.farandole]\nignore = ["STG"]\n')
    uri = modern.open(project.write("quiet.py", STAGED))
    assert [each.code for each in await modern.pulled(uri) if str(each.code).startswith("STG")] == []


async def test_a_function_is_staged_with_what_it_needs(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("eager.py", EAGER))
    [action] = await offered(modern, uri, EAGER, "def norm", "refactor.rewrite.stage")
    assert action.title == "Stage this function"
    resolved = await modern.code_action_resolve_async(action)
    assert resolved.edit is not None
    expected = EAGER.replace("def norm", "@tf.function\ndef norm").replace('print("total"', 'tf.print("total"')
    assert modern.apply(resolved.edit) == {uri: expected}


async def test_what_stands_in_the_way_of_a_stage_is_said(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("eager.py", EAGER))
    [action] = await offered(modern, uri, EAGER, "def value", "refactor.rewrite.stage")
    assert action.disabled is not None
    assert "line 11 of eager.py" in action.disabled.reason and ".numpy()" in action.disabled.reason


async def test_hovering_over_a_function_that_cannot_be_staged_says_why(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("eager.py", EAGER))
    said = await hovered(modern, uri, line_of(EAGER, "def value"))
    assert said.startswith("**Can't be staged**: line 11 of eager.py: ") and ".numpy()" in said
    assert await hovered(modern, uri, line_of(EAGER, "def norm")) == ""


async def test_a_staged_function_is_not_offered_to_be_staged(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", STAGED))
    assert await offered(modern, uri, STAGED, "def norm", "refactor.rewrite.stage") == []


async def test_virtualize_shows_its_edits_before_they_are_applied(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("eager.py", EAGER))
    [action] = await offered(modern, uri, EAGER, "def norm", "refactor.rewrite.virtualize")
    resolved = await modern.code_action_resolve_async(action)
    assert resolved.edit is not None and resolved.edit.change_annotations is not None
    assert [each.needs_confirmation for each in resolved.edit.change_annotations.values()] == [True]
    text = modern.apply(resolved.edit)[uri]
    assert "from farandole.staging import" in text
    assert "_return(" in text and text.endswith(EAGER[EAGER.index("\n\ndef value") :])


async def test_hovering_over_a_staged_function_says_what_its_stage_makes_of_it(
    modern: Editor, project: Project
) -> None:
    script = project.write("train.py", STAGED)
    await modern.tell(script)  # until the project is read, the hover says that it is not
    uri = modern.open(script)
    lines = (await hovered(modern, uri, line_of(STAGED, "def norm"))).split("\n\n")
    assert lines[0].startswith("**staged** by `tf.function` in [train.py:10]")
    assert lines[1:] == [
        "Staged with it: `show`",
        "Fixed while it is traced: `scale`",
        "Traced again: for each new shape or type of its tensors, and for each value of its Python arguments",
    ]


async def test_a_function_that_two_cells_define_is_told_by_cell(modern: Editor, project: Project) -> None:
    step = "def step(x):\n    total = tf.reduce_sum(x)\n    print('first', total)\n    return total"
    second = step.replace("first", "second")
    notebook = Opened(modern, project, ("import tensorflow as tf", f"@tf.function\n{step}", f"@tf.function\n{second}"))
    [_, first, later] = notebook.cells
    assert [each.code for uri in (first, later) for each in await modern.pulled(uri)] == ["STG101", "STG101"]
    [action] = await modern.actions(first, at(1), ["refactor.rewrite.virtualize"])
    assert action.disabled is not None
    assert action.disabled.reason == "code cell 3, line 2 of train.ipynb: function step: it is defined 2 times"
    assert (await hovered(modern, later, 1)).startswith(
        "**staged** by `tf.function` in train.ipynb, code cell 3, line 1"
    )

    [_, first, later] = (eager := Opened(modern, project, ("import tensorflow as tf", step, second))).cells
    [action] = await offered(modern, later, second, "def step", "refactor.rewrite.stage")
    assert action.edit is not None
    texts = modern.apply(action.edit)
    assert texts == {later: "@tf.function\n" + second.replace("print", "tf.print")}, eager.uri
