"""Who writes which file, and who waits for it: results, inputs that are made or fetched first, and what each has alone.

Rank 0 writes the results of a run. What is made before training and read by every process is written by the first
process of each host, since hosts need not share a disk. What a process has for itself is left alone.
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from farandole.analysis.call_order import calls_within, is_seen, may_follow, may_precede_node, ways
from farandole.analysis.effects.files import WRITES, Access, FileEffect
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.frameworks.horovod.ranks import FIRST_OF_HOST as BY_FIRST_OF_HOST
from farandole.rules.horovod.output.calls import COMMANDS, OBJECTS
from farandole.rules.horovod.output.changes import Done, Restricted
from farandole.rules.horovod.output.checkpoints import restore_on_rank_zero
from farandole.rules.horovod.output.guards import Guards, effects_within
from farandole.rules.horovod.output.liveness import closings, guard_with_closings, serves_guards
from farandole.rules.horovod.output.waits import (
    Wait,
    is_main,
    is_wait,
    makes,
    places_before,
    places_for_all,
    waits_after,
)
from farandole.rules.horovod.restrictions.hvd210_written_is_needed import (
    changed_while_read,
    hosts_must_share,
    named_by_time,
    not_awaited,
)
from farandole.source import Document
from farandole.source.binding import names_in

_LONGEST_NAME = 40

_EXISTING = frozenset({"OSError", "FileExistsError", "IOError", "EnvironmentError"})
"""The exceptions by which making a folder that is there already fails."""


@dataclass(frozen=True, eq=False)
class _Writing:
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


@dataclass(frozen=True, eq=False)
class _Wait:
    """A place between two statements of a block where every process waits, and what it waits for."""

    wait: Wait
    block: tuple[ast.stmt, ...]
    gap: int
    writings: tuple[_Writing, ...]
    effects: tuple[FileEffect, ...]


def share_files(guards: Guards) -> None:
    """Tell results from inputs among what was left to one process, and find where the others wait for it."""
    _leave_unused_reads(guards)
    writings = _writings(guards)
    readers = _readers(guards)
    waits: list[_Wait] = []
    prepared = _prepared(guards, writings, readers)
    preparing = _preparing(guards, prepared)
    own = [each for each in guards.files.effects if each.is_own and each.access is Access.WRITE]
    entering = [each for each in guards.files.effects if _is_entered(guards, each)]
    for writing in prepared:
        if writing.guard is not None and _is_harmless(guards, writing):
            del guards.guarded[writing.guard[1]]
            continue
        guards.leading.add(writing.guard[1] if writing.guard is not None else writing.call.node)
        if writing.guard is not None:
            guards.leading.update(_served_by(guards, *writing.guard))
        users = [*(each for each in readers if not _is_anothers(writings, writing, each)), *own, *entering]
        whole = bool(_contents(writing)) and writing.call.document.scope(writing.call.node) in preparing
        awaited = writing.is_blind or whole or any(_is_read_by(guards, writing, user) for user in users)
        if awaited and writing.guard is not None and not guards.is_turned(*writing.guard):
            waits.extend(_after(guards, writing, users, *writing.guard))
    others = [
        replace(writing, effects=contents)
        for writing in writings
        if (writing.guard is None or writing not in prepared) and (contents := _contents(writing))
    ]
    for reader in readers:
        found = [writing for writing in others if _is_read_by(guards, writing, reader)]
        if found and not guards.is_turned(reader.call.document, reader.call.node):
            restored = restore_on_rank_zero(guards, reader.call)
            timed = next((each for each in found if _is_timed(each, reader)), None)
            if restored is not None:
                guards.found.append(restored)
            elif timed is not None:
                refusal = named_by_time(reader.call, timed.call)
                guards.found.append(
                    Restricted(reader.call.document, reader.call.document.span(reader.call.node), refusal)
                )
            else:
                waits.extend(_before(guards, reader, tuple(found)))
    guards.found.extend(_overwritten(guards, writings, readers))
    for each in _without_repetition(guards, [_past_others(guards, each) for each in waits], readers):
        name, several = _name(each.effects)
        until = each.wait.until.format(name=name, be="are" if several else "is")
        guards.found.append(replace(each.wait, until=until).change(guards))


def _is_timed(writing: _Writing, reader: FileEffect) -> bool:
    """Say whether what is read is where the clock says that it is: each process looks for it at another place."""
    met = [each for each in writing.effects if each.meets(reader)]
    timed = any(path.is_timed for path in reader.paths)
    return reader.access is Access.READ and timed and any(path.is_timed for each in met for path in each.paths)


def _past_others(guards: Guards, wait: _Wait) -> _Wait:
    """Give a wait behind what else the first process of each host does at once: one condition stands around it all."""
    gap = wait.gap
    while wait.wait.after and gap < len(wait.block) and wait.block[gap] in guards.leading:
        gap += 1
    return replace(wait, wait=replace(wait.wait, statement=wait.block[gap - 1]), gap=gap) if gap > wait.gap else wait


def _writings(guards: Guards) -> list[_Writing]:
    """Give all that one process alone does to files."""
    found = []
    for statement, (document, call) in guards.guarded.items():
        effects = tuple(each for each in effects_within(guards, statement) if each.access in WRITES and not each.is_own)
        first = next((each for each in calls_within(guards.script, statement)), call)
        commands = next((each for each in calls_within(guards.script, statement) if each.names & COMMANDS), None)
        if effects or commands is not None:
            found.append(_Writing(commands or first, effects, (document, statement)))
    for call in guards.script.calls:
        shared = "own-path" not in guards.files.facts(call)
        later = call.entry is not None and call.entry.role in OBJECTS and shared
        if call.node in guards.left or (later and not guards.is_guarded(call.document, call.node)):
            effects = tuple(each for each in guards.files.of(call) if each.access in WRITES and not each.is_own)
            if effects:
                found.append(_Writing(call, effects, later=later))
    return found


def _readers(guards: Guards) -> list[FileEffect]:
    """Give what every process reads or asks for."""
    return [
        effect
        for effect in guards.files.effects
        if effect.access in (Access.READ, Access.PROBE)
        and not effect.is_own
        and not guards.is_guarded(effect.call.document, effect.call.node)
        and not guards.asks_around(effect.call)
        and effect.call.node not in guards.left
        and not (effect.access is Access.PROBE and _decides_nothing(guards, effect.call))
    ]


def _decides_nothing(guards: Guards, call: Call) -> bool:
    """Say whether all that depends on an answer is guarded."""
    document = call.document
    statement = document.statement(call.node)
    if isinstance(statement, ast.If) and any(call.node is each for each in ast.walk(statement.test)):
        return all(each in guards.guarded for each in (*statement.body, *statement.orelse))
    return False


def _prepared(guards: Guards, writings: list[_Writing], readers: list[FileEffect]) -> list[_Writing]:
    """Give the writings that make what every process reads: the first process of each host does them."""
    early = [each for each in writings if not each.later and guards.is_before_training(each.call)]
    found = [
        writing
        for writing in early
        if writing.is_blind
        or any(
            _is_read_by(guards, replace(writing, effects=_contents(writing)), reader)
            for reader in readers
            if not _is_anothers(writings, writing, reader)
        )
    ]
    for prepared in found:  # grows while what they are made from is found
        found += [each for each in early if each not in found and _is_made_from(guards, prepared, each)]
    preparing = _preparing(guards, found)
    found += [each for each in early if each not in found and each.call.document.scope(each.call.node) in preparing]
    used = [effect for writing in found for effect in writing.effects]
    results = [effect for writing in writings if writing not in found for effect in writing.effects]
    used += [
        each
        for each in guards.files.effects
        if _is_each_hosts(guards, each)
        or _is_entered(guards, each)
        or (_is_everyones(guards, each) and not _is_result(guards, each, results))
    ]
    for writing in early:
        folders = [each for each in writing.effects if each.access in (Access.FOLDER, Access.REMOVE)]
        if writing in found:
            continue
        if any(each.meets(other) for each in folders for other in used) or (folders and _is_given(found, writing)):
            found.append(writing)
        elif _is_tolerated(guards, writing.call) and not any(_is_result(guards, each, results) for each in folders):
            found.append(writing)  # nothing of the script's own is seen in it: a library may use it on every host
    return found


def _preparing(guards: Guards, prepared: list[_Writing]) -> frozenset[ast.AST]:
    """Give the functions that make what every process reads, and do not train: all that they write may be read."""
    scopes = {each.call.document.scope(each.call.node) for each in prepared if _contents(each)}
    return frozenset(scope for scope in scopes - guards.steps_in.keys() if isinstance(scope, FunctionNode))


def _is_given(prepared: Iterable[_Writing], writing: _Writing) -> bool:
    """Say whether a command that prepares files is given the name of a folder."""
    names = names_in(*writing.call.arguments)
    return any(each.call.names & COMMANDS and names & names_in(*each.call.arguments) for each in prepared)


def _is_anothers(writings: list[_Writing], writing: _Writing, reader: FileEffect) -> bool:
    """Say whether what is read is the very file of another writing, and this one's is only a folder around it."""
    here = any(each.is_at(reader) for each in writing.effects)
    return not here and any(
        each.is_at(reader) for other in writings if other is not writing for each in _contents(other)
    )


