"""Diagnostics: what is said, when it is pushed, and what happens to it while one types."""

from __future__ import annotations

from pathlib import Path

import pytest
from farandole.conversion.plan import find, make_plan
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from farandole.rules.rule import Status
from lsprotocol import types

from tests.server.conftest import KERAS, Project
from tests.server.editor import Editor, editor, eventually

pytestmark = pytest.mark.asyncio(loop_scope="module")


IMPORTS_OPTIMIZER = KERAS.replace("optimizer = tf.keras.optimizers.SGD(0.1)", "from optim import optimizer")
OPTIMIZER = "import tensorflow as tf\n\noptimizer = tf.keras.optimizers.SGD(0.5)\n"

HIDES_RATE = """\
import numpy as np
import tensorflow as tf
from optim import make
x = tf.placeholder(tf.float32, [None, 2])
train_op = make(0.1).minimize(tf.reduce_mean(tf.square(tf.layers.dense(x, 1))))
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(100):
        session.run(train_op, {x: np.random.rand(32, 2)})
"""
OPTIMIZER_OF_ARGUMENTS = """\
import tensorflow as tf

def make(*settings):
    return tf.train.GradientDescentOptimizer(*settings)
"""


def codes(diagnostics: object) -> list[str]:
    return [each.code for each in diagnostics]  # type: ignore[attr-defined]


async def test_both_ways_give_what_the_engine_finds(
    modern: Editor, pushing: Editor, old: Editor, project: Project
) -> None:
    path = project.write("train.py")
    expected = sorted(
        finding.code for finding in find(analyse(path, Options()), Options()) if finding.status is not Status.DONE
    )
    pulled = await modern.pulled(modern.open(path))
    pushed = await pushing.pushed(pushing.open(path))
    uri = old.open(path)
    await eventually(lambda: uri in old.diagnostics)
    assert expected
    assert sorted(codes(pulled)) == sorted(codes(pushed)) == sorted(codes(old.diagnostics[uri])) == expected


