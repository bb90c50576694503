"""Which statements one condition stands around: those that follow each other, with loops and choices of nothing else."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise

from farandole.analysis.effects.files import Access
from farandole.analysis.points_to.values import Container
from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode, parameters
from farandole.rules.horovod.inits import comes_early
from farandole.rules.horovod.output.calls import COMMANDS, facts
from farandole.rules.horovod.output.changes import FIRST, FIRST_OF_HOST, Change
from farandole.rules.horovod.output.guards import Guards
from farandole.rules.horovod.output.liveness import is_live_after
from farandole.rules.horovod.output.prepared import makes_unless_there
from farandole.source import Document, Edit, Span, layout
from farandole.source.binding import names_in, stored_among

Units = Mapping[ast.stmt, tuple[Document, tuple[Call, ...]]]
"""Statements to put under a condition, each with its document and the calls that ask for it."""

_HEADING = re.compile(r"\n[ \t]*\n(?:[ \t]*#[^\n]*\n)+[ \t]*\n|\n[ \t]*#[ \t]*(?P<rule>[-=#*~_])(?P=rule){3,}")
_MAKE_FOLDER = "os.mkdir"

_ROOM = "max(1, ) // hvd.size() and hvd.rank() == 0"
"""What a conversion may add to a condition."""


def groups(guards: Guards) -> Iterator[Change]:
    """Yield a change for each run of statements that are left to rank 0, or to the first process of each host.

    A run ends with a restore: what rank 0 restores, it sends to the others before anything else is done. It begins
    with what all processes wait in front of.
    """
    units = {**_units(guards), **{each: (call.document, (call,)) for each, (call, _) in guards.restores.items()}}
    seen: set[ast.stmt] = set()
    for statement, (document, _) in units.items():
        if statement in seen or any(each in units for each in document.ancestors(statement)):
            continue
        leads = statement in guards.leading
        run = run_of(document, statement, [each for each in units if (each in guards.leading) is leads])
        seen.update(run)
        for part in _parted(run, guards.restores, guards.read_before):
            yield _group(guards, document, part, [call for each in part for call in units[each][1]])


def _parted(run: list[ast.stmt], last: Collection[ast.stmt], first: Collection[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """Yield the parts of a run of statements that end with one of the `last`, or begin with one of the `first`."""
    starts = (number for number, each in enumerate(run) if each in first)
    ends = sorted((*starts, *(number + 1 for number, each in enumerate(run) if each in last)))
    for start, end in pairwise(dict.fromkeys((0, *ends, len(run)))):
        yield run[start:end]


def run_of(document: Document, first: ast.stmt, wanted: Collection[ast.stmt]) -> list[ast.stmt]:
    """Give the statements around one of a block, and of a notebook's cell, that are wanted without another between."""
    block = document.block(first)
    if document.cells:
        block = [each for each in block if document.cell(each) == document.cell(first)]
    index = next(number for number, each in enumerate(block) if each is first)
    start = stop = index
    while start > 0 and block[start - 1] in wanted and not _has_heading(document, block[start - 1], block[start]):
        start -= 1
    while (
        stop + 1 < len(block) and block[stop + 1] in wanted and not _has_heading(document, block[stop], block[stop + 1])
    ):
        stop += 1
    return block[start : stop + 1]


def _has_heading(document: Document, first: ast.stmt, second: ast.stmt) -> bool:
    """Say whether a comment stands for itself between two statements, as one that names a cell does, or has a rule in it."""
    between = document.text[document.span(first).end : document.span(second).start]
    return _HEADING.search(between) is not None