def _contents(writing: _Writing) -> tuple[FileEffect, ...]:
    """Give what a writing leaves to read: no empty folders."""
    return tuple(each for each in writing.effects if each.access is not Access.FOLDER)


def _is_made_from(guards: Guards, prepared: _Writing, writing: _Writing) -> bool:
    """Say whether the first process of each host reads what is written to prepare something else."""
    if prepared.guard is None or not may_follow(guards.script, writing.call, prepared.call):
        return False
    document, statement = prepared.guard
    sources = (statement, *_served_by(guards, document, statement))
    read = [each for part in sources for each in effects_within(guards, part) if each.access is Access.READ]
    return any(each.meets(effect) for each in _contents(writing) for effect in read)


def _served_by(guards: Guards, document: Document, statement: ast.stmt) -> Iterator[ast.stmt]:
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
    """Say whether the first process of each host changes a file already."""
    call = effect.call
    return effect.access in WRITES and guards.ranks.reaching(call.document, call.node) == BY_FIRST_OF_HOST


def _is_entered(guards: Guards, effect: FileEffect) -> bool:
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
    return effect.access is Access.WRITE and (effect.is_own or call.node in guards.alone)


def _is_read_by(guards: Guards, writing: _Writing, reader: FileEffect) -> bool:
    """Say whether a reader, on every process, may find what is written; it is another call, and may come after."""
    guards.script.flow.proceed()
    met = [each for each in writing.effects if each.meets(reader)]
    if not met:
        return False
    if reader.call is writing.call or _is_condition_of(reader.call, writing):
        return False
    script = guards.script
    if writing.later and not any(may_follow(script, step, reader.call) for step in guards.steps):
        return False  # at the start, what an earlier run has written
    if may_follow(script, writing.call, reader.call):
        return True
    here = {scope for _, scope, _ in ways(script, writing.call)}
    there = ways(script, reader.call)
    return guards.ranks.escapes(there[-1][1]) and not any(scope in here for _, scope, _ in there)