async def test_a_diagnostic_has_its_page_its_place_and_its_severity(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    (rate,) = [each for each in await modern.pulled(uri) if each.code == "HVD103"]
    assert modern.marked(uri, rate.range) == "0.1"
    assert rate.severity == types.DiagnosticSeverity.Hint
    assert rate.code_description is not None
    page = rate.code_description.href.removeprefix("file://")
    assert Path(page).read_text(encoding="utf-8").startswith("# HVD103")


async def test_an_old_client_gets_only_what_it_knows(old: Editor, project: Project) -> None:
    uri = old.open(project.write("train.py"))
    await eventually(lambda: old.diagnostics.get(uri))
    assert all(each.code_description is None and each.tags is None for each in old.diagnostics[uri])
    assert {each.related_information for each in old.diagnostics[uri]} == {None}
    assert {each.version for each in old.received if each.uri == uri} == {None}


async def test_a_file_that_trains_nothing_has_none(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", "import tensorflow as tf\nprint(tf.__version__)\n"))
    assert await modern.pulled(uri) == []


async def test_a_report_that_is_not_new_says_so(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    await eventually(lambda: modern.diagnostic_refresh_count)
    document = types.TextDocumentIdentifier(uri)
    first = await modern.text_document_diagnostic_async(types.DocumentDiagnosticParams(document))
    assert isinstance(first, types.RelatedFullDocumentDiagnosticReport)
    again = types.DocumentDiagnosticParams(document, previous_result_id=first.result_id)
    second = await modern.text_document_diagnostic_async(again)
    assert isinstance(second, types.RelatedUnchangedDocumentDiagnosticReport)
    assert second.result_id == first.result_id


async def test_a_refusal_is_shown_where_its_cause_is(modern: Editor, project: Project) -> None:
    script, module = project.write("train.py", HIDES_RATE), project.write("optim.py", OPTIMIZER_OF_ARGUMENTS)
    await modern.tell(script, module)
    uri = modern.open(module)
    (refused,) = [each for each in await modern.pulled(uri) if each.code == "HVD221"]
    assert refused.severity == types.DiagnosticSeverity.Hint
    assert modern.marked(uri, refused.range) == "tf.train.GradientDescentOptimizer"
    assert "HVD101" in codes(await modern.pulled(modern.open(script)))


async def test_a_module_says_what_the_script_that_imports_it_lacks(modern: Editor, project: Project) -> None:
    """The optimizer stands in a module that trains nothing by itself."""
    script = project.write("train.py", IMPORTS_OPTIMIZER)
    module = project.write("optim.py", OPTIMIZER)
    await modern.tell(script, module)
    uri = modern.open(module)
    rates = [modern.marked(uri, each.range) for each in await modern.pulled(uri) if each.code == "HVD103"]
    assert rates == ["0.5"]


async def test_files_that_nobody_told_of_are_found_when_they_are_opened(pushing: Editor, project: Project) -> None:
    project.write("train.py", IMPORTS_OPTIMIZER)
    uri = pushing.open(project.write("optim.py", OPTIMIZER))
    await eventually(lambda: "HVD103" in codes(pushing.diagnostics.get(uri, [])))


async def test_related_places_tell_where_the_optimizer_is_created_in_whichever_file(
    modern: Editor, project: Project
) -> None:
    script, module = project.write("train.py", IMPORTS_OPTIMIZER), project.write("optim.py", OPTIMIZER)
    await modern.tell(script, module)
    uri, other = modern.open(script), module.as_uri()

    async def optimizer() -> types.Location:
        (place,) = [
            place.location
            for each in await modern.pulled(uri)
            for place in each.related_information or ()
            if place.message == "the optimizer “optimizer” is created here"
        ]
        return place

    on_disk = await optimizer()
    modern.open(module)
    assert (on_disk.uri, modern.marked(other, on_disk.range)) == (other, "tf.keras.optimizers.SGD(0.5)")
    modern.edit(other, 0, 0, "# 😋 not saved\n")
    moved = await optimizer()
    assert (moved.uri, modern.marked(other, moved.range)) == (other, "tf.keras.optimizers.SGD(0.5)")
    (trains,) = [
        place
        for each in await modern.pulled(other)
        for place in each.related_information or ()
        if place.message == "this takes the training steps"
    ]
    assert (trains.location.uri, modern.marked(uri, trains.location.range)) == (
        uri,
        "model.fit([[1.0]] * 64, [[2.0]] * 64)",
    )


async def test_what_a_conversion_takes_away_is_tagged_as_unnecessary(modern: Editor, project: Project) -> None:
    chosen = 'os.environ["CUDA_VISIBLE_DEVICES"] = "0"'
    uri = modern.open(project.write("train.py", f"import os\n{chosen}\n{KERAS}"))
    assert not [each for each in await modern.pulled(uri) if each.tags], "nobody has begun"
    modern.edit(uri, 0, 0, "import horovod.tensorflow.keras as hvd\n")
    tagged = [each for each in await modern.pulled(uri) if each.tags]
    assert [(each.code, modern.marked(uri, each.range)) for each in tagged] == [("HVD102", chosen)]
    assert list(tagged[0].tags or ()) == [types.DiagnosticTag.Unnecessary]


@pytest.mark.parametrize("mark_in_buffer", [True, False])
async def test_a_byte_order_mark_shifts_nothing(modern: Editor, project: Project, mark_in_buffer: bool) -> None:
    path = project.write("train.py", "\ufeff" + KERAS)
    expected = make_plan(analyse(path, Options()), Options()).texts[path]
    uri = modern.open(path, "\ufeff" + KERAS if mark_in_buffer else KERAS)
    (rate,) = [each for each in await modern.pulled(uri) if each.code == "HVD103"]
    assert modern.marked(uri, rate.range) == "0.1"
    (action,) = await modern.actions(uri, types.Range(types.Position(0, 0), types.Position(0, 0)), ["refactor"])
    resolved = await modern.code_action_resolve_async(action)
    assert resolved.edit is not None
    assert modern.apply(resolved.edit)[uri] == ("\ufeff" if mark_in_buffer else "") + expected


async def test_what_is_said_before_the_project_is_read_is_marked_so_and_refreshed(tmp_path: Path) -> None:
    folder = tmp_path.resolve()
    (folder / "pyproject.toml").touch()
    for number in range(400):
        (folder / f"m{number}.py").write_text("import tensorflow as tf\n" + "x = [1, 2, 3]\n" * 400, encoding="utf-8")
    (folder / "train.py").write_text(IMPORTS_OPTIMIZER, encoding="utf-8")
    module = folder / "optim.py"
    module.write_text(OPTIMIZER, encoding="utf-8")
    async with editor(folder) as client:
        uri = client.open(folder / "train.py")
        lens = types.CodeLensParams(types.TextDocumentIdentifier(uri))
        early = await client.pulled(uri)
        lenses = await client.text_document_code_lens_async(lens) or ()
        assert {each.source for each in early} == {"farandole (project not read yet)"}
        assert lenses[0].command is not None and lenses[0].command.title.endswith("project not read yet")
        assert not client.diagnostic_refresh_count, "the search was not over"
        await eventually(lambda: client.diagnostic_refresh_count)
        await eventually(lambda: client.refreshed["code lenses"] and client.refreshed["inlay hints"])
        late = await client.pulled(uri)
        lenses = await client.text_document_code_lens_async(lens) or ()
        assert {each.source for each in late} == {"farandole"}
        assert lenses[0].command is not None and "not read" not in lenses[0].command.title
        assert "HVD103" in codes(await client.pulled(client.open(module)))


async def test_an_unsaved_module_counts_for_the_script(modern: Editor, project: Project) -> None:
    paths = project.write("train.py", IMPORTS_OPTIMIZER), project.write("optim.py", OPTIMIZER)
    await modern.tell(*paths)
    script, module = (modern.open(path) for path in paths)
    assert "HVD104" in codes(await modern.pulled(module)) + codes(await modern.pulled(script))
    wrapped = "hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.5 * hvd.size()))"
    modern.replace(module, "tf.keras.optimizers.SGD(0.5)", wrapped)
    modern.replace(module, "as tf\n", "as tf\nimport horovod.tensorflow.keras as hvd\n")
    assert "HVD104" not in codes(await modern.pulled(script)) + codes(await modern.pulled(module))


async def test_typing_does_not_take_away_what_is_still_true(pushing: Editor, project: Project) -> None:
    uri = pushing.open(project.write("train.py"))
    before = codes(await pushing.pushed(uri))
    pushing.replace(uri, "SGD(0.1)", "SGD(0.1, mom")
    assert codes(await pushing.pushed(uri)) == before
    pushing.replace(uri, "model.fit(", "x = (\nmodel.fit(")
    assert codes(await pushing.pushed(uri)) == before
    marked = [pushing.marked(uri, each.range) for each in pushing.diagnostics[uri] if each.code == "HVD103"]
    assert marked == ["0.1"]


async def test_missing_steps_are_hints_until_horovod_is_there_then_warnings(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    assert {each.severity for each in await modern.pulled(uri)} == {types.DiagnosticSeverity.Hint}
    modern.replace(uri, "as tf\n", "as tf\nimport horovod.tensorflow.keras as hvd\n\nhvd.init()\n")
    assert {each.severity for each in await modern.pulled(uri)} == {types.DiagnosticSeverity.Warning}


async def test_a_script_that_is_half_done_and_trains_wrongly_has_errors(modern: Editor, project: Project) -> None:
    half = KERAS.replace("as tf\n", "as tf\nimport horovod.tensorflow.keras as hvd\n\nhvd.init()\n")
    uri = modern.open(project.write("train.py", half.replace("SGD(0.1)", "SGD(0.1 * hvd.size())")))
    loud = [each.code for each in await modern.pulled(uri) if each.severity == types.DiagnosticSeverity.Error]
    assert loud == ["HVD104", "HVD105"]
    modern.replace(
        uri, "tf.keras.optimizers.SGD(0.1 * hvd.size())", "hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1))"
    )
    loud = [each.code for each in await modern.pulled(uri) if each.severity == types.DiagnosticSeverity.Error]
    assert loud == ["HVD105"]


async def test_a_diagnostic_marks_the_name_of_a_call_alone(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py", KERAS.replace("[[1.0]], [[2.0]]", "\n    [[1.0]],\n    [[2.0]],\n")))
    marked = {modern.marked(uri, each.range) for each in await modern.pulled(uri)}
    assert "model.fit" in marked and not any("\n" in each for each in marked)


async def test_no_place_is_related_to_two_diagnostics_of_a_file(modern: Editor, project: Project) -> None:
    uri = modern.open(project.write("train.py"))
    places = [
        (each.location.uri, each.location.range.start.line, each.location.range.start.character)
        for found in await modern.pulled(uri)
        for each in found.related_information or ()
    ]
    assert places and len(places) == len(set(places))


async def test_what_is_gone_or_done_while_the_file_is_broken_is_not_said_any_more(
    pushing: Editor, project: Project
) -> None:
    uri = pushing.open(project.write("train.py"))
    assert "HVD101" in codes(await pushing.pushed(uri))
    pushing.replace(uri, "optimizer = tf.keras.optimizers.SGD(0.1)\n", "optimizer = (\n")
    assert "HVD103" not in codes(await pushing.pushed(uri))
    pushing.replace(
        uri, "optimizer = (\n", "import horovod.tensorflow.keras as hvd\nhvd.init()\nx = = 1\noptimizer = 'sgd'\n"
    )
    assert "HVD101" not in codes(await pushing.pushed(uri))


async def test_closing_takes_the_diagnostics_away(pushing: Editor, project: Project) -> None:
    uri = pushing.open(project.write("train.py"))
    assert await pushing.pushed(uri)
    pushing.close(uri)
    await eventually(lambda: not pushing.diagnostics[uri])


@pytest.mark.parametrize("end", ["\r\n", "\r"])
async def test_other_line_ends_form_feeds_and_astral_characters_do_not_shift_places(
    modern: Editor, project: Project, end: str
) -> None:
    text = "# 😋 \x0c  … é\u2028 \x85\n" + KERAS.replace("SGD(0.1)", "SGD(  # 😋😋\n    'é😋' and 0.1)")
    uri = modern.open(project.write("train.py", text.replace("\n", end)))
    (rate,) = [each for each in await modern.pulled(uri) if each.code == "HVD103"]
    assert modern.marked(uri, rate.range) == "'é😋' and 0.1"
    modern.replace(uri, "'é😋' and 0.1", "'🤖' and 0.25")
    (rate,) = [each for each in await modern.pulled(uri) if each.code == "HVD103"]
    assert modern.marked(uri, rate.range) == "'🤖' and 0.25"
    assert str(rate.message).count("0.25") == 1
