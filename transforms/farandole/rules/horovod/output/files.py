"""Who writes which file, and who waits for it: results, inputs that are made or fetched first, and what each has alone.

Rank 0 writes the results of a run. What is made before training and read by every process is written by the first
process of each host, since hosts need not share a disk. What a process has for itself is left alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from farandole.analysis.call_order import calls_within, may_follow, ways
from farandole.analysis.effects.files import WRITES, Access, FileEffect
from farandole.analysis.program import Call
from farandole.rules.horovod.output.calls import COMMANDS, OBJECTS
from farandole.rules.horovod.output.changes import Done, Obstacle
from farandole.rules.horovod.output.study import Study, run_of
from farandole.rules.horovod.output.waits import (
    Place,
    Wait,
    is_main,
    places_for_all,
    turns,
    waits_after,
    waits_before,
)
from farandole.source import Document

_LONGEST_NAME = 40


# Taking turns, before anything is guarded.


def study_turns(study: Study) -> None:
    """Let the processes of a host take turns where they fetch into a cache, or make a file unless it is there."""
    units: dict[ast.stmt, tuple[Document, Call, str]] = {}
    for call in study.script.calls:
        told = _told_of_turn(study, call)
        if not told or not study.ranks.reaches(call.document, call.node) or study.asks_around(call):
            continue
        places = _turning_places(study, call)
        if places is None:
            study.found.append(
                Obstacle(
                    call.document,
                    call.document.span(call.node),
                    f"{told}, and no place is seen where they can take turns",
                    f"call `{ast.unparse(call.node.func)}` where every process comes, before training",
                    blocks=not _is_cached_fetch(study, call),
                )
            )
            continue
        for document, statement in places:
            units[statement] = document, call, told
    for statement, (document, call, told) in units.items():
        if any(each in units for each in document.ancestors(statement)):
            continue
        run = run_of(document.block(statement), statement, units)
        if run[0] is statement:
            study.turned.update(run)
            if not study.follows_rank(document, statement):
                study.found.append(turns(study, document, run, call, told))
    for call in study.script.calls:
        written = [each for each in study.files.of(call) if each.access in WRITES]
        if written and study.is_turned(call.document, call.node):
            outer = (each for each in call.document.ancestors(call.node) if isinstance(each, ast.If))
            if any(_asks(study, each.test, written) for each in outer):
                study.alone.add(call.node)


def _told_of_turn(study: Study, call: Call) -> str:
    """Say why the processes of a host must run a call one after another; an empty text if they need not."""
    name = f"`{ast.unparse(call.node.func)}`"
    if _is_cached_fetch(study, call):
        return f"{name} may fetch the same files in all processes of a host at once"
    if _turning_place(study, call) is not None:
        return f"{name} makes a file unless it is there, and the processes of a host may find it half written"
    return ""


def _is_cached_fetch(study: Study, call: Call) -> bool:
    """Say whether a call fetches files unless they are there; a model without given weights does not."""
    said = study.files.facts(call)
    if not said.get("downloads") or said.get("fetches-again"):
        return False
    argument = call.argument("weights") or call.argument("download")
    return not (isinstance(argument, ast.Constant) and argument.value in (None, False))


def _turning_places(study: Study, call: Call) -> tuple[Place, ...] | None:
    place = _turning_place(study, call)
    return places_for_all(study, call.document, place if place is not None else call.node)


def _turning_place(study: Study, call: Call) -> ast.AST | None:
    """Give the statement that makes a file unless it is there, when the others must run it as well.

    They must when it gives them something: the other branch reads the file, or the branch binds names. In a function
    that is left early where the file is there, it is the call itself, whose place is looked for in the callers.
    """
    written = [each for each in study.files.of(call) if each.access in (Access.WRITE, Access.FETCH) and not each.is_own]
    if not written or not study.is_before_training(call):
        return None
    document = call.document
    for parent in document.ancestors(call.node):
        if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef):
            if any(_asks(study, test, written) for test in _exits_before(document, call.node, parent)):
                study.alone.add(call.node)
                return call.node
            break
        if isinstance(parent, ast.If) and _asks(study, parent.test, written):
            others = [*parent.orelse, *(parent.body if not _is_within(document, call.node, parent.body) else [])]
            reads = any(_reads(study, each, written) for each in others)
            if reads or study.outliving(document, parent) or _returns(parent):
                study.alone.add(call.node)
                return parent
        handled = isinstance(parent, ast.Try) and not _is_within(document, call.node, parent.body)
        if isinstance(parent, ast.Try) and handled and any(_reads(study, each, written) for each in parent.body):
            study.alone.add(call.node)
            return parent
    return None


def _exits_before(document: Document, node: ast.AST, function: ast.AST) -> Iterator[ast.expr]:
    """Yield the conditions under which a function returns before a node of it."""
    for each in ast.walk(function):
        if isinstance(each, ast.If) and document.span(each).end <= document.span(node).start and _returns(each):
            yield each.test


def _returns(node: ast.AST) -> bool:
    return any(isinstance(each, ast.Return) for each in ast.walk(node))


def _is_within(document: Document, node: ast.AST, statements: list[ast.stmt]) -> bool:
    return any(each in statements for each in (document.statement(node), *document.ancestors(node)))


def _asks(study: Study, test: ast.expr, written: list[FileEffect]) -> bool:
    """Say whether a condition depends on whether what is written is there."""
    document = written[0].call.document
    calls = (study.script.call(node) for node in study.files.paths.slices.of(document, test))
    effects = (effect for call in calls if call is not None for effect in study.files.of(call))
    return any(effect.access is Access.PROBE and effect.meets(each) for effect in effects for each in written)


def _reads(study: Study, statement: ast.AST, written: list[FileEffect]) -> bool:
    return any(
        effect.access is Access.READ and effect.meets(each)
        for effect in _effects_within(study, statement)
        for each in written
    )


def _effects_within(study: Study, statement: ast.AST) -> Iterator[FileEffect]:
    """Yield the effects of the calls of a statement, and of the project's functions that it calls."""
    pending, seen = [statement], {statement}
    while pending:
        for call in calls_within(study.script, pending.pop()):
            yield from study.files.of(call)
            reached = [function.site.node for function in call.functions if function.site.node not in seen]
            pending += reached
            seen.update(reached)