def _is_condition_of(call: Call, writing: _Writing) -> bool:
    """Say whether a call is asked whether the writing is to be done, in the same loop or not."""
    node = writing.guard[1] if writing.guard is not None else writing.call.node
    tests = [each.test for each in writing.call.document.ancestors(node) if isinstance(each, ast.If)]
    return any(call.node is each for test in tests for each in ast.walk(test))


def _is_harmless(guards: Guards, writing: _Writing) -> bool:
    """Say whether every process may do what is written: it makes a folder unless it is there."""
    said = guards.files.facts(writing.call)
    unless = said.get("idempotent-with")
    node = writing.call.argument(unless) if isinstance(unless, str) else None
    made = bool(said.get("idempotent")) or (node is not None and guards.script.constants(node) == {True})
    made = made or (bool(said.get("makes-folder")) and _is_tolerated(guards, writing.call))
    return made and all(each.call is writing.call for each in writing.effects)


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


def _after(
    guards: Guards, writing: _Writing, users: list[FileEffect], document: Document, statement: ast.stmt
) -> Iterator[_Wait]:
    """Yield the waits after a guarded statement that prepares files; what `users` read must not come before them."""
    told = f"every process may read what `{ast.unparse(writing.call.node.func)}` leaves on its host"
    places = places_for_all(guards, document, statement)
    if places is None:
        guards.found.append(_cannot_wait(writing.call, told))
        return
    for where, place in places:
        if waits_after(guards, where, place):
            guards.found.append(Done(where, where.span(place)))
            continue
        if place is not statement and (reader := _read_within(guards, writing, users, place)) is not None:
            guards.found.append(_cannot_wait(reader.call, told))
            continue
        block = where.block(place)
        wait = Wait(where, place, True, writing.call, told, "{name} {be} there")
        yield _Wait(wait, tuple(block), block.index(place) + 1, (writing,), _contents(writing))


