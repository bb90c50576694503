"""`hvd.broadcast_global_variables(0)` run in a plain session, once its variables are initialised or restored.

A statement that initialises or restores may stand under a condition that differs between processes, such as whether a
checkpoint is found. So what follows one another without a training step between them is broadcast once, after the last
of them, in a block that all of them stand in; a restore that a helper function makes on condition is followed to the
calls of that function.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from farandole.analysis.access_paths import expression_for, is_plain
from farandole.analysis.call_order import is_seen, may_follow, surely_precedes, ways_to
from farandole.analysis.effects.files import Access
from farandole.analysis.loops import loops_around
from farandole.analysis.nodes import is_main_guard, own_nodes
from farandole.analysis.points_to.values import Class, Constant, Instance, Library, Value
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.frameworks.horovod.uneven import is_uneven
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.session_runs import fetches_of_call, running_sessions
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.horovod.graphs.blocks import blocks_around, innermost_common
from farandole.rules.horovod.graphs.supervisors import name_of, supervisor_of
from farandole.rules.horovod.names import horovod_tensorflow
from farandole.rules.horovod.restrictions.hvd304_broadcast_place import (
    graph_closed,
    never_initialised,
    session_without_name,
    trained_in_statement,
)
from farandole.rules.rule import Finding, Rule, Status
from farandole.source import Document, EditSet, layout

INITIALISERS = frozenset(
    f"tensorflow.{name}"
    for name in (
        "global_variables_initializer",
        "initialize_all_variables",
        "variables_initializer",
        "initialize_variables",
    )
)
_LOCAL = frozenset({"tensorflow.local_variables"})
_LOCAL_COLLECTIONS = frozenset(f"tensorflow.GraphKeys.{name}_VARIABLES" for name in ("LOCAL", "METRIC"))
_COLLECTION = "tensorflow.get_collection"
_VARIABLES = frozenset(
    f"tensorflow.{name}"
    for name in (
        "global_variables",
        "all_variables",
        "trainable_variables",
        "model_variables",
        "Variable",
        "get_variable",
    )
)
BROADCASTS = frozenset(
    f"horovod.{module}.{name}"
    for module in ("tensorflow", "tensorflow.keras", "keras")
    for name in ("broadcast_global_variables", "broadcast_variables")
)
RESTORES = frozenset({"tensorflow.train.Saver.restore", "tensorflow.saved_model.load"})
SAVE = "tensorflow.train.Saver.save"
LOAD = "tensorflow.Variable.load"
_DRAWING = ("numpy.random.", "random.", "tensorflow.random.")
DEFAULT_SESSION, SESSION_OF_KERAS = "tensorflow.get_default_session", "tensorflow.keras.backend.get_session"


@dataclass(frozen=True)
class Event:
    """A call that gives variables their values, and how code after it runs an op in the same session.

    `before` and `after` stand around an op to run it; both are empty where the session has no name. `restores` tells
    what may depend on what a process finds, such as reading a checkpoint, from initialising.
    """

    call: Call
    before: str
    after: str
    restores: bool


@dataclass(frozen=True)
class Place:
    """A statement after which variables are broadcast, and the event that it completes."""

    document: Document
    statement: ast.stmt
    event: Event

    @property
    def body(self) -> list[ast.stmt]:
        """What a `with` statement holds that makes the session with its variables: they are broadcast at its start."""
        if isinstance(self.statement, ast.With) and self.event.call.node is self.statement.items[0].context_expr:
            return self.statement.body
        return []


def find(rule: Rule, script: Script, training: Training) -> Iterator[Finding]:
    """Find where the sessions of a training get their variables, and whether a broadcast follows."""
    broadcasts = list(_broadcasts(script, training))
    yield from (done(rule, training, call) for call in broadcasts)
    events = list(_events(script, training))
    wanted = _wanted(script, training, events)
    if not wanted and not broadcasts:
        first = training.steps[0]
        yield never_initialised(training).finding(rule.code, first.document, first.node, training)
    homes = {_home(script, event.call) for event in events}
    if any(_home(script, call) not in homes for call in broadcasts):
        return
    for place in wanted:
        if not any(_follows(script, training, call, place) for call in broadcasts):
            yield _finding(rule, script, training, place)


def _wanted(script: Script, training: Training, events: list[Event]) -> list[Place]:
    """Give the places after which the variables of a training are to be broadcast."""
    steps = _training_calls(script, training)
    places = list(_places(script, training, events, lambda event: _meets_steps(script, event.call, steps)))
    return [
        place
        for place in places
        if not any(
            _is_overwritten(script, training, place, other) or _is_completed(script, training, place, other)
            for other in places
        )
    ]


def broadcast_statements(script: Script, training: Training) -> Iterator[tuple[Document, ast.stmt]]:
    """Yield the statements after which the variables of a training are broadcast, all of which are before that done."""
    for place in _wanted(script, training, list(_events(script, training))):
        if place.event.before and not place.body:
            yield place.document, place.statement


def initialisations(script: Script, training: Training) -> tuple[Call, ...]:
    """Give the calls that initialise the variables of a training in its sessions."""
    return tuple(event.call for event in _events(script, training) if not event.restores)


def done(rule: Rule, training: Training, broadcast: Call) -> Finding:
    """Tell that a call broadcasts the variables."""
    span = broadcast.document.span(broadcast.node)
    message = "the variables are broadcast here"
    return Finding(rule, Status.DONE, broadcast.document, span, message, training=training)


def broadcast_in(script: Script, training: Training, session: Instance) -> Call | None:
    """Give the call that runs a broadcast of the variables in a session; None where none does."""
    found = (call for call in _broadcasts(script, training) if session in running_sessions(script, call))
    return next(found, None)


def _broadcasts(script: Script, training: Training) -> Iterator[Call]:
    """Yield the calls that run a broadcast of the variables."""
    return (call for call in _running(script, training) if _fetches(script, call, BROADCASTS))


def broadcast_after_restore(script: Script, training: Training, restore: Call) -> EditSet | None:
    """Give the edits that broadcast right after a restore in a session whose variables all processes have by then.

    They have them when the session is initialised before in a block around the restore, and the same saver has saved
    them in it. None where that is not seen, or where the script broadcasts itself.
    """
    document, home = restore.document, _home(script, restore)
    statement = document.statement(restore.node)
    events = list(_events(script, training))
    blocks = [block for block, _ in blocks_around(document, restore.node)]
    initialised = any(
        not event.restores
        and _home(script, event.call) == home
        and any(document.statement(event.call.node) in block for block in blocks)
        and document.span(event.call.node).end <= document.span(statement).start
        for event in events
    )
    session = restore.argument("sess")
    saved = any(
        save.receivers == restore.receivers
        and _home(script, save) == home
        and document.span(save.node).end <= document.span(statement).start
        and session is not None
        and (given := save.argument("sess")) is not None
        and ast.dump(given) == ast.dump(session)
        for save in script.calls_to(SAVE)
    )
    if not (initialised and saved and restore.receivers) or script.calls_to(*sorted(BROADCASTS)):
        return None
    for place in _places(script, training, events, lambda _: True):
        if place.event.call is restore and place.statement is statement and place.event.before:
            return None if _holds_training(script, training, place) else _fix(script, place)
    return None


def _follows(script: Script, training: Training, broadcast: Call, place: Place) -> bool:
    """Say whether a broadcast that is there already comes after an event and before the next training step."""
    home = _home(script, place.event.call)
    start, end = place.document.span(place.event.call.node).end, broadcast.document.span(broadcast.node).start
    return (
        _home(script, broadcast) == home
        and start <= end
        and not any(
            start <= call.document.span(call.node).start < end
            for call in _training_calls(script, training)
            if _home(script, call) == home
        )
    )


def _finding(rule: Rule, script: Script, training: Training, place: Place) -> Finding:
    call = place.event.call
    document, text = call.document, call.document.segment(call.node.func)
    if not place.event.before and not place.event.after:
        return session_without_name(call).finding(rule.code, document, call.node, training)
    if _holds_training(script, training, place):
        return trained_in_statement(call).finding(rule.code, document, call.node, training)
    closed = _finalised_elsewhere(script, place)
    if closed is not None:
        return graph_closed(closed).finding(rule.code, document, call.node, training)
    return Finding(
        rule,
        Status.MISSING,
        document,
        document.span(call.node),
        f"the variables are not broadcast from rank 0 after `{text}`",
        "run hvd.broadcast_global_variables(0) before the first training step",
        training=training,
        fix=partial(_fix, script, place),
    )


def _fix(script: Script, place: Place) -> EditSet:
    document = place.document
    hvd = horovod_tensorflow(script, document)
    event = place.event
    op = f"{hvd.text}.broadcast_global_variables(0)"
    finalise = _finalised_before(script, place)
    edits = list(hvd.edits)
    if finalise is not None:
        name, ending = _free_name(document, "broadcast"), document.statement(finalise.node)
        made = [f"{name} = {op}"]
        graph = finalise.receiver if finalise.attribute == "finalize" else None
        if graph is not None and is_plain(graph) and needs_graph(script, document, ending):
            made = [f"with {document.segment(graph)}.as_default():", f"    {made[0]}"]
        edits += layout.insert_before(document, ending, made, once=True)
        op = name
    lines = [f"{event.before}{op}{event.after}"]
    session = event.before.removesuffix(".run(")
    if finalise is None and session != event.before and needs_graph(script, place.document, place.statement):
        lines = [f"with {session}.graph.as_default():", f"    {lines[0]}"]
    if place.body:
        edits += layout.insert_before(document, place.body[0], lines, once=True)
    else:
        edits += layout.insert_after(document, place.statement, lines, once=True)
    return EditSet.of(document, edits)


# What gives variables their values.


def _events(script: Script, training: Training) -> Iterator[Event]:
    for call in _running(script, training):
        if _fetches(script, call, INITIALISERS):
            yield Event(call, *_runner(script, call), restores=False)
        elif _assigns_its_own(script, training, call):
            yield Event(call, *_runner(script, call), restores=True)
    for made in training.sessions:
        creation = script.creation(made)
        if creation is not None and supervisor_of(script, creation) is not None:
            yield Event(creation, f"{name_of(creation)}.run(", ")", restores=False)
    for call in script.calls_to(LOAD):
        session = call.node.args[1] if len(call.node.args) > 1 else None
        if session is not None and _is_before(training, script, call, session) and _holds_its_own(script, call):
            yield Event(call, *_run_in(script, call.document, session), restores=True)
    for call in script.calls:
        handed = _handed(script, training, call)
        if handed is not None:
            yield Event(call, *_run_in(script, call.document, handed), restores=True)
    for call in script.calls_to(*RESTORES):
        session = _given_session(call)
        sessions = script.instances(session, "session")
        if session is None or (not sessions and _is_only_none(script, session)):  # no caller lets it restore
            continue
        if _may_be_among(script, sessions, training.sessions):
            yield Event(call, *_run_in(script, call.document, session), restores=True)


def _given_session(restore: Call) -> ast.expr | None:
    return restore.argument("sess") or next(iter(restore.node.args), None)


def _is_only_none(script: Script, node: ast.expr) -> bool:
    return set(script.values(node)) == {Constant(None)}


def _running(script: Script, training: Training) -> Iterator[Call]:
    """Yield the calls that run something in a session of a training, or in a session that is not known."""
    for call in script.calls:
        is_run = call.attribute == "run" and call.receiver is not None
        if is_run and _may_be_among(script, running_sessions(script, call), training.sessions):
            yield call


def _may_be_among(script: Script, sessions: Collection[Value], others: Collection[Value]) -> bool:
    """Say whether a session may be one of some others: it is not known, or one of both is whichever is the default one."""
    asked = (script.creation(each) for each in (*sessions, *others) if isinstance(each, Instance))
    default = any(call is not None and bool(call.names & {DEFAULT_SESSION, SESSION_OF_KERAS}) for call in asked)
    return not sessions or default or not set(sessions).isdisjoint(others)


def _fetches(script: Script, call: Call, names: frozenset[str]) -> bool:
    """Say whether a `session.run(op)` or `op.run()` runs what one of these functions gives."""
    values = set(script.values(fetches_of_call(call)))
    if call.receiver is not None:
        values |= script.values(call.receiver)

    def is_made_by(value: Value) -> bool:
        creation = script.creation(value) if isinstance(value, Instance) else None
        return creation is not None and bool(creation.names & names) and not _is_of_locals(script, creation)

    sessions = {value for value in values if script.role_of(value) == "session"}
    return bool(script.origins(values - sessions, is_made_by))


def _is_of_locals(script: Script, creation: Call) -> bool:
    """Say whether a call initialises nothing but local variables, which each process counts by for itself."""
    given = creation.argument("var_list") or next(iter(creation.node.args), None)
    if given is None:
        return False
    made = _calls_among(script, script.filling.made_of(creation.document, [given]))
    collected = [call for call in made if _COLLECTION in call.names]
    local = [call for call in collected if _is_collection_of_locals(script, call)]
    # what tells which variables are collected, such as the name of a scope, is none of them
    beside = script.filling.made_of(creation.document, [given], {call.node for call in collected})
    within = _calls_among(script, beside)
    is_local = bool(local) or any(call.names & _LOCAL for call in within)
    return is_local and len(local) == len(collected) and not any(call.names & _VARIABLES for call in within)


def _calls_among(script: Script, nodes: Iterable[ast.AST]) -> list[Call]:
    return [call for call in map(script.call, nodes) if call is not None]


def _is_collection_of_locals(script: Script, call: Call) -> bool:
    values = script.values(call.argument("key") or next(iter(call.node.args), None))
    return bool(values) and all(isinstance(each, Library) and each.name in _LOCAL_COLLECTIONS for each in values)


def _assigns_its_own(script: Script, training: Training, call: Call) -> bool:
    """Say whether a run, before any training step, assigns to variables what a process has drawn or read for itself."""
    given = fetches_of_call(call)
    if given is None or call in training.runs or not _is_before(training, script, call):
        return False
    within = (each for each in script.filling.made_of(call.document, [given]) if isinstance(each, ast.Call))
    return any(_is_assignment(script, each) for each in within) and _holds_its_own(script, call)


def _is_before(training: Training, script: Script, call: Call, session: ast.expr | None = None) -> bool:
    """Say whether no step in the session that a call runs in, or is handed, may come before it."""
    sessions = running_sessions(script, call) if session is None else script.instances(session, "session")
    within = (step for step in training.runs if _may_be_among(script, sessions, running_sessions(script, step)))
    return not any(may_follow(script, step, call) for step in within)


def _holds_its_own(script: Script, call: Call) -> bool:
    """Say whether an argument of a call is computed from what is drawn by chance or read from files."""
    return any(_is_its_own(script, node) for node in script.filling.made_of(call.document, call.arguments))


def _is_assignment(script: Script, node: ast.Call) -> bool:
    call = script.call(node)
    return call is not None and (call.attribute == "assign" or "tensorflow.assign" in call.names or _restores(call))


def _restores(call: Call) -> bool:
    return call.entry is not None and call.entry.facts.get("restores") is True


def _is_its_own(script: Script, node: ast.AST) -> bool:
    """Say whether a call gives what may be another thing in each process: by chance, from its files, or of a session."""
    call = script.call(node)
    if call is None:
        return False
    drawn = any(name.startswith(_DRAWING) or script.catalog.fact(name, "random") is True for name in call.names)
    computed = "tensorflow.Session.run" in call.names
    return drawn or computed or _restores(call) or any(effect.access is Access.READ for effect in script.files.of(call))


def _handed(script: Script, training: Training, call: Call) -> ast.expr | None:
    """Give the session that a call hands, before any training step, to code that is not read and may restore in it."""
    if call.functions or call.entry is not None:
        return None
    if any(isinstance(value, Class) for value in script.values(call.node.func)):
        return None
    handed = (each for each in call.arguments if script.instances(each, "session") & training.sessions)
    return next((each for each in handed if _is_before(training, script, call, each)), None)


def _runner(script: Script, call: Call) -> tuple[str, str]:
    """Give what stands around an op to run it as a call does: `sess.run(…)`, or `….run()` for one without fetches."""
    assert call.receiver is not None
    document, receiver = call.document, call.receiver
    keyword = call.keyword("session")
    if keyword is not None:
        return "", f".run({document.segment(keyword)})"
    if not call.positional and call.keyword("fetches") is None:
        return "", ".run()"
    return (f"{document.segment(receiver)}.run(", ")") if _is_at_hand(script, receiver) else ("", "")


def _run_in(script: Script, document: Document, session: ast.expr) -> tuple[str, str]:
    """Give what stands around an op to run it in a session: `sess.run(…)`, or `….run()` in the default session."""
    if _is_at_hand(script, session):
        return f"{document.segment(session)}.run(", ")"
    call = script.call(session)
    return ("", ".run()") if call is not None and DEFAULT_SESSION in call.names else ("", "")


def _is_at_hand(script: Script, session: ast.expr) -> bool:
    """Say whether an expression gives a session once more where it is written again: a name, or a call for that of Keras."""
    call = script.call(session)
    return is_plain(session) or (call is not None and call.names == {SESSION_OF_KERAS})


# Where the broadcast goes.


def _places(
    script: Script, training: Training, events: list[Event], is_wanted: Callable[[Event], bool]
) -> Iterator[Place]:
    """Yield one place for all wanted events that no training step comes between, and that share a session's `with`."""
    barriers = _training_calls(script, training)
    seen: set[Call] = set()
    groups: dict[tuple[object, ...], list[Event]] = {}
    for event in events:
        groups.setdefault(_home(script, event.call), []).append(event)
    pending = list(groups.values())
    placed: dict[tuple[object, ...], tuple[list[Event], list[Place]]] = {}
    while pending:
        found = sorted(filter(is_wanted, pending.pop()), key=lambda event: script.order(event.call))
        for group in _apart(script, training, _between(script, found, barriers)):
            place = _place(script, group)
            lifted = _lifted(script, training, group, place) if group[-1].call not in seen else None
            seen.update(event.call for event in group)
            if lifted is None:
                reached = _always_reached(script, training, place) if place.event.restores else place
                events, places = placed.setdefault(_home(script, place.event.call), ([], []))
                events += group
                places.append(reached)
                continue
            for event in lifted:
                home = _home(script, event.call)
                beside = [other for other in pending if _home(script, other[0].call) == home]
                pending = [other for other in pending if other not in beside]
                joined, _ = placed.pop(home, ([], []))
                pending.append([event, *joined, *(each for other in beside for each in other)])
    for _, places in placed.values():
        yield from places


