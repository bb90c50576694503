"""Files that are made before training for every process: the first process of each host makes them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace

from farandole.analysis.call_order import may_follow
from farandole.analysis.effects.files import WRITES, Access, FileEffect
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.frameworks.horovod.ranks import EVERY, FIRST_OF_HOST
from farandole.rules.horovod.output.calls import COMMANDS
from farandole.rules.horovod.output.guards import Guards, effects_within
from farandole.rules.horovod.output.liveness import closings
from farandole.rules.horovod.output.writings import Writing, contents_of, is_read_by
from farandole.source import Document
from farandole.source.binding import names_in

_EXISTING = frozenset({"OSError", "FileExistsError", "IOError", "EnvironmentError"})
"""The exceptions by which making a folder that is there already fails."""


def find_prepared(guards: Guards, writings: list[Writing], readers: list[FileEffect]) -> list[Writing]:
    """Give the writings that make what every process reads: the first process of each host does them."""
    early = [
        each
        for each in writings
        if not each.later and (guards.is_before_training(each.call) or _is_fetched_for_training(guards, each))
    ]
    found = [
        writing
        for writing in early
        if writing.is_blind
        or any(
            is_read_by(guards, replace(writing, effects=contents_of(writing)), reader)
            for reader in readers
            if not is_anothers(writings, writing, reader)
        )
    ]
    for prepared in found:  # grows while what they are made from is found
        found += [each for each in early if each not in found and _is_made_from(guards, prepared, each)]
    preparing = preparing_functions(guards, found)
    found += [each for each in early if each not in found and each.call.document.scope(each.call.node) in preparing]
    used = [effect for writing in found for effect in writing.effects]
    results = [effect for writing in writings if writing not in found for effect in writing.effects]
    used += [
        each
        for each in guards.files.effects
        if _is_each_hosts(guards, each)
        or is_entered(guards, each)
        or (_is_everyones(guards, each) and not _is_result(guards, each, results))
    ]
    for writing in early:
        folders = [each for each in writing.effects if each.access in (Access.FOLDER, Access.REMOVE)]
        if writing in found:
            continue
        held = any(each.meets(other) or each.may_hold(other) for each in folders for other in used)
        if held or (folders and _is_given(found, writing)):
            found.append(writing)
        elif _is_tolerated(guards, writing.call) and not any(_is_result(guards, each, results) for each in folders):
            found.append(writing)  # nothing of the script's own is seen in it: a library may use it on every host
    return found


def _is_fetched_for_training(guards: Guards, writing: Writing) -> bool:
    """Say whether what is fetched or unpacked is there before a step, also when another has been taken before."""
    inputs = any(each.access in (Access.FETCH, Access.UNPACK) for each in writing.effects)
    return inputs and any(may_follow(guards.script, writing.call, step) for step in guards.steps)


def preparing_functions(guards: Guards, prepared: list[Writing]) -> frozenset[ast.AST]:
    """Give the functions that make what every process reads, and do not train: all that they write may be read.

    Some of it may be the first process's already.
    """
    made = [each.call for each in prepared if contents_of(each)]
    made += [each.call for each in guards.files.effects if each.access is Access.WRITE and _is_each_hosts(guards, each)]
    scopes = {call.document.scope(call.node) for call in made}
    return frozenset(scope for scope in scopes - guards.steps_in.keys() if isinstance(scope, FunctionNode))


def _is_given(prepared: Iterable[Writing], writing: Writing) -> bool:
    """Say whether a command that prepares files is given the name of a folder."""
    names = names_in(*writing.call.arguments)
    return any(each.call.names & COMMANDS and names & names_in(*each.call.arguments) for each in prepared)


def is_anothers(writings: list[Writing], writing: Writing, reader: FileEffect) -> bool:
    """Say whether what is read is the very file of another writing, and this one's is only a folder around it."""
    here = any(each.is_at(reader) for each in writing.effects)
    return not here and any(
        each.is_at(reader) for other in writings if other is not writing for each in contents_of(other)
    )