def _read_within(guards: Guards, writing: _Writing, users: list[FileEffect], place: ast.stmt) -> FileEffect | None:
    """Give what every process reads of a writing in a statement after which all wait for it: too early."""
    inside = {each for call in calls_within(guards.script, place) for each in guards.effects.reached(call)}
    read = (each for each in users if each.call in inside and each.access in (Access.READ, Access.ENTER))
    return next((each for each in read if _is_read_by(guards, writing, each)), None)


def _before(guards: Guards, reader: FileEffect, writings: tuple[_Writing, ...]) -> Iterator[_Wait]:
    """Yield the waits before what every process reads of what one has written."""
    call = reader.call
    told = f"`{ast.unparse(call.node.func)}` reads on every process what rank 0 may still be writing"
    made = [writing.call for writing in writings if not writing.later]
    places = places_before(guards, call.document, call.node, made)
    if places is None:
        guards.found.append(_cannot_wait(call, told))
        return
    effects = tuple(effect for writing in writings for effect in writing.effects if effect.meets(reader))
    alone = [each.call for each in writings if each.call.node not in guards.leading]
    shared = tuple(hosts_must_share(each) for each in alone[:1])
    for where, place in places:
        if not any(_may_be_done(guards, each, where, place) for each in writings):
            continue
        block = where.block(place)
        if _is_awaited(guards, block[: block.index(place)], writings):
            guards.found.append(Done(where, where.span(place)))
            continue
        wait = Wait(where, place, False, call, told, "rank 0 has written {name}", shared)
        yield _Wait(wait, tuple(block), block.index(place), writings, effects)


def _may_be_done(guards: Guards, writing: _Writing, document: Document, statement: ast.stmt) -> bool:
    """Say whether something may have been written when a statement is run."""
    call, script = writing.call, guards.script
    seen = is_seen(script, call.document, call.node)
    return writing.later or not seen or may_precede_node(script, call, document, statement)


def _cannot_wait(call: Call, told: str) -> Restricted:
    return Restricted(call.document, call.document.span(call.node), not_awaited(call, told))


def _overwritten(guards: Guards, writings: list[_Writing], readers: list[FileEffect]) -> Iterator[Restricted]:
    """Yield what one process removes or writes again while the others may still be reading it: no step is between."""
    reading = [reader for reader in readers if reader.access is Access.READ]
    for writing in (each for each in writings if not each.later and guards.is_named(each.call)):
        guards.script.flow.proceed()
        call, contents = writing.call, _contents(writing)
        for reader in reading:
            if _comes_next(guards, reader.call, call):
                changed = [each for each in contents if each.meets(reader)]
                if changed:
                    removes = any(each.access is Access.REMOVE for each in changed)
                    refusal = changed_while_read(call, reader, removes)
                    yield Restricted(call.document, call.document.span(call.node), refusal)
                    break


def _comes_next(guards: Guards, first: Call, second: Call) -> bool:
    """Say whether a call follows another in the same function, without a step of a training between."""
    document = first.document
    scope = document.scope(first.node)
    if second.document is not document or document.scope(second.node) is not scope:
        return False
    start, end = document.span(first.node).end, document.span(second.node).start
    steps = guards.steps_in.get(scope, ())
    return start <= end and bisect_left(steps, start) == bisect_left(steps, end)


def _without_repetition(guards: Guards, waits: list[_Wait], readers: list[FileEffect]) -> list[_Wait]:
    """Give one wait for each place, and none for what another waits for as well.

    That is one that follows before anything is read, or one before it since which nothing is written.
    """
    places: dict[tuple[ast.stmt, int], _Wait] = {}
    for each in waits:
        other = places.get((each.block[0], each.gap))
        places[each.block[0], each.gap] = each if other is None else _together(other, each)
    reading = {reader.call.node for reader in readers}
    outer_first = sorted(places, key=lambda place: (place[0].col_offset, place[1]))
    kept: list[_Wait] = []
    for head, gap in outer_first:
        found = places[head, gap]
        later = [other for first, other in places if first is head and other > gap]
        turned = [index for index in range(gap, len(found.block)) if found.block[index] in guards.turned]
        stop = min((*later, *turned), default=len(found.block))
        between = found.block[gap:stop]
        inner = _first_within(places, between[-1]) if between and is_main(between[-1]) else None
        if inner is not None:  # the script's own part goes on where its module ends
            block, at = places[inner].block, inner[1]
            if not _is_used(guards, found, (*between[:-1], *block[:at]), reading):
                places[inner] = _together(places[inner], found)
                continue
        blind = any(writing.is_blind for writing in found.writings) and any(
            each not in guards.guarded for each in between
        )
        if stop == len(found.block) or blind or _is_used(guards, found, between, reading):
            before = next((index for index, each in enumerate(kept) if _is_for_both(guards, each, found)), None)
            if before is None:
                kept.append(found)
            else:
                kept[before] = _together(kept[before], found)
        elif stop in later:
            places[head, stop] = _together(places[head, stop], found)
    return kept


