"""What ends the run of a process that fails: the others wait no longer for one whose program has come to its end."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.call_order import calls_within
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.rules.horovod.output.calls import facts
from farandole.rules.horovod.output.guards import Guards, effects_within
from farandole.source import Document

_TOGETHER = frozenset({"collective", "evaluates", "gradients", "trains"})
"""What processes do at one time, or what a rule may let them do so."""


def is_of_user(handler: ast.ExceptHandler) -> bool:
    """Say whether a handler catches nothing but what the user ends all processes by."""
    return handler.type is not None and ast.unparse(handler.type) == "KeyboardInterrupt"


def ends_run(guards: Guards, document: Document, handler: ast.ExceptHandler) -> bool:
    """Say whether a handler uses no file and ends the process, or nothing is left of the program behind it.

    Horovod ends all processes with an error when one of them has come to its end, so that none waits for it.
    """
    last = handler.body[-1]
    if next(effects_within(guards, handler), None) is not None:
        return False
    return ends_process(guards, last) or (not _does_more(guards, handler) and _is_last(guards, document, last))


def ends_process(guards: Guards, statement: ast.stmt) -> bool:
    """Say whether a statement of a handler raises an error, or ends the process by a call: the others end with it."""
    call = guards.script.call(statement.value) if isinstance(statement, ast.Expr) else None
    return isinstance(statement, ast.Raise) or (call is not None and bool(guards.files.facts(call).get("ends-process")))


def _is_last(guards: Guards, document: Document, statement: ast.stmt, seen: frozenset[ast.AST] = frozenset()) -> bool:
    """Say whether a statement is run once, and behind it the program does nothing more than show something.

    A `return` leaves its function, so that what stands below it there does not count.
    """
    at: ast.AST = statement
    for owner in document.ancestors(statement):
        if isinstance(owner, ast.FunctionDef):
            calls = guards.script.callers(owner) if owner not in seen else ()
            return bool(calls) and all(_is_last_call(guards, each, seen | {owner}) for each in calls)
        if isinstance(owner, ast.For | ast.While | ast.AsyncFor | ast.AsyncFunctionDef | ast.ClassDef):
            return False
        if any(_does_more(guards, each) for each in _behind(document, at, owner)):
            return False
        at = owner
    return document is guards.script.entry


def _is_last_call(guards: Guards, call: Call, seen: frozenset[ast.AST]) -> bool:
    """Say whether a call is all that a statement is for, behind which the program does nothing more."""
    statement = call.document.statement(call.node)
    return getattr(statement, "value", None) is call.node and _is_last(guards, call.document, statement, seen)


def _behind(document: Document, node: ast.AST, owner: ast.AST) -> Iterator[ast.AST]:
    """Yield what is run behind a node of a statement or module, before that is left."""
    if isinstance(node, ast.Return):
        return
    if isinstance(node, ast.stmt):
        block = document.block(node)
        yield from block[block.index(node) + 1 :]
    if isinstance(owner, ast.Try) and node not in owner.finalbody:
        yield from (*owner.orelse, *owner.finalbody) if node in owner.body else owner.finalbody


def _does_more(guards: Guards, node: ast.AST) -> bool:
    """Say whether what is run uses files, or does what processes do together."""
    if isinstance(node, FunctionNode | ast.ClassDef):
        return False
    reached = (each for call in calls_within(guards.script, node) for each in guards.effects.reached(call))
    return next(effects_within(guards, node), None) is not None or any(
        facts(each).keys() & _TOGETHER for each in reached
    )
