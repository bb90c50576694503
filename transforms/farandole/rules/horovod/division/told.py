"""Where the turns of a loop are told: in the loop itself, and in the functions that it tells them to."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from farandole.analysis.def_use import Assignment
from farandole.analysis.loops import LoopAt, counters, range_counts, shifted
from farandole.analysis.nodes import Loop
from farandole.analysis.scopes import parameters
from farandole.analysis.slicing import passed_for
from farandole.frameworks.script import Script
from farandole.source import Document


@dataclass(frozen=True)
class Turns:
    """Where the turns of a loop are told: the loop itself, or a function that it tells them to.

    `names` count them there, and `starts` are what they begin with, as it is dumped.
    """

    document: Document
    node: Loop | ast.FunctionDef
    names: frozenset[str]
    starts: frozenset[str]

    @classmethod
    def of(cls, script: Script, place: LoopAt) -> Turns:
        """Give the turns of a loop, where it stands."""
        names = frozenset(counters(script, place))
        return cls(place.document, place.node, names, frozenset(_starts(script, place, names)))


def told(script: Script, turns: Turns, grown: Collection[ast.AST] = ()) -> Iterator[Turns]:
    """Yield the functions that are told the turns of a loop, by all that call them and as they are.

    What is `grown` where it is given stands for the steps of all processes.
    """
    called = (call for node in turns.document.within(turns.node, ast.Call) if (call := script.call(node)) is not None)
    for function in dict.fromkeys(each.site.node for call in called for each in call.functions):
        document = script.home(function)
        if not isinstance(function, ast.FunctionDef) or function is turns.node or document is None:
            continue
        names = frozenset(
            each.arg
            for each in parameters(function)
            if (given := passed_for(script, function, each.arg))
            and all(one is not None and _is_turn_of(turns, one[1], grown) for one in given)
        )
        if names:
            inner = Turns(document, function, names, turns.starts)
            yield inner
            yield from told(script, inner, grown)


def _is_turn_of(turns: Turns, node: ast.expr, grown: Collection[ast.AST]) -> bool:
    """Say whether an expression is the number of a turn, or of one some turns before or after it."""
    match shifted(node):
        case ast.Name(name) as number:
            return name in turns.names and number not in grown and turns.document.contains(turns.node, number)
    return False


def _starts(script: Script, place: LoopAt, names: Collection[str]) -> Iterator[str]:
    """Yield what the counters of a loop begin with, as it is dumped: as it is written, and what that is bound to."""
    given = [(each.document, each.start) for each in range_counts(script, place) if each.start is not None]
    inside = set(place.document.within(place.node))
    scope = script.scope(place.document, place.node)
    for name in names:
        bound = script.def_use.names.get((scope.home(name) or scope, name), ())
        outside = [each for each in bound if isinstance(each, Assignment) and each.by not in inside]
        if len(outside) == 1 and isinstance(outside[0].by, ast.Assign) and not outside[0].part:
            given.append((outside[0].document, outside[0].value))
    for document, start in given:
        for each in (start, script.slices.bound(document, start)):
            if each is not None:
                yield ast.dump(each)
            match each:
                case ast.BinOp(first, ast.Add(), ast.Constant(int())):
                    yield ast.dump(first)
