"""Code actions: what is offered, why something is not, and edits that are right or refused."""

from __future__ import annotations

import pytest
from farandole.conversion.plan import find, make_plan
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from farandole.rules.rule import Status
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.server.conftest import KERAS, TAPE, Project
from tests.server.editor import Editor, eventually

pytestmark = pytest.mark.asyncio(loop_scope="module")

REWRITE = "refactor.rewrite.horovod"
FIX_ALL = "source.fixAll.farandole"
CONTENT_MODIFIED = -32801
BLOCKED = """\
import tensorflow as tf

with tf.distribute.experimental.ParameterServerStrategy().scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
"""
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
UNSEEN = """\
import mylib
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(mylib.optimizer(), "mse")
model.fit([[1.0], [2.0]], [[2.0], [3.0]], batch_size=1, epochs=3)
"""
TWO = """\
import tensorflow as tf

first = tf.keras.Sequential([tf.keras.layers.Dense(1)])
second = tf.keras.Sequential([tf.keras.layers.Dense(1)])
first.compile(tf.keras.optimizers.SGD(0.1), "mse")
second.compile(tf.keras.optimizers.SGD(0.2), "mse")
first.fit([[1.0]] * 64, [[2.0]] * 64)


def train():
    second.fit([[1.0]] * 64, [[2.0]] * 64)


train()
"""


def converted(project: Project, name: str = "train.py") -> str:
    """Give what the engine makes of a file on the disk."""
    path = project.folder / name
    plan = make_plan(analyse(path, Options()), Options())
    return plan.texts[path]


async def rewrite(client: Editor, uri: str, title: str = "Distribute with Horovod") -> types.CodeAction:
    everywhere = types.Range(types.Position(0, 0), types.Position(0, 0))
    found = await client.actions(uri, everywhere, [REWRITE])
    (action,) = [each for each in found if each.title == title]
    return action


