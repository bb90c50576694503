"""What one process does alone and may fail: where its handler leaves a training, that process leaves it alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.call_order import calls_below, run_by
from farandole.analysis.nodes import own_nodes
from farandole.analysis.scopes import FunctionNode
from farandole.rules.horovod.output.changes import Restricted
from farandole.rules.horovod.output.guards import Guards
from farandole.rules.horovod.restrictions.hvd210_written_is_needed import left_where_it_fails
from farandole.source import Document

_Leave = ast.Return | ast.Break | ast.Continue

_AT_AN_END = frozenset({"tensorflow.errors.OutOfRangeError", "builtins.StopIteration"})
"""What is raised where data end: by no output."""

_READING = frozenset({"run", "eval", "next", "get_next", "__next__", "dequeue"})
"""Names of what may come to an end of data."""


def refuse_leaving(guards: Guards) -> None:
    """Refuse to leave to one process what may fail, where the handler of that leaves before a step of a training."""
    for statement, (document, call) in guards.guarded.items():
        for leave in _leaves(guards, document, statement):
            if _leaves_training(guards, document, statement, leave):
                refusal = left_where_it_fails(call, document, leave)
                guards.found.append(Restricted(document, document.span(call.node), refusal))
                break


def _leaves(guards: Guards, document: Document, statement: ast.stmt) -> Iterator[_Leave]:
    """Yield what leaves a function, or a turn of a loop, in the handlers of what a statement may raise."""
    inner: ast.AST = statement
    for outer in document.ancestors(statement):
        if isinstance(outer, FunctionNode):
            return
        if isinstance(outer, ast.Try) and inner in outer.body:
            for handler in outer.handlers:
                if not _is_of_data(guards, handler) or _reads(guards, statement):
                    yield from (each for each in own_nodes(handler) if isinstance(each, _Leave))
        inner = outer


def _is_of_data(guards: Guards, handler: ast.ExceptHandler) -> bool:
    """Say whether a handler catches nothing but the end of data."""
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    named = [guards.script.names_of(each) if each is not None else frozenset() for each in caught]
    return all(names and names <= _AT_AN_END for names in named)


def _reads(guards: Guards, statement: ast.stmt) -> bool:
    """Say whether a statement, or a function of the project that it calls, may come to an end of data."""
    return any(
        isinstance(each, ast.Call) and getattr(each.func, "attr", getattr(each.func, "id", "")) in _READING
        for body in run_by(guards.script, statement, calls_below)
        for each in ast.walk(body)
    )


def _leaves_training(guards: Guards, document: Document, statement: ast.stmt, leave: _Leave) -> bool:
    """Say whether steps of a training come after a statement, in what is left."""
    if isinstance(leave, ast.Return):
        taken = guards.steps_in.get(document.scope(statement), ())
        return bool(taken) and taken[-1] > document.span(statement).end
    loop = next((each for each in document.ancestors(leave) if isinstance(each, ast.For | ast.While)), None)
    return loop is not None and guards.brings_together(loop)
