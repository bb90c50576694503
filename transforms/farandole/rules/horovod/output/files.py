"""Who writes which file, and who waits for it: results, inputs that are made or fetched first, and what each has alone.

Rank 0 writes the results of a run. What is made before training and read by every process is written by the first
process of each host, since hosts need not share a disk. What a process has for itself is left alone.
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from farandole.analysis.call_order import Way, may_follow, stands_below, ways
from farandole.analysis.effects.files import WRITES, Access, FileEffect
from farandole.analysis.effects.paths import FilePath
from farandole.analysis.program import Call
from farandole.rules.horovod.division.listings import LISTINGS
from farandole.rules.horovod.output.agreed import agree_on, agree_on_path, measured, varying
from farandole.rules.horovod.output.awaited import PlacedWait, wait_changes, waits_ahead, waits_behind, waits_until_read
from farandole.rules.horovod.output.changes import Change, Restricted
from farandole.rules.horovod.output.checkpoints import sent_after_restore
from farandole.rules.horovod.output.groups import only_shows, parts_of
from farandole.rules.horovod.output.guards import Guards, effects_within
from farandole.rules.horovod.output.liveness import guard_with_closings, serves_guards
from farandole.rules.horovod.output.prepared import (
    find_prepared,
    is_anothers,
    is_entered,
    is_harmless,
    preparing_functions,
    served_by,
)
from farandole.rules.horovod.output.waits import is_met_by_all
from farandole.rules.horovod.output.writings import Writing, contents_of, find_readers, find_writings, is_read_by
from farandole.rules.horovod.restrictions.hvd210_written_is_needed import (
    changed_while_read,
    folder_is_missing,
    path_counted,
    path_measured,
    path_varies,
)
from farandole.source import Document


def share_files(guards: Guards) -> None:
    """Tell results from inputs among what was left to one process, and find where the others wait for it."""
    _leave_unused_reads(guards)
    writings = find_writings(guards)
    readers = find_readers(guards)
    waits: list[PlacedWait] = []
    read: list[tuple[Writing, FileEffect]] = []
    prepared = find_prepared(guards, writings, readers)
    preparing = preparing_functions(guards, prepared)
    own = [each for each in guards.files.effects if each.is_own and each.access is Access.WRITE]
    entering = [each for each in guards.files.effects if is_entered(guards, each)]
    for writing in prepared:
        if writing.guard is not None and is_harmless(guards, writing):
            del guards.guarded[writing.guard[1]]
            continue
        guards.leading.add(writing.guard[1] if writing.guard is not None else writing.call.node)
        if writing.guard is not None:
            guards.leading.update(served_by(guards, *writing.guard))
        else:
            guards.leading.update(each for each, (_, call) in guards.guarded.items() if call is writing.call)
        users = [*(each for each in readers if not is_anothers(writings, writing, each)), *own, *entering]
        whole = bool(contents_of(writing)) and writing.call.document.scope(writing.call.node) in preparing
        awaited = writing.is_blind or whole or any(is_read_by(guards, writing, user) for user in users)
        if awaited and writing.guard is not None and not guards.is_turned(*writing.guard):
            waits.extend(waits_behind(guards, writing, users, *writing.guard))
            read.extend((writing, user) for user in users)
    others = [
        replace(writing, effects=contents)
        for writing in writings
        if (writing.guard is None or writing not in prepared) and (contents := contents_of(writing))
    ]
    found = {reader: [writing for writing in others if is_read_by(guards, writing, reader)] for reader in readers}
    for reader in readers:
        if guards.is_turned(reader.call.document, reader.call.node):  # what is made in a turn is there in the next one
            found[reader] = [each for each in found[reader] if not guards.is_turned(each.call.document, each.call.node)]
    met = [reader for reader in readers if found[reader]]
    for reader in met:
        sending = sent_after_restore(guards, reader.call)
        if sending is not None:
            guards.restores[reader.call.document.statement(reader.call.node)] = reader.call, sending
    for reader in met:
        if reader.call.document.statement(reader.call.node) not in guards.restores:
            read.extend((writing, reader) for writing in found[reader])
            here = tuple(
                writing
                for writing in found[reader]
                if not _is_elsewhere(writing, reader) or varying(guards, writing, reader)
            )
            waits.extend(waits_ahead(guards, reader, here) if here else ())
    guards.found.extend(_elsewhere(guards, read))
    guards.found.extend(_measured(guards, read))
    guards.found.extend(_numbered(guards, writings, read))
    guards.found.extend(_overwritten(guards, writings, readers))
    guards.found.extend(_without_folder(guards, [each for each in writings if each not in prepared]))
    guards.found.extend(wait_changes(guards, waits, readers))


def _elsewhere(guards: Guards, read: Sequence[tuple[Writing, FileEffect]]) -> Iterator[Change | Restricted]:
    """Yield what each process may look for at another place than where one process writes it, each of both once.

    What rank 0 can compute for all is agreed on where it is computed.
    """
    found: set[ast.Call] = set()
    agreed: dict[Call, None] = {}
    for writing, reader in read:
        if not _is_elsewhere(writing, reader):
            continue
        calls = varying(guards, writing, reader)
        agreed.update(dict.fromkeys(calls))
        if not calls and found.isdisjoint((writing.call.node, reader.call.node)):
            found |= {writing.call.node, reader.call.node}
            document = reader.call.document
            yield Restricted(document, document.span(reader.call.node), path_varies(reader.call, writing.call))
    yield from (agree_on(guards, call) for call in agreed)


def _measured(guards: Guards, read: Sequence[tuple[Writing, FileEffect]]) -> Iterator[Change | Restricted]:
    """Yield what each process looks for at a path that it has measured, of which rank 0 knows its own: each path once."""
    found: set[ast.expr] = set()
    asked: set[FileEffect] = set()
    for writing, reader in read:
        if reader in asked or (_is_elsewhere(writing, reader) and not varying(guards, writing, reader)):
            continue
        asked.add(reader)
        document, call = reader.call.document, reader.call
        for path in (each for each in measured(guards, reader) if each not in found):
            found.add(path)
            if is_met_by_all(guards, document, call.node):
                yield agree_on_path(guards, reader, path)
            else:
                yield Restricted(document, document.span(call.node), path_measured(call, writing.call))


def _numbered(
    guards: Guards, writings: Sequence[Writing], read: Sequence[tuple[Writing, FileEffect]]
) -> Iterator[Restricted]:
    """Yield what each process reads at a path that tells which files were there, of those that one process makes by then."""
    found: set[ast.AST] = set()
    made = [effect for writing in writings for effect in writing.effects]
    readers = dict.fromkeys(reader for _, reader in read if reader.access is Access.READ)
    probed = {reader: _probes(guards, reader.call, reader.paths) for reader in readers}
    for writing, reader in read:
        probes = probed.get(reader)
        if not probes or reader.call.node in found or _is_elsewhere(writing, reader):
            continue
        shared = probes & {node for each in writing.effects for node in _probes(guards, writing.call, each.paths)}
        asked = (effect for node in shared for effect in guards.files.of(_call(guards, node)))
        if any(each.meets(other) or other.may_hold(each) for each in asked for other in made):
            found.add(reader.call.node)
            document = reader.call.document
            yield Restricted(document, document.span(reader.call.node), path_counted(reader.call, writing.call))


def _call(guards: Guards, node: ast.AST) -> Call:
    call = guards.script.call(node)
    assert call is not None
    return call


def _probes(guards: Guards, call: Call, paths: frozenset[FilePath]) -> frozenset[ast.AST]:
    """Give the calls, made by every process, that look which files are there for the path of what a call reads or writes."""
    found: set[ast.AST] = set()
    for given in call.arguments:
        if guards.files.paths.within(call.document, given).isdisjoint(paths):
            continue
        for node in guards.script.slices.of(call.document, given).nodes:
            home = guards.script.home(node)
            around = home.ancestors(node) if home is not None else ()
            tests = (each.test for each in around if isinstance(each, ast.While))
            found |= {part for each in (node, *tests) for part in ast.walk(each) if _looks(guards, part)}
    return frozenset(found)


def _looks(guards: Guards, node: ast.AST) -> bool:
    """Say whether a call looks on every process which files are there."""
    call = guards.script.call(node)
    effects = guards.files.of(call) if call is not None else ()
    return (
        call is not None
        and any(each.access is Access.PROBE for each in effects)
        and guards.ranks.reaches(call.document, call.node)
    )


def _is_elsewhere(writing: Writing, reader: FileEffect) -> bool:
    """Say whether each process may look for what is read, or listed, at another place than where one process writes it."""
    met = [each for each in writing.effects if each.meets(reader)]
    looks = reader.access is Access.READ or (reader.access is Access.PROBE and bool(reader.call.names & LISTINGS))
    return looks and _varies([reader]) and _varies(met)


def _varies(effects: Sequence[FileEffect]) -> bool:
    """Say whether one of these files may be another one in each process."""
    return any(path.varies for each in effects for path in each.paths)


def _overwritten(guards: Guards, writings: list[Writing], readers: list[FileEffect]) -> Iterator[Change | Restricted]:
    """Yield what one process removes or writes again while the others may still be reading it: no step is between.

    It waits until all have read, where that place is seen; what another function has read is refused nowhere. What is
    read has one refusal, however often it is changed.
    """
    blocking = (each for each in guards.found if isinstance(each, Restricted) and each.refusal.blocks)
    refused = {(each.document, each.span) for each in blocking}
    reading = [reader for reader in readers if reader.access is Access.READ]
    for writing in (each for each in writings if not each.later and guards.is_named(each.call)):
        guards.script.flow.proceed()
        call, contents = writing.call, contents_of(writing)
        met = [
            reader
            for reader in reading
            if any(each.meets(reader) for each in contents) and _comes_next(guards, reader.call, call)
        ]
        waits = waits_until_read(guards, writing, met) if met else {}
        if waits is None:
            met = [each for each in met if _is_beside(each.call, call)]
            waits = waits_until_read(guards, writing, met) if met else {}
        if waits is None:
            spans = {(each.call.document, each.call.document.span(each.call.node)) for each in met}
            if spans & refused:
                continue
            refused |= spans
            removes = any(each.access is Access.REMOVE and each.meets(met[0]) for each in contents)
            refusal = changed_while_read(call, met[0], removes)
            yield Restricted(call.document, call.document.span(call.node), refusal)
        for place, wait in (waits or {}).items():
            if place not in guards.read_before and wait is not None:
                yield wait.change(guards)
            guards.read_before.add(place)


def _without_folder(guards: Guards, writings: list[Writing]) -> Iterator[Restricted]:
    """Yield the calls that stay on every rank and write into a folder that rank 0 alone makes, on its host."""
    folders = [
        (writing.call, effect) for writing in writings for effect in writing.effects if effect.access is Access.FOLDER
    ]
    for effect in guards.files.effects:
        call = effect.call
        if call.node in guards.refused and effect.access is Access.WRITE and not effect.is_own:
            made = next((made for made, folder in folders if folder.meets(effect) or folder.may_hold(effect)), None)
            if made is not None:
                yield Restricted(call.document, call.document.span(call.node), folder_is_missing(call, made))


def _is_beside(reader: Call, writing: Call) -> bool:
    """Say whether a call is made in the function of another."""
    return reader.document.scope(reader.node) is writing.document.scope(writing.node)


def _comes_next(guards: Guards, first: Call, second: Call) -> bool:
    """Say whether a call follows another without a step of a training between, or a broadcast.

    They may be made by functions that one function calls one after the other.
    """
    if not may_follow(guards.script, first, second):
        return False
    later = {scope: (where, node) for where, scope, node in _ways_before_steps(guards, second)}
    return any(
        where is later[scope][0] and _is_next_in(guards, where, node, later[scope][1])
        for where, scope, node in _ways_behind_steps(guards, first)
        if scope in later
    )


def _ways_behind_steps(guards: Guards, call: Call) -> Iterator[Way]:
    """Yield where a call is made, from the inside out, up to the first function that trains behind it."""
    for way in ways(guards.script, call):
        yield way
        document, scope, node = way
        steps = guards.steps_in.get(scope, ())
        if bisect_left(steps, document.span(node).end) < len(steps):
            return


def _ways_before_steps(guards: Guards, call: Call) -> Iterator[Way]:
    """Yield where a call is made, from the inside out, up to the first function that trains before it."""
    for way in ways(guards.script, call):
        yield way
        document, scope, node = way
        if bisect_left(guards.steps_in.get(scope, ()), document.span(node).start):
            return


def _is_next_in(guards: Guards, document: Document, first: ast.AST, second: ast.AST) -> bool:
    """Say whether a node follows another in their function, without a step of a training between, or a broadcast."""
    steps = guards.steps_in.get(document.scope(first), ())
    start, end = document.span(first).end, document.span(second).start
    if start > end or bisect_left(steps, start) != bisect_left(steps, end):
        return False
    return not any(
        where is document and document.span(sent).end >= start and stands_below(document, sent, second)
        for where, sent in guards.broadcasts
    )


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
            if reader.access not in (Access.READ, Access.PROBE) or guards.is_guarded(document, call.node):
                continue
            if any(reader.meets(effect) for effect in written):
                grown = _leave_loops(guards, call) or grown
            if reader.access is Access.PROBE and not any(_goes_by(guards, each, call) for each in guards.guarded):
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


def _leave_loops(guards: Guards, call: Call) -> bool:
    """Guard the loops over what a call reads that do nothing the other ranks need, as those that remove old files."""
    found = [
        loop
        for loop in call.document.within(call.document.scope(call.node), ast.For)
        if not guards.is_guarded(call.document, loop)
        and all(each in guards.guarded for each in parts_of(call.document, loop))
        and _goes_by(guards, loop, call)
        and only_shows(guards, call.document, loop)
    ]
    for loop in found:
        guards.guard(call.document, loop, call)
    return bool(found)


def _goes_by(guards: Guards, loop: ast.stmt, call: Call) -> bool:
    """Say whether a statement is a loop over what a call gives."""
    document = guards.script.home(loop)
    return (
        isinstance(loop, ast.For)
        and document is call.document
        and call.node in guards.script.slices.of(document, loop.iter).nodes
    )