def _units(guards: Guards) -> Units:
    """Give the guarded statements; in the place of all that a loop or a choice does, the loop or the choice itself."""
    units: dict[ast.stmt, tuple[Document, tuple[Call, ...]]] = {
        statement: (document, (call,))
        for statement, (document, call) in guards.guarded.items()
        if not _may_stay(guards, document, statement, call)
    }
    pending = list(units)
    while pending:
        statement = pending.pop(0)
        if statement not in units:
            continue  # a loop or a choice around it stands in its place already
        document = units[statement][0]
        parent = document.parent(statement)
        while isinstance(parent, ast.If) and document.is_elif(parent):
            parent = document.parent(parent)
        if not isinstance(parent, ast.If | ast.For) or parent in units:
            continue
        parts = list(parts_of(document, parent))
        lasting = isinstance(parent, ast.If) or _is_lasting(guards, parent.iter)
        if lasting and all(each in units and each not in guards.leading for each in parts):
            if not only_shows(guards, document, parent):
                continue
            units[parent] = document, tuple(call for each in parts for call in units.pop(each)[1])
            pending.append(parent)
    return units


def _may_stay(guards: Guards, document: Document, statement: ast.stmt, call: Call) -> bool:
    """Say whether a statement makes a folder unless it is there, where Horovod cannot be asked for the rank yet."""
    return makes_unless_there(guards, call) and comes_early(guards.script, document, document.span(statement))


def parts_of(document: Document, statement: ast.stmt) -> Iterator[ast.stmt]:
    """Yield the statements of all branches of a choice, or of a loop."""
    assert isinstance(statement, ast.If | ast.For)
    yield from statement.body
    for each in statement.orelse:
        if document.is_elif(each):
            yield from parts_of(document, each)
        else:
            yield each


def only_shows(guards: Guards, document: Document, statement: ast.For | ast.If) -> bool:
    """Say whether no rank misses a loop or a choice of which it needs no statement, but for what a loop goes through."""
    if isinstance(statement, ast.If) and "__name__" in names_in(statement.test):
        return False
    if isinstance(statement, ast.For) and (
        statement.orelse or is_live_after(guards, document, statement) or _is_free_elsewhere(document, statement)
    ):
        return False
    return guards.shared.first(document, statement, random=True) is None


def _is_free_elsewhere(document: Document, loop: ast.For) -> bool:
    """Say whether another scope of the file reads a name that a loop binds, and does not bind it itself."""
    bound = stored_among(ast.walk(loop))
    home = document.scope(loop)
    uses = [(document.scope(each), each) for each in document.names(*bound)]
    own = {(scope, each.id) for scope, each in uses if isinstance(each.ctx, ast.Store)}
    others = {scope for scope, _ in uses if isinstance(scope, FunctionNode)}
    own |= {(scope, each.arg) for scope in others for each in parameters(scope)}
    return any(scope is not home and (scope, each.id) not in own for scope, each in uses)


def _is_lasting(guards: Guards, node: ast.expr) -> bool:
    """Say whether what a loop goes through is there for others, too, and not used up."""
    match node:
        case ast.List() | ast.Tuple() | ast.Set() | ast.Dict() | ast.ListComp():
            return True
        case ast.Call(ast.Name("range")) | ast.Call(ast.Attribute(attr="items" | "keys" | "values"), [], []):
            return True
        case ast.Call(ast.Name("enumerate" | "zip" | "sorted" | "reversed"), [_, *_] as given):
            return all(_is_lasting(guards, each) for each in given)
    return guards.script.must_be(node, lambda value: isinstance(value, Container))


def _group(guards: Guards, document: Document, run: list[ast.stmt], calls: Sequence[Call]) -> Change:
    names = list(dict.fromkeys(f"`{ast.unparse(call.node.func)}`" for call in calls))
    leads, doubt = run[0] in guards.leading, _doubt(guards, calls)
    span = Span(document.span(run[0]).start, document.span(run[-1]).end)
    message = f"{' and '.join(names)} {'runs' if len(calls) == 1 else 'run'} on every rank"
    if run[-1] in guards.restores:
        _, sending = guards.restores[run[-1]]
        edits = partial(_restore_edits, document, run, sending)
        return Change(document, span, message, "leave it to rank 0, and broadcast what it restores", edits, doubt)
    edits = (
        partial(_first_of_host_edits, guards, document, run, calls)
        if leads
        else partial(_guard_edits, document, run, FIRST)
    )
    suggestion = "leave it to the first process of each host" if leads else "leave it to rank 0"
    return Change(document, span, message, suggestion, edits, doubt)