def _home(script: Script, call: Call) -> tuple[object, ...]:
    """Tell apart what can't be broadcast together: other functions, and other `with` statements of sessions."""
    function = script.function(call.document, call.node)
    for node in call.document.ancestors(call.node):
        if node is function:
            break
        if isinstance(node, ast.With) and any(script.instances(item.context_expr, "session") for item in node.items):
            return call.document, function, node
    return call.document, function, None


def _meets_steps(script: Script, call: Call, steps: list[Call]) -> bool:
    """Say whether a step may come before or after a call in the `with` of its session, as none does in another branch.

    A session that is made for a `with` is closed behind it: one in which nothing leads to a step trains nothing, unless
    a generator yields there. One that is only the default in it goes on behind it.
    """
    document, _, session = _home(script, call)
    if not isinstance(session, ast.With) or not isinstance(document, Document):
        return True
    made = any(isinstance(each.context_expr, ast.Call) and not _is_default(each.context_expr) for each in session.items)
    leading = [each for each in (*steps, *_callers(script, steps)) if document.contains(session, each.node)]
    if made and not leading:
        return bool(document.within(session, ast.Yield, ast.YieldFrom))
    around = _callers(script, [call])
    return any(
        step.document is not document
        or not document.contains(session, step.node)
        or may_follow(script, call, step)
        or may_follow(script, step, call)
        for step in steps
        if step not in around
    )