def _is_made_from(guards: Guards, prepared: Writing, writing: Writing) -> bool:
    """Say whether the first process of each host reads what is written to prepare something else."""
    if prepared.guard is None or not may_follow(guards.script, writing.call, prepared.call):
        return False
    document, statement = prepared.guard
    sources = (statement, *served_by(guards, document, statement))
    read = [each for part in sources for each in effects_within(guards, part) if each.access is Access.READ]
    return any(each.meets(effect) for each in contents_of(writing) for effect in read)


def served_by(guards: Guards, document: Document, statement: ast.stmt) -> Iterator[ast.stmt]:
    """Yield the guarded statements that bind what a guarded statement reads, and those that close it."""
    names, scope = names_in(statement), document.scope(statement)
    for other, (where, _) in guards.guarded.items():
        here = where is document and document.scope(other) is scope
        if here and isinstance(other, ast.Assign) and names_in(*other.targets) & names:
            yield from (other, *closings(document, other))


def _is_result(guards: Guards, effect: FileEffect, results: list[FileEffect]) -> bool:
    """Say whether what is read is a file that rank 0 writes: only rank 0's disk needs the folder."""
    guards.script.flow.proceed()
    return any(effect.meets(each) for each in results if each.access is Access.WRITE)


def _is_each_hosts(guards: Guards, effect: FileEffect) -> bool:
    """Say whether the first process of each host changes a file already, also where the others have the null device."""
    call = effect.call
    if effect.access not in WRITES:
        return False
    path = guards.files.target(call)
    chosen = guards.ranks.choosing(call.document, path) if path is not None else EVERY
    return guards.ranks.reaching(call.document, call.node) & chosen == FIRST_OF_HOST


def is_entered(guards: Guards, effect: FileEffect) -> bool:
    """Say whether every process fails where a folder is not there, whoever has files in it."""
    call = effect.call
    return effect.access is Access.ENTER and guards.is_live(call) and not guards.is_guarded(call.document, call.node)


def _is_everyones(guards: Guards, effect: FileEffect) -> bool:
    """Say whether every process uses a file: it needs the folder on its disk."""
    call = effect.call
    if guards.is_guarded(call.document, call.node) or call.node in guards.left or not guards.is_live(call):
        return False
    if effect.access in (Access.READ, Access.FETCH, Access.UNPACK):
        return True
    return effect.access is Access.WRITE and (effect.is_own or call.node in guards.alone | guards.refused)


def is_harmless(guards: Guards, writing: Writing) -> bool:
    """Say whether every process may do what is written: it makes a folder unless it is there."""
    call = writing.call
    made = makes_unless_there(guards, call) or (
        bool(guards.files.facts(call).get("makes-folder")) and _is_tolerated(guards, call)
    )
    return made and all(each.call is call for each in writing.effects)


def makes_unless_there(guards: Guards, call: Call) -> bool:
    """Say whether a call makes a folder, and takes one that is there already."""
    said = guards.files.facts(call)
    unless = said.get("idempotent-with")
    node = call.argument(unless) if isinstance(unless, str) else None
    return bool(said.get("idempotent")) or (node is not None and guards.script.constants(node) == {True})


def _is_tolerated(guards: Guards, call: Call) -> bool:
    """Say whether a script goes on when a call fails, since what it makes is there already."""
    statement = call.document.statement(call.node)
    outer = call.document.parent(statement)
    if not isinstance(outer, ast.Try) or outer.body != [statement] or outer.orelse:
        return False
    return any(_names_existing(handler.type) and _goes_on(guards, handler) for handler in outer.handlers)


def _names_existing(kind: ast.expr | None) -> bool:
    names = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    return any(isinstance(each, ast.Name) and each.id in _EXISTING for each in names)


def _goes_on(guards: Guards, handler: ast.ExceptHandler) -> bool:
    """Say whether a handler raises, leaves or ends nothing but under a condition."""
    leaves = any(isinstance(each, ast.Raise | ast.Return | ast.Break | ast.Continue) for each in handler.body)
    calls = (guards.script.call(node) for each in handler.body for node in ast.walk(each))
    return not leaves and not any(guards.files.facts(call).get("ends-process") for call in calls if call is not None)
