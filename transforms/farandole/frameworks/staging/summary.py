"""What a stage makes of a function, for its reader: what is staged, what is fixed at tracing, what traces it again."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from farandole.analysis.points_to.relations import Parameter
from farandole.analysis.points_to.values import Constant
from farandole.analysis.program import Program
from farandole.analysis.scopes import parameters
from farandole.frameworks.staging.staged import Member, Stage, Staging, nodes

_AGAIN = {
    Stage.TF_FUNCTION: "for each new shape or type of its tensors, and for each value of its Python arguments",
    Stage.COMPILE: "when shapes, types or Python values change; a number that has changed may have any value then",
    Stage.EXPORT: "never: shapes and Python values are those of the example, but for `dynamic_shapes`",
    Stage.SCRIPT: "never: it is compiled from its text, with the types of its annotations",
    Stage.LMS: "when it is staged again; without staged values it runs as Python",
}
_SIGNED = "never: `input_signature` says the shapes and types, and makes tensors of Python numbers"


@dataclass(frozen=True)
class Summary:
    """What is said of a staged function; `with_it` are the names of the functions that are staged with it.

    `fixed` are the Python numbers, texts and truth values that it reads and that are fixed while it is traced, as they
    are written.
    """

    member: Member
    with_it: tuple[str, ...]
    fixed: tuple[str, ...]
    again: str


def summary(program: Program, staging: Staging, member: Member) -> Summary:
    """Give the summary of a staged function."""
    root = member.root
    others = [
        each
        for each in staging.members(root.stage)
        if each.root.function is root.function and each.function is not member.function
    ]
    names = dict.fromkeys(getattr(each.function, "name", "a lambda") for each in others)
    signed = root.option("input_signature") is not None
    return Summary(
        member,
        tuple(names),
        tuple(dict.fromkeys(_fixed(program, member))),
        _SIGNED if signed else _AGAIN[root.stage],
    )


def _fixed(program: Program, member: Member) -> Iterator[str]:
    """Yield the parameters with Python values, then the numbers, texts and truth values from outside."""
    for parameter in parameters(member.function):
        given = program.flow.ask(Parameter(member.function, parameter.arg))
        if given and all(isinstance(each, Constant) for each in given):
            yield parameter.arg
    own = {each.arg for each in parameters(member.function)}
    for node in nodes(member):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in own:
            home = program.scope(member.document, node).home(node.id)
            is_outside = home is not None and home.node is not member.function
        else:
            is_outside = (
                isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
            )
        if is_outside and isinstance(node, ast.expr):
            values = program.values(node)
            if values and all(isinstance(each, Constant) and each.value is not None for each in values):
                yield member.document.segment(node)