def _is_default(node: ast.Call) -> bool:
    """Say whether a `with` that enters what a call gives makes a session the default one: `session.as_default()`."""
    return isinstance(node.func, ast.Attribute) and node.func.attr == "as_default"


def _between(script: Script, events: list[Event], barriers: list[Call]) -> Iterator[list[Event]]:
    """Yield runs of events that no training step comes between, and events before a `return` alone."""
    group: list[Event] = []
    for event in events:
        document = event.call.document
        if group:
            start = document.span(group[-1].call.node).end
            end = document.span(event.call.node).start
            between = (each for each in barriers if each.document is document)
            if any(start <= document.span(each.node).start < end for each in between):
                yield group
                group = []
        if _leaves(event):
            yield [event]
        else:
            group.append(event)
    if group:
        yield group


def _apart(script: Script, training: Training, groups: Iterable[list[Event]]) -> Iterator[list[Event]]:
    """Split groups whose common place would follow training steps: what is within the last statement stands alone.

    Where all of a group is within it, each event does.
    """
    for group in groups:
        place = _place(script, group)
        if len(group) == 1 or not _holds_training(script, training, place):
            yield group
            continue
        span = place.document.span(place.statement)
        inside = [event for event in group if place.document.span(event.call.node).start >= span.start]
        outside = [event for event in group if event not in inside]
        yield from _apart(script, training, (outside, inside) if outside else ([event] for event in group))


