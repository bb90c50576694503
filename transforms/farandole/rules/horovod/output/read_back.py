"""What is read back when training has ended, and what is made of it: rank 0 alone has the file, or alone writes it again.

That is a model, or a table to which a run adds what it has found.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.call_order import calls_within, may_follow
from farandole.analysis.effects.files import WRITES, Access
from farandole.analysis.program import Call
from farandole.rules.horovod.output.calls import facts
from farandole.rules.horovod.output.guards import Guards
from farandole.rules.horovod.output.liveness import serves_guards
from farandole.rules.horovod.output.writings import may_be_done
from farandole.rules.horovod.patterns import GRAPHS
from farandole.source import Document
from farandole.source.binding import stored_among

LOAD_MODEL = "tensorflow.keras.models.load_model"
_READ_TABLE = "pandas.read_"
"""How the names of the functions begin that read a table."""

_SIMPLE = ast.Assign | ast.AugAssign | ast.Expr | ast.For | ast.With | ast.If


def guard_read_back(guards: Guards) -> None:
    """Leave to rank 0 a model or table that it writes in this run, where it alone needs what is made of that.

    That is so after the last step of all trainings, when all that uses it, or what is made of it, can be left to
    rank 0 as well. Graphs are not looked at: what rank 0 alone adds to them would change the names of what follows.
    """
    if any(training.pattern in GRAPHS for training in guards.script.trainings):
        return
    for call in guards.script.calls:
        reads = LOAD_MODEL in call.names or any(name.startswith(_READ_TABLE) for name in call.names)
        if not reads or guards.is_guarded(call.document, call.node):
            continue
        if _is_written(guards, call) and _is_last(guards, call):
            chain = _chain(guards, call)
            for statement in chain:
                guards.guard(call.document, statement, call)
            for statement in _between(guards, call.document, chain):
                guards.guard(call.document, statement, call)


def _is_written(guards: Guards, call: Call) -> bool:
    """Say whether this run may write what a call reads: a model before that, a table before or afterwards."""
    is_model = LOAD_MODEL in call.names
    read = [each for each in guards.files.of(call) if each.access is Access.READ and not each.is_own]
    return any(
        effect.access in WRITES
        and effect.access is not Access.FOLDER
        and not effect.is_own
        and any(effect.meets(each) for each in read)
        and (
            may_be_done(guards, effect.call, call.document, call.node)
            or (not is_model and may_follow(guards.script, call, effect.call))
        )
        for effect in guards.files.effects
    )


def _is_last(guards: Guards, call: Call) -> bool:
    """Say whether a call comes after the steps of all trainings, and nothing after it lets processes wait."""
    script = guards.script
    function = script.function(call.document, call.node)
    if function is not None and (guards.ranks.escapes(function) or not script.callers(function)):
        return False
    waits = (each for each in script.calls if facts(each).get("collective"))
    return any(may_follow(script, step, call) for step in guards.steps) and not any(
        may_follow(script, call, each) for each in (*guards.steps, *waits)
    )


def _chain(guards: Guards, call: Call) -> list[ast.stmt]:
    """Give the statement that reads something and those that use it, or what they make; none if some cannot be left."""
    document = call.document
    first = document.statement(call.node)
    if not isinstance(first, ast.Assign) or first.value is not call.node or not _stands_plainly(document, first):
        return []
    if any(guards.shared.first(document, each) for each in call.arguments):
        return []
    block = document.block(first)
    after = block[block.index(first) + 1 :]
    chain: list[ast.stmt] = [first]
    names = stored_among(ast.walk(first))
    seen = set(names)
    for each in after:
        uses = bool(_read(each) & names)
        if uses and not guards.is_guarded(document, each):
            if not _can_be_left(guards, document, each, after):
                return []
            chain.append(each)
        if uses:
            names |= stored_among(ast.walk(each))
            seen |= names
        elif isinstance(each, ast.Assign):
            names -= stored_among(ast.walk(each))  # every rank binds them anew
    return [] if _is_needed_elsewhere(guards, document, first, seen) else chain


def _between(guards: Guards, document: Document, chain: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield what stands between some statements of a block, once they are guarded, and serves nothing but them."""
    if not chain:
        return
    block = document.block(chain[0])
    start, stop = block.index(chain[0]), block.index(chain[-1])
    for each in reversed(block[start:stop]):
        free = isinstance(each, ast.Assign) and not guards.is_guarded(document, each)
        if free and serves_guards(guards, document, each) and _can_be_left(guards, document, each, block[start:]):
            yield each


