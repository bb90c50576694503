"""Where every process waits for what one of them writes: once in each place, for all that is read behind it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from farandole.analysis.call_order import calls_within, is_seen, ways
from farandole.analysis.effects.files import Access, FileEffect
from farandole.analysis.program import Call
from farandole.frameworks.workers import starters
from farandole.rules.horovod.division.orders import is_drawn_alone
from farandole.rules.horovod.output.changes import Change, Done, Restricted
from farandole.rules.horovod.output.guards import Guards, effects_within
from farandole.rules.horovod.output.waits import (
    Place,
    Wait,
    is_main,
    is_wait,
    makes,
    places_before,
    places_for_all,
    waits_after,
)
from farandole.rules.horovod.output.writings import Writing, contents_of, is_read_by, may_be_done
from farandole.rules.horovod.restrictions.hvd210_written_is_needed import (
    hosts_draw_apart,
    hosts_must_share,
    not_awaited,
)
from farandole.source import Document

_LONGEST_NAME = 40


@dataclass(frozen=True, eq=False)
class PlacedWait:
    """A place between two statements of a block where every process waits, and what it waits for."""

    wait: Wait
    block: tuple[ast.stmt, ...]
    gap: int
    writings: tuple[Writing, ...]
    effects: tuple[FileEffect, ...]


def wait_changes(guards: Guards, waits: Iterable[PlacedWait], readers: list[FileEffect]) -> Iterator[Change]:
    """Yield the changes that let every process wait, once where several waits come down to one."""
    for each in _without_repetition(guards, [_past_others(guards, wait) for wait in waits], readers):
        name, several = _name(each.effects)
        until = each.wait.until.format(name=name, be="are" if several else "is")
        yield replace(each.wait, until=until).change(guards)


def _past_others(guards: Guards, wait: PlacedWait) -> PlacedWait:
    """Give a wait behind what else the first process of each host does at once: one condition stands around it all."""
    gap = wait.gap
    while wait.wait.after and gap < len(wait.block) and wait.block[gap] in guards.leading:
        gap += 1
    return replace(wait, wait=replace(wait.wait, statement=wait.block[gap - 1]), gap=gap) if gap > wait.gap else wait


def waits_behind(
    guards: Guards, writing: Writing, users: list[FileEffect], document: Document, statement: ast.stmt
) -> Iterator[PlacedWait]:
    """Yield the waits after a guarded statement that prepares files; what `users` read must not come before them."""
    told = f"every process may read what `{ast.unparse(writing.call.node.func)}` leaves on its host"
    places = places_for_all(guards, document, statement)
    if places is None:
        guards.found.append(_cannot_wait(writing.call, told))
        return
    early = [reader for _, place in places if (reader := _read_within(guards, writing, users, place)) is not None]
    if early and all(place is not statement for _, place in places):  # all may wait where all take the same choice
        places = places_for_all(guards, document, statement, [each.call for each in early]) or places
    for where, place in places:
        if waits_after(guards, where, place):
            guards.found.append(Done(where, where.span(place)))
            continue
        if place is not statement and (reader := _read_within(guards, writing, users, place)) is not None:
            guards.found.append(_cannot_wait(reader.call, told))
            continue
        block = where.block(place)
        drawn = tuple(hosts_draw_apart(writing.call, each) for each in islice(_drawn(guards, statement), 1))
        wait = Wait(where, place, True, writing.call, told, "{name} {be} there", drawn)
        yield PlacedWait(wait, tuple(block), block.index(place) + 1, (writing,), contents_of(writing))


def _drawn(guards: Guards, statement: ast.stmt) -> Iterator[Call]:
    """Yield the calls that draw by chance what a statement writes, where nothing seeds them: on each host otherwise."""
    script = guards.script
    for call in calls_within(script, statement):
        for node in (node for each in call.operands for node in script.slices.of(call.document, each)):
            draw = script.call(node)
            if draw is not None and is_drawn_alone(script, draw):
                yield draw


def _read_within(guards: Guards, writing: Writing, users: list[FileEffect], place: ast.stmt) -> FileEffect | None:
    """Give what every process reads of a writing in a statement after which all wait for it: too early."""
    inside = {each for call in calls_within(guards.script, place) for each in guards.effects.reached(call)}
    read = (each for each in users if each.call in inside and each.access in (Access.READ, Access.ENTER))
    return next((each for each in read if is_read_by(guards, writing, each)), None)


def waits_ahead(guards: Guards, reader: FileEffect, writings: tuple[Writing, ...]) -> Iterator[PlacedWait]:
    """Yield the waits before what every process reads of what one has written."""
    call = reader.call
    told = f"`{ast.unparse(call.node.func)}` reads on every process what rank 0 may still be writing"
    made = [writing.call for writing in writings if not writing.later]
    made += guards.steps if any(writing.later for writing in writings) else []
    places = places_before(guards, call.document, call.node, made)
    if places is None and guards.is_dead(call) and all(_is_beside(each, call) for each in writings):
        for statement in (each.guard[1] for each in writings if each.guard is not None):
            guards.guarded.pop(statement, None)  # every rank goes on to write what it reads
        return
    if places is None:
        told_of = {(call.document.scope(call.node), writing.call.node) for writing in writings}
        if told_of.isdisjoint(guards.unawaited):  # a file that is opened and then read is one cause
            guards.found.append(_cannot_wait(call, told))
        guards.unawaited |= told_of
        return
    effects = tuple(effect for writing in writings for effect in writing.effects if effect.meets(reader))
    alone = [each.call for each in writings if each.call.node not in guards.leading]
    shared = tuple(hosts_must_share(each) for each in alone[:1])
    for where, place in _before_turns(guards, places):
        if not any(_may_be_done(guards, each, where, place) for each in writings):
            continue
        block = where.block(place)
        if _is_awaited(guards, block[: block.index(place)], writings):
            guards.found.append(Done(where, where.span(place)))
            continue
        wait = Wait(where, place, False, call, told, "rank 0 has written {name}", shared)
        yield PlacedWait(wait, tuple(block), block.index(place), writings, effects)


def _before_turns(guards: Guards, places: Iterable[Place]) -> Iterator[Place]:
    """Yield the statements before which all can wait: the first of those that the processes of a host run in turns.

    Within a turn none can wait for the others, which wait for it to end.
    """
    for where, place in places:
        if guards.is_run_within(where, place, guards.turned):
            continue
        block = where.block(place)
        index = block.index(place)
        while index > 0 and block[index] in guards.turned and block[index - 1] in guards.turned:
            index -= 1
        yield where, block[index]


def _is_beside(writing: Writing, reader: Call) -> bool:
    """Say whether a guarded statement writes in the function that reads what it writes."""
    document = reader.document
    return writing.guard is not None and document.scope(writing.guard[1]) is document.scope(reader.node)


def waits_until_read(
    guards: Guards, writing: Writing, readers: Sequence[FileEffect]
) -> Mapping[ast.stmt, Wait | None] | None:
    """Give the statements before which all wait until each has read what one process writes in them, with the waits.

    A wait that is there already is None; None in the place of all when it can't be told where every process comes.
    """
    call, read = writing.call, {each.call for each in readers}
    document, node = writing.guard or (call.document, call.node)
    places = places_before(guards, document, node, tuple(read))
    if places is None or any(place is where.block(place)[0] for where, place in places):
        return None
    effects = [effect for effect in contents_of(writing) if any(effect.meets(each) for each in readers)]
    told = f"`{ast.unparse(call.node.func)}` changes what every process may still be reading"
    until = f"every process has read {_name(effects)[0]}"
    found: dict[ast.stmt, Wait | None] = {}
    for where, place in places:
        block = where.block(place)
        before = block[: block.index(place)]
        waits = _waits_since(guards, before, read)
        found[place] = None if waits else Wait(where, before[-1], True, call, told, until)
    return found


def _may_be_done(guards: Guards, writing: Writing, document: Document, statement: ast.stmt) -> bool:
    """Say whether something may have been written when a statement is run."""
    call = writing.call
    seen = is_seen(guards.script, call.document, call.node)
    return writing.later or not seen or may_be_done(guards, call, document, statement)


def _cannot_wait(call: Call, told: str) -> Restricted:
    return Restricted(call.document, call.document.span(call.node), not_awaited(call, told))


def _without_repetition(guards: Guards, waits: list[PlacedWait], readers: list[FileEffect]) -> list[PlacedWait]:
    """Give one wait for each place, and none for what another waits for as well.

    That is one that follows before anything is read, or one before it since which nothing is written.
    """
    places: dict[tuple[ast.stmt, int], PlacedWait] = {}
    for each in waits:
        other = places.get((each.block[0], each.gap))
        places[each.block[0], each.gap] = each if other is None else _together(other, each)
    reading = {reader.call.node for reader in readers}
    outer_first = sorted(places, key=lambda place: (place[0].col_offset, place[1]))
    kept: list[PlacedWait] = []
    for head, gap in outer_first:
        found = places[head, gap]
        later = [other for first, other in places if first is head and other > gap]
        own = all(_is_made_on_each_host(guards, each) for each in found.writings)
        turned = [index for index in range(gap, len(found.block)) if own and found.block[index] in guards.turned]
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


def _is_made_on_each_host(guards: Guards, writing: Writing) -> bool:
    """Say whether the first process of each host writes: the others of it wait for that in their next turn."""
    return writing.call.node in guards.leading or (writing.guard is not None and writing.guard[1] in guards.leading)


def _is_for_both(guards: Guards, before: PlacedWait, wait: PlacedWait) -> bool:
    """Say whether a wait before another, in its block or around that, is for the same: nothing is written between."""
    document = wait.wait.document
    scopes = [document.scope(each.block[0]) for each in (before, wait)]
    if before.wait.document is not document or before.wait.after < wait.wait.after or scopes[0] is not scopes[1]:
        return False
    around = set(document.ancestors(wait.block[0]))
    holder = next((index + 1 for index, each in enumerate(before.block) if each in around), 0)
    end = wait.gap if before.block[0] is wait.block[0] else holder
    made = _made(guards, wait.writings)
    if before.gap >= end or _are_in_worker(guards, wait.writings):
        return False
    return not any(makes(guards, each, made) for each in before.block[before.gap : end])


def _is_awaited(guards: Guards, before: Sequence[ast.stmt], writings: tuple[Writing, ...]) -> bool:
    """Say whether one of the statements before a place waits for some writings: none of them is made after it."""
    nearest = before[-1:] if _are_in_worker(guards, writings) else before
    return _waits_since(guards, nearest, _made(guards, writings))


def _waits_since(guards: Guards, before: Sequence[ast.stmt], made: set[Call]) -> bool:
    """Say whether one of the statements before a place waits, and none after it makes one of some calls."""
    for statement in reversed(before):
        if makes(guards, statement, made):
            return False
        if is_wait(guards, statement):
            return True
    return False


def _are_in_worker(guards: Guards, writings: Iterable[Writing]) -> bool:
    """Say whether some of it is written by a process or thread that the script starts: at a time that is not seen."""
    return any(
        starters(guards.script, scope) for writing in writings for _, scope, _ in ways(guards.script, writing.call)
    )


def _made(guards: Guards, writings: Iterable[Writing]) -> set[Call]:
    """Give the calls that write: what is written later is written in the steps of the trainings."""
    made = {writing.call for writing in writings if not writing.later}
    return made | set(guards.steps) if any(writing.later for writing in writings) else made


def _first_within(
    places: Mapping[tuple[ast.stmt, int], PlacedWait], statement: ast.stmt
) -> tuple[ast.stmt, int] | None:
    """Give the first of the waits in the block of an `if`."""
    within = [place for place in places if isinstance(statement, ast.If) and place[0] is statement.body[0]]
    return min(within, key=lambda place: place[1], default=None)


def _together(wait: PlacedWait, other: PlacedWait) -> PlacedWait:
    """Give a wait that is for what another waits for as well."""
    asked = tuple(dict.fromkeys((*wait.wait.asked, *other.wait.asked)))
    return replace(
        wait,
        wait=replace(wait.wait, asked=asked),
        writings=(*wait.writings, *other.writings),
        effects=(*wait.effects, *other.effects),
    )


def _is_used(guards: Guards, wait: PlacedWait, statements: tuple[ast.stmt, ...], reading: set[ast.Call]) -> bool:
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
