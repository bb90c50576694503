"""Loops that go on until a reader of the project says that its samples are at an end: its batches are taken in turns."""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import replace
from functools import partial

from farandole.analysis.augmented import augmented
from farandole.analysis.control_dependence import passing_over
from farandole.analysis.loops import LoopAt
from farandole.analysis.points_to.values import Value
from farandole.frameworks.script import Script
from farandole.rules.horovod.division.loops import entries_of, read_at_pointers, read_in_turns, run_by_functions
from farandole.rules.horovod.division.outcome import Change, edit_set
from farandole.rules.horovod.division.pipelines import DataFlow
from farandole.rules.horovod.division.samples import agreed
from farandole.rules.horovod.division.sampling import reached_by
from farandole.rules.horovod.division.work import Work
from farandole.rules.horovod.names import horovod
from farandole.source import Document, Edit, layout
from farandole.source.binding import names_in, stored_among

_COMPARING = frozenset(f"builtins.{name}" for name in ("len", "int", "float", "bool", "min", "max", "abs", "round"))
"""What a condition may call besides the reader: it changes nothing, and gives the same of the same."""

_SOMETIMES = (
    ast.If,
    ast.IfExp,
    ast.BoolOp,
    ast.For,
    ast.While,
    ast.Try,
    ast.Lambda,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)
"""What may run a part of it never, or several times."""


def read_to_an_end(flow: DataFlow, work: Work) -> list[Change] | None:
    """Let each process keep one of every `size` batches of a reader, where the loop goes on until that is at an end.

    The reader is at the same place in all processes, so that all leave the loop in the same turn. Where fewer batches are
    left than there are processes, some train on the same one. None where this is not seen to be so.
    """
    script, test, loop = flow.script, work.uncounted, work.loop
    if test is None or loop is None or not isinstance(loop.node, ast.While) or not _is_plain(work, loop.node):
        return None
    asking = frozenset(reached_by(script, [test]))
    if script.is_traced(loop.document, test) or names_in(test) & stored_among(ast.walk(loop.node)):
        return None
    if not _only_asks(script, asking):
        return None
    found = read_in_turns(flow, work, loop, asking)
    if found is None or not _is_alike(flow, work, loop, asking, found[0]):
        return None
    node, alike = found
    ends = agreed(flow, work.document, [test])
    if not isinstance(ends, Change) or ends.confirm:
        return None
    edits = partial(_taken_in_turns, script, work.document, node, test)
    return [*alike, ends, Change(partial(edit_set, work.document, edits), divided=node)]


def _is_plain(work: Work, loop: ast.While) -> bool:
    """Say whether each turn of a loop takes one step of one training, and nothing follows the last turn alone."""
    return not (work.feeds or work.beside or loop.orelse) and work.chain[0].node is loop


def _is_alike(flow: DataFlow, work: Work, loop: LoopAt, asking: Collection[ast.AST], node: ast.Call) -> bool:
    """Say whether all processes take equally many steps where each keeps one of every `size` batches that a call gives."""
    script = flow.script
    return (
        _is_asked_alone(script, loop, asking, node)
        and not _moves_what_it_gave(flow, work, loop, node)
        and _comes_first(script, work, loop, node)
        and not _is_looked_at(script, loop, node, asking)
        and not _averages_over_all(work.document, loop)
    )


def _only_asks(script: Script, asking: Collection[ast.AST]) -> bool:
    """Say whether the nodes of a condition, and of what it calls, change nothing and call nothing that is not known."""
    for node in asking:
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            return False
        if isinstance(node, ast.Global | ast.Nonlocal | ast.Yield | ast.YieldFrom | ast.Await | ast.NamedExpr):
            return False
        if isinstance(node, ast.Call):
            call = script.call(node)
            if call is None or not (call.functions or (call.names and call.names <= _COMPARING)):
                return False
    return True


def _is_asked_alone(script: Script, loop: LoopAt, asking: Collection[ast.AST], node: ast.Call) -> bool:
    """Say whether a condition asks the reader that a call takes samples from, and nothing else in the loop moves that."""
    call = script.call(node)
    readers = call.receivers if call is not None else frozenset[Value]()
    if len(readers) != 1 or not isinstance(loop.node, ast.While) or not _asks(script, loop.node.test, readers):
        return False
    run = run_by_functions(script, node)
    moved = _stored(run)
    if moved.isdisjoint(each.attr for each in asking if isinstance(each, ast.Attribute)):
        return False
    body = reached_by(script, loop.node.body)
    kept = moved | {each.attr for each in asking if isinstance(each, ast.Attribute)}
    if not kept.isdisjoint(_stored(body - run)):
        return False
    for each in body - run:
        other = script.call(each) if isinstance(each, ast.Call) and each is not node else None
        bodies = {function.site.node for function in other.functions} if other is not None else set()
        if other is not None and bodies & run and not (other.receivers and other.receivers.isdisjoint(readers)):
            return False
    return True


def _asks(script: Script, test: ast.expr, readers: frozenset[Value]) -> bool:
    """Say whether a condition asks a reader, and calls the methods of no other object; it may read settings of others."""
    called = {each.func for each in ast.walk(test) if isinstance(each, ast.Call)}
    asked = [each for each in ast.walk(test) if isinstance(each, ast.Attribute)]
    held = {each: frozenset(script.values(each.value)) for each in asked}
    return any(held[each] == readers for each in asked) and all(
        held[each] == readers for each in asked if each in called
    )