def _leaves(event: Event) -> bool:
    """Say whether a branch that holds an event ends there, so that nothing after the branch follows the event."""
    document = event.call.document
    statement: ast.AST = document.statement(event.call.node)
    while isinstance(statement, ast.stmt):
        owner = document.owner(statement)
        if not isinstance(owner, ast.If | ast.Try | ast.ExceptHandler | ast.For | ast.While | ast.With):
            return False
        last = document.block(statement)[-1]
        if not isinstance(owner, ast.With) and isinstance(last, ast.Return | ast.Raise | ast.Continue | ast.Break):
            return True
        statement = owner if isinstance(owner, ast.stmt) else document.parent(owner)
    return False


def _place(script: Script, group: list[Event]) -> Place:
    """Give the statement that holds the last event, in the innermost block that all events of a group stand in."""
    document = group[-1].call.document
    blocks = [blocks_around(document, event.call.node) for event in group]
    common = innermost_common(blocks)
    statement = next(statement for block, statement in blocks[-1] if block is common)
    while isinstance(statement, ast.With) and len(group) > 1:
        inner = [each for block, each in blocks[-1] if block is statement.body]
        if not inner:
            break
        statement = inner[0]
    return Place(document, statement, group[-1])


def _lifted(script: Script, training: Training, group: list[Event], place: Place) -> list[Event] | None:
    """Give the calls of the function whose restore some processes may not come to, as events; None to leave it there.

    What a call restores that nothing is trained on afterwards need not be broadcast.
    """
    function = script.function(place.document, place.statement)
    if function is None or not all(event.restores for event in group):
        return None
    owner = place.document.owner(place.statement)
    always = owner is function or isinstance(owner, ast.With)
    callers = script.callers(function)
    left = _is_left_before(place.document, place.statement, function)
    if always and not left and not any(map(_is_conditional, callers)):
        return None
    if not callers or _trains(script, training, place):
        return None
    if _is_repeated(script, training, place) and _is_met_alike(script, place.document, place.statement):
        return None
    events = []
    for call in callers:
        session = expression_for(script, training.sessions, call.document, call.node)
        unseen = session and not is_seen(script, call.document, call.node)
        if not unseen and not any(may_follow(script, call, step) for step in training.runs):
            continue  # what it restores is not trained on
        if not session or call in training.runs:
            return None
        events.append(Event(call, f"{session}.run(", ")", restores=True))
    return events


