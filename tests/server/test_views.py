"""Hovers, code lenses and commands."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from farandole.conversion.plan import make_plan
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.server.conftest import KERAS, TAPE, Project
from tests.server.editor import PATIENCE, Editor, editor, eventually
from tests.server.test_actions import BLOCKED, TWO

pytestmark = pytest.mark.asyncio(loop_scope="module")

SESSION = """\
import numpy as np
import tensorflow.compat.v1 as tf

samples = np.load("samples.npy")
x = tf.get_variable("x", [])
y = tf.placeholder(tf.float32, [None])
step = tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_mean(tf.square(x - y)))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for start in range(0, 100, 10):
        sess.run(step, {y: samples[start : start + 10]})
"""


async def hover(client: Editor, uri: str, mark: str) -> str | None:
    place = client.at(uri, mark)
    params = types.HoverParams(types.TextDocumentIdentifier(uri), place.start)
    found = await client.text_document_hover_async(params)
    assert found is None or isinstance(found.contents, types.MarkupContent)
    return found.contents.value if found else None  # type: ignore[union-attr]


async def execute(client: Editor, command: str, *arguments: object) -> object:
    return await client.workspace_execute_command_async(
        types.ExecuteCommandParams(command, arguments=list(arguments) or None)
    )


async def execute_trainings(client: Editor, uri: str) -> Any:
    return await client.protocol.send_request_async("farandole/trainings", {"uri": uri})


@pytest.mark.parametrize(
    ("mark", "role", "says"),
    [
        ("opt.apply", "**optimizer** `opt`: `tensorflow.keras.optimizers.Adam`, created in [train.py:5](", "HVD103"),
        ("opt = ", "**optimizer** `opt`", "Will change"),
        ("tape.gradient", "**tape**", "HVD104"),
        ("dataset:", "**dataset** `dataset`", "HVD106"),
        ("model(batch)", "**model** `model`: `tensorflow.keras.Sequential`, created in [train.py:4](", ""),
    ],
)
async def test_a_hover_tells_the_role_and_what_will_change(
    modern: Editor, project: Project, mark: str, role: str, says: str
) -> None:
    text = await hover(modern, modern.open(project.write("train.py", TAPE)), mark)
    assert text is not None
    assert role in text
    assert says in text
    assert not says.startswith("HVD") or f"[{says}](file://" in text


async def test_a_hover_on_a_session_tells_what_is_broadcast(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", SESSION))
    text = await hover(modern, uri, "sess.run(step")
    assert text is not None and text.startswith("**session** `sess`: `tensorflow.Session`, created in [train.py:8](")
    assert "[HVD102](" in text and "[HVD105](" in text


async def test_a_hover_on_a_marked_name_tells_why_it_is_marked(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", KERAS + "print('done')\n"))
    text = await hover(modern, uri, "print")
    assert text is not None and text.splitlines()[0] == "**Will change**"
    assert "- `print` runs on every rank. ([HVD107](" in text


async def test_a_hover_tells_why_something_can_not_be_changed(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", BLOCKED))
    text = await hover(modern, uri, "tf.distribute.experimental.ParameterServerStrategy()")
    assert text is not None and "Can't be changed" in text and "HVD232" in text


async def test_a_hover_on_fit_tells_the_steps_of_the_call(modern: Editor, project: Project) -> None:
    text = await hover(modern, modern.open(project.write("train.py")), "fit(")
    assert text is not None and "HVD105" in text and "HVD106" in text


async def test_a_hover_shows_how_the_lines_change_and_nothing_twice(project: Project) -> None:
    path = project.write("train.py")
    async with editor(project.folder, options={"hoverHasDiagnostics": True}) as client:
        uri = client.open(path)
        text = await hover(client, uri, "tf.keras.optimizers.SGD")
        assert text is not None
        assert "-optimizer = tf.keras.optimizers.SGD(0.1)\n" in text
        assert "+optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())\n" in text
        shown = {str(each.message) for each in await client.pulled(uri) if each.code == "HVD104"}
        assert shown and "HVD104" not in text


async def test_nothing_is_said_of_other_names(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    assert await hover(modern, uri, "import") is None
    assert await hover(modern, uri, "layers.Dense") is None


async def test_an_old_client_gets_plain_text(old: Editor, project: Project) -> None:
    text = await hover(old, old.open(project.write("train.py", TAPE)), "opt.apply")
    assert text is not None and "**" not in text and text.startswith("optimizer “opt”")


async def lenses(client: Editor, uri: str) -> list[types.CodeLens]:
    """Give the lenses as they are once the project is read."""
    params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
    for _ in range(int(PATIENCE * 20)):
        found = list(await client.text_document_code_lens_async(params) or ())
        if not any("not read yet" in title for title in titles(found)):
            return found
        await asyncio.sleep(0.05)
    raise AssertionError("the project is never read")


def titles(found: list[types.CodeLens]) -> list[str]:
    return [lens.command.title for lens in found if lens.command]


async def test_lenses_count_the_steps_that_are_done(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    first, *others = await lenses(modern, uri)
    assert titles([first]) == ["model “model” (Keras): 0 of 7 steps done"]
    assert titles(others) == ["Distribute", "Preview", "Verify"]
    assert modern.marked(uri, first.range) == "model.fit([[1.0]] * 64, [[2.0]] * 64)"
    modern.replace(uri, "as tf\n", "as tf\nimport horovod.tensorflow.keras as hvd\n\nhvd.init()\n")
    assert titles(await lenses(modern, uri))[0] == "model “model” (Keras): 1 of 7 steps done"


async def test_lenses_stay_and_move_while_the_text_changes(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", KERAS))
    before = await lenses(modern, uri)
    params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
    for number in range(20):
        asked = asyncio.ensure_future(modern.text_document_code_lens_async(params))
        await asyncio.sleep(0.02 * (number % 3))
        modern.replace(uri, "import tensorflow as tf\n", f"# {number}\nimport tensorflow as tf\n")
        found = list(await asked or ())
        assert titles(found) == titles(before)
    last = await lenses(modern, uri)
    assert {modern.marked(uri, lens.range) for lens in last} == {"model.fit([[1.0]] * 64, [[2.0]] * 64)"}


async def test_a_syntax_error_does_not_change_what_is_counted(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    before = titles(await lenses(modern, uri))
    assert before[0] == "model “model” (Keras): 0 of 7 steps done"
    modern.replace(uri, "import tensorflow as tf\n", "import tensorflow as tf\nx = (\n")
    assert titles(await lenses(modern, uri)) == before
    (training,) = await execute_trainings(modern, uri)
    assert (training["done"], training["steps"]) == (0, 7)


async def test_the_lens_of_a_refused_script_says_what_is_in_the_way(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", BLOCKED))
    (title,) = titles(await lenses(modern, uri))
    assert title.startswith("model “model” (Keras): can't be distributed. Line 3: ") and "HVD232" in title


async def test_each_training_has_its_lenses(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", TWO))
    found = [lens for lens in await lenses(modern, uri) if lens.command and lens.command.title == "Distribute"]
    assert [modern.marked(uri, lens.range)[:6] for lens in found] == ["first.", "second"]
    assert found[1].command is not None
    await execute(modern, found[1].command.command, *(found[1].command.arguments or ()))
    assert "SGD(0.2 * hvd.size())" in modern.texts[uri]
    assert "SGD(0.1)" in modern.texts[uri]


async def test_the_command_distributes(modern: Editor, project: Project) -> None:
    path = project.write("train.py")
    uri = modern.open(path)
    expected = make_plan(analyse(path, Options()), Options()).texts[path]
    assert await execute(modern, "farandole.distribute", uri) is True
    assert modern.texts[uri] == expected


async def test_a_refused_command_tells_the_user_why(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", BLOCKED))
    assert await execute(modern, "farandole.distribute", uri) is None
    await eventually(lambda: any("HVD232" in each.message for each in modern.messages))


async def test_a_preview_is_a_diff_that_is_shown(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    diff = await execute(modern, "farandole.preview", uri)
    assert isinstance(diff, str)
    assert "+hvd.init()\n" in diff
    assert modern.shown_documents[-1].uri.endswith("train.diff")


@pytest.mark.parametrize("arguments", [(), (1,), ("file:///not/open.py",), ("nonsense",)])
async def test_wrong_arguments_are_refused(modern: Editor, arguments: tuple[object, ...]) -> None:
    with pytest.raises(JsonRpcException) as refused:
        await execute(modern, "farandole.distribute", *arguments)
    assert refused.value.code == -32602


async def test_verify_asks_before_it_runs_anything(modern: Editor, project: Project) -> None:
    left = project.folder / "was-run"
    uri = modern.open(project.write("train.py", f"open({str(left)!r}, 'w')\n" + KERAS))
    modern.answer = "Don't run"
    assert await execute(modern, "farandole.verify", uri) is None
    assert "train.py" in modern.questions[-1]
    assert not left.exists()


async def test_verify_tells_why_it_can_not_run(modern: Editor, project: Project) -> None:
    """The interpreter of the tests has no TensorFlow."""
    uri = modern.open(project.write("train.py"))
    modern.answer = "Full Verification"
    assert await execute(modern, "farandole.verify", uri) is None
    await eventually(lambda: any("could not be verified" in each.message for each in modern.messages))
    assert any(report for reports in modern.progress_reports.values() for report in reports if "Verify" in str(report))


async def test_what_is_not_saved_is_not_verified(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    modern.replace(uri, "0.1", "0.3")
    asked = len(modern.questions)
    assert await execute(modern, "farandole.verify", uri) is None
    await eventually(lambda: any("not saved" in each.message for each in modern.messages))
    assert len(modern.questions) == asked


async def test_the_type_hierarchy_goes_up_to_the_library_and_down_again(modern: Editor, project: Project) -> None:
    base = "import tensorflow as tf\n\nclass Base(tf.keras.Model):\n    pass\n"
    text = "from base import Base\n\nclass Small(Base):\n    pass\n\nmodel = Small()\nmodel.compile('sgd')\nmodel.fit([1.0])\n"
    script, module = project.write("train.py", text), project.write("base.py", base)
    await modern.tell(script, module)
    uri = modern.open(script)
    place = modern.at(uri, "Small(Base)")
    prepared = await modern.text_document_prepare_type_hierarchy_async(
        types.TypeHierarchyPrepareParams(types.TextDocumentIdentifier(uri), place.start)
    )
    assert prepared is not None
    (small,) = prepared
    assert (small.name, small.detail, modern.marked(uri, small.selection_range)) == ("Small", "train.Small", "Small")
    above = await modern.type_hierarchy_supertypes_async(types.TypeHierarchySupertypesParams(small))
    assert above is not None
    assert [(each.name, each.uri) for each in above] == [("Base", module.as_uri())]
    top = await modern.type_hierarchy_supertypes_async(types.TypeHierarchySupertypesParams(above[0]))
    assert top is not None
    assert [each.detail for each in top] == ["tensorflow.keras.Model"]
    for parent, child in ((top[0], "Base"), (above[0], "Small")):
        below = await modern.type_hierarchy_subtypes_async(types.TypeHierarchySubtypesParams(parent))
        assert below is not None
        assert [each.name for each in below] == [child]


async def test_the_trainings_of_a_document_tell_how_far_they_are(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", KERAS))
    (training,) = await modern.protocol.send_request_async("farandole/trainings", {"uri": uri})
    lenses = await modern.text_document_code_lens_async(types.CodeLensParams(types.TextDocumentIdentifier(uri)))
    assert training | {"done": 0, "steps": 0} == {
        "pattern": "Keras",
        "uri": uri,
        "line": lenses[0].range.start.line,
        "done": 0,
        "steps": 0,
        "obstacle": "",
    }
    assert f"{training['done']} of {training['steps']} steps done" in lenses[0].command.title


@pytest.mark.parametrize("text", [KERAS, TAPE, BLOCKED], ids=["keras", "tape", "refused"])
async def test_no_markup_and_no_inner_word_is_shown_where_it_is_plain_text(
    modern: Editor, project: Project, text: str
) -> None:
    uri = modern.open(project.write("train.py", text))
    everywhere = types.Range(types.Position(0, 0), types.Position(99, 0))
    document = types.TextDocumentIdentifier(uri)
    shown = [each.message for each in await modern.pulled(uri)]
    shown += [each.title for each in await modern.actions(uri, everywhere)]
    shown += [each.disabled.reason for each in await modern.actions(uri, everywhere) if each.disabled]
    lenses = await modern.text_document_code_lens_async(types.CodeLensParams(document)) or ()
    shown += [each.command.title for each in lenses if each.command]
    assert len(shown) > 5
    assert not [each for each in shown if "`" in each or "oracle" in each.lower()]
