"""Values that other ranks do not have: what rank 0 alone is given, and all that uses it."""

from __future__ import annotations

import ast

from farandole.analysis.access_paths import is_plain
from farandole.analysis.loops import counters, loops_around
from farandole.analysis.points_to.values import Class, Instance
from farandole.analysis.program import Call
from farandole.analysis.slicing import methods_of
from farandole.frameworks.horovod.decisions import is_measured
from farandole.frameworks.script import Script
from farandole.rules.horovod.output.calls import facts
from farandole.rules.horovod.output.changes import Restricted
from farandole.rules.horovod.output.guards import Guards, Use, inside_lambda
from farandole.rules.horovod.output.liveness import is_live_after
from farandole.rules.horovod.restrictions.hvd210_written_is_needed import every_rank_uses
from farandole.source import Document

_OF_PATHS = frozenset({"builtins.str", "os.path.abspath", "os.path.join"})
"""Functions that make a path, or a part of one, of what they are given alone."""

_BINDING = (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom, ast.Lambda, ast.comprehension)
_DISPLAYS = (ast.Tuple, ast.List)
_ITERATING = frozenset(f"builtins.{name}" for name in ("enumerate", "iter", "len", "list", "reversed", "tuple", "zip"))


def leave_to_rank_zero(guards: Guards, call: Call) -> None:
    """Make a call rank 0's alone: ranks its value is None, and what uses the value is guarded too."""
    document = call.document
    statement = document.statement(call.node)
    value = statement.value if isinstance(statement, ast.Assign | ast.Return) else call.node
    if value is None or inside_lambda(document, call.node, statement):
        value = call.node
    if value is call.node and not _is_harmless(guards, document, value):
        _give_to_all(guards, call, None)
        return
    guarded: list[tuple[Document, ast.stmt]] = []
    wrapped: list[Use] = [(document, value)]
    pending: list[Use] = [(document, value)]
    while pending:
        at, node = pending.pop()
        if guards.shared.first(at, node, random=True) or not _is_followed(guards, at, node):
            _give_to_all(guards, call, (at, node))
            return
        for where, use in guards._uses.get(node, ()):
            if not _is_harmless(guards, where, use):
                made = _made_by(guards, where, use)
                if isinstance(made, ast.stmt):
                    guarded.append((where, made))
                elif made is None:
                    _give_to_all(guards, call, (where, use))
                    return
                elif (where, made) not in wrapped:
                    wrapped.append((where, made))
                    pending.append((where, made))
    for where, statement in guarded:
        guards.guard(where, statement, call)
    for _, node in wrapped:
        guards.found.append(guards.make_conditional(guards.script.call(node) or call, node, "None", given=call))


def _give_to_all(guards: Guards, call: Call, use: Use | None) -> None:
    """Leave a call to rank 0 that gives back the path that it is given, which the others take as it is; or refuse it."""
    given = _given_back(guards.script, call)
    if given is None:
        cannot_be_left(guards, call, use)
    else:
        guards.found.append(guards.make_conditional(call, call.node, given))


def _given_back(script: Script, call: Call) -> str | None:
    """Give the text of what a call gives back: the path that it is given, and behind it the step of a checkpoint.

    That is the same in all processes, and told without an effect.
    """
    parameter, document = facts(call).get("gives-back"), call.document
    node = call.argument(parameter) if isinstance(parameter, str) and not call.hides_arguments else None
    step = call.argument("global_step")
    made = [script.creation(each) for each in call.receivers if isinstance(each, Instance)]
    if any(each is not None and each.argument("pad_step_number") is not None for each in made):
        return None
    if node is None or not _is_told(script, document, node) or (step is not None and not _is_turn(script, call, step)):
        return None
    path = document.segment(node)
    return path if step is None else f'"%s-%d" % ({path}, {document.segment(step)})'


