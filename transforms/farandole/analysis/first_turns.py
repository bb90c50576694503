"""What a script runs once, and the first of the turns in which it comes to a statement."""

from __future__ import annotations

import ast
from itertools import takewhile

from farandole.analysis.loops import LoopAt, is_range, loops_around
from farandole.analysis.nodes import Loop
from farandole.analysis.program import Call, Program
from farandole.analysis.scopes import Comprehension
from farandole.source import Document
from farandole.source.binding import stored_among


def runs_once(program: Program, document: Document, node: ast.AST) -> bool:
    """Say whether a script is seen to run a node at most once: in no loop, and in functions with one call each."""
    seen: set[ast.AST] = set()
    while True:
        if next(loops_around(document, node), None) is not None or _is_in_comprehension(document, node):
            return False
        function = program.function(document, node)
        if function is None:
            return True
        calls = program.callers(function)
        if len(calls) != 1 or function in seen or any(taker not in calls for taker in program.takers(function)):
            return False
        seen.add(function)
        document, node = calls[0].document, calls[0].node


def first_turn(program: Program, document: Document, statement: ast.stmt) -> str | None:
    """Give the condition that a statement in loops runs for the first time, such as `epoch == 0 and step == 0`.

    It is known of loops that count from zero, begin once, and in their first turns come to the statement whatever else
    happens; None where it is not known.
    """
    around = tuple(loops_around(document, statement))
    names = [name for place in around if (name := _counter_from_zero(program, place)) is not None]
    if not around or len(set(names)) < len(around) or not runs_once(program, document, around[-1].node):
        return None
    inner = statement
    for place in around:
        if not _comes_to(document, inner, place.node):
            return None
        inner = place.node
    return " and ".join(f"{name} == 0" for name in reversed(names))


def _is_in_comprehension(document: Document, node: ast.AST) -> bool:
    around = takewhile(lambda each: not isinstance(each, ast.stmt), document.ancestors(node))
    return any(isinstance(each, Comprehension) for each in around)


def _counter_from_zero(program: Program, place: LoopAt) -> str | None:
    """Give the name that numbers the turns of a loop from zero, if nothing else in the loop binds it."""
    if isinstance(place.node, ast.While):
        return None
    match place.node.target:
        case ast.Name(name) if _gives_numbers(program, place.node.iter):
            pass
        case ast.Tuple([ast.Name(name), *_]) if _numbers_items(program, place.node.iter):
            pass
        case _:
            return None
    body = (node for each in place.node.body for node in place.document.within(each))
    is_unread = not name.strip("_")
    return None if is_unread or name in stored_among(body) else name


def _gives_numbers(program: Program, node: ast.expr) -> bool:
    """Say whether an expression is a range of whole numbers that begins at zero and counts up by one."""
    call = _shown(program, node)
    if call is None or not is_range(program, call) or call.node.keywords:
        return False
    match call.node.args:
        case [end] | [ast.Constant(0), end]:
            return not isinstance(end, ast.Starred)
    return False


def _numbers_items(program: Program, node: ast.expr) -> bool:
    """Say whether an expression gives items with their numbers from zero."""
    call = _shown(program, node)
    if call is None or "builtins.enumerate" not in call.names or call.keyword("start") is not None:
        return False
    return len(call.node.args) == 1


def _shown(program: Program, node: ast.expr) -> Call | None:
    """Give the call that an expression is, or that it shows the progress of."""
    call = program.call(node)
    if call is None or call.entry is None or call.entry.role != "progress-bar":
        return call
    inner = call.argument(str(call.entry.facts.get("iterates", "")))
    return _shown(program, inner) if inner is not None else None


def _comes_to(document: Document, inner: ast.stmt, outer: Loop) -> bool:
    """Say whether each turn of a loop that begins comes to a statement in it, unless an exception is raised."""
    while inner is not outer:
        owner, block = document.owner(inner), document.block(inner)
        before = block[: block.index(inner)]
        if any(document.within(each, ast.Continue, ast.Break, ast.Try) for each in before):
            return False
        if owner is not outer and not isinstance(owner, ast.With):
            return False
        assert isinstance(owner, ast.stmt)
        inner = owner
    return True
