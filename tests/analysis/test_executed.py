"""What programs really compute is among what the analysis says that they may."""

from __future__ import annotations

import ast
import types
from pathlib import Path

from farandole.analysis.points_to.lattice import Values
from farandole.analysis.points_to.values import Bound, Class, Constant, Container, Function, Instance, Library, Super
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from farandole.source import Document, parse
from hypothesis import given, note, settings

from tests.analysis.executed import Run, programs, run

PATH = Path("/nowhere/train.py")
DISPLAYS = (ast.List, ast.Tuple, ast.Set, ast.Dict, ast.ListComp, ast.DictComp)


@settings(max_examples=settings.default.max_examples // 4)  # type: ignore[union-attr]
@given(programs())
def test_each_value_that_a_run_shows_is_among_those_that_the_analysis_gives(text: str) -> None:
    note(text)

    def read(path: Path) -> Document:
        return parse(text, path)

    script = analyse(PATH, Options(), read=read)
    nodes = list(ast.walk(script.entry.tree))
    shown = run(text)
    for number, objects in shown.seen.items():
        node = nodes[number]
        assert isinstance(node, ast.expr)
        values = script.values(node)
        for each in objects:
            where = f"line {node.lineno}: {ast.unparse(node)} was {each!r}, said to be {[*values]}"
            assert covers(values, each, nodes, shown), where


def covers(  # noqa: PLR0911
    values: Values, shown: object, nodes: list[ast.AST], seen: Run
) -> bool:
    """Say whether a set of values allows for an object of a run."""
    birth = nodes[seen.births[id(shown)]]
    opaque = [each.site.node for each in values if isinstance(each, Instance) and isinstance(each.of, Library)]
    if values.unknown or any(each is birth for each in opaque):
        return True
    match shown:
        case None | bool() | int() | float() | str():
            return Constant(shown) in values or bool(opaque)
        case tuple():  # CPython gives the very same one for `tuple(x)`
            return any(isinstance(each, Container) for each in values)
        case list() | dict() | set():
            made = [each.site.node for each in values if isinstance(each, Container)]
            return any(each is birth for each in made) if isinstance(birth, DISPLAYS) else bool(made)
        case type():
            name = shown.__name__
            classes = [each for each in values if isinstance(each, Class)]
            return any(getattr(each.site.node, "name", "") == name for each in classes) or any(
                isinstance(each, Library) and each.name.endswith(name) for each in values
            )
        case types.FunctionType():
            return any(isinstance(each, Function) and is_code(each.site.node, shown.__code__) for each in values)
        case types.MethodType():
            methods = [each.member for each in values if isinstance(each, Bound)]
            return any(
                isinstance(each, Function) and is_code(each.site.node, shown.__func__.__code__) for each in methods
            )
    of = type(shown)
    if of is super:
        return any(isinstance(each, Super) for each in values)
    if of.__module__ == "__main__":
        return any(is_instance(each, of, birth) for each in values)
    return any(isinstance(each, Library | Bound | Container | Instance) for each in values)


def is_code(node: ast.AST, code: types.CodeType) -> bool:
    """Say whether a definition is the one of a function that was run."""
    name = getattr(node, "name", "<lambda>")
    start = min([getattr(node, "lineno", 0), *(each.lineno for each in getattr(node, "decorator_list", []))])
    return name == code.co_name and start == code.co_firstlineno


def is_instance(value: object, of: type, birth: ast.AST) -> bool:
    """Say whether a value allows for an object of a class, made by a call or seen first as `self`."""
    if not isinstance(value, Instance) or not isinstance(value.of, Class):
        return False
    same = getattr(value.of.site.node, "name", "") == of.__name__
    return same and (
        not isinstance(birth, ast.Call) or value.site.node is birth or isinstance(value.site.node, ast.ClassDef)
    )