def _trains(script: Script, training: Training, place: Place) -> bool:
    """Say whether the function in which variables are restored trains, too: after it a broadcast would come too late."""
    function = script.function(place.document, place.statement)
    return place.event.restores and any(
        function is not None and script.function(call.document, call.node) is function
        for call in _training_calls(script, training)
    )


def _always_reached(script: Script, training: Training, place: Place) -> Place:
    """Give the outermost condition or loop around a place that trains nothing, so that all processes come to it once.

    Where there may be no session, or no variable has a value before, the place stays under the condition, if that is the
    same in all processes.
    """
    document, statement = place.document, place.statement
    steps = _training_calls(script, training)
    session = _given_session(place.event.call) if place.event.call.names & RESTORES else None
    may_lack = session is not None and Constant(None) in script.values(session)
    is_first = _is_first(script, training, place.event.call)
    repeated = _is_repeated(script, training, place)
    nowhere = replace(place, event=replace(place.event, before="", after=""))
    while isinstance(owner := document.owner(statement), ast.If | ast.Try | ast.ExceptHandler | ast.For | ast.While):
        outer = owner if isinstance(owner, ast.stmt) else document.parent(owner)
        trains = isinstance(outer, ast.stmt) and any(document.contains(outer, each.node) for each in steps)
        if not isinstance(outer, ast.stmt) or trains or is_main_guard(outer):
            break
        if isinstance(owner, ast.If) and repeated and not is_uneven(script, document, owner.test):
            break  # else it would be broadcast in every turn of a training
        if isinstance(owner, ast.If) and (may_lack or is_first):
            asks = any(script.files.of(call) for call in _calls_behind(script, document, owner.test))
            if not asks:
                return Place(document, statement, place.event)
            if may_lack:
                return nowhere
        statement = outer
    return nowhere if _never_ends(statement) else Place(document, statement, place.event)