async def test_distribute_gives_what_the_command_gives(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    action = await rewrite(modern, uri)
    assert action.edit is None
    resolved = await modern.code_action_resolve_async(action)
    assert resolved.edit is not None
    assert modern.apply(resolved.edit) == {uri: converted(project)}


async def test_data_that_lost_its_nulls_are_understood(modern: Editor, project: Project) -> None:
    """Neovim does not keep them."""
    uri = modern.open(project.write("train.py"))
    action = await rewrite(modern, uri)
    assert isinstance(action.data, dict) and None in action.data.values()
    action.data = {key: value for key, value in action.data.items() if value is not None}
    resolved = await modern.code_action_resolve_async(action)
    assert resolved.edit is not None
    assert modern.apply(resolved.edit) == {uri: converted(project)}


async def test_an_old_client_gets_the_edits_at_once_and_without_versions(old: Editor, project: Project) -> None:
    uri = old.open(project.write("train.py"))
    action = await rewrite(old, uri)
    assert action.edit is not None
    assert action.edit.document_changes is None
    assert action.edit.change_annotations is None
    assert old.apply(action.edit) == {uri: converted(project)}


async def test_edits_are_grouped_by_step(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    resolved = await modern.code_action_resolve_async(await rewrite(modern, uri))
    assert resolved.edit is not None and resolved.edit.change_annotations is not None
    (change,) = resolved.edit.document_changes or ()
    assert isinstance(change, types.TextDocumentEdit)
    groups: dict[str, str] = {}
    for edit in change.edits:
        assert isinstance(edit, types.AnnotatedTextEdit)
        groups[edit.annotation_id] = groups.get(edit.annotation_id, "") + edit.new_text
    assert groups.keys() == resolved.edit.change_annotations.keys()
    assert "hvd.init()" in groups["HVD101"]
    assert groups["HVD103"].strip() == "* hvd.size()"
    assert "set_visible_devices" in groups["HVD102"] and "hvd.init()" not in groups["HVD102"]
    assert all("HVD" in annotation.label for annotation in resolved.edit.change_annotations.values())


async def test_what_is_uncertain_asks_for_confirmation(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", UNCERTAIN))
    resolved = await modern.code_action_resolve_async(await rewrite(modern, uri))
    assert resolved.edit is not None and resolved.edit.change_annotations is not None
    doubtful = {key for key, each in resolved.edit.change_annotations.items() if each.needs_confirmation}
    assert doubtful == {"HVD106-confirm"}
    description = resolved.edit.change_annotations["HVD106-confirm"].description
    assert description is not None and "batches of samples" in description
    (all_of_it,) = await modern.actions(uri, modern.at(uri, "for batch"), [FIX_ALL])
    assert all_of_it.disabled is not None and "confirmed" in all_of_it.disabled.reason


async def test_what_would_train_wrongly_without_an_uncertain_step_waits_for_it(
    modern: Editor, project: Project
) -> None:
    uri = modern.open(project.write("train.py", UNSEEN))
    resolved = await modern.code_action_resolve_async(await rewrite(modern, uri))
    assert resolved.edit is not None and resolved.edit.change_annotations is not None
    annotations = resolved.edit.change_annotations
    waiting = {key for key, each in annotations.items() if each.needs_confirmation}
    assert waiting == {"HVD104-confirm", "HVD106-confirm"}
    assert {"HVD101", "HVD102", "HVD105", "HVD107"} <= annotations.keys()
    assert "Only together with HVD104" in str(annotations["HVD106-confirm"].description)


async def test_a_conversion_spans_files_open_or_not(modern: Editor, project: Project) -> None:
    script = project.write(
        "train.py", KERAS.replace("optimizer = tf.keras.optimizers.SGD(0.1)", "from optim import optimizer")
    )
    module = project.write("optim.py", "import tensorflow as tf\r\noptimizer = tf.keras.optimizers.SGD(0.5)\r\n")
    await modern.tell(script, module)
    uri = modern.open(script)
    expected = {script.as_uri(): converted(project)}
    plan = make_plan(analyse(script, Options()), Options())
    expected[module.as_uri()] = plan.texts[module]
    resolved = await modern.code_action_resolve_async(await rewrite(modern, uri))
    assert resolved.edit is not None
    assert modern.apply(resolved.edit) == expected
    modern.open(module)
    from_module = await rewrite(modern, module.as_uri(), "Distribute with Horovod (train.py)")
    resolved = await modern.code_action_resolve_async(from_module)
    assert resolved.edit is not None
    assert modern.apply(resolved.edit) == expected


async def test_an_action_for_an_older_text_is_refused(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    action = await rewrite(modern, uri)
    modern.replace(uri, "SGD(0.1)", "SGD(0.2)")
    with pytest.raises(JsonRpcException) as refused:
        await modern.code_action_resolve_async(action)
    assert refused.value.code == CONTENT_MODIFIED


async def test_an_action_is_refused_when_another_file_of_it_has_changed_on_the_disk(
    modern: Editor, project: Project
) -> None:
    script = project.write(
        "train.py", KERAS.replace("optimizer = tf.keras.optimizers.SGD(0.1)", "from optim import optimizer")
    )
    module = project.write("optim.py", "import tensorflow as tf\noptimizer = tf.keras.optimizers.SGD(0.5)\n")
    uri = modern.open(script)
    action = await rewrite(modern, uri)
    module.write_text("import tensorflow as tf\n\noptimizer = tf.keras.optimizers.SGD(0.25)\n", encoding="utf-8")
    with pytest.raises(JsonRpcException) as refused:
        await modern.code_action_resolve_async(action)
    assert refused.value.code == CONTENT_MODIFIED


async def test_a_blocked_conversion_is_shown_with_its_reason(modern: Editor, old: Editor, project: Project) -> None:
    path = project.write("train.py", BLOCKED)
    uri = modern.open(path)
    action = await rewrite(modern, uri)
    assert action.disabled is not None
    assert "HVD232" in action.disabled.reason
    fixes = await modern.actions(
        uri, modern.at(uri, "tf.distribute.experimental.ParameterServerStrategy()"), ["quickfix"]
    )
    assert any(fix.disabled is not None and "HVD232" in fix.disabled.reason for fix in fixes)
    old.open(path)
    everywhere = types.Range(types.Position(0, 0), types.Position(9, 0))
    assert await old.actions(uri, everywhere, [REWRITE]) == []
    offered = [each for each in await modern.actions(uri, everywhere) if each.disabled is None]
    assert all(each.title.startswith("Disable HVD") for each in offered), "no step by itself"


async def test_a_file_that_does_not_parse_is_not_converted(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    await modern.pulled(uri)
    modern.replace(uri, "import tensorflow as tf\n", "import tensorflow as tf\nx = (\n")
    action = await rewrite(modern, uri)
    assert action.disabled is not None
    assert "train.py:2 has a syntax error" in action.disabled.reason


async def test_a_quick_fix_changes_one_place_and_brings_what_it_needs(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", TWO))
    place = modern.at(uri, "0.2")
    diagnostics = [each for each in await modern.pulled(uri) if each.range == place]
    context = types.CodeActionContext(diagnostics, only=["quickfix"])
    found = await modern.text_document_code_action_async(
        types.CodeActionParams(types.TextDocumentIdentifier(uri), place, context)
    )
    fixes = [each for each in found or () if isinstance(each, types.CodeAction) and "(HVD103" in each.title]
    one, everywhere = fixes
    assert one.is_preferred and [each.code for each in one.diagnostics or ()] == ["HVD103"]
    resolved = await modern.code_action_resolve_async(one)
    assert resolved.edit is not None
    text = modern.apply(resolved.edit)[uri]
    assert "SGD(0.2 * hvd.size())" in text and "SGD(0.1)" in text and "hvd.init()" in text
    assert "DistributedOptimizer" not in text
    resolved = await modern.code_action_resolve_async(everywhere)
    assert resolved.edit is not None
    text = modern.apply(resolved.edit)[uri]
    assert "SGD(0.2 * hvd.size())" in text and "SGD(0.1 * hvd.size())" in text


async def test_each_missing_step_has_a_quick_fix_that_does_it(modern: Editor, project: Project) -> None:
    path = project.write("train.py", TAPE)
    uri = modern.open(path)
    missing = {each.code: each.range for each in await modern.pulled(uri)}
    assert len(missing) >= 6
    for code, place in missing.items():
        fixes = [each for each in await modern.actions(uri, place, ["quickfix"]) if f"({code}" in each.title]
        resolved = await modern.code_action_resolve_async(fixes[-1])
        assert resolved.edit is not None, code
        path.write_text(modern.apply(resolved.edit)[uri], encoding="utf-8")
        script = analyse(path, Options())
        left = {each.code for each in find(script, Options()) if each.status is Status.MISSING}
        assert code not in left and left, f"{code} is done, and others are not"


async def test_a_selected_step_brings_the_steps_that_it_needs(modern: Editor, project: Project) -> None:
    project.write("pyproject.toml", '[tool.farandole]\nselect = ["HVD103"]\n')
    path = project.write("train.py")
    uri = modern.open(path)
    options = Options(select=("HVD103",))
    resolved = await modern.code_action_resolve_async(await rewrite(modern, uri))
    assert resolved.edit is not None
    expected = make_plan(analyse(path, options), options, only=["HVD103"]).texts[path]
    assert "hvd.init()" in expected and "DistributedOptimizer" not in expected
    assert modern.apply(resolved.edit)[uri] == expected


@pytest.mark.parametrize("mark", ["def train", "second = "])
async def test_one_model_of_several(modern: Editor, project: Project, mark: str) -> None:
    uri = modern.open(project.write("train.py", TWO))
    place = modern.at(uri, mark)
    found = await modern.actions(uri, types.Range(place.start, place.start), [REWRITE])
    assert [each.title for each in found] == ["Distribute with Horovod", "Distribute model `second` with Horovod"]
    resolved = await modern.code_action_resolve_async(found[1])
    assert resolved.edit is not None
    text = modern.apply(resolved.edit)[uri]
    assert "hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.2 * hvd.size()))" in text
    assert 'first.compile(tf.keras.optimizers.SGD(0.1), "mse")' in text


async def test_fix_all_is_the_whole_conversion_where_nothing_is_doubtful(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    (action,) = await modern.actions(uri, modern.at(uri, "model.fit"), ["source.fixAll"])
    assert action.kind == FIX_ALL
    resolved = await modern.code_action_resolve_async(action)
    assert resolved.edit is not None
    assert modern.apply(resolved.edit) == {uri: converted(project)}


async def test_a_converted_text_has_nothing_left_to_do(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    resolved = await modern.code_action_resolve_async(await rewrite(modern, uri))
    assert resolved.edit is not None
    text = modern.apply(resolved.edit)[uri]
    modern.edit(uri, 0, len(modern.texts[uri]), text)
    assert await modern.pulled(uri) == []
    action = await rewrite(modern, uri)
    assert action.disabled is not None and "nothing" in action.disabled.reason


async def test_a_client_that_knows_only_commands_gets_commands(project: Project) -> None:
    from tests.server.editor import editor  # noqa: PLC0415

    ancient = types.ClientCapabilities(workspace=types.WorkspaceClientCapabilities(apply_edit=True))
    async with editor(project.folder, ancient) as client:
        uri = client.open(project.write("train.py"))
        expected = converted(project)
        params = types.CodeActionParams(
            types.TextDocumentIdentifier(uri), client.at(uri, "model.fit"), types.CodeActionContext([])
        )
        found = await client.text_document_code_action_async(params)
        (command,) = [each for each in found or () if each.title == "Distribute with Horovod"]
        assert isinstance(command, types.Command)
        await client.workspace_execute_command_async(
            types.ExecuteCommandParams(command.command, arguments=command.arguments)
        )
        await eventually(lambda: client.texts[uri] == expected)


async def test_a_mistake_is_fixed_by_its_own_quick_fix_and_left_by_a_conversion(
    modern: Editor, project: Project
) -> None:
    text = (
        "import horovod.tensorflow.keras as hvd\nimport tensorflow as tf\n\nhvd.init()\n"
        "model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n"
        'model.compile("sgd", "mse", experimental_run_tf_function=False)\nmodel.fit(tf.ones([4, 2]), tf.ones([4, 1]))\n'
    )
    uri = modern.open(project.write("train.py", text))
    (shown,) = [each for each in await modern.pulled(uri) if each.code == "HVD402"]
    assert shown.severity is types.DiagnosticSeverity.Information
    (fix,) = [
        each
        for each in await modern.actions(uri, shown.range, ["quickfix"])
        if "(HVD402)" in each.title and each.is_preferred
    ]
    resolved = await modern.code_action_resolve_async(fix)
    assert resolved.edit is not None
    assert modern.apply(resolved.edit)[uri] == text.replace(", experimental_run_tf_function=False", "")
    whole = await modern.code_action_resolve_async(await rewrite(modern, uri))
    assert whole.edit is not None
    assert "experimental_run_tf_function=False" in modern.apply(whole.edit)[uri]


async def test_inefficient_code_lists_what_it_assumes_and_its_fix_asks_for_confirmation(
    modern: Editor, project: Project
) -> None:
    project.write("pyproject.toml", '[tool.farandole]\nselect = ["PRF"]\n')
    text = (
        "import torch\n\n\ndef evaluate(model, loader):\n    model.eval()\n    for x in loader:\n        print(model(x))\n\n\n"
        "evaluate(torch.nn.Linear(4, 2), [])\n"
    )
    uri = modern.open(project.write("train.py", text))
    (shown,) = await modern.pulled(uri)
    assert (shown.code, shown.severity) == ("PRF151", types.DiagnosticSeverity.Information)
    assert any("ssumes that no gradient" in each.message for each in shown.related_information or ())
    (fix,) = [each for each in await modern.actions(uri, shown.range, ["quickfix"]) if "(PRF151" in each.title]
    resolved = await modern.code_action_resolve_async(fix)
    assert resolved.edit is not None and resolved.edit.change_annotations is not None
    (annotation,) = resolved.edit.change_annotations.values()
    assert annotation.needs_confirmation
    assert "    with torch.no_grad():\n        for x in loader:\n            print" in modern.apply(resolved.edit)[uri]
