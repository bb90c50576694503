"""Functions that only show or write: their calls are guarded, instead of the statements in them."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from farandole.analysis.call_order import calls_below, calls_within, run_by
from farandole.analysis.effects.files import WRITES
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.frameworks.horovod.ranks import Ranks
from farandole.rules.horovod.output.calls import facts, is_output
from farandole.rules.horovod.output.changes import Change
from farandole.rules.horovod.output.guards import Guards
from farandole.source import Document, layout

FEW_CALLS = 2
"""A function that only shows something is guarded where it is called, when that is in so few places."""


def guard_functions(guards: Guards, output: Iterable[Call]) -> None:
    """Guard the calls of functions that only show or write, instead of the statements in them."""
    candidates: dict[FunctionNode, Document] = {}
    pending = list(output)
    while pending:
        call = pending.pop()
        function = guards.script.function(call.document, call.node)
        if function is None or function in candidates or not _only_shows(guards, call.document, function):
            continue
        candidates[function] = call.document
        pending.extend(guards.script.callers(function))
    silenced: dict[FunctionNode, list[Call]] = {}
    for function, document in candidates.items():
        # What calls itself again is begun by one of its other calls, and these are guarded.
        callers = [call for call in guards.script.callers(function) if not _is_within(guards, call, {function})]
        inner = all(_is_within(guards, call, candidates.keys() - {function}) for call in callers)
        if not inner and _is_worth_it(guards, document, function):
            silenced[function] = callers
    for function, callers in silenced.items():
        # What is called by one of the others is run by rank 0 alone there.
        outer = [call for call in callers if not _is_within(guards, call, silenced.keys())]
        reached = [call for call in outer if guards.ranks.reaches(call.document, call.node)]
        if len(reached) > FEW_CALLS and not _changes_files(guards, reached[0]):
            guards.found.append(_left_at_once(candidates[function], function))
            continue
        for call in reached:
            guards.guard(call.document, call.document.statement(call.node), call)
    if silenced:
        guards.ranks = Ranks(guards.script, frozenset(silenced))


def _changes_files(guards: Guards, call: Call) -> bool:
    """Say whether a call, or what it calls, writes files."""
    return any(effect.access in WRITES for each in guards.effects.reached(call) for effect in guards.files.of(each))


def _only_shows(guards: Guards, document: Document, function: FunctionNode) -> bool:
    """Say whether every call of a function may be rank 0's alone."""
    if isinstance(function, ast.Lambda) or guards.ranks.escapes(function) or function in guards.script.flow.traced:
        return False
    callers = guards.script.callers(function)
    if not callers or any(_is_used(guards, call) for call in callers):
        return False
    if _takes_turns(guards, function):
        return False
    values = [value for call in callers for value in call.functions if value.site.node is function]
    return bool(values) and guards.shared.of_function(values[0]) is None and function.name != "__init__"


def _takes_turns(guards: Guards, function: FunctionNode) -> bool:
    """Say whether the processes take turns in a function, or in what it calls: all must come to their waits."""
    bodies = run_by(guards.script, function, calls_below) if guards.turned else ()
    return any(node in guards.turned for body in bodies for node in ast.walk(body))


def _is_used(guards: Guards, call: Call) -> bool:
    """Say whether a call must be made on every rank, or its result is used there."""
    document = call.document
    statement = document.statement(call.node)
    if not guards.ranks.reaches(document, call.node):
        return False
    if len(call.functions) != 1 or not isinstance(statement, ast.Expr) or statement.value is not call.node:
        return True
    return guards.shared.first(document, statement) is not None or any(
        guards.shared.first(document, each, random=True) for each in (*call.node.args, *call.node.keywords)
    )


def _is_within(guards: Guards, call: Call, functions: Iterable[ast.AST]) -> bool:
    return guards.script.function(call.document, call.node) in set(functions)


def _is_worth_it(guards: Guards, document: Document, function: FunctionNode) -> bool:
    """Say whether a function does more than show, and ask for the rank, so that other ranks need not begin it."""
    shown: set[ast.AST] = set()
    for call in calls_within(guards.script, function):
        if is_output(guards.files, call):
            shown.add(call.node)
            if isinstance(statement := document.statement(call.node), ast.Expr):
                shown.update(ast.walk(statement))
    others = (call for call in calls_within(guards.script, function) if call.node not in shown)
    return any("alone" not in facts(call) for call in others)


def _left_at_once(document: Document, function: FunctionNode) -> Change:
    """Let the other ranks leave a function that only shows something, rather than guard its many calls."""
    assert not isinstance(function, ast.Lambda)
    return Change(
        document,
        document.span(function.body[0]),
        f"`{function.name}` shows something on every rank",
        "let the other ranks leave it at once",
        lambda hvd: layout.insert_at_top(document, function, [f"if {hvd}.rank() != 0:", "    return"]),
    )