def _is_repeated(script: Script, training: Training, place: Place) -> bool:
    """Say whether a loop around a place, or around a call of its function, trains as well."""
    steps = _training_calls(script, training)
    return any(
        document.contains(loop.node, step.node)
        for document, _, node in ways_to(script, place.document, place.statement)
        for loop in loops_around(document, node)
        for step in steps
        if step.document is document
    )


def _is_met_alike(script: Script, document: Document, statement: ast.stmt) -> bool:
    """Say whether a statement stands in its function under nothing but conditions that are the same in all processes."""
    while isinstance(owner := document.owner(statement), ast.If):
        if is_uneven(script, document, owner.test):
            return False
        statement = owner
    return isinstance(owner, FunctionNode | ast.With)


def _never_ends(statement: ast.stmt) -> bool:
    """Say whether nothing runs after a statement, whichever way it takes."""
    match statement:
        case ast.Return() | ast.Raise():
            return True
        case ast.If(_, body, orelse):
            return bool(orelse) and _never_ends(body[-1]) and _never_ends(orelse[-1])
    return False


def _is_first(script: Script, training: Training, call: Call) -> bool:
    """Say whether no variables are initialised before a call: where it is passed by, they have no values."""
    return not any(may_follow(script, each, call) for each in initialisations(script, training))


