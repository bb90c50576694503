"""Calls that show or write something: the statement, or the call within it, is made conditional."""

from __future__ import annotations

import ast

from farandole.analysis.points_to.values import Instance, Value
from farandole.analysis.program import Call
from farandole.rules.horovod.inits import comes_early
from farandole.rules.horovod.names import library, tensorflow
from farandole.rules.horovod.output.calls import (
    COMMANDS,
    IDENTITIES,
    is_output,
    progress_bars,
    result,
    targets,
)
from farandole.rules.horovod.output.changes import Done, Obstacle, Restricted
from farandole.rules.horovod.output.functions import guard_functions
from farandole.rules.horovod.output.guards import Guards, inside_lambda, may_write_own, writes_own
from farandole.rules.horovod.output.hoisting import hoist, obstructed
from farandole.rules.horovod.output.liveness import guard_with_closings, serves_guards
from farandole.rules.horovod.output.opened import guard_whole_files, guard_with, hidden_mode, leave_file, opens_file
from farandole.rules.horovod.output.results import leave_to_rank_zero


def guard_statements(guards: Guards) -> None:
    """Find all calls that show or write something, and what becomes of each."""
    pending = []
    for call in guards.script.calls:
        refusal = hidden_mode(guards, call)
        if refusal is not None:
            guards.found.append(Restricted(call.document, call.document.span(call.node), refusal))
        elif is_output(guards.files, call) and not writes_own(guards, call) and call.node not in guards.alone:
            if not guards.ranks.reaches(call.document, call.node):
                guards.found.append(Done(call.document, call.document.span(call.node)))
            elif _shows_early(guards, call) or guards.script.is_compiled(call.document, call.node):
                continue
            elif may_write_own(guards, call):
                guards.found.append(_also_own(call))
            elif opens_file(guards, call) or not guards.ranks.is_decided(call.document, call):
                pending.append(call)
    guard_functions(guards, [call for call in pending if not _goes_to_file(guards, call)])
    for call in pending:
        if opens_file(guards, call):
            leave_file(guards, call)
    kept = [call for call in pending if _is_kept(call)]
    for call in [*(call for call in pending if call not in kept), *kept]:
        left = call.node in guards.left or guards.is_guarded(call.document, call.node)
        if not left and not _is_silent(guards, call):
            _statement(guards, call)
    guard_whole_files(guards)


def _shows_early(guards: Guards, call: Call) -> bool:
    """Say whether a call shows something before Horovod can be asked for the rank: every process does, which harms nothing."""
    said = guards.files.facts(call)
    shows = bool(said.get("prints")) and not said.get("writes") and not targets(guards.script, call)
    return shows and comes_early(guards.script, call.document, call.document.span(call.node))


def _also_own(call: Call) -> Obstacle:
    name = ast.unparse(call.node.func)
    return Obstacle(
        call.document,
        call.document.span(call.node),
        f"`{name}` writes to a file on every rank, and cannot be left to rank 0: elsewhere it is called to write to memory "
        "or to a file of the process's own, which every rank reads",
        f"call `{name}` in another function where it writes to a file",
    )


def _is_kept(call: Call) -> bool:
    """Say whether what a call gives is assigned, and nothing else is made of it."""
    statement = call.document.statement(call.node)
    if not isinstance(statement, ast.Assign):
        return False
    return statement.value is call.node or any(isinstance(each, ast.Tuple) for each in statement.targets)


def _is_entered_alone(call: Call) -> bool:
    """Say whether a `with` enters what a call gives, and gives that no name."""
    item = call.document.parent(call.node)
    return isinstance(item, ast.withitem) and item.context_expr is call.node and item.optional_vars is None


def _is_silent(guards: Guards, call: Call) -> bool:
    """Say whether a call makes or writes to an object that writes nothing on other ranks."""
    if call.node in guards.silent or progress_bars(guards.script, call):
        return True
    origins = guards.script.origins(
        targets(guards.script, call), lambda value: isinstance(value, Instance) and value.site.node in guards.silent
    )
    return bool(origins)


def _goes_to_file(guards: Guards, call: Call) -> bool:
    """Say whether a call writes to a file that is open beyond a `with` statement."""

    def is_file(value: Value) -> bool:
        made = guards.script.creation(value) if isinstance(value, Instance) else None
        return made is not None and opens_file(guards, made) and made.node not in guards.opened

    return bool(guards.script.origins(targets(guards.script, call), is_file))


def _is_part_of_graph(guards: Guards, call: Call) -> bool:
    """Say whether a call prints and gives a tensor that all processes compute with: it stays, and prints on all."""
    if not call.names & IDENTITIES:
        return False
    plain = bool(call.node.args) and isinstance(call.node.args[0], ast.Name | ast.Attribute)
    return not plain or guards.shared.first(call.document, call.node, random=True) is not None


def _statement(guards: Guards, call: Call) -> None:
    document, node = call.document, call.node
    statement = document.statement(node)
    inner = inside_lambda(document, node, statement)
    whole = isinstance(statement, ast.Expr) and not inner
    if whole and guards.shared.first(document, statement, random=True) is None:
        guards.guard(document, statement, call)
    elif whole and isinstance(statement, ast.Expr) and statement.value is node:
        hoist(guards, call, statement)
    elif call.names & COMMANDS or _is_part_of_graph(guards, call):
        return
    elif effect := guards.shared.first(document, node, random=True):
        obstructed(guards, call, effect)
    elif "tensorflow.print" in call.names:
        tf = tensorflow(guards.script, document)
        guards.found.append(guards.make_conditional(call, node, f"{tf.text}.no_op()", tf.edits))
    elif result(call) == "none":
        guards.found.append(guards.make_conditional(call, node, "None"))
    elif call.names & IDENTITIES:
        guards.found.append(guards.make_conditional(call, node, document.segment(node.args[0])))
    elif call.node in guards.opened and guard_with(guards, call):
        return
    elif _is_entered_alone(call):
        contextlib = library(guards.script, document, "contextlib", "contextlib")
        guards.found.append(guards.make_conditional(call, node, f"{contextlib.text}.nullcontext()", contextlib.edits))
    elif _is_kept(call) and serves_guards(guards, document, statement):
        guard_with_closings(guards, document, statement, call)
    else:
        leave_to_rank_zero(guards, call)
