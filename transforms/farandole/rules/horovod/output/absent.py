"""What must not be there yet, or be there already: a script that ends, restores or fails by what it finds.

Rank 0 makes it right after that, and another process that looks a moment later would find it; or right before, and one
that looks a moment earlier would not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from typing import TypeGuard

from farandole.analysis.conditions import asked_by
from farandole.analysis.effects.files import WRITES, Access, FileEffect, is_denied
from farandole.rules.horovod.devices.local_rank import free_name
from farandole.rules.horovod.output.changes import Change, Found, Restricted
from farandole.rules.horovod.output.guards import Guards, effects_within
from farandole.rules.horovod.output.waits import Wait, barrier, is_wait, places_for_all
from farandole.rules.horovod.restrictions.hvd210_written_is_needed import ends_where_there, found_too_early
from farandole.source import Document, Edit, layout


def look_alone(guards: Guards) -> None:
    """Let rank 0 alone look for what it makes after that, where a script fails if it is there.

    Where the script ends without an error, every process must look before rank 0 makes it: the others would wait for
    the one that has ended.
    """
    made = [effect for _, _, effect in _made_alone(guards)]
    for looked in guards.files.effects:
        guards.script.flow.proceed()
        document, call = looked.call.document, looked.call
        statement, asked = _asking(document, call.node)
        ends = _last_where_there(statement, asked) or call.node
        if looked.access is not Access.PROBE or any(guards.is_guarded(document, each) for each in (call.node, ends)):
            continue
        if not _ends_where_there(guards, statement, asked) or not any(
            _comes_after(guards, looked, each) for each in made
        ):
            continue
        if _fails_alone(guards, statement, asked):
            guards.guard(document, statement, call)
        else:
            guards.found.extend(_waits(guards, looked, document, statement))


def _asking(document: Document, node: ast.expr) -> tuple[ast.stmt, ast.expr]:
    """Give the statement that asks for what a call gives, and the call or its name there."""
    return asked_by(document, node) or (document.statement(node), node)


def _is_waited_between(guards: Guards, document: Document, node: ast.expr, statement: ast.If) -> bool:
    """Say whether all wait for one another after a call, and before the statement that asks for what it gave."""
    looked, asked = document.span(node).end, document.span(statement).start
    return any(is_wait(guards, each) for each in document.statements if looked <= document.span(each).start < asked)


def _made_alone(guards: Guards) -> Iterator[tuple[Document, ast.stmt, FileEffect]]:
    """Yield what one process makes, with the file and the statement that is left to it."""
    for statement, (document, _) in guards.guarded.items():
        for effect in effects_within(guards, statement):
            if effect.access in WRITES and effect.access is not Access.REMOVE:
                yield document, statement, effect


def look_first(guards: Guards) -> None:
    """Let every process look for a folder before rank 0 makes it, where one reads what is in it if it is there."""
    alone = guards.silent | guards.left
    made = [
        effect
        for call in guards.script.calls
        if call.node in alone or guards.is_guarded(call.document, call.node)
        for effect in guards.files.of(call)
        if effect.access in (Access.FOLDER, Access.WRITE)
    ]
    for looked in guards.files.effects:
        guards.script.flow.proceed()
        document, node = looked.call.document, looked.call.node
        statement, asked = _asking(document, node)
        if (
            looked.access is Access.PROBE
            and isinstance(statement, ast.If)
            and asked in ast.walk(statement.test)
            and not guards.is_guarded(document, node)
            and not guards.is_turned(document, node)
            and not _is_waited_between(guards, document, node, statement)
            and _reads_within(guards, looked, statement)
            and any(each.is_at(looked) and _comes_after(guards, looked, each) for each in made)
        ):
            guards.found.append(_looks_first(guards, looked, document, statement))


def look_back_alone(guards: Guards) -> None:
    """Let the process that makes a file look whether it is there, where a script fails if it is not."""
    made = list(_made_alone(guards))
    for looked in guards.files.effects:
        guards.script.flow.proceed()
        document = looked.call.document
        statement, asked = _asking(document, looked.call.node)
        if looked.access is not Access.PROBE or guards.is_guarded(document, asked):
            continue
        if not _fails_where_missing(statement, asked) or guards.shared.first(document, statement.test) is not None:
            continue
        scope, start = document.scope(statement), document.span(statement).start
        for where, making, effect in made:
            here = where is document and where.scope(making) is scope and where.span(making).end <= start
            if here and effect.is_at(looked):
                guards.guard(document, statement, looked.call)
                guards.leading.update([statement] if making in guards.leading else [])
                break


def _fails_where_missing(statement: ast.stmt, asked: ast.expr) -> TypeGuard[ast.Assert | ast.If]:
    """Say whether all that a statement does is to fail where a file that it asks for is not there."""
    if isinstance(statement, ast.If):
        alone = len(statement.body) == 1 and not statement.orelse and _raises(statement)
        return alone and asked in ast.walk(statement.test) and is_denied(statement.test, asked)
    return isinstance(statement, ast.Assert) and not is_denied(statement.test, asked)


def _reads_within(guards: Guards, looked: FileEffect, statement: ast.If) -> bool:
    """Say whether every process reads files of a folder that a statement asks for, where it is there."""
    return any(
        effect.access is Access.READ
        and effect.meets(looked)
        and not effect.is_at(looked)
        and not guards.is_guarded(effect.call.document, effect.call.node)
        for branch in (*statement.body, *statement.orelse)
        for effect in effects_within(guards, branch)
    )


def _looks_first(guards: Guards, looked: FileEffect, document: Document, statement: ast.If) -> Found:
    asked = ast.unparse(looked.call.node)
    told = f"`{asked}` may find on another process what rank 0 makes next, and nothing in it to read"
    is_elif = document.text.startswith("elif", document.span(statement).start)
    if is_elif or places_for_all(guards, document, statement) != ((document, statement),):
        return Restricted(document, document.span(looked.call.node), found_too_early(looked.call, told))
    guards.waits.append(looked.call)
    return Change(
        document,
        document.span(statement.test),
        told,
        "wait until all have looked",
        partial(_look_edits, guards, document, statement),
    )


def _look_edits(guards: Guards, document: Document, statement: ast.If, _: str) -> tuple[Edit, ...]:
    wait = barrier(guards, document)
    if isinstance(statement.test, ast.Name):
        return (*wait.edits, *layout.insert_before(document, statement, [f"{wait.text}()  # until all have looked"]))
    name = free_name(document, "is_there", "was_there")
    lines = [f"{name} = {document.segment(statement.test)}", f"{wait.text}()  # until all have looked"]
    return (
        *wait.edits,
        *layout.insert_before(document, statement, lines),
        *layout.replace(document, statement.test, name),
    )


def _comes_after(guards: Guards, looked: FileEffect, made: FileEffect) -> bool:
    here, there = looked.call.document, made.call.document
    later = here is not there or here.span(looked.call.node).end <= there.span(made.call.node).start
    return later and made.meets(looked) and guards.is_before_training(looked.call)


def _ends_where_there(guards: Guards, statement: ast.stmt, asked: ast.expr) -> bool:
    """Say whether a statement fails, or ends the process, where a file that it asks for is there."""
    if isinstance(statement, ast.Assert):
        return is_denied(statement.test, asked)
    last = _last_where_there(statement, asked)
    return last is not None and (isinstance(last, ast.Raise) or _leaves(guards, last))


def _last_where_there(statement: ast.stmt, asked: ast.expr) -> ast.stmt | None:
    """Give the last statement of the branch that is taken where a file that a statement asks for is there."""
    if not isinstance(statement, ast.If) or asked not in ast.walk(statement.test):
        return None
    there = statement.orelse if is_denied(statement.test, asked) else statement.body
    return there[-1] if there else None


def _raises(statement: ast.If) -> bool:
    return isinstance(statement.body[-1], ast.Raise)


def _leaves(guards: Guards, last: ast.stmt) -> bool:
    calls = (guards.script.call(node) for node in ast.walk(last))
    return isinstance(last, ast.Expr) and any(
        guards.files.facts(call).get("ends-process") for call in calls if call is not None
    )


def _fails_alone(guards: Guards, statement: ast.stmt, asked: ast.expr) -> bool:
    """Say whether all that a statement does, besides to fail, is left to rank 0."""
    if isinstance(statement, ast.If):
        last = _last_where_there(statement, asked)
        parts = (each for each in (*statement.body, *statement.orelse) if each is not last)
        return isinstance(last, ast.Raise) and all(each in guards.guarded for each in parts)
    return True


def _waits(guards: Guards, looked: FileEffect, document: Document, statement: ast.stmt) -> Iterator[Found]:
    told = f"`{ast.unparse(looked.call.node.func)}` may find on another process what rank 0 makes next, and end it"
    places = places_for_all(guards, document, statement) if isinstance(statement, ast.If) else None
    if places is None or places != ((document, statement),) or getattr(statement, "orelse", None):
        yield Restricted(document, document.span(looked.call.node), ends_where_there(looked.call, told))
        return
    yield Wait(document, statement, True, looked.call, told, "all have looked").change(guards)
