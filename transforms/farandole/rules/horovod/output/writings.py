"""What one process alone writes to files, and what every process reads of them."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from farandole.analysis.call_order import calls_within, may_follow, may_precede_node, ways, ways_to
from farandole.analysis.effects.files import WRITES, Access, FileEffect
from farandole.analysis.program import Call
from farandole.frameworks.workers import starters
from farandole.rules.horovod.output.calls import COMMANDS, OBJECTS
from farandole.rules.horovod.output.guards import Guards, effects_within
from farandole.source import Document

_EVENTS = "tensorflow.train.summary_iterator"


@dataclass(frozen=True, eq=False)
class Writing:
    """What one process alone does to files: the call that stands for its place, and the statement that is guarded.

    `later` is an object, such as a callback, that writes while the model is trained.
    """

    call: Call
    effects: tuple[FileEffect, ...]
    guard: tuple[Document, ast.stmt] | None = None
    later: bool = False

    @property
    def is_blind(self) -> bool:
        """Whether other processes read what is written though no path tells: what is unpacked, fetched, or a command's."""
        return bool(self.call.names & COMMANDS) or any(
            each.access in (Access.UNPACK, Access.FETCH) for each in self.effects
        )


def find_writings(guards: Guards) -> list[Writing]:
    """Give all that one process alone does to files."""
    found = []
    for statement, (document, call) in guards.guarded.items():
        effects = tuple(each for each in effects_within(guards, statement) if each.access in WRITES and not each.is_own)
        later = {each: _writes_later(guards, each.call) for each in effects}
        at_once = tuple(each for each in effects if not later[each])
        first = next((each for each in calls_within(guards.script, statement)), call)
        commands = next((each for each in calls_within(guards.script, statement) if each.names & COMMANDS), None)
        if at_once or commands is not None:
            found.append(Writing(commands or first, at_once, (document, statement)))
        found += [Writing(each.call, (each,), (document, statement), later=True) for each in effects if later[each]]
    for call in guards.script.calls:
        later_here = _writes_later(guards, call)
        if call.node in guards.left or (later_here and not guards.is_guarded(call.document, call.node)):
            effects = tuple(each for each in guards.files.of(call) if each.access in WRITES and not each.is_own)
            if effects:
                found.append(Writing(call, effects, later=later_here))
    return found


def _writes_later(guards: Guards, call: Call) -> bool:
    """Say whether a call makes an object, such as a callback, that writes while the model is trained."""
    made = call.entry is not None and call.entry.role in OBJECTS
    return made and "own-path" not in guards.files.facts(call)


def find_readers(guards: Guards) -> list[FileEffect]:
    """Give what every process reads or asks for."""
    return [
        effect
        for effect in guards.files.effects
        if effect.access in (Access.READ, Access.PROBE)
        and not effect.is_own
        and not guards.is_guarded(effect.call.document, effect.call.node)
        and not guards.is_left(effect.call.document, effect.call.node)
        and not guards.asks_around(effect.call)
        and not (effect.access is Access.PROBE and _decides_nothing(guards, effect.call))
    ]


def _decides_nothing(guards: Guards, call: Call) -> bool:
    """Say whether all that depends on an answer is guarded."""
    document = call.document
    statement = document.statement(call.node)
    if isinstance(statement, ast.If) and any(call.node is each for each in ast.walk(statement.test)):
        return all(each in guards.guarded for each in (*statement.body, *statement.orelse))
    return False


def contents_of(writing: Writing) -> tuple[FileEffect, ...]:
    """Give what a writing leaves to read: no empty folders."""
    return tuple(each for each in writing.effects if each.access is not Access.FOLDER)


def is_read_by(guards: Guards, writing: Writing, reader: FileEffect) -> bool:
    """Say whether a reader, on every process, may find what is written; it is another call, and may come after."""
    guards.script.flow.proceed()
    met = [each for each in writing.effects if each.meets(reader)]
    apart = _reads_checkpoints(reader.call) and all(_writes_events(guards, each.call) for each in met)
    if not met or apart or reader.call is writing.call or _is_condition_of(reader.call, writing):
        return False
    script = guards.script
    if writing.later and not any(may_follow(script, step, reader.call) for step in guards.steps):
        return False  # at the start, what an earlier run has written
    if may_be_done(guards, writing.call, reader.call.document, reader.call.node):
        return True
    here, there = ([scope for _, scope, _ in ways(script, call)] for call in (writing.call, reader.call))
    return guards.ranks.escapes(there[-1]) and set(here).isdisjoint(there)


def may_be_done(guards: Guards, first: Call, document: Document, node: ast.AST) -> bool:
    """Say whether a call may have been made when a node is run, also by a library that is handed what makes it."""
    script = guards.script
    if may_precede_node(script, first, document, node):
        return True
    here, there = ([scope for _, scope, _ in each] for each in (ways(script, first), ways_to(script, document, node)))
    scopes = [scope for scope in here if scope not in there]
    takers = (taker for scope in scopes for taker in (*script.takers(scope), *starters(script, scope)))
    if any(may_precede_node(script, taker, document, node) for taker in takers):
        return True  # what takes the function runs it at a time that is not seen, as a pool of processes does
    # a library runs the methods of what it keeps, as of a callback while the model is trained
    return guards.ranks.escapes(here[-1]) and any(
        may_precede_node(script, step, document, node) for step in guards.steps
    )


def _writes_events(guards: Guards, call: Call) -> bool:
    """Say whether a method writes event files, for TensorBoard to read."""
    return any(guards.script.role_of(value) == "file-writer" for value in call.receivers)


def _reads_checkpoints(call: Call) -> bool:
    """Say whether a call reads checkpoints, which may be in one folder with event files."""
    return any(name.startswith("tensorflow.train.") and name != _EVENTS for name in call.names)


def _is_condition_of(call: Call, writing: Writing) -> bool:
    """Say whether a call is asked whether the writing is to be done, in the same loop or not."""
    node = writing.guard[1] if writing.guard is not None else writing.call.node
    tests = [each.test for each in writing.call.document.ancestors(node) if isinstance(each, ast.If)]
    return any(call.node is each for test in tests for each in ast.walk(test))