def _stored(nodes: Collection[ast.AST]) -> frozenset[str]:
    """Give the attributes that some nodes set, or of which they set items."""
    found = set()
    for each in nodes:
        match each:
            case ast.Attribute(attr=name, ctx=ast.Store() | ast.Del()):
                found.add(name)
            case ast.Subscript(value=ast.Attribute(attr=name), ctx=ast.Store() | ast.Del()):
                found.add(name)
    return frozenset(found)


def _moves_what_it_gave(flow: DataFlow, work: Work, loop: LoopAt, node: ast.Call) -> bool:
    """Say whether a call for samples may order an array in place of which it has given parts: these are no copies."""
    script = flow.script
    run = run_by_functions(script, node)
    ordering = (script.call(each) for each in run if isinstance(each, ast.Call))
    moved = {
        ast.unparse(each.node.args[0])
        for each in ordering
        if each is not None and each.attribute == "shuffle" and each.node.args and not each.names <= {"random.shuffle"}
    }
    read = (each for each in read_at_pointers(flow, work, loop, work.steps) if each.node in run)
    return any(ast.unparse(each.node.value) in moved and not _is_place(each.document, each.node) for each in read)


def _is_place(document: Document, node: ast.expr) -> bool:
    """Say whether what is read says where another array is read, which gives a copy."""
    outer = document.parent(node)
    return isinstance(outer, ast.Subscript) and outer.slice is node


def _comes_first(script: Script, work: Work, loop: LoopAt, node: ast.Call) -> bool:
    """Say whether each turn of a loop takes samples by a call once, before it trains."""
    document = loop.document
    if not any(document.contains(each, node) for each in loop.node.body):
        return False
    for outer in document.ancestors(node):
        if outer is loop.node:
            break
        if isinstance(outer, _SOMETIMES):
            return False
    statement = document.statement(node)
    if any(passing_over(document, statement, loop.node)):
        return False
    end = document.span(statement).end
    steps = [
        *entries_of(script, loop, work.steps),
        *(step for step in work.steps if document.contains(loop.node, step.node)),
    ]
    return all(
        document.span(step.node).end >= document.span(node).end
        and (document.span(step.node).start >= end or document.contains(statement, step.node))
        for step in steps
    )


def _is_looked_at(script: Script, loop: LoopAt, node: ast.Call, asking: Collection[ast.AST]) -> bool:
    """Say whether a condition in a loop depends on what a call gives: the batch of one process may not be as long as others."""
    run = run_by_functions(script, node)
    names = _computed_from(loop, node)
    for each in reached_by(script, loop.node.body):
        deciding = _deciding(each) if each not in run and each not in asking else None
        document = script.home(deciding) if deciding is not None else None
        if deciding is None or document is None:
            continue
        own = document is loop.document and document.contains(loop.node, deciding)
        if (own and names_in(deciding) & names) or node in script.filling.made_of(document, [deciding]):
            return True
    return False


def _computed_from(loop: LoopAt, node: ast.AST) -> set[str]:
    """Give the names that the statements of a loop compute from a node, in the order of the text."""
    names: set[str] = set()
    for statement in loop.document.within(loop.node, ast.Assign, ast.AugAssign, ast.AnnAssign):
        value = getattr(statement, "value", None)
        if value is not None and (names_in(value) & names or node in ast.walk(value)):
            names |= stored_among(ast.walk(statement))
    return names


def _deciding(node: ast.AST) -> ast.expr | None:
    """Give what decides whether, or how often, a part of a node is run."""
    match node:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) | ast.Assert(test=test):
            return test
        case ast.For(iter=iterable):
            return iterable
    return None


def _averages_over_all(document: Document, loop: LoopAt) -> bool:
    """Say whether a sum over the turns of a loop is divided by a number of all processes' turns behind it."""
    inside = set(document.within(loop.node))
    summed = {ast.unparse(each.target) for each in map(augmented, inside) if each is not None}
    filled = {
        ast.unparse(each.func.value)
        for each in inside
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr == "append"
    }
    sums = summed | filled
    stored = stored_among(inside)
    home = document.scope(loop.node)
    for each in document.within(home, ast.BinOp, ast.AugAssign):
        match each:
            case ast.BinOp(total, ast.Div() | ast.FloorDiv(), number):
                pass
            case ast.AugAssign(total, ast.Div() | ast.FloorDiv(), number):
                pass
            case _:
                continue
        if _written_in(total) & sums and not (_written_in(number) & sums or names_in(number) & stored):
            return True
    return False


def _written_in(node: ast.expr) -> set[str]:
    """Give the names and attributes that are read in an expression, as they are written."""
    return {ast.unparse(each) for each in ast.walk(node) if isinstance(each, ast.Name | ast.Attribute | ast.Subscript)}


def _taken_in_turns(script: Script, document: Document, node: ast.Call, test: ast.expr) -> tuple[Edit, ...]:
    hvd = horovod(script, document)
    size = f"{hvd.text}.size()"
    after = f" for _ in range({size}) if {document.segment(test)}] * {size})[{hvd.text}.rank()]"
    return tuple(replace(edit, once=True) for edit in (*hvd.edits, *layout.wrap(document, node, "([", after)))