def _is_for_both(guards: Guards, before: _Wait, wait: _Wait) -> bool:
    """Say whether a wait before another in its block is for the same: nothing that is waited for is written between."""
    if before.block[0] is not wait.block[0] or before.gap >= wait.gap or before.wait.after is not wait.wait.after:
        return False
    made = _made(guards, wait.writings)
    return not any(makes(guards, statement, made) for statement in wait.block[before.gap : wait.gap])


def _is_awaited(guards: Guards, before: Sequence[ast.stmt], writings: tuple[_Writing, ...]) -> bool:
    """Say whether one of the statements before a place waits for some writings: none of them is made after it."""
    made = _made(guards, writings)
    for statement in reversed(before):
        if makes(guards, statement, made):
            return False
        if is_wait(guards, statement):
            return True
    return False


def _made(guards: Guards, writings: Iterable[_Writing]) -> set[Call]:
    """Give the calls that write: what is written later is written in the steps of the trainings."""
    made = {writing.call for writing in writings if not writing.later}
    return made | set(guards.steps) if any(writing.later for writing in writings) else made


def _first_within(places: Mapping[tuple[ast.stmt, int], _Wait], statement: ast.stmt) -> tuple[ast.stmt, int] | None:
    """Give the first of the waits in the block of an `if`."""
    within = [place for place in places if isinstance(statement, ast.If) and place[0] is statement.body[0]]
    return min(within, key=lambda place: place[1], default=None)


def _together(wait: _Wait, other: _Wait) -> _Wait:
    """Give a wait that is for what another waits for as well."""
    asked = tuple(dict.fromkeys((*wait.wait.asked, *other.wait.asked)))
    return replace(
        wait,
        wait=replace(wait.wait, asked=asked),
        writings=(*wait.writings, *other.writings),
        effects=(*wait.effects, *other.effects),
    )


def _is_used(guards: Guards, wait: _Wait, statements: tuple[ast.stmt, ...], reading: set[ast.Call]) -> bool:
    """Say whether some statements read, on every process, what is waited for."""
    effects = (effect for statement in statements for effect in effects_within(guards, statement))
    written = [effect for writing in wait.writings for effect in writing.effects]
    return any(effect.call.node in reading and any(each.meets(effect) for each in written) for effect in effects)


def _name(effects: Iterable[FileEffect]) -> tuple[str, bool]:
    """Name the files that are waited for, and say whether they are several."""
    unnamed = (Access.REMOVE, Access.UNPACK)
    paths = {str(path) for effect in effects for path in effect.paths or ("{}",) if effect.access not in unnamed}
    names = sorted(path for path in paths if "{" not in path and 0 < len(path) <= _LONGEST_NAME)
    return (names[0], False) if len(names) == 1 == len(paths) else ("the files", True)


# Reading for nothing but output.


def _leave_unused_reads(guards: Guards) -> None:
    """Guard what reads a file of rank 0 again only for what rank 0 does with it."""
    grown = True
    while grown:
        grown = False
        written = [
            effect
            for statement in guards.guarded
            for effect in effects_within(guards, statement)
            if effect.access in WRITES
        ]
        written += [each for each in guards.files.effects if each.access in WRITES and each.call.node in guards.left]
        for reader in guards.files.effects:
            guards.script.flow.proceed()
            document, call = reader.call.document, reader.call
            if reader.access is not Access.READ or guards.is_guarded(document, call.node):
                continue
            statement = document.statement(call.node)
            if (
                isinstance(statement, ast.Assign | ast.With)
                and any(reader.meets(effect) for effect in written)
                and guards.shared.first(document, statement) is None
                and serves_guards(guards, document, statement)
            ):
                guard_with_closings(guards, document, statement, call)
                grown = True