# What is left to one process, and who waits for it.


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


def study_files(study: Study) -> None:
    """Tell results from inputs among what was left to one process, and find where the others wait for it."""
    _leave_unused_reads(study)
    writings = _writings(study)
    readers = _readers(study)
    waits: list[_Wait] = []
    prepared = _prepared(study, writings, readers)
    own = [each for each in study.files.effects if each.is_own and each.access is Access.WRITE]
    for writing in prepared:
        if writing.guard is not None and _is_harmless(study, writing):
            del study.guards[writing.guard[1]]
            continue
        study.leading.add(writing.guard[1] if writing.guard is not None else writing.call.node)
        users = [*(each for each in readers if not _is_anothers(writings, writing, each)), *own]
        awaited = writing.is_blind or any(_is_read_by(study, writing, user) for user in users)
        if awaited and writing.guard is not None and not study.is_turned(*writing.guard):
            waits.extend(_after(study, writing, *writing.guard))
    others = [
        replace(writing, effects=contents)
        for writing in writings
        if (writing.guard is None or writing not in prepared) and (contents := _contents(writing))
    ]
    for reader in readers:
        found = [writing for writing in others if _is_read_by(study, writing, reader)]
        if found and not study.is_turned(reader.call.document, reader.call.node):
            waits.extend(_before(study, reader, tuple(found)))
    study.found.extend(_overwritten(study, writings, readers))
    for each in _without_repetition(study, waits, readers):
        name, several = _name(each.effects)
        until = each.wait.until.format(name=name, be="are" if several else "is")
        study.found.append(replace(each.wait, until=until).change(study))