def _is_told(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether a path is a name or a text, or is put together of some that all processes have alike."""
    if is_plain(node) or isinstance(node, ast.Constant):
        return True
    calls = [script.call(each) for each in ast.walk(node) if isinstance(each, ast.Call)]
    plain = all(each is not None and (each.names & _OF_PATHS or _formats(each)) for each in calls)
    return (
        plain
        and not any(isinstance(each, _BINDING) for each in ast.walk(node))
        and not is_measured(script, document, node)
    )


def _formats(call: Call) -> bool:
    """Say whether a call fills in a text that is written down."""
    match call.node.func:
        case ast.Attribute(ast.Constant(str()), "format"):
            return True
    return False


def _is_turn(script: Script, call: Call, step: ast.expr) -> bool:
    """Say whether a step is a whole number: one that is written down, or the turn of a loop around."""
    match step:
        case ast.Constant(int()):
            return True
        case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult(), right):
            return _is_turn(script, call, left) and _is_turn(script, call, right)
        case ast.Name(name):
            return any(name in counters(script, each) for each in loops_around(call.document, call.node))
    return False


def _is_followed(guards: Guards, document: Document, node: ast.expr) -> bool:
    """Say whether the uses of a value are known: the analysis has a value for it, and it is not unpacked."""
    statement = document.statement(node)
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    if any(isinstance(each, ast.Tuple | ast.List) for each in targets):
        return False
    return any(isinstance(each, Instance) and each.site.node is node for each in guards.script.values(node))


def _is_harmless(  # noqa: PLR0911
    guards: Guards, document: Document, use: ast.expr
) -> bool:
    """Say whether a use of a value goes well with None, or only passes it on."""
    if guards.is_left_out(document, use) or not isinstance(getattr(use, "ctx", ast.Load()), ast.Load):
        return True
    parent = document.parent(use)
    match parent:
        case ast.Assign() | ast.Return() | ast.Expr() | ast.NamedExpr() | ast.FormattedValue():
            return True
        case ast.Tuple() | ast.List() if isinstance(document.parent(parent), ast.Call | ast.keyword):
            return _is_harmless(guards, document, parent)
        case ast.IfExp() | ast.BoolOp() | ast.Tuple() | ast.List() | ast.Dict():
            return True
        case ast.If() | ast.While() | ast.Assert():
            return True
        case ast.UnaryOp(ast.Not()) | ast.Compare(ops=[ast.Is() | ast.IsNot() | ast.Eq() | ast.NotEq()]):
            return True
        case ast.BinOp(ast.Constant(str()), ast.Mod()):
            return True
        case ast.keyword() | ast.Call():
            outer = document.parent(parent) if isinstance(parent, ast.keyword) else parent
            call = guards.script.call(outer)
            if call is None or use is call.node.func:
                return False
            text = call.attribute == "format" or bool(call.names & {"builtins.str", "builtins.repr"})
            own = bool(call.functions) or _makes_object(guards, call)
            passed_on = own or (isinstance(use, _DISPLAYS) and bool(call.names & _ITERATING))
            return text or passed_on
    return False


def _makes_object(guards: Guards, call: Call) -> bool:
    """Say whether a call makes an object of a class of the project, in code of the project."""
    classes = [value for value in guards.script.values(call.node.func) if isinstance(value, Class)]
    return bool(classes) and all(any(methods_of(guards.script, each, ("__init__",))) for each in classes)


def _made_by(guards: Guards, document: Document, use: ast.expr) -> ast.stmt | ast.expr | None:
    """Give what must be rank 0's with the value that it uses: a statement to guard, or the value that it makes."""
    statement = document.statement(use)
    if isinstance(statement, ast.Expr) and not inside_lambda(document, use, statement):
        return statement if guards.shared.first(document, statement, random=True) is None else None
    if isinstance(statement, ast.With) and not any(use in ast.walk(each) for each in statement.body):
        safe = guards.shared.first(document, statement) is None and not is_live_after(guards, document, statement)
        return statement if safe else None
    match statement:
        case ast.Assign([target], value) | ast.AugAssign(target, _, value) if document.contains(target, use):
            computed = [value, *(each.slice for each in ast.walk(target) if isinstance(each, ast.Subscript))]
            alone = all(guards.shared.first(document, each, random=True) is None for each in computed)
            return statement if alone else None
    if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
        return statement.value
    return None


def cannot_be_left(guards: Guards, call: Call, use: Use | None) -> None:
    """Say that a call stays on every rank, since each uses what it gives; `use` is where."""
    guards.refused.add(call.node)
    guards.found.append(Restricted(call.document, call.document.span(call.node), every_rank_uses(call, use)))