def _is_overwritten(script: Script, training: Training, place: Place, other: Place) -> bool:
    """Say whether what is restored at a place is always initialised anew at another one before it is trained on."""
    restored, initialised = place.event.call, other.event.call
    return (
        place.event.restores
        and not other.event.restores
        and may_follow(script, restored, initialised)
        and not may_follow(script, initialised, restored)
        and all(surely_precedes(script, initialised, run.document, run.node) for run in training.runs)
    )


def _is_completed(script: Script, training: Training, place: Place, other: Place) -> bool:
    """Say whether each call of the function that initialises at a place is followed by a broadcast at another one.

    A process that restores instead may not come to that function, and would broadcast less often than others.
    """
    event = other.event
    if place.event.restores or len(training.sessions) != 1 or not (event.before or event.after) or other.body:
        return False
    function = script.function(place.document, place.statement)
    return _is_led_to(script, _training_calls(script, training), other, function, frozenset())


def _is_led_to(
    script: Script, steps: list[Call], place: Place, function: FunctionNode | None, passed: frozenset[FunctionNode]
) -> bool:
    """Say whether each call of a function comes to a place in a function around that before any step."""
    if function is None or function in passed:
        return False
    if any(script.function(step.document, step.node) is function for step in steps):
        return False
    home = script.function(place.document, place.statement)
    callers = [(call, script.function(call.document, call.node)) for call in script.callers(function)]
    return bool(callers) and all(
        _is_straight(steps, place, call)
        if call.document is place.document and around is home
        else _is_led_to(script, steps, place, around, passed | {function})
        for call, around in callers
    )


