"""Loops that train, ended after a few turns, and how many steps they would have taken.

A loop is ended when enough of its turns have trained: few where a turn takes steps itself, fewer where a turn holds a
whole loop that trains, as an epoch does. Loops that do not train, and those of generators, run to their ends.
"""

from __future__ import annotations

import ast
import operator
import threading
from collections.abc import Iterable, Iterator
from typing import Any

EACH, BEGIN, TURN, END = (f"__farandole_{name}__" for name in ("each", "begin", "turn", "end"))
"""The functions that the code of a script calls in its loops."""

LENGTH = "_farandole_length"
"""The attribute of an iterator that has no length of its own, with the number of its items."""


class Enough(BaseException):
    """The script has trained as much as was asked for; no `except Exception` of it may catch this."""


class Loop:
    """A loop that runs: its turns that trained, and the steps that it would have taken to its end."""

    def __init__(self, planned: int | None) -> None:
        self.planned = planned
        self.turns = 0
        self.trained = 0
        self.epochs = 0
        self.before = 0.0
        self.epochs_before = 0
        self.work = 0.0
        self.unknown = False
        self.inner = 0


class Loops:
    """The loops of a process, as they are nested in each thread.

    They are ended after so many turns that take `steps`, or that hold whole `epochs`; where the run is to be
    `interrupted`, its script is ended after the first epoch.
    """

    def __init__(self, steps: float, epochs: float, interrupted: bool = False) -> None:
        self.steps = steps
        self._epochs = epochs
        self._interrupted = interrupted
        self._now = threading.local()
        self.cut = False
        self.unknown = False
        self.work = 0.0

    def _nested(self) -> list[Loop]:
        if not hasattr(self._now, "loops"):
            self._now.loops = []
        loops: list[Loop] = self._now.loops
        return loops

    def seen(self) -> dict[str, Any]:
        """Give whether a loop was ended, and the steps that all would have taken (None: that cannot be told)."""
        return {"cut": self.cut, "work": None if self.unknown else self.work}

    def stepped(self, steps: int) -> None:
        """Note steps of an optimizer in this thread."""
        nested = self._nested()
        if nested:
            nested[-1].work += steps
        else:
            self.work += steps

    def begin(self, planned: int | None = None) -> Loop:
        """Begin a loop, of which it may be known how many turns it has."""
        loop = Loop(planned)
        self._nested().append(loop)
        return loop

    def turn(self, loop: Loop) -> bool:
        """Note that a turn has ended, or that the first begins; whether there shall be another."""
        if loop.turns:
            if loop.inner > loop.epochs_before:
                loop.epochs += 1
            elif loop.work > loop.before:
                loop.trained += 1
        loop.before, loop.epochs_before = loop.work, loop.inner
        if self._interrupted and loop.epochs and (loop.planned is None or loop.turns < loop.planned):
            raise Enough
        if loop.epochs >= self._epochs or loop.trained >= self.steps:
            return False
        loop.turns += 1
        return True

    def end(self, loop: Loop, cut: bool) -> None:
        """End a loop, and what is left in it; `cut`: it would have gone on."""
        nested = self._nested()
        if loop not in nested:
            return
        while nested[-1] is not loop:
            self.end(nested[-1], False)
        nested.pop()
        if not loop.work:
            return
        if cut:
            self.cut = True
            if loop.planned is None:
                loop.unknown = True
            else:
                loop.work *= loop.planned / loop.turns
        self.unknown = self.unknown or loop.unknown
        if nested:
            nested[-1].work += loop.work
            nested[-1].inner += 1
        else:
            self.work += loop.work

    def each(self, items: Iterable[Any], planned: int | None = None) -> Iterator[Any]:
        """Yield the items of a `for` loop, until it is ended."""
        loop = self.begin(length(items) if planned is None else planned)
        cut = False
        try:
            iterator = iter(items)
            while True:
                if not self.turn(loop):
                    # A last turn that was to be taken anyway is no cut.
                    cut = loop.planned is None or loop.planned > loop.turns
                    return
                try:
                    item = next(iterator)
                except StopIteration:
                    loop.turns -= 1
                    return
                yield item
        finally:
            self.end(loop, cut)


def length(items: Any) -> int | None:
    """Give how many items there are, where it can be told without taking any."""
    if isinstance(items, (enumerate, zip)):
        inner = items.__reduce__()[1]
        lengths = [length(part) for part in (inner[:1] if isinstance(items, enumerate) else inner)]
        return None if None in lengths or not lengths else min(lengths)  # type: ignore[type-var]
    try:
        hint = getattr(items, LENGTH, None) or operator.length_hint(items, -1)
    except Exception:
        return None
    return hint if hint >= 0 else None


class Instrumented(ast.NodeTransformer):
    """Has each loop of a module ask before each turn whether there shall be another."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Leave a generator as it is: a turn of its loops lasts while others train."""
        if any(isinstance(inner, (ast.Yield, ast.YieldFrom)) for inner in own_nodes(node)):
            return node
        return self.generic_visit(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        """Leave a coroutine as it is."""
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        """Take the items through `Loops.each`."""
        self.generic_visit(node)
        node.iter = ast.copy_location(ast.Call(ast.Name(EACH, ast.Load()), [node.iter], []), node.iter)
        return ast.fix_missing_locations(node)

    def visit_While(self, node: ast.While) -> list[ast.stmt]:
        """Have the loop begun, each turn asked for before its condition, and the loop ended in any case."""
        self.generic_visit(node)
        name = f"__farandole_{node.lineno}_{node.col_offset}__"
        loop = ast.Name(name, ast.Load())
        begin = ast.Assign([ast.Name(name, ast.Store())], ast.Call(ast.Name(BEGIN, ast.Load()), [], []))
        asked = ast.Call(ast.Name(TURN, ast.Load()), [loop], [])
        node.test = ast.BoolOp(ast.And(), [node.test, asked])
        end = ast.Expr(ast.Call(ast.Name(END, ast.Load()), [loop], []))
        guarded = ast.Try([node], [], [], [end])
        return [ast.fix_missing_locations(ast.copy_location(each, node)) for each in (begin, guarded)]


def own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """Yield what is in a function, but not in those within it."""
    for child in ast.iter_child_nodes(function):
        yield child
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            yield from own_nodes(child)


class While:
    """A `while` loop that runs."""

    def __init__(self, loops: Loops) -> None:
        self._loops = loops
        self._loop = loops.begin()
        self._cut = False

    def turn(self) -> bool:
        """Whether there shall be another turn: the condition holds."""
        self._cut = not self._loops.turn(self._loop)
        return not self._cut

    def end(self) -> None:
        """End the loop."""
        self._loops.end(self._loop, self._cut)


def functions(loops: Loops) -> dict[str, Any]:
    """Give what instrumented code calls, by name."""
    return {EACH: loops.each, BEGIN: lambda: While(loops), TURN: While.turn, END: While.end}