def _stands_plainly(document: Document, statement: ast.Assign) -> bool:
    """Say whether a statement binds plain names, and no loop runs it again and no handler goes on without it."""
    home = document.scope(statement)
    for owner in document.ancestors(statement):
        if owner is home:
            break
        if not isinstance(owner, ast.If | ast.With):
            return False
    return all(isinstance(each, ast.Name) for each in statement.targets) and not isinstance(home, ast.ClassDef)


def _read(node: ast.AST) -> set[str]:
    """Give the names that are read in a node, or deleted: `x += 1` reads `x`."""
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Store)}
    changed = (each.target for each in ast.walk(node) if isinstance(each, ast.AugAssign))
    return names | {each.id for each in changed if isinstance(each, ast.Name)}


def _can_be_left(guards: Guards, document: Document, statement: ast.stmt, after: list[ast.stmt]) -> bool:
    """Say whether rank 0 may run a statement alone: it changes nothing for others, and no process waits in it.

    A function that it calls must be called nowhere else: it may have to wait for the other processes there.
    """
    if not isinstance(statement, _SIMPLE) or guards.shared.first(document, statement) is not None:
        return False
    span = document.span(statement)
    if any(each.document is document and span.start <= each.span.start < span.end for each in guards.found):
        return False
    reached = list(_reached(guards, statement))
    own = {each.node for follower in after for each in _reached(guards, follower)}
    functions = {function.site.node for each in reached for function in each.functions}
    callers = (caller for function in functions for caller in guards.script.callers(function))  # type: ignore[arg-type]
    if not all(caller.node in own for caller in callers):
        return False
    direct = {each.node for each in calls_within(guards.script, statement)}
    return not any(
        guards.is_turned(each.document, each.node) or (each.node not in direct and guards.files.of(each))
        for each in reached
    )


def _reached(guards: Guards, statement: ast.stmt) -> Iterator[Call]:
    for call in calls_within(guards.script, statement):
        yield from guards.effects.reached(call)


def _is_needed_elsewhere(guards: Guards, document: Document, first: ast.stmt, names: set[str]) -> bool:
    """Say whether code that is not among what follows a statement in its block uses one of some names."""
    home, end = document.scope(first), document.span(first).end
    if isinstance(home, ast.Module) and document is not guards.script.entry:
        return True
    apart = [*document.block(first), *_left_out_with(document, first)]
    bound: dict[ast.AST, set[str]] = {}
    for each in document.names(*names):
        scope = document.scope(each)
        if scope is home:
            inside = any(document.contains(statement, each) for statement in apart)
            if document.span(each).start >= end and not inside:
                return True
        elif each.id not in bound.setdefault(scope, _bound(document, scope)):
            return True
    return False


def _left_out_with(document: Document, statement: ast.stmt) -> Iterator[ast.stmt]:
    """Yield what no process runs that runs a statement: the other branches of the choices around it."""
    inner: ast.AST = statement
    for outer in document.ancestors(statement):
        if isinstance(outer, ast.If) and inner in outer.body:
            yield from outer.orelse
        inner = outer


def _bound(document: Document, scope: ast.AST) -> set[str]:
    """Give the names that a function binds itself: its parameters, and what it assigns to."""
    parameters = {each.arg for each in ast.walk(scope) if isinstance(each, ast.arg)}
    stored = stored_among(ast.walk(scope))
    declared = {name for each in ast.walk(scope) if isinstance(each, ast.Global | ast.Nonlocal) for name in each.names}
    return (parameters | stored) - declared
