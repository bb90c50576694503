"""What every process needs but only one of a host may fetch, and what the user is asked for once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.call_order import calls_within
from farandole.analysis.program import Call
from farandole.rules.horovod.names import horovod_tensorflow
from farandole.rules.horovod.output.calls import UNPACKING, facts
from farandole.rules.horovod.output.changes import FIRST, Change, Obstacle
from farandole.rules.horovod.output.study import Study, run_of
from farandole.rules.horovod.patterns import GRAPHS
from farandole.source import Document, Edit, Span, layout

Place = tuple[Document, ast.stmt]

STARTUP = frozenset({"tensorflow.disable_eager_execution", "tensorflow.disable_v2_behavior"})

CONDITIONAL = (ast.If, ast.While, ast.Try, ast.IfExp, ast.BoolOp, ast.Lambda, ast.ClassDef, ast.comprehension)

WAIT = "{hvd}.broadcast(0, root_rank=0)"
"""What returns when every rank has called it; eager code only."""


def study_downloads(study: Study) -> None:
    """Find what all processes of a host would fetch or unpack at once, and what each would ask the user for.

    Waiting starts TensorFlow's devices, so that nothing is done where the script sets these up later, nor in a
    TensorFlow 1 graph, whose ranks cannot wait before there is a session.
    """
    graph = any(training.pattern in GRAPHS for training in study.script.trainings)
    setup = [index for index, call in enumerate(study.script.calls) if "devices" in facts(call) or call.names & STARTUP]
    places: dict[ast.stmt, tuple[Document, Call]] = {}
    for index, call in enumerate(study.script.calls):
        if study.is_guarded(call.document, call.node):
            continue
        if "reads-input" in facts(call):
            _ask_once(study, call, graph)
        elif (_fetches(study, call) or call.names & UNPACKING) and not graph and index > max(setup, default=-1):
            found = None if _waits_already(study, call) else places_for_all(study, call.document, call.node)
            for document, statement in found or ():
                if call.names & UNPACKING:
                    _unpack_once(study, call, document, statement)
                else:
                    places[statement] = document, call
    for statement, (document, call) in places.items():
        if not any(each in places for each in document.ancestors(statement)):
            run = run_of(document.block(statement), statement, places)
            if run[0] is statement and not _follows_wait(study, document, statement):
                study.found.append(_take_turns(document, run, call))


def after_edits(document: Document, statement: ast.stmt, hvd: str) -> tuple[Edit, ...]:
    """Give the edits that let every rank wait after a statement."""
    return layout.insert_after(document, statement, [f"{WAIT.format(hvd=hvd)}  # wait until it is there"])


def _fetches(study: Study, call: Call) -> bool:
    """Say whether a call may fetch files; a model without given weights, and a check of what is there, do not."""
    if not facts(call).get("downloads"):
        return False
    argument = call.argument("weights") or call.argument("download")
    return not (isinstance(argument, ast.Constant) and argument.value in (None, False))


def _waits_already(study: Study, call: Call) -> bool:
    """Say whether an argument of a call depends on the rank, or a condition around it."""
    conditions = [each.test for each in call.document.ancestors(call.node) if isinstance(each, ast.If)]
    return any(_asks_for_rank(study, each) for each in (call.node, *conditions))


def _asks_for_rank(study: Study, node: ast.AST) -> bool:
    return any(study.ranks.is_rank(each) for each in ast.walk(node) if isinstance(each, ast.expr))


def _follows_wait(study: Study, document: Document, statement: ast.stmt) -> bool:
    """Say whether a condition on the rank stands right before a statement."""
    block = document.block(statement)
    before = block[block.index(statement) - 1] if block.index(statement) else None
    return isinstance(before, ast.If) and _asks_for_rank(study, before.test)


def places_for_all(study: Study, document: Document, node: ast.AST) -> tuple[Place, ...] | None:
    """Give the statements, run by every rank, that a node is run in; None where that cannot be told."""
    return _places(study, document, node, frozenset())


def _places(study: Study, document: Document, node: ast.AST, seen: frozenset[ast.AST]) -> tuple[Place, ...] | None:
    """Give the statements, run by every rank, around which the processes of a host can take turns."""
    statement = document.statement(node)
    if isinstance(statement, ast.Return):
        function = study.script.function(document, node)
        return None if function is None else _places_of_calls(study, function, seen)
    outer = _outermost(study, document, statement)
    if outer is None:
        return None
    function = study.script.function(document, outer)
    if function is not None:
        calls = study.script.callers(function)
        if not calls or study.ranks.escapes(function) or function in study.script.flow.traced:
            return None
        if not all(is_unconditional(study, each, frozenset()) for each in calls):
            return _places_of_calls(study, function, seen)
    return ((document, outer),)


def _places_of_calls(study: Study, function: ast.AST, seen: frozenset[ast.AST]) -> tuple[Place, ...] | None:
    calls = study.script.callers(function) if function not in seen else ()  # type: ignore[arg-type]
    found: list[Place] = []
    for call in calls:
        places = _places(study, call.document, call.node, seen | {function})
        if places is None:
            return None
        found.extend(places)
    return tuple(found) or None


def is_unconditional(study: Study, call: Call, seen: frozenset[ast.AST]) -> bool:
    """Say whether every rank makes a call, whatever it finds on its disk: no condition that calls something decides."""
    for parent in call.document.ancestors(call.node):
        if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef):
            callers = study.script.callers(parent) if parent not in seen else ()
            return all(is_unconditional(study, each, seen | {parent}) for each in callers)
        if isinstance(parent, CONDITIONAL) and not (_is_main(parent) or _is_plain_choice(study, parent)):
            return False
    return True


def _outermost(study: Study, document: Document, statement: ast.stmt) -> ast.stmt | None:
    """Give a statement, or the outermost one around it that decides whether it runs; None if that trains as well."""
    found = statement
    for parent in document.ancestors(statement):
        if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module):
            break
        if isinstance(parent, ast.ClassDef | ast.Lambda | ast.AsyncWith | ast.AsyncFor):
            return None
        if isinstance(parent, ast.stmt) and not _is_main(parent):
            if _ends_together(study, document, parent):
                found = parent
            elif isinstance(parent, ast.If | ast.Try | ast.While) and not _is_plain_choice(study, parent):
                return None
    return found if _ends_together(study, document, found) else None


def _is_main(statement: ast.AST) -> bool:
    return isinstance(statement, ast.If) and any(
        isinstance(each, ast.Name) and each.id == "__name__" for each in ast.walk(statement.test)
    )


def _is_plain_choice(study: Study, statement: ast.AST) -> bool:
    """Say whether a condition is the same on every rank: it calls nothing."""
    return isinstance(statement, ast.If) and next(calls_within(study.script, statement.test), None) is None


def _ends_together(study: Study, document: Document, statement: ast.stmt) -> bool:
    """Say whether a statement always comes to its end, and no rank waits for another in it."""
    leaves = ast.Return | ast.Break | ast.Continue | ast.Yield | ast.YieldFrom
    if any(isinstance(each, leaves) for each in ast.walk(statement)):
        return False
    return not any(_waits(study, call, set()) for call in calls_within(study.script, statement))


def _waits(study: Study, call: Call, seen: set[ast.AST]) -> bool:
    said = facts(call)
    if said.get("collective") or said.get("trains") or said.get("gradients"):
        return True
    for function in call.functions:
        node = function.site.node
        if node not in seen:
            seen.add(node)
            if any(_waits(study, inner, seen) for inner in calls_within(study.script, node)):
                return True
    return False


def _take_turns(document: Document, run: list[ast.stmt], call: Call) -> Change:
    return Change(
        document,
        Span(document.span(run[0]).start, document.span(run[-1]).end),
        f"`{ast.unparse(call.node.func)}` may fetch the same files in all processes of a host at once",
        "let the first process of each host fetch them while the others wait",
        partial(_turns_edits, document, run),
    )


def _turns_edits(document: Document, run: list[ast.stmt], hvd: str) -> Iterator[Edit]:
    wait = WAIT.format(hvd=hvd)
    before = [f"if {hvd}.local_rank() != 0:", f"    {wait}  # wait for the first process of this host"]
    after = [f"if {hvd}.local_rank() == 0:", f"    {wait}  # the others may go on"]
    yield from layout.insert_before(document, run[0], before)
    yield from layout.insert_after(document, run[-1], after)


def _unpack_once(study: Study, call: Call, document: Document, outer: ast.stmt) -> None:
    statement = call.document.statement(call.node)
    if not isinstance(statement, ast.Expr) or document is not call.document or study.needs.first(document, statement):
        return
    study.found.append(
        Change(
            document,
            document.span(statement),
            f"`{ast.unparse(call.node.func)}` unpacks the same files in all processes of a host at once",
            "let the first process of each host unpack them while the others wait",
            partial(_unpack_edits, document, statement, outer),
        )
    )


def _unpack_edits(document: Document, statement: ast.stmt, outer: ast.stmt, hvd: str) -> Iterator[Edit]:
    yield from layout.guard(document, [statement], f"{hvd}.local_rank() == 0")
    yield from after_edits(document, outer, hvd)


def _ask_once(study: Study, call: Call, graph: bool) -> None:
    """Ask the user on rank 0 and send the answer to the others."""
    document = call.document
    statement = document.statement(call.node)
    if isinstance(statement, ast.Expr) and statement.value is call.node:
        study.guard(document, statement, call)
        return
    span = document.span(call.node)
    name = f"`{ast.unparse(call.node.func)}`"
    caught = any(isinstance(each, ast.Try) for each in document.ancestors(call.node))
    if graph or caught:  # what is raised and caught on rank 0 alone would leave the others waiting for its answer
        study.found.append(
            Obstacle(document, span, f"{name} waits for the user on every rank", "read the answer from an argument")
        )
        return
    tensorflow = horovod_tensorflow(study.script, document)
    study.found.append(
        Change(
            document,
            span,
            f"{name} waits for the user on every rank",
            "ask on rank 0 and send the answer to the others",
            lambda hvd: (
                *tensorflow.edits,
                *layout.wrap(
                    document,
                    call.node,
                    f"{tensorflow.text}.broadcast_object(",
                    f' if {FIRST.format(hvd=hvd)} else "", root_rank=0)',
                ),
            ),
        )
    )
