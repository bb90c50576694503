"""What the rules about staged code have in common: which nodes they look at, and how a finding names its stage."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from farandole.analysis.points_to.values import Bound, Container, Library
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Stage, nodes
from farandole.rules.rule import Finding, Related, Rule, Status
from farandole.source import EditSet, layout

_LOGS = ("logging.", "absl.logging.")
_LEVELS = frozenset({"debug", "info", "warning", "warn", "error", "critical", "exception", "log", "fatal"})
_MADE = ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp


def staged_nodes(script: Script, *stages: Stage) -> Iterator[tuple[Member, ast.AST]]:
    """Yield the nodes that run in some stages, each with the staged function in which it stands."""
    for member in script.staging.members(*stages):
        script.flow.proceed()
        for node in nodes(member):
            yield member, node


def violation(  # noqa: PLR0913, PLR0917
    rule: Rule,
    member: Member,
    node: ast.AST,
    message: str,
    suggestion: str,
    fix: Callable[[], EditSet] | None = None,
    confirm: str = "",
) -> Finding:
    """Give the finding about a node of a staged function, with the place where that function's stage begins."""
    root = member.root
    related = Related(root.home, root.home.span(root.by), f"`{root.name}` is staged here")
    return Finding(
        rule,
        Status.VIOLATION,
        member.document,
        member.document.span(node),
        message,
        suggestion,
        related=(related,),
        fix=fix,
        confirm=confirm,
    )


def call_names(script: Script, node: ast.Call) -> frozenset[str]:
    """Give the names of the library functions that a call may call."""
    return script.names_of(node.func)


def logs_with(script: Script, node: ast.Call) -> bool:
    """Say whether a call surely writes a message of `logging`, with a function of it or a method of a logger."""
    values = script.values(node.func)
    called = [each.member if isinstance(each, Bound) else each for each in values]
    return bool(called) and all(
        isinstance(each, Library) and each.name.startswith(_LOGS) and each.name.rpartition(".")[2] in _LEVELS
        for each in called
    )


def is_for_xla(member: Member) -> bool:
    """Say whether XLA may compile a function: it has no `tf.print`, leaves assertions out, and has arrays of one size."""
    asked = member.root.option("jit_compile")
    return asked is not None and not (isinstance(asked, ast.Constant) and not asked.value)


def is_local(script: Script, member: Member, name: ast.Name) -> bool:
    """Say whether a name is bound in the staged function itself."""
    home = script.scope(member.document, name).home(name.id)
    return home is not None and home.node is member.function


def is_from_outside(script: Script, changed: ast.expr, added: ast.expr | None = None) -> bool:
    """Say whether an expression is surely a list, dictionary or set that no staged function makes, but for one `added`."""
    values = [each for each in script.values(changed) if not (isinstance(each, Container) and each.site.node is added)]
    staged = {member.function for member in script.staging.members(*Stage)}
    return bool(values) and all(
        isinstance(each, Container)
        and isinstance(each.site.node, _MADE)
        and each.site.module.document.scope(each.site.node) not in staged
        for each in values
    )


def unwrapped(member: Member, node: ast.Call, value: ast.expr) -> EditSet:
    """Put a value in place of the call that it is given to."""
    return EditSet.of(member.document, layout.replace(member.document, node, member.document.segment(value)))


def stays_tensor(script: Script, member: Member, node: ast.expr) -> bool:
    """Say whether a number is an operand beside a tensor, which takes a tensor of one element as well."""
    match member.document.parent(node):
        case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult() | ast.Div(), right):
            other = right if left is node else left
            return script.tensors.is_tensor(member.document, other, member)
    return False


def has_other_types(member: Member) -> bool:
    """Say whether the types of a function's parameters may stand elsewhere: in comments, or in overloads."""
    function = member.function
    same = [
        each
        for each in member.document.statements
        if isinstance(each, ast.FunctionDef) and each.name == getattr(function, "name", "")
    ]
    overloads = any("overload" in ast.unparse(decorator) for each in same for decorator in each.decorator_list)
    return overloads or "# type:" in member.document.segment(function)