def _writings(study: Study) -> list[_Writing]:
    """Give all that one process alone does to files."""
    found = []
    for statement, (document, call) in study.guards.items():
        effects = tuple(each for each in _effects_within(study, statement) if each.access in WRITES and not each.is_own)
        first = next((each for each in calls_within(study.script, statement)), call)
        commands = next((each for each in calls_within(study.script, statement) if each.names & COMMANDS), None)
        if effects or commands is not None:
            found.append(_Writing(commands or first, effects, (document, statement)))
    for call in study.script.calls:
        shared = "own-path" not in study.files.facts(call)
        later = call.entry is not None and call.entry.role in OBJECTS and shared
        if call.node in study.left or (later and not study.is_guarded(call.document, call.node)):
            effects = tuple(each for each in study.files.of(call) if each.access in WRITES and not each.is_own)
            if effects:
                found.append(_Writing(call, effects, later=later))
    return found


def _readers(study: Study) -> list[FileEffect]:
    """Give what every process reads or asks for."""
    return [
        effect
        for effect in study.files.effects
        if effect.access in (Access.READ, Access.PROBE)
        and not effect.is_own
        and not study.is_guarded(effect.call.document, effect.call.node)
        and not study.asks_around(effect.call)
        and effect.call.node not in study.left
        and not (effect.access is Access.PROBE and _decides_nothing(study, effect.call))
    ]


def _decides_nothing(study: Study, call: Call) -> bool:
    """Say whether all that depends on an answer is guarded."""
    document = call.document
    statement = document.statement(call.node)
    if isinstance(statement, ast.If) and any(call.node is each for each in ast.walk(statement.test)):
        return all(each in study.guards for each in (*statement.body, *statement.orelse))
    return False


def _prepared(study: Study, writings: list[_Writing], readers: list[FileEffect]) -> list[_Writing]:
    """Give the writings that make what every process reads: the first process of each host does them."""
    early = [each for each in writings if not each.later and study.is_before_training(each.call)]
    found = [
        writing
        for writing in early
        if writing.is_blind
        or any(
            _is_read_by(study, replace(writing, effects=_contents(writing)), reader)
            for reader in readers
            if not _is_anothers(writings, writing, reader)
        )
    ]
    for prepared in found:  # grows while what they are made from is found
        found += [each for each in early if each not in found and _is_made_from(study, prepared, each)]
    used = [effect for writing in found for effect in writing.effects]
    results = [effect for writing in writings if writing not in found for effect in writing.effects]
    used += [each for each in study.files.effects if _is_everyones(study, each) and not _is_result(each, results)]
    for writing in early:
        folders = [each for each in writing.effects if each.access in (Access.FOLDER, Access.REMOVE)]
        if writing not in found and any(each.meets(other) for each in folders for other in used):
            found.append(writing)
    return found


def _is_anothers(writings: list[_Writing], writing: _Writing, reader: FileEffect) -> bool:
    """Say whether what is read is the very file of another writing, and this one's is only a folder around it."""
    here = any(each.is_at(reader) for each in writing.effects)
    return not here and any(
        each.is_at(reader) for other in writings if other is not writing for each in _contents(other)
    )


def _contents(writing: _Writing) -> tuple[FileEffect, ...]:
    """Give what a writing leaves to read: no empty folders."""
    return tuple(each for each in writing.effects if each.access is not Access.FOLDER)


def _is_made_from(study: Study, prepared: _Writing, writing: _Writing) -> bool:
    """Say whether the first process of each host reads what is written to prepare something else."""
    if prepared.guard is None or not may_follow(study.script, writing.call, prepared.call):
        return False
    read = (each for each in _effects_within(study, prepared.guard[1]) if each.access is Access.READ)
    return any(each.meets(effect) for each in _contents(writing) for effect in read)


def _is_result(effect: FileEffect, results: list[FileEffect]) -> bool:
    """Say whether what is read is a file that rank 0 writes: only rank 0's disk needs the folder."""
    return any(effect.meets(each) for each in results if each.access is Access.WRITE)


def _is_everyones(study: Study, effect: FileEffect) -> bool:
    """Say whether every process, or the first of each host, uses a file: it needs the folder on its disk."""
    call = effect.call
    if study.is_guarded(call.document, call.node) or call.node in study.left or not study.is_live(call):
        return False
    if effect.access in (Access.READ, Access.FETCH, Access.UNPACK):
        return True
    return effect.access is Access.WRITE and (effect.is_own or call.node in study.alone)


