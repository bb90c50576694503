"""Ways out of a loop at a number of its turns that is compared with no limit, so that none can be divided."""

from __future__ import annotations

import ast
from collections.abc import Set
from dataclasses import dataclass, replace

from farandole.analysis.loops import Chain, LoopAt, counters, exits, is_counted
from farandole.frameworks.script import Script
from farandole.rules.horovod.division.fed import is_arithmetic
from farandole.rules.horovod.division.global_steps import GlobalSteps
from farandole.source.binding import names_in, stored_among


def unlimited(script: Script, steps: GlobalSteps, chain: Chain) -> ast.expr | None:
    """Give the condition by which a loop, or one around it, is left that is computed from the turns of the loop alone."""
    inner = chain[0]
    function = script.function(inner.document, inner.node)
    for place in chain:
        tests = [conditions[-1].test for conditions in exits(place) if conditions]
        if tests and script.function(place.document, place.node) is function:
            turns = _Turns(script, steps, inner, place, frozenset(counters(script, inner))).with_computed()
            found = next((test for test in tests if turns.tell(test)), None)
            if found is not None:
                return found
    return None


@dataclass(frozen=True)
class _Turns:
    """What tells the number of the turns of a loop: `names`, the values of `steps`, and what its objects count.

    It may be told in a loop `around` that, too.
    """

    script: Script
    steps: GlobalSteps
    place: LoopAt
    around: LoopAt
    names: frozenset[str]

    def with_computed(self) -> _Turns:
        """Add the names that a loop gives what is computed from these alone."""
        values = self.script.def_use.values_in(self.around.document, [self.around.node], (ast.Assign,))
        more = {name for name, given in values.items() if all(map(self.tell, given))} - self.names
        return replace(self, names=self.names | more).with_computed() if more else self

    def tell(self, node: ast.expr) -> bool:
        """Say whether an expression is computed from numbers of turns, and from nothing else that changes with them."""
        read = [each for each in ast.walk(node) if isinstance(each, ast.expr)]
        calls = (each for each in read if isinstance(each, ast.Call))
        if not all(is_arithmetic(self.script, each) or self._is_step(each) for each in calls):
            return False
        counted = names_in(node) & self.names or any(self._is_step(each) or self._is_counted(each) for each in read)
        return bool(counted) and names_in(node).isdisjoint(self._changed) and not any(map(self._is_mean, read))

    def _is_mean(self, node: ast.expr) -> bool:
        """Say whether what an object has summed up is divided by a number of turns."""
        match node:
            case ast.BinOp(ast.Attribute() as summed, ast.Div(), divisor):
                return not self._is_counted(summed) and any(map(self._is_counted, ast.walk(divisor)))
        return False

    def _is_step(self, node: ast.expr) -> bool:
        return self.steps.is_value(self.place.document, node)

    def _is_counted(self, node: ast.AST) -> bool:
        return is_counted(self.script, self.place, node)

    @property
    def _changed(self) -> Set[str]:
        return stored_among(self.around.document.within(self.around.node, ast.Name)) - self.names
