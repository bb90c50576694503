"""The table of definitions has each name that Python binds, in the scope in which Python binds it."""

from __future__ import annotations

import ast
import symtable
from pathlib import Path

from farandole.analysis.def_use import Assignment
from farandole.analysis.program import Program
from farandole.analysis.scopes import Scope
from farandole.frameworks.analyse import analyse
from farandole.options import Options
from farandole.source import Document, parse
from hypothesis import given, note, settings

from tests.analysis.executed import programs

PATH = Path("/nowhere/train.py")
COMPREHENSIONS = frozenset({"listcomp", "setcomp", "dictcomp", "genexpr"})


def program_of(text: str) -> Program:
    def read(path: Path) -> Document:
        return parse(text, path)

    return analyse(PATH, Options(), read=read)


def pythons(table: symtable.SymbolTable) -> dict[tuple[str, int], set[str]]:
    """Give the names that each scope of a program binds, by the scope's name and line."""
    own = {
        each.get_name()
        for each in table.get_symbols()
        if (each.is_assigned() or each.is_imported() or each.is_parameter())
        and (each.is_local() or table.get_type() == "module")
    }
    found = {(table.get_name(), table.get_lineno()): own}
    for child in table.get_children():
        if child.get_name() not in COMPREHENSIONS:
            found |= pythons(child)
    return found


def key(scope: Scope) -> tuple[str, int]:
    if isinstance(scope.node, ast.Module):
        return "top", 0
    return getattr(scope.node, "name", "lambda"), scope.node.lineno


@settings(max_examples=settings.default.max_examples // 4)  # type: ignore[union-attr]
@given(programs())
def test_each_name_that_python_binds_is_defined(text: str) -> None:
    note(text)
    program = program_of(text)
    defined: dict[tuple[str, int], set[str]] = {}
    for (scope, name), definitions in program.def_use.names.items():
        assert definitions
        defined.setdefault(key(scope), set()).add(name)
    for where, names in pythons(symtable.symtable(text, "program", "exec")).items():
        if where[0] not in ("lambda", "Data"):  # lambdas share lines; decorators move the line of a class
            assert names <= defined.get(where, set()), where


def test_positions_and_values_are_those_of_the_text() -> None:
    program = program_of("(a, (b, *c)), d.e = f()\nx = y = 1\nimport os.path as p\nprint(a, x)\n")
    table = program.def_use
    found = {name: definitions[0] for (_, name), definitions in table.names.items()}
    assert {name: each.positions for name, each in found.items() if isinstance(each, Assignment)} == {
        "a": (0, 0), "b": (), "c": (), "x": (), "y": (),
    }  # fmt: skip
    assert [each.positions for each in table.attributes["e"]] == [(1,)]
    assert isinstance(found["p"].target, ast.alias) and found["p"].line == 3
    assert [(name, len(uses)) for (_, name), uses in table.uses.items()] == [("a", 1), ("x", 1)]