def _is_read_by(study: Study, writing: _Writing, reader: FileEffect) -> bool:
    """Say whether a reader, on every process, may find what is written; it is another call, and may come after."""
    met = [each for each in writing.effects if each.meets(reader)]
    if not met:
        return False
    if reader.call is writing.call or _is_condition_of(reader.call, writing):
        return False
    script = study.script
    if may_follow(script, writing.call, reader.call):
        return True
    here = {scope for _, scope, _ in ways(script, writing.call)}
    there = ways(script, reader.call)
    return study.ranks.escapes(there[-1][1]) and not any(scope in here for _, scope, _ in there)


def _is_condition_of(call: Call, writing: _Writing) -> bool:
    """Say whether a call is asked whether the writing is to be done, in the same loop or not."""
    node = writing.guard[1] if writing.guard is not None else writing.call.node
    tests = [each.test for each in writing.call.document.ancestors(node) if isinstance(each, ast.If)]
    return any(call.node is each for test in tests for each in ast.walk(test))


def _is_harmless(study: Study, writing: _Writing) -> bool:
    """Say whether every process may do what is written: it makes a folder unless it is there."""
    said = study.files.facts(writing.call)
    unless = said.get("idempotent-with")
    node = writing.call.argument(unless) if isinstance(unless, str) else None
    made = bool(said.get("idempotent")) or (node is not None and study.script.constants(node) == {True})
    return made and all(each.call is writing.call for each in writing.effects)


def _after(study: Study, writing: _Writing, document: Document, statement: ast.stmt) -> Iterator[_Wait]:
    """Yield the waits after a guarded statement that prepares files."""
    told = f"every process may read what `{ast.unparse(writing.call.node.func)}` leaves on its host"
    places = places_for_all(study, document, statement)
    if places is None:
        study.found.append(_cannot_wait(writing.call, told))
        return
    for where, place in places:
        if waits_after(study, where, place):
            study.found.append(Done(where, where.span(place)))
            continue
        block = where.block(place)
        wait = Wait(where, place, True, writing.call, told, "{name} {be} there")
        yield _Wait(wait, tuple(block), block.index(place) + 1, (writing,), _contents(writing))


def _before(study: Study, reader: FileEffect, writings: tuple[_Writing, ...]) -> Iterator[_Wait]:
    """Yield the waits before what every process reads of what one has written."""
    call = reader.call
    told = f"`{ast.unparse(call.node.func)}` reads on every process what rank 0 may still be writing"
    places = places_for_all(study, call.document, call.node)
    if places is None:
        study.found.append(_cannot_wait(call, told))
        return
    effects = tuple(effect for writing in writings for effect in writing.effects if effect.meets(reader))
    for where, place in places:
        if waits_before(study, where, place):
            study.found.append(Done(where, where.span(place)))
            continue
        block = where.block(place)
        wait = Wait(where, place, False, call, told, "rank 0 has written {name}")
        yield _Wait(wait, tuple(block), block.index(place), writings, effects)


def _cannot_wait(call: Call, told: str) -> Obstacle:
    name = ast.unparse(call.node.func)
    return Obstacle(
        call.document,
        call.document.span(call.node),
        f"{told}, and no place is seen where all can wait for it",
        f"call `{name}` where every process comes, outside of conditions that only some of them meet",
        "needed",
        blocks=True,
    )


def _overwritten(study: Study, writings: list[_Writing], readers: list[FileEffect]) -> Iterator[Obstacle]:
    """Yield what one process removes or writes again while the others may still be reading it: no step is between."""
    for writing in writings:
        call = writing.call
        name = ast.unparse(call.node.func)
        for reader in readers:
            if reader.access is Access.READ and not writing.later and _comes_next(study, reader.call, call):
                changed = [each for each in _contents(writing) if each.meets(reader)]
                if changed:
                    what = "removes" if any(each.access is Access.REMOVE for each in changed) else "writes"
                    yield Obstacle(
                        call.document,
                        call.document.span(call.node),
                        f"`{name}` {what} what every process may still be reading",
                        "read and change the file under `if hvd.rank() == 0:`, or change it when training has ended",
                        "needed",
                        (reader.call.document, reader.call.node, "every process reads it here"),
                        blocks=True,
                    )
                    break


