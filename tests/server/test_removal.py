"""“Remove Horovod”: what the command gives, why it can't be, and a preview."""

from __future__ import annotations

import pytest
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from farandole.removal import remove
from lsprotocol import types

from tests.server.conftest import KERAS, Project
from tests.server.editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="module")

REMOVE = "refactor.rewrite.horovod.remove"
BY_HAND = """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
"""


def without_horovod(project: Project, name: str = "train.py") -> str:
    """Give what the engine makes of a file on the disk."""
    path = project.folder / name
    return remove(analyse(path, Options()), Options()).texts[path]


async def removals(client: Editor, uri: str) -> list[types.CodeAction]:
    """Give the actions that remove Horovod."""
    everywhere = types.Range(types.Position(0, 0), types.Position(0, 0))
    return await client.actions(uri, everywhere, [REMOVE])


async def test_the_action_gives_what_the_command_gives(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", BY_HAND))
    (action,) = await removals(modern, uri)
    assert (action.title, action.kind, action.edit) == ("Remove Horovod", REMOVE, None)
    resolved = await modern.code_action_resolve_async(action)
    assert resolved.edit is not None and resolved.edit.change_annotations is not None
    assert modern.apply(resolved.edit) == {uri: without_horovod(project)}
    (group,) = resolved.edit.change_annotations.values()
    assert group.needs_confirmation, "the client shows a preview of what was distributed by hand"


async def test_an_old_client_gets_the_edits_at_once(old: Editor, project: Project) -> None:
    uri = old.open(project.write("train.py", BY_HAND))
    (action,) = await removals(old, uri)
    assert action.edit is not None
    assert old.apply(action.edit) == {uri: without_horovod(project)}


async def test_the_bytes_from_before_the_conversion_come_back(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", KERAS))
    everywhere = types.Range(types.Position(0, 0), types.Position(0, 0))
    (distribute,) = await modern.actions(uri, everywhere, ["refactor.rewrite.horovod"])
    resolved = await modern.code_action_resolve_async(distribute)
    assert resolved.edit is not None
    modern.set_text(uri, modern.apply(resolved.edit)[uri])
    (action,) = await removals(modern, uri)
    back = await modern.code_action_resolve_async(action)
    assert back.edit is not None and back.edit.change_annotations is not None
    assert modern.apply(back.edit) == {uri: KERAS}
    (group,) = back.edit.change_annotations.values()
    assert not group.needs_confirmation
    assert str(group.description) == "As it was kept before the conversion"


async def test_what_is_in_the_way_is_told(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", BY_HAND + "state = hvd.elastic.KerasState(model)\n"))
    (action,) = await removals(modern, uri)
    assert action.disabled is not None
    assert action.disabled.reason == (
        "train.py:7: “hvd.elastic.KerasState” keeps the state of the training, and decides which steps are taken."
        " Write the loop without it first."
    )


async def test_a_script_without_horovod_has_no_such_action(modern: Editor, project: Project) -> None:
    assert await removals(modern, modern.open(project.write("train.py", KERAS))) == []


async def test_a_preview_is_a_diff(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", BY_HAND))
    params = types.ExecuteCommandParams("farandole.previewRemoval", arguments=[uri])
    diff = await modern.workspace_execute_command_async(params)
    assert '+model.compile(tf.keras.optimizers.SGD(0.1), "mse")\n' in diff


async def test_the_command_applies_the_edits(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", BY_HAND))
    params = types.ExecuteCommandParams("farandole.remove", arguments=[uri])
    assert await modern.workspace_execute_command_async(params) is True