def _doubt(guards: Guards, calls: Sequence[Call]) -> str:
    """Give what a person has to confirm of calls that are left to one process."""
    doubts = (
        ["what the command does may be needed on every rank"] if any(call.names & COMMANDS for call in calls) else []
    )
    unread = [call for call in calls if call.node in guards.doubted]
    doubts += [
        f"`{ast.unparse(call.node.func)}` in {call.document.place_of(call.node, call.document)} must only "
        f"{_done_alone(guards, call)}: its library is not known"
        for call in unread
    ]
    return "; ".join(doubts)


def _done_alone(guards: Guards, call: Call) -> str:
    """Say all that a call that is left to one process may do: where a file is made for all, they wait for it."""
    if guards.files.makes_missing(call):
        return "make the file that is not there yet"
    return "show or write something that no other process reads"


def _restore_edits(
    document: Document, run: list[ast.stmt], sending: Callable[[str], Iterable[Edit]], hvd: str
) -> tuple[Edit, ...]:
    """Put statements under the condition of rank 0, and behind them what sends the others what the last one restores."""
    return (*layout.guard(document, run, FIRST.format(hvd=hvd)), *sending(hvd))


def _first_of_host_edits(
    guards: Guards, document: Document, run: list[ast.stmt], calls: Sequence[Call], hvd: str
) -> tuple[Edit, ...]:
    """Put statements under the condition of the first process of a host, which may share its folders with other hosts."""
    tolerant = [edit for call in calls for edit in _tolerant_edits(guards, call, hvd)]
    return (*_guard_edits(document, run, FIRST_OF_HOST, hvd), *tolerant)


def _tolerant_edits(guards: Guards, call: Call, hvd: str) -> tuple[Edit, ...]:
    """Let a call make a folder that another host may have made: at one host, it is none that was there before."""
    tolerated = "True" if _is_asked_for(guards, call) else f"{hvd}.local_size() < {hvd}.size()"
    tolerating = facts(call).get("idempotent-with")
    if isinstance(tolerating, str) and call.argument(tolerating) is None and not call.may_hide(tolerating):
        return layout.add_argument(call.document, call.node, f"{tolerating}={tolerated}")
    if call.names == {_MAKE_FOLDER} and isinstance(call.node.func, ast.Attribute) and len(call.arguments) == 1:
        end = call.document.span(call.node.func).end
        renamed = Edit(end - len(call.attribute), end, "makedirs")
        return (renamed, *layout.add_argument(call.document, call.node, f"exist_ok={tolerated}"))
    return ()


def _is_asked_for(guards: Guards, call: Call) -> bool:
    """Say whether a condition around a call looks whether some file is there."""
    tests = (each.test for each in call.document.ancestors(call.node) if isinstance(each, ast.If))
    asked = (guards.script.call(node) for test in tests for node in ast.walk(test))
    return any(effect.access is Access.PROBE for each in asked if each is not None for effect in guards.files.of(each))


def _guard_edits(document: Document, run: list[ast.stmt], condition: str, hvd: str) -> tuple[Edit, ...]:
    """Put statements under a condition: under that of the `if` that holds nothing else, where there is one."""
    rank = condition.format(hvd=hvd)
    around = document.parent(run[0])
    choice = run[0] if len(run) == 1 and isinstance(run[0], ast.If) else around
    if isinstance(choice, ast.If) and (choice is run[0] or choice.body == run) and _can_ask_more(document, choice):
        return layout.wrap(document, choice.test, "", f" and {rank}", ast.And)
    return layout.guard(document, run, rank)


def _can_ask_more(document: Document, choice: ast.If) -> bool:
    """Say whether a condition can ask for the rank as well: nothing else hangs on it, and its line has room."""
    if choice.orelse or "__name__" in names_in(choice.test):
        return False
    row = document.lexis.row(document.span(choice).start)
    alone = document.span(choice.body[0]).start >= row.end
    return alone or row.end - row.start + len(_ROOM) <= document.line_length