def _comes_next(study: Study, first: Call, second: Call) -> bool:
    """Say whether a call follows another in the same function, without a step of a training between."""
    document = first.document
    scope = document.scope(first.node)
    if second.document is not document or document.scope(second.node) is not scope:
        return False
    start, end = document.span(first.node).end, document.span(second.node).start
    steps = (each for step in study.steps for each in ways(study.script, step))
    between = (document.span(node).start for where, around, node in steps if (where, around) == (document, scope))
    return start <= end and not any(start <= at < end for at in between)


def _without_repetition(study: Study, waits: list[_Wait], readers: list[FileEffect]) -> Iterator[_Wait]:
    """Yield one wait for each place, and none that another follows before anything is read: that is for both."""
    places: dict[tuple[ast.stmt, int], _Wait] = {}
    for each in waits:
        other = places.get((each.block[0], each.gap))
        places[each.block[0], each.gap] = each if other is None else _together(other, each)
    reading = {reader.call.node for reader in readers}
    outer_first = sorted(places, key=lambda place: (place[0].col_offset, place[1]))
    for head, gap in outer_first:
        found = places[head, gap]
        later = [other for first, other in places if first is head and other > gap]
        turned = [index for index in range(gap, len(found.block)) if found.block[index] in study.turned]
        stop = min((*later, *turned), default=len(found.block))
        between = found.block[gap:stop]
        inner = _first_within(places, between[-1]) if between and is_main(between[-1]) else None
        if inner is not None:  # the script's own part goes on where its module ends
            block, at = places[inner].block, inner[1]
            if not _is_used(study, found, (*between[:-1], *block[:at]), reading):
                places[inner] = _together(places[inner], found)
                continue
        blind = any(writing.is_blind for writing in found.writings) and any(
            each not in study.guards for each in between
        )
        if stop == len(found.block) or blind or _is_used(study, found, between, reading):
            yield found
        elif stop in later:
            places[head, stop] = _together(places[head, stop], found)


def _first_within(places: Mapping[tuple[ast.stmt, int], _Wait], statement: ast.stmt) -> tuple[ast.stmt, int] | None:
    """Give the first of the waits in the block of an `if`."""
    within = [place for place in places if isinstance(statement, ast.If) and place[0] is statement.body[0]]
    return min(within, key=lambda place: place[1], default=None)


def _together(wait: _Wait, other: _Wait) -> _Wait:
    """Give a wait that is for what another waits for as well."""
    return replace(wait, writings=(*wait.writings, *other.writings), effects=(*wait.effects, *other.effects))


def _is_used(study: Study, wait: _Wait, statements: tuple[ast.stmt, ...], reading: set[ast.Call]) -> bool:
    """Say whether some statements read, on every process, what is waited for."""
    effects = (effect for statement in statements for effect in _effects_within(study, statement))
    written = [effect for writing in wait.writings for effect in writing.effects]
    return any(effect.call.node in reading and any(each.meets(effect) for each in written) for effect in effects)


def _name(effects: Iterable[FileEffect]) -> tuple[str, bool]:
    """Name the files that are waited for, and say whether they are several."""
    unnamed = (Access.REMOVE, Access.UNPACK)
    paths = {str(path) for effect in effects for path in effect.paths or ("{}",) if effect.access not in unnamed}
    names = sorted(path for path in paths if "{" not in path and 0 < len(path) <= _LONGEST_NAME)
    return (names[0], False) if len(names) == 1 == len(paths) else ("the files", True)


# Reading for nothing but output.


def _leave_unused_reads(study: Study) -> None:
    """Guard what reads a file of rank 0 again only for what rank 0 does with it."""
    grown = True
    while grown:
        grown = False
        written = [
            effect
            for statement in study.guards
            for effect in _effects_within(study, statement)
            if effect.access in WRITES
        ]
        for reader in study.files.effects:
            document, call = reader.call.document, reader.call
            if reader.access is not Access.READ or study.is_guarded(document, call.node):
                continue
            statement = document.statement(call.node)
            if (
                isinstance(statement, ast.Assign | ast.With)
                and any(reader.meets(effect) for effect in written)
                and study.needs.first(document, statement) is None
                and study.serves_guards(document, statement)
            ):
                study.guard(document, statement, call)
                grown = True
