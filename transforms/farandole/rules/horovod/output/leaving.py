"""What one process does alone and may fail: what its handler does, that process does alone, and leaves a training alone."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator

from farandole.analysis.call_order import calls_below, run_by
from farandole.analysis.effects.files import Access
from farandole.analysis.nodes import own_nodes
from farandole.analysis.scopes import FunctionNode
from farandole.rules.horovod.output.changes import Restricted
from farandole.rules.horovod.output.endings import ends_process, ends_run, is_of_user
from farandole.rules.horovod.output.guards import Guards, effects_within
from farandole.rules.horovod.output.liveness import is_live_after, serves_guards
from farandole.rules.horovod.output.prepared import makes_unless_there
from farandole.rules.horovod.restrictions.hvd210_written_is_needed import decided_where_it_fails, left_where_it_fails
from farandole.source import Document

_Leave = ast.Return | ast.Break | ast.Continue

_AT_AN_END = frozenset({"tensorflow.errors.OutOfRangeError", "builtins.StopIteration"})
"""What is raised where data end: by no output."""

_READING = frozenset({"run", "eval", "next", "get_next", "__next__", "dequeue"})
"""Names of what may come to an end of data."""


def refuse_leaving(guards: Guards) -> None:
    """Refuse to leave to one process what may fail, where the handler of that leaves before a step of a training.

    What tells by failing that something is there, or is not, must not decide over what all would have to do.
    """
    for statement, (document, call) in guards.guarded.items():
        caught = list(_handlers(guards, document, statement))
        leaves = (each for _, handler in caught for each in own_nodes(handler) if isinstance(each, _Leave))
        left = next((each for each in leaves if _leaves_training(guards, document, statement, each)), None)
        refusal = left_where_it_fails(call, document, left) if left is not None else None
        if refusal is None and _tells(guards, statement):
            decided = next(_decided(guards, document, statement, caught), None)
            refusal = decided_where_it_fails(call, document, decided) if decided is not None else None
        if refusal is not None:
            guards.found.append(Restricted(document, document.span(call.node), refusal))


def _handlers(guards: Guards, document: Document, statement: ast.stmt) -> Iterator[tuple[ast.Try, ast.ExceptHandler]]:
    """Yield the handlers of what a statement may raise, in its function."""
    inner: ast.AST = statement
    for outer in document.ancestors(statement):
        if isinstance(outer, FunctionNode):
            return
        if isinstance(outer, ast.Try) and inner in outer.body:
            for handler in outer.handlers:
                if not is_of_user(handler) and (not _is_of_data(guards, handler) or _reads(guards, statement)):
                    yield outer, handler
        inner = outer


def _tells(guards: Guards, statement: ast.stmt) -> bool:
    """Say whether a statement fails where a folder is there already, or a file is not."""
    return any(
        effect.access is Access.REMOVE
        or (effect.access is Access.FOLDER and not makes_unless_there(guards, effect.call))
        for effect in effects_within(guards, statement)
    )


def _decided(
    guards: Guards, document: Document, failing: ast.stmt, caught: Iterable[tuple[ast.Try, ast.ExceptHandler]]
) -> Iterator[ast.AST]:
    """Yield what all would have to do, of what a process does or leaves out in which a statement fails."""
    for attempt, handler in caught:
        ends = ends_process(guards, handler.body[-1]) or ends_run(guards, document, handler)
        if ends or not _is_of_files(handler):
            continue
        parts = [part for each in handler.body for part in _parts(each)]
        leaves = [each for each in own_nodes(handler) if isinstance(each, _Leave)]
        yield from (each for each in leaves if _is_used(guards, document, each))
        yield from (each for each in parts if _needs_all(guards, document, each))
        left_out = list(_left_out(document, failing, attempt, leaves))
        if not any(map(guards.brings_together, left_out)):  # where others meet without it, the run ends
            yield from (each for each in left_out if _needs_all(guards, document, each))


def _is_of_files(handler: ast.ExceptHandler) -> bool:
    """Say whether a handler may catch what is raised where a file or folder is there, or is not."""
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    kinds = [getattr(builtins, each.id, OSError) if isinstance(each, ast.Name) else OSError for each in caught]
    return any(issubclass(OSError, each) or issubclass(each, OSError) for each in kinds)


def _parts(statement: ast.stmt) -> Iterator[ast.stmt | ast.expr]:
    """Yield a statement, or the parts of a choice, without what raises, which ends the run, or leaves."""
    if isinstance(statement, ast.If):
        yield statement.test
        for each in (*statement.body, *statement.orelse):
            yield from _parts(each)
    elif not isinstance(statement, ast.Raise | _Leave):
        yield statement


def _needs_all(guards: Guards, document: Document, node: ast.stmt | ast.expr) -> bool:
    """Say whether a part of the code must be run by all processes: others see what it does, or a name that it binds."""
    if guards.is_guarded(document, node) or isinstance(node, _Leave | ast.Raise):
        return False
    if (
        isinstance(node, ast.stmt)
        and is_live_after(guards, document, node)
        and not serves_guards(guards, document, node)
    ):
        return True
    return guards.shared.first(document, node) is not None


def _is_used(guards: Guards, document: Document, leave: _Leave) -> bool:
    """Say whether a function gives a value where it leaves, and a caller uses what it gives."""
    function = guards.script.function(document, leave)
    if not isinstance(leave, ast.Return) or leave.value is None or function is None:
        return False
    return guards.ranks.escapes(function) or not all(each.is_statement for each in guards.script.callers(function))


def _left_out(document: Document, failing: ast.stmt, attempt: ast.Try, leaves: Iterable[_Leave]) -> Iterator[ast.stmt]:
    """Yield the plain statements that are not run where one fails: in the rest of the attempt, and of what its handler leaves."""
    homes: list[ast.AST] = [attempt]
    for leave in leaves:
        loops = (each for each in document.ancestors(leave) if isinstance(each, ast.For | ast.While))
        homes.append(document.scope(leave) if isinstance(leave, ast.Return) else next(loops))
    kept = {each for part in (*attempt.handlers, *attempt.finalbody) for each in ast.walk(part)}
    end = document.span(failing).end
    outermost = min(homes, key=lambda home: sum(1 for _ in document.ancestors(home)))
    for each in document.within(outermost, ast.stmt):
        plain = isinstance(each, ast.stmt) and not hasattr(each, "body")
        if plain and each not in kept and document.span(each).start >= end:
            yield each


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
