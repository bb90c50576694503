"""What is answered while somebody types: at once, and never an edit of a text that is not there any more."""

from __future__ import annotations

import pytest
from farandole.conversion.plan import make_plan
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.server.conftest import KERAS, Project
from tests.server.editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="module")

AUTOMATIC = types.CodeActionTriggerKind.Automatic
INVOKED = types.CodeActionTriggerKind.Invoked
FIRST = types.Range(types.Position(0, 0), types.Position(0, 0))
SLOW = "\n".join(f"def helper_{each}(x):\n    return [y + {each} for y in x]\n" for each in range(400))


async def typed(client: Editor, project: Project, text: str = KERAS) -> str:
    """Open a script of which the analysis takes a while, and wait for its diagnostics."""
    uri = client.open(project.write("train.py", f"{text}\n\n{SLOW}"))
    await client.pulled(uri)
    return uri


async def test_an_action_of_the_last_analysis_is_resolved_by_the_new_one(modern: Editor, project: Project) -> None:
    uri = await typed(modern, project)
    modern.edit(uri, 0, 0, "first = 1\n")
    (action,) = [
        each
        for each in await modern.actions(uri, FIRST, ["refactor.rewrite.horovod"], AUTOMATIC)
        if each.title == "Distribute with Horovod"
    ]
    assert action.edit is None
    resolved = await modern.code_action_resolve_async(action)
    path = project.folder / "train.py"
    path.write_text(modern.texts[uri], encoding="utf-8")
    assert resolved.edit is not None
    assert modern.apply(resolved.edit) == {uri: make_plan(analyse(path, Options()), Options()).texts[path]}


async def test_a_menu_does_not_wait_for_a_long_analysis(modern: Editor, project: Project) -> None:
    uri = await typed(modern, project, KERAS + "\n\n@tf.function\ndef twice(x):\n    return x + x\n")
    for mark in ("def twice", "model.fit"):
        before = await modern.actions(uri, modern.at(uri, mark))
        modern.edit(uri, 0, 0, "first = 1\n" + SLOW * 4)
        meanwhile = await modern.actions(uri, modern.at(uri, mark), trigger=INVOKED)
        expected = [action.title for action in before if not action.title.startswith("Disable")]
        assert [action.title for action in meanwhile] == expected
        now = await modern.actions(uri, modern.at(uri, mark))
        assert [action.title for action in now] == [action.title for action in before]


async def test_what_is_applied_on_saving_waits_for_the_text_as_it_is(modern: Editor, project: Project) -> None:
    uri = await typed(modern, project)
    modern.edit(uri, 0, 0, "first = 1\n" + SLOW * 4)
    (action,) = await modern.actions(uri, FIRST, ["source.fixAll"], AUTOMATIC)
    assert action.kind == "source.fixAll.farandole"


async def test_a_fix_moves_with_its_text_and_goes_with_it(modern: Editor, project: Project) -> None:
    uri = await typed(modern, project)
    modern.edit(uri, 0, 0, "first = 1\n\n")
    fixes = await modern.actions(uri, modern.at(uri, "model.fit"), ["quickfix"], AUTOMATIC)
    assert "HVD105" in {action.title.partition("(")[2].partition(")")[0] for action in fixes}
    modern.replace(uri, "model.fit", "model.feed")
    gone = await modern.actions(uri, modern.at(uri, "model.feed"), ["quickfix"], AUTOMATIC)
    assert not any("HVD105" in action.title for action in gone)


async def test_an_action_for_a_text_that_has_changed_again_is_refused(modern: Editor, project: Project) -> None:
    uri = await typed(modern, project)
    modern.edit(uri, 0, 0, "first = 1\n")
    action, *_ = await modern.actions(uri, FIRST, ["refactor.rewrite.horovod"], AUTOMATIC)
    modern.edit(uri, 0, 0, "second = 1\n")
    with pytest.raises(JsonRpcException) as refused:
        await modern.code_action_resolve_async(action)
    assert refused.value.code == types.LSPErrorCodes.ContentModified


async def test_diagnostics_move_with_comments(pushing: Editor, project: Project) -> None:
    uri = pushing.open(project.write("train.py"))
    before = await pushing.pushed(uri)
    pushing.edit(uri, 0, 0, "# a comment\n\n")
    after = await pushing.pushed(uri)
    assert [(each.code, each.range.start.line) for each in after] == [
        (each.code, each.range.start.line + 2) for each in before
    ]