def _is_straight(steps: list[Call], place: Place, call: Call) -> bool:
    """Say whether nothing is trained, and no block is left, between a call and a place in the same function."""
    document = place.document
    block = document.block(place.statement)
    held = next((each for around, each in blocks_around(document, call.node) if around is block), None)
    start, end = document.span(call.node).start, document.span(place.statement).end
    leaving = document.nodes(ast.Return, ast.Raise, ast.Break, ast.Continue)
    between = (*leaving, *(step.node for step in steps if step.document is document))
    return (
        held is not None
        and document.span(held).start <= document.span(place.statement).start
        and not any(start <= document.span(node).start < end for node in between)
    )


def _calls_behind(script: Script, document: Document, node: ast.expr) -> Iterator[Call]:
    """Yield the calls from which an expression is computed."""
    found = (script.call(each) for each in script.slices.of(document, node))
    yield from (call for call in found if call is not None)


def _is_conditional(call: Call) -> bool:
    """Say whether a process may pass a call by, as it finds no checkpoint."""
    owner = call.document.owner(call.document.statement(call.node))
    return isinstance(owner, ast.If | ast.Try | ast.ExceptHandler)


def _is_left_before(document: Document, statement: ast.stmt, function: ast.AST) -> bool:
    """Say whether a function may return before it comes to a statement."""
    start = document.span(statement).start
    returns = (node for node in own_nodes(function) if isinstance(node, ast.Return))
    return any(document.span(node).start < start for node in returns)


def _training_calls(script: Script, training: Training) -> list[Call]:
    """Give the calls that run training steps, directly or in a function that they call."""
    return list(dict.fromkeys((*training.runs, *_callers(script, training.runs))))


def _callers(script: Script, calls: Iterable[Call]) -> list[Call]:
    """Give the calls of the functions around some calls, and of the functions around those."""
    found: dict[Call, None] = {}
    pending = list(calls)
    while pending:
        call = pending.pop()
        function = script.function(call.document, call.node)
        new = [each for each in (script.callers(function) if function is not None else ()) if each not in found]
        found.update(dict.fromkeys(new))
        pending += new
    return list(found)


def _holds_training(script: Script, training: Training, place: Place) -> bool:
    """Say whether training steps follow the event within the statement after which the broadcast would go."""
    if place.body:
        return False
    span, event = place.document.span(place.statement), place.document.span(place.event.call.node)
    calls = [call for call in _training_calls(script, training) if call.document is place.document]
    return any(event.end <= place.document.span(call.node).start < span.end for call in calls)


# Graphs.


def _finalised_before(script: Script, place: Place) -> Call | None:
    """Give the call in the same function that forbids new ops before the place of a broadcast."""
    home = script.function(place.document, place.statement)
    end = place.document.span(place.statement).end
    for call in script.calls:
        if call.document is not place.document or call.document.span(call.node).start >= end:
            continue
        finalises = call.attribute == "finalize" and not call.node.args
        by = call if finalises else supervisor_of(script, call)
        if by is not None and script.function(call.document, call.node) is home:
            return by
    return None


def _finalised_elsewhere(script: Script, place: Place) -> Call | None:
    """Give the call in another function after which no operation can be added where a broadcast is made."""
    home = script.function(place.document, place.statement)
    for call in script.calls:
        if call.attribute != "finalize" or call.arguments or script.function(call.document, call.node) is home:
            continue
        if script.may_run(call.document, call.node) and may_follow(script, call, place.event.call):
            return call
    return None


def needs_graph(script: Script, document: Document, statement: ast.stmt) -> bool:
    """Say whether the graph of a session may not be the default one at a statement."""
    graphs = script.calls_to("tensorflow.Graph")
    if not graphs:
        return False
    for node in document.ancestors(statement):
        if isinstance(node, ast.With) and any(_enters_graph(script, item.context_expr) for item in node.items):
            return False
    return True


def _enters_graph(script: Script, head: ast.expr) -> bool:
    """Say whether a head of `with` makes a graph the default one: `as_default` of a session leaves that as it is."""
    match head:
        case ast.Call(ast.Attribute(owner, "as_default")):
            return not script.instances(owner, "session")
    return bool(script.instances(head, "session"))


def _free_name(document: Document, name: str) -> str:
    taken: Iterable[str] = {node.id for node in document.nodes(ast.Name)}
    while name in taken:
        name += "_"
    return name
