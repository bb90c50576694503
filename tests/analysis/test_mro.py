"""Methods are found in the order in which Python itself looks for them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from farandole.analysis.points_to.mro import linearise
from farandole.analysis.points_to.values import Class, Constant, Library, Unknown
from farandole.frameworks.analyse import analyse
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.source import Document, parse
from hypothesis import given, note
from hypothesis import strategies as st

PATH = Path("/nowhere/train.py")


def script_of(text: str) -> Script:
    def read(path: Path) -> Document:
        return parse(text, path)

    return analyse(PATH, Options(), read=read)


@st.composite
def hierarchies(draw: st.DrawFn) -> dict[str, list[str]]:
    """Draw classes, each with some of those before it as bases, in any order."""
    found: dict[str, list[str]] = {}
    for number in range(draw(st.integers(1, 8))):
        above = draw(st.lists(st.sampled_from(sorted(found)), max_size=3, unique=True)) if found else []
        if draw(st.integers(0, 9)) == 0:
            above.append("object")
        found[f"C{number}"] = above
    return found


def pythons_order(name: str, made: dict[str, type], bases: list[str]) -> list[str] | None:
    """Make a class of classes made before; give the names of its `__mro__`, None where Python does not accept it."""
    try:
        made[name] = type(name, tuple(made[base] for base in bases), {})
    except TypeError:
        return None
    return [each.__name__ for each in made[name].__mro__ if each is not object]


@given(hierarchies())
def test_the_order_of_generated_classes_is_pythons(hierarchy: dict[str, list[str]]) -> None:
    made: dict[str, type] = {"object": object}
    for name, bases in hierarchy.items():
        if any(base not in made for base in bases):
            continue
        wanted = pythons_order(name, made, bases)
        found = linearise(name, lambda each: () if each == "object" else hierarchy[each] or ("object",))
        assert (None if found is None else [each for each in found if each != "object"]) == wanted


@given(hierarchies(), st.randoms(use_true_random=False))
def test_a_method_is_pythons(hierarchy: dict[str, list[str]], random) -> None:  # type: ignore[no-untyped-def]
    """Some classes define `which`; the one that the analysis finds is the one that Python calls."""
    lines, made = [], {"object": object}
    for name, bases in hierarchy.items():
        body = f"    which = {name!r}" if random.random() < 0.5 else "    pass"
        text = f"class {name}({', '.join(bases)}):\n{body}\n"
        try:
            exec(text, made)  # classes that this test has made up
        except TypeError:
            break
        lines.append(f"{text}{name.lower()} = {name}()\nread_{name} = {name.lower()}.which\n")
    text = "".join(lines)
    note(text)
    script = script_of(text)
    for statement in script.entry.tree.body:
        match statement:
            case ast.Assign([ast.Name(target)], ast.Attribute() as read):
                wanted = getattr(made[target.removeprefix("read_")], "which", None)
                found = {each for each in script.values(read) if not isinstance(each, Unknown)}
                assert found == ({Constant(wanted)} if wanted is not None else set())


@pytest.mark.parametrize(
    "bases",
    ["A, B", "B, object, A", "A, A", "len('x')", "make()", "*bases"],
    ids=["inconsistent", "object-first", "twice", "result", "unknown-call", "starred"],
)
def test_an_order_that_can_not_be_told_is_unknown(bases: str) -> None:
    text = f"class A:\n    x = 1\n\nclass B(A):\n    x = 2\n\nclass C({bases}):\n    pass\n\ny = C().x\n"
    script = script_of(text)
    (owner,) = (each for each in script.values(script.entry.tree.body[-1].value.value) if True)  # type: ignore[attr-defined]
    order = script.flow.mro(owner.of)  # type: ignore[union-attr]
    assert isinstance(order[0], Class)
    assert any(isinstance(each, Unknown) for each in order)
    assert any(isinstance(each, Unknown) for each in script.values(script.entry.tree.body[-1].value))  # type: ignore[attr-defined]


def test_libraries_classes_keep_their_place() -> None:
    text = (
        "import tensorflow as tf\n\nclass Mixin:\n    def compile(self, *a): pass\n\n"
        "class First(Mixin, tf.keras.Model): pass\n\nclass Last(tf.keras.Model, Mixin): pass\n\n"
        "a = First().compile\nb = Last().compile\n"
    )
    script = script_of(text)
    first, last = (script.values(statement.value) for statement in script.entry.tree.body[-2:])  # type: ignore[attr-defined]
    assert {type(each.member) for each in first} != {Library}  # type: ignore[union-attr]
    assert {each.member.name for each in last} == {"tensorflow.keras.Model.compile"}  # type: ignore[union-attr]
