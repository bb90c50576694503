"""A condition on the way to a step of a plain session: rank 0 decides, through an op that is made before the loop."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from farandole.analysis.call_order import run_by
from farandole.analysis.nodes import Loop
from farandole.analysis.points_to.values import Class
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.frameworks.horovod.decisions import Condition
from farandole.frameworks.horovod.resumption import ResumedStart
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.rules.horovod.devices.local_rank import free_name
from farandole.rules.horovod.devices.sessions import v1_name
from farandole.rules.horovod.graphs.initialisation import needs_graph
from farandole.rules.horovod.graphs.supervisors import SUPERVISOR
from farandole.rules.horovod.names import horovod_tensorflow
from farandole.rules.horovod.patterns import GRAPHS
from farandole.source import Document, EditSet, layout

EAGERLY = "{broadcast}"
"""How a value is broadcast without a session."""


def may_decide(script: Script, training: Training, condition: Condition) -> bool:
    """Say whether an op can be made before the loop of a condition, for a session that is known there."""
    sessions = [script.creation(each) for each in training.sessions]
    graphs = any(call is None or _unseen_graph(script, call) for call in sessions)
    plain = training.pattern is Pattern.SESSION and bool(sessions) and not graphs and not _is_finished(script)
    return plain and _outermost(condition) is not None and bool(_session(script, training, condition))


def decide(script: Script, training: Training, condition: Condition) -> EditSet:
    """Give the edits that let rank 0 decide a condition for which `may_decide` holds."""
    document, loop = condition.document, _outermost(condition)
    assert loop is not None
    runs = (call.node.func for call in training.runs if call.document is document)
    hvd, v1 = horovod_tensorflow(script, document), v1_name(script, document, *islice(runs, 1))
    mine, common = free_name(document, "decision", "own_decision"), free_name(document, "agreed", "agreed_decision")
    lines = [f"{mine} = {v1}.placeholder({v1}.bool, [])", f"{common} = {hvd.text}.broadcast({mine}, root_rank=0)"]
    session = _session(script, training, condition)
    if needs_graph(script, document, loop):
        lines = [f"with {session}.graph.as_default():", *(f"    {line}" for line in lines)]
    run = f"{session}.run({common}, {{{mine}: "
    edits = (*hvd.edits, *layout.insert_before(document, loop, lines))
    return EditSet.of(
        document, [*(replace(edit, once=True) for edit in edits), *layout.wrap(document, condition.test, run, "})")]
    )


def agreed_start(script: Script, training: Training, resumed: ResumedStart) -> str:
    """Give how rank 0 says for all where a loop starts, as a format for the `broadcast`; empty where it can't."""
    document = resumed.document
    eager = training.pattern not in (*GRAPHS, Pattern.SESSION)
    wrapped = _is_argument(resumed) or (eager and resumed.is_outermost)
    if script.is_traced(document, resumed.start) or not (resumed.name or wrapped):
        return ""
    if training.pattern is not Pattern.SESSION:
        return "" if training.pattern in GRAPHS else EAGERLY
    graphs = [script.creation(each) for each in training.sessions]
    if (
        resumed.is_variable
        or resumed.is_item
        or any(call is None or call.argument("graph") is not None for call in graphs)
    ):
        return ""
    if needs_graph(script, document, resumed.statement) or script.calls_to(SUPERVISOR):
        return ""
    others = (call for call in script.calls if call.attribute == "run" and call.receivers & training.sessions)
    for call in (*training.runs, *others):
        function = call.node.func
        if call.document is not document or not isinstance(function, ast.Attribute) or function.attr != "run":
            continue
        if _is_known(document, function.value, resumed.start):
            return f"{document.segment(function.value)}.run({{broadcast}})"
    return ""


def _is_argument(resumed: ResumedStart) -> bool:
    """Say whether a start is an argument of a `fit`, which can be wrapped where it stands, and not that of a loop."""
    return not isinstance(resumed.statement, Loop)


def _is_finished(script: Script) -> bool:
    """Say whether a graph takes no more operations once it is used."""
    return any(call.attribute == "finalize" for call in script.calls) or bool(script.calls_to(SUPERVISOR))


def _unseen_graph(script: Script, session: Call) -> bool:
    """Say whether a session is given a graph that the script does not make itself."""
    return session.argument("graph") is not None and not script.calls_to("tensorflow.Graph")


def _outermost(condition: Condition) -> ast.stmt | None:
    """Give the outermost loop around a condition in its function."""
    found: ast.stmt | None = None
    for outer in condition.document.ancestors(condition.test):
        if isinstance(outer, FunctionNode):
            break
        found = outer if isinstance(outer, Loop) else found
    return found


def _session(script: Script, training: Training, condition: Condition) -> str:
    """Give the expression that the function of a condition calls its session by, when that is bound before the loop."""
    document, loop = condition.document, _outermost(condition) or condition.document.tree
    if _makes_session(script, training, loop):
        return ""
    stored = {
        document.segment(node)
        for node in ast.walk(loop)
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    for call in training.runs:
        function = call.node.func
        if isinstance(function, ast.Attribute) and function.attr == "run" and call.receivers & training.sessions:
            text = call.document.segment(function.value)
            known = _is_known(document, function.value, condition.test)
            if text not in stored and (known or _is_inherited(script, call, document, condition.test)):
                return text
    return next((text for text in _named(script, training, document, loop) if text not in stored), "")


def _makes_session(script: Script, training: Training, loop: ast.AST) -> bool:
    """Say whether a loop makes a session of a training by itself, so that there is none before it."""
    made = {each.site.node for each in training.sessions}
    return any(not made.isdisjoint(ast.walk(body)) for body in run_by(script, loop))


def _named(script: Script, training: Training, document: Document, loop: ast.AST) -> Iterator[str]:
    """Yield the names of its function by which a loop passes on sessions of a training, and nothing else."""
    scope = document.scope(loop)
    for node in ast.walk(loop):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and document.scope(node) is scope:
            values = script.values(node)
            if values and values <= training.sessions:
                yield node.id


def _is_inherited(script: Script, run: Call, document: Document, place: ast.expr) -> bool:
    """Say whether a session is an attribute of `self` that methods of a base class, or of a derived one, share."""
    receiver = run.receiver
    match receiver:
        case ast.Attribute(ast.Name("self")):
            classes = [_class(script, at, node) for at, node in ((run.document, receiver), (document, place))]
            mros = [script.flow.mro(each) if each is not None else () for each in classes]
            return any(each in mro for each, mro in zip(classes, reversed(mros), strict=True))
    return False


def _class(script: Script, document: Document, node: ast.AST) -> Class | None:
    """Give the class in a method of which a node stands, as the analysis knows it."""
    owner = _owner(document, node)
    return Class(script.flow.site(script.scope(document, owner).module, owner)) if owner is not None else None


def _is_known(document: Document, session: ast.expr, place: ast.expr) -> bool:
    """Say whether an expression means the same elsewhere: in the same function, or an attribute of `self` in its class."""
    match session:
        case ast.Name():
            return document.scope(session) is document.scope(place)
        case ast.Attribute(ast.Name("self")):
            owners = [_owner(document, node) for node in (session, place)]
            return owners[0] is not None and owners[0] is owners[1]
    return False


def _owner(document: Document, node: ast.AST) -> ast.AST | None:
    """Give the class in a method of which a node stands."""
    scope = document.scope(node)
    parent = document.parent(scope) if isinstance(scope, FunctionNode) else None
    return parent if isinstance(parent, ast.ClassDef) else None
