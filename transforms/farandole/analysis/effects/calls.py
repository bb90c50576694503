"""What calls do to others than who makes them: what they change, wait for, draw, ask, end, show and write."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from farandole.analysis.call_order import calls_within, serves
from farandole.analysis.points_to.values import Bound, Class, Function
from farandole.analysis.program import Call, Program
from farandole.analysis.slicing import methods_of
from farandole.catalog import Catalog

OBJECT = "object"
"""The catalogue's name for a class that is not known: what its methods do whatever the class."""


class Effect(Enum):
    """What a call does, with the words for it."""

    MUTATES = "changes what other code sees"
    BLOCKS = "waits until every process calls it"
    DRAWS = "draws random numbers"
    ASKS = "waits for the user"
    ENDS = "ends the process"
    SHOWS = "shows something"
    WRITES = "writes"


FACTS = {
    Effect.MUTATES: ("mutates", "trains", "restores", "initialises", "gradients"),
    Effect.BLOCKS: ("collective",),
    Effect.DRAWS: ("random",),
    Effect.ASKS: ("reads-input",),
    Effect.ENDS: ("ends-process",),
    Effect.SHOWS: ("prints",),
    Effect.WRITES: ("writes", "downloads"),
}
"""The facts of the catalogue that say so."""


def named_effects(catalog: Catalog, name: str) -> frozenset[Effect]:
    """Give the effects of a function or class of a library by its name: its own, and those of its module."""
    return frozenset(effect for effect, facts in FACTS.items() if any(catalog.fact(name, fact) for fact in facts))


def is_pure_method(catalog: Catalog, attribute: str) -> bool:
    """Say whether a method changes nothing, whatever the class."""
    return catalog.fact(f"{OBJECT}.{attribute}", "pure") is True


def is_mutating_method(catalog: Catalog, attribute: str) -> bool:
    """Say whether a method changes its object, whatever the class."""
    return catalog.fact(f"{OBJECT}.{attribute}", "mutates") is True


@dataclass(frozen=True, eq=False)
class Effects:
    """The effects of a program's calls, with those of the project's functions that they run."""

    program: Program
    _own: dict[ast.AST, frozenset[Effect]] = field(default_factory=dict)
    _named: dict[str, frozenset[Effect]] = field(default_factory=dict)
    _within: dict[ast.AST, tuple[Call, ...]] = field(default_factory=dict)
    _runs: dict[ast.AST, tuple[ast.AST, ...]] = field(default_factory=dict)

    def own(self, call: Call) -> frozenset[Effect]:
        """Give the effects of a call itself: of the library functions that it may call, and of its method."""
        if call.node not in self._own:
            catalog = self.program.catalog
            found = frozenset[Effect]().union(*map(self._of_name, call.names))
            if call.receivers and is_mutating_method(catalog, call.attribute):
                found |= {Effect.MUTATES}
            self._own[call.node] = found
        return self._own[call.node]

    def _of_name(self, name: str) -> frozenset[Effect]:
        if name not in self._named:
            self._named[name] = named_effects(self.program.catalog, name)
        return self._named[name]

    def of(self, call: Call) -> frozenset[Effect]:
        """Give the effects of a call and of all that it makes, through functions that it calls or is given."""
        return frozenset[Effect]().union(*(self.own(each) for each in self.reached(call)))

    def reached(self, call: Call) -> Iterator[Call]:
        """Yield a call, and those in the project's functions that it runs, or that a library it calls may run."""
        yield call
        pending = list(self._run(call))
        seen = set(pending)
        while pending:
            for each in self._calls_in(pending.pop()):
                yield each
                for function in self._run(each):
                    if function not in seen and not serves(self.program, each, function):
                        seen.add(function)
                        pending.append(function)

    def handed(self, function: ast.AST) -> tuple[Call, ...]:
        """Give the calls of libraries that are given a function of the project as an argument."""
        return tuple(
            call for call in self.program.calls if call.names and any(each is function for each in self._run(call))
        )

    def _calls_in(self, function: ast.AST) -> tuple[Call, ...]:
        if function not in self._within:
            self._within[function] = tuple(calls_within(self.program, function))
        return self._within[function]

    def _run(self, call: Call) -> tuple[ast.AST, ...]:
        if call.node not in self._runs:
            self._runs[call.node] = tuple(self._found_run(call))
        return self._runs[call.node]

    def _found_run(self, call: Call) -> Iterator[ast.AST]:
        """Yield the functions of the project that a call runs: those it calls, and those it passes to a library."""
        yield from (function.site.node for function in call.functions if function.site.module.own)
        for value in self.program.values(call.node.func):
            if isinstance(value, Class) and value.site.module.own:
                yield from methods_of(self.program, value, ("__init__",))
        if call.names:
            for value in (value for argument in call.arguments for value in self.program.values(argument)):
                match value:
                    case Function(site) | Bound(_, Function(site)) if site.module.own:
                        yield site.node
