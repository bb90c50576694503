"""Taking turns: the processes of a host fetch into a cache, or make a file unless it is there, one after another."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import cast

from farandole.analysis.call_order import calls_below, may_follow, run_by
from farandole.analysis.effects.files import WRITES, Access, FileEffect
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.rules.horovod.division.sampling import seeders_in_python
from farandole.rules.horovod.division.seeds import chooses
from farandole.rules.horovod.output.changes import Obstacle
from farandole.rules.horovod.output.groups import run_of
from farandole.rules.horovod.output.guards import Guards, effects_within
from farandole.rules.horovod.output.liveness import is_live_after
from farandole.rules.horovod.output.waits import (
    Place,
    is_wait,
    places_around_calls,
    places_for_all,
    turns,
)
from farandole.source import Document

Asking = tuple[Document, ast.AST]
"""What asks whether a file is there, before it is made."""


def take_turns(guards: Guards) -> None:
    """Let the processes of a host take turns where they fetch into a cache, or make a file unless it is there."""
    units: dict[ast.stmt, tuple[Document, Call, str]] = {}
    for call in guards.script.calls:
        told = _told_of_turn(guards, call)
        if not told or not guards.ranks.reaches(call.document, call.node) or guards.asks_around(call):
            continue
        places = _turning_places(guards, call)
        if places is None and _is_cached_fetch(guards, call) and _is_left_out(guards, call):
            continue
        if places is None:
            guards.found.append(
                Obstacle(
                    call.document,
                    call.document.span(call.node),
                    f"{told}, and no place is seen where they can take turns",
                    f"call `{ast.unparse(call.node.func)}` where every process comes, before training",
                    blocks=not _is_cached_fetch(guards, call),
                )
            )
            continue
        kept = _kept_open(guards, call, places)
        if kept:
            guards.found.append(
                Obstacle(
                    call.document,
                    call.document.span(call.node),
                    f"{told}, and stays open for writing in `{kept}` when its process has had its turn",
                    f"close `{kept}` when the file is made, and open it again to read",
                    blocks=True,
                )
            )
            continue
        for document, statement in places:
            units |= dict.fromkeys(_since_the_look(guards, document, statement, call), (document, call, told))
    for statement, (document, call, told) in units.items():
        if guards.is_run_within(document, statement, units):
            guards.turned.add(statement)
            continue
        around = _turn_around(guards, statement, units)
        if around:
            guards.found.append(
                Obstacle(
                    document,
                    document.span(call.node),
                    f"{told}, and is called where the processes take turns already, in {around}: they would wait for ever",
                    "make the files before the training, in a script of its own",
                    blocks=True,
                )
            )
            continue
        run = run_of(document, statement, units)
        if run[0] is statement:
            guards.turned.update(run)
            if not _is_in_turn(guards, document, statement):
                turn = turns(guards, document, run, call, told)
                guards.found.append(replace(turn, confirm=_drawn_by_each_host(guards, run)))
    _find_alone(guards)


def _drawn_by_each_host(guards: Guards, run: Iterable[ast.stmt]) -> str:
    """Say what must be drawn alike on each host where the files that a turn makes are chosen by chance; else nothing."""
    script = guards.script
    if next(seeders_in_python(script), None) is not None:
        return ""
    bodies = (body for statement in run for body in run_by(script, statement, calls_below))
    calls = (script.call(each) for body in bodies for each in ast.walk(body) if isinstance(each, ast.Call))
    drawn = next((call for call in calls if call is not None and chooses(call)), None)
    if drawn is None:
        return ""
    return (
        f"{drawn.document.quote(drawn.node)} in {drawn.document.place_of(drawn.node)} must draw the same on each host"
    )


def _kept_open(guards: Guards, call: Call, places: Iterable[Place]) -> str:
    """Give the attribute in which a call keeps a file that it has opened to write, if nothing closes that in some turns."""
    if "writes-by-mode" not in guards.files.facts(call):
        return ""
    match call.document.statement(call.node):
        case ast.Assign([ast.Attribute() as kept], value) if value is call.node:
            pass
        case _:
            return ""
    run = (each for _, place in places for body in run_by(guards.script, place, calls_below) for each in ast.walk(body))
    return "" if any(_closes(each, kept.attr) for each in run) else ast.unparse(kept)


def _closes(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Call(ast.Attribute(ast.Attribute(_, kept), "close")):
            return kept == name
    return False


def _since_the_look(guards: Guards, document: Document, statement: ast.stmt, call: Call) -> list[ast.stmt]:
    """Give a statement with those above it, from that on which looks whether a file is there, and gives it a name.

    Who has looked before its turn would make the file again, beside others.
    """
    if not isinstance(statement, ast.If):
        return [statement]
    block, written = document.block(statement), _written(guards, call)
    looks = (node for node in guards.script.slices.of(document, statement.test) if _looks(guards, node, written))
    looking = {document.statement(node) for node in looks if guards.script.home(node) is document}
    last = block.index(statement)
    first = next((index for index, each in enumerate(block[:last]) if each in looking), last)
    since = block[first : last + 1]
    return [statement] if any(guards.is_run_within(each.document, each.node, since) for each in guards.steps) else since


def _looks(guards: Guards, node: ast.AST, written: list[FileEffect]) -> bool:
    call = guards.script.call(node)
    effects = guards.files.of(call) if call is not None else ()
    return any(each.access is Access.PROBE and each.meets(own) for each in effects for own in written)


def _find_alone(guards: Guards) -> None:
    """Find what is written where the first process of a host alone comes: in a branch for when a file is not there.

    All that is written in such a branch may be read in it, or later on this host.
    """
    branches: set[ast.AST] = set()
    written = {call: effects for call in guards.script.calls if (effects := _written(guards, call))}
    turned = [call for call in written if guards.is_turned(call.document, call.node)]
    for call in turned:
        for document, inner, outer in _choices_around(guards, call, frozenset()):
            if _asks(guards, document, outer.test, written[call]):
                branches.update(outer.body if inner in outer.body else outer.orelse)
                guards.alone.add(call.node)
    guards.alone.update(
        call.node for call in turned if branches and guards.is_run_within(call.document, call.node, branches)
    )


def _choices_around(guards: Guards, call: Call, seen: frozenset[ast.AST]) -> Iterator[tuple[Document, ast.AST, ast.If]]:
    """Yield the choices around a call, and around those of its function, each with what of it is run."""
    document, inner = call.document, cast("ast.AST", call.document.statement(call.node))
    for outer in document.ancestors(inner):
        if isinstance(outer, ast.If):
            yield document, inner, outer
        if isinstance(outer, FunctionNode):
            callers = guards.script.callers(outer) if outer not in seen else ()
            for each in callers:
                yield from _choices_around(guards, each, seen | {outer})
            return
        inner = outer


def _written(guards: Guards, call: Call) -> list[FileEffect]:
    return [each for each in guards.files.of(call) if each.access in WRITES]


def _is_in_turn(guards: Guards, document: Document, statement: ast.stmt) -> bool:
    """Say whether of the waits of some ranks in a block, which come in pairs, a statement stands between two of one pair."""
    block = document.block(statement)
    waits = (
        isinstance(each, ast.If) and guards.asks_for_rank(each.test) and any(is_wait(guards, own) for own in each.body)
        for each in block[: block.index(statement)]
    )
    return sum(waits) % 2 == 1


def _turn_around(guards: Guards, statement: ast.stmt, units: Mapping[ast.stmt, tuple[Document, Call, str]]) -> str:
    """Give the place of another statement that the processes run one after another, and that runs one by its calls."""
    for outer, (document, _, _) in units.items():
        if outer is not statement and any(
            body is not outer and any(node is statement for node in ast.walk(body))
            for body in run_by(guards.script, outer, calls_below)
        ):
            return document.place_of(outer)
    return ""


def _told_of_turn(guards: Guards, call: Call) -> str:
    """Say why the processes of a host must run a call one after another; an empty text if they need not."""
    if _is_cached_fetch(guards, call):
        told = "may fetch the same files in all processes of a host at once"
    elif _asking_places(guards, call):
        told = "makes a file unless it is there, and the processes of a host may find it half written"
    else:
        return ""
    return f"`{ast.unparse(call.node.func)}` {told}"


def _is_cached_fetch(guards: Guards, call: Call) -> bool:
    """Say whether a call fetches files unless they are there; a model without given weights does not."""
    said = guards.files.facts(call)
    if not said.get("downloads") or said.get("fetches-again"):
        return False
    given = (call.argument(each) for each in ("encoder_weights", "weights", "download"))
    argument = next((each for each in given if each is not None), None)
    return not (isinstance(argument, ast.Constant) and argument.value in (None, False))


def _is_left_out(guards: Guards, call: Call) -> bool:
    """Say whether nothing runs a call, in a project that runs its training: where it does not, others call all of it."""
    script = guards.script
    steps = (step for training in script.trainings for step in training.steps)
    trains = any(not script.is_left_out(step.document, step.node) for step in steps)
    return trains and script.is_left_out(call.document, call.node)


def _turning_places(guards: Guards, call: Call) -> tuple[Place, ...] | None:
    """Give the statements that the processes of a host run one after another.

    What fetches into a cache leaves nothing to do for those who come later, so that the calls that are seen are enough.
    """
    found: list[Place] = []
    for where, asking in _asking_places(guards, call) or ((call.document, call.node),):
        places = places_for_all(guards, where, asking)
        if places is None and _is_cached_fetch(guards, call):
            places = places_around_calls(guards, where, asking)
        if places is None:
            return None
        found += places
    return tuple(dict.fromkeys(found))


def _asking_places(guards: Guards, call: Call) -> tuple[Asking, ...]:
    """Give the statements that make a file unless it is there, when the others must run them as well, with their files.

    They must when it gives them something: the other branch reads the file, or the branch binds names. In a function
    that is left early where the file is there, it is the call itself, whose place is looked for in the callers. What
    is made when training has begun is an input of it where the other branch reads it; else it may be a result. What
    other callers have a function write, which do not ask, rank 0 alone writes.
    """
    written = [
        each for each in guards.files.of(call) if each.access in (Access.WRITE, Access.FETCH) and not each.is_own
    ]
    if not written:
        return ()
    found = list(_asking(guards, call, written, frozenset(), _is_read_instead(guards, call, written)))
    places = tuple(dict.fromkeys(each for each in found if each is not None))
    if places and None not in found:
        guards.alone.add(call.node)
    return places


def _is_read_instead(guards: Guards, call: Call, written: list[FileEffect]) -> bool:
    """Say whether a file is read where it is there, and made for a training in the other branch, and nowhere else."""
    document = call.document
    if not any(may_follow(guards.script, call, step) for step in guards.steps):
        return False
    changed = [
        each.call
        for each in guards.files.effects
        if each.access in WRITES - {Access.FOLDER} and any(each.meets(own) for own in written)
    ]
    return any(
        any(_reads(guards, statement, written) for statement in there)
        and all(each.document is document and _is_within(document, each.node, here) for each in changed)
        for here, there in _branches(guards, call, written)
    )


def _branches(guards: Guards, call: Call, written: list[FileEffect]) -> Iterator[tuple[list[ast.stmt], list[ast.stmt]]]:
    """Yield the statements around a call that are run where a file is not there, and those that are run where it is."""
    document = call.document
    for outer in document.ancestors(call.node):
        if isinstance(outer, ast.If) and _asks(guards, document, outer.test, written):
            within = _is_within(document, call.node, outer.body)
            yield (outer.body, outer.orelse) if within else (outer.orelse, outer.body)
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef):
            for choice in _exits_before(document, call.node, outer):
                plain = choice in outer.body and not choice.orelse and isinstance(choice.body[-1], ast.Return)
                if plain and _asks(guards, document, choice.test, written):
                    yield outer.body[outer.body.index(choice) + 1 :], choice.body
            return


def _asking(
    guards: Guards, call: Call, written: list[FileEffect], seen: frozenset[ast.AST], at_any_time: bool
) -> Iterator[Asking | None]:
    """Yield the statement around a call, or those around the calls of its function, that ask whether a file is there.

    None is a call around which nothing asks, or which is made when training has begun and may write a result of it.
    """
    document = call.document
    timely = at_any_time or guards.is_before_training(call)
    for parent in document.ancestors(call.node):
        if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef):
            exits = _exits_before(document, call.node, parent)
            if timely and any(_asks(guards, document, each.test, written) for each in exits):
                yield document, call.node
                return
            callers = guards.script.callers(parent) if parent not in seen and not guards.ranks.escapes(parent) else ()
            for each in callers:
                yield from _asking(guards, each, written, seen | {parent}, at_any_time)
            if callers:
                return
            break
        if timely and isinstance(parent, ast.If) and _asks(guards, document, parent.test, written):
            others = [*parent.orelse, *(parent.body if not _is_within(document, call.node, parent.body) else [])]
            reads = any(_reads(guards, each, written) for each in others)
            if reads or is_live_after(guards, document, parent) or _returns(parent):
                yield document, parent
                return
        handled = timely and isinstance(parent, ast.Try) and not _is_within(document, call.node, parent.body)
        if isinstance(parent, ast.Try) and handled and any(_reads(guards, each, written) for each in parent.body):
            yield document, parent
            return
    yield None


def _exits_before(document: Document, node: ast.AST, function: ast.AST) -> Iterator[ast.If]:
    """Yield the choices by which a function may return before a node of it."""
    for each in ast.walk(function):
        if isinstance(each, ast.If) and document.span(each).end <= document.span(node).start and _returns(each):
            yield each


def _returns(node: ast.AST) -> bool:
    return any(isinstance(each, ast.Return) for each in ast.walk(node))


def _is_within(document: Document, node: ast.AST, statements: list[ast.stmt]) -> bool:
    return any(each in statements for each in (document.statement(node), *document.ancestors(node)))


def _asks(guards: Guards, document: Document, test: ast.expr, written: list[FileEffect]) -> bool:
    """Say whether a condition depends on whether what is written is there."""
    return any(_looks(guards, node, written) for node in guards.script.slices.of(document, test))


def _reads(guards: Guards, statement: ast.AST, written: list[FileEffect]) -> bool:
    return any(
        effect.access is Access.READ and effect.meets(each)
        for effect in effects_within(guards, statement)
        for each in written
    )
