"""Lines that edits make too long are broken as Black breaks them, and mean what they meant."""

from __future__ import annotations

import ast
import warnings
from pathlib import Path
from random import Random

import pytest
from farandole.source import Document, EditSet, Span, layout, parse
from farandole.source.folding import folds, line_length
from farandole.source.lexical import lex
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.source.programs import program

PATH = Path("train.py")

LONG = {
    "the arguments of a call": (
        'model.compile(loss="categorical_crossentropy", optimizer="adam")',
        'model.compile(\n    loss="categorical_crossentropy", optimizer="adam"\n)',
    ),
    "each argument in a line": (
        "model.fit(first_part, second_part, callbacks=[the_first, the_second], verbose=0)",
        "model.fit(\n    first_part,\n    second_part,\n    callbacks=[the_first, the_second],\n    verbose=0,\n)",
    ),
    "the last call of several": (
        "step = wrapped(Adam(0.001 * hvd.size())).minimize(the_loss, global_step=counter)",
        "step = wrapped(Adam(0.001 * hvd.size())).minimize(\n    the_loss, global_step=counter\n)",
    ),
    "a chain of calls": (
        "data = Dataset.from_tensor_slices(values).shuffle(100).repeat().batch(16)",
        "data = (\n    Dataset.from_tensor_slices(values)\n    .shuffle(100)\n    .repeat()\n    .batch(16)\n)",
    ),
    "a choice": (
        "writer = create_file_writer(folder) if hvd.rank() == 0 else create_noop_writer()",
        "writer = (\n    create_file_writer(folder)\n    if hvd.rank() == 0\n    else create_noop_writer()\n)",
    ),
    "a condition": (
        "if step % max(1, save_every // hvd.size()) == 0 and hvd.rank() == 0:",
        "if (\n    step % max(1, save_every // hvd.size()) == 0\n    and hvd.rank() == 0\n):",
    ),
    "an argument with a choice": (
        "call(value, folder=the_folder_of_the_run if hvd.rank() == 0 else None)",
        "call(\n    value,\n    folder=(\n        the_folder_of_the_run\n        if hvd.rank() == 0\n        else None\n    ),\n)",
    ),
    "lambdas stay whole": (
        "data.apply(lambda first, second: first + second, name_of_the_thing, more)",
        "data.apply(\n    lambda first, second: first + second,\n    name_of_the_thing,\n    more,\n)",
    ),
    "numbers stay whole": (
        "x = [1e-4, 2.5e-10, 1_000_000, 0x1E, 1e+100, .5e-3, 1e-4, 2e-7, 3e-8, 1e-9]",
        "x = [\n    1e-4,\n    2.5e-10,\n    1_000_000,\n    0x1E,\n    1e+100,\n    .5e-3,\n    1e-4,\n    2e-7,\n    3e-8,\n    1e-9,\n]",
    ),
    "slices stay whole": (
        "batch = samples[(turn * size + hvd.rank()) * BATCH : last * BATCH]",
        "batch = samples[\n    (turn * size + hvd.rank()) * BATCH : last * BATCH\n]",
    ),
    "what has no brackets": ("import a_module_with_a_very_long_name_that_is_not_to_be_broken",) * 2,
}


def folded(text: str, longest: int) -> str:
    """Break all lines of a text."""
    parts, position = [], 0
    for edit in folds(lex(text), [Span(0, len(text))], longest, "    ", "\n"):
        assert edit.start >= position
        parts += [text[position : edit.start], edit.text]
        position = edit.end
    return "".join((*parts, text[position:]))


@pytest.mark.parametrize(("text", "expected"), LONG.values(), ids=LONG)
def test_long_lines_are_broken_as_black_does(text: str, expected: str) -> None:
    tail = "\n    pass\n" if text.endswith(":") else "\n"
    assert folded(text + tail, 55) == expected + tail
    assert folded(text + tail, 100) == text + tail


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**48).map(Random).map(program), st.integers(8, 79))
def test_what_is_broken_means_the_same(text: str, longest: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert ast.dump(ast.parse(folded(text, longest))) == ast.dump(ast.parse(text))


def edited(text: str, formatted_to: int = 0) -> str:
    document = parse(text, PATH).formatted(formatted_to)
    call = next(node for node in document.nodes(ast.Call) if document.segment(node.func) == "fit")
    return EditSet.of(document, layout.add_argument(document, call, "callbacks=[the_first, the_second]")).apply(
        document
    )


def test_arguments_that_stand_below_one_another_go_on_so() -> None:
    text = "fit(images, labels,\n    batch_size=32, epochs=10, validation_data=(held_out, held_out_labels))  # why\n"
    assert edited(text) == (
        "fit(images, labels,\n    batch_size=32, epochs=10, validation_data=(held_out, held_out_labels),\n"
        "    callbacks=[the_first, the_second])  # why\n"
    )


def test_a_file_with_long_lines_has_long_lines() -> None:
    text = "fit(images, labels, batch_size=32, epochs=10, verbose=0)\n"
    assert edited(text).count("\n") > 1
    assert edited(f"{text}x = [{'1, ' * 40}]\n").count("\n") == 2
    assert edited(f"{text}# {'comment ' * 40}\n").count("\n") > 2


def test_the_formatter_tells_how_long_lines_may_be() -> None:
    text = "fit(images, labels, batch_size=32, epochs=10, verbose=0)\n"
    assert edited(text, 100).count("\n") == 1
    assert edited(f"{text}x = [{'1, ' * 40}]\n", 80).count("\n") > 2


def test_lines_that_no_edit_touches_stay() -> None:
    long = f"x = [{'1, ' * 40}]\n"
    assert long in edited(f"{long}fit(images, labels, batch_size=32, epochs=10)\n", 60)


def test_the_longest_line_counts_code_only() -> None:
    assert line_length(lex("x = 1\n")) == 79
    assert line_length(lex(f"x = '''{'t' * 100}\n{'t' * 100}'''\n")) == 79
    assert line_length(lex(f"x = '{'t' * 100}'\n")) == 106


def test_a_document_is_formatted_to_one_length_once() -> None:
    document: Document = parse("x = 1\n", PATH)
    assert document.formatted(0) is document
    assert document.formatted(90) is document.formatted(90)
    assert document.formatted(90).formatted(90) is document.formatted(90)
