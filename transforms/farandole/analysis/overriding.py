"""Methods of a project's classes that may run where a library's is called."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.points_to.values import Class, Instance, Library, Site
from farandole.analysis.program import Call, Program
from farandole.analysis.scopes import parameters
from farandole.analysis.slicing import methods_of


def takes(program: Program, call: Call, name: str) -> bool:
    """Say whether all of the project's methods that a call may run, too, take an argument of a name."""
    made = [each for each in program.flow.callees.get(call.node, ()) if isinstance(each, Class)]
    makers = [method for owner in made for method in methods_of(program, owner, ("__init__",))]
    methods = [*(each.site.node for each in call.functions), *makers, *_overriding(program, call)]
    return all(
        each.args.kwarg is not None or name in {parameter.arg for parameter in parameters(each)}
        for each in methods
        if isinstance(each, ast.FunctionDef)
    )


def _overriding(program: Program, call: Call) -> Iterator[ast.AST]:
    """Yield the project's methods by which a library's is overridden, where only its class is known of an object.

    The model of a callback may be of any class that derives from the library's.
    """
    kind, _, method = call.entry.name.rpartition(".") if call.entry is not None else ("", "", "")
    if all(_derives(program, each.of, kind) for each in call.receivers if isinstance(each, Instance)):
        return
    for module in program.modules:
        for node in module.document.nodes(ast.ClassDef):
            owner = Class(Site(module, node))
            if _derives(program, owner, kind):
                yield from methods_of(program, owner, (method,))


def _derives(program: Program, owner: Class | Library, kind: str) -> bool:
    """Say whether a class is a library's of a name, or derives from it."""
    above = program.library_ancestors(owner) if isinstance(owner, Class) else (owner.name,)
    return any(program.catalog.is_a(each, kind) for each in above)
