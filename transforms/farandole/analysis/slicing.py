"""Backward slices: the expressions from which one is computed, with the calls on the way told apart by their arguments.

The points-to analysis knows which datasets an expression may stand for, but it joins all calls of a function. A slice
follows one expression back through names, attributes, parameters and results, and enters a function only by the calls
it has met; a branch that those calls can't take, for the constants that they pass, is left out.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from farandole.analysis.control_dependence import controls
from farandole.analysis.def_use import Assignment
from farandole.analysis.locations import location, may_be_at
from farandole.analysis.nodes import Loop, own_nodes
from farandole.analysis.points_to.functions import is_property
from farandole.analysis.points_to.lattice import Values, ordered
from farandole.analysis.points_to.relations import Field
from farandole.analysis.points_to.values import Bound, Class, Function, Instance, ProjectModule, Value
from farandole.analysis.program import PARTIAL, Call, Program
from farandole.analysis.reaching import reaching
from farandole.analysis.scopes import FunctionNode, Scope, defaulted, parameters, positional
from farandole.source import Document

_NAMES = frozenset({"__doc__", "__module__", "__name__", "__qualname__"})
"""What a function or class is called, whatever it gives."""


@dataclass(frozen=True, eq=False)
class Slice:
    """The nodes from which an expression is computed, and of each node those that it is computed from directly."""

    nodes: frozenset[ast.AST]
    before: Mapping[ast.AST, tuple[ast.AST, ...]]

    def __contains__(self, node: object) -> bool:
        return node in self.nodes

    def __iter__(self) -> Iterator[ast.AST]:
        return iter(self.before)

    def before_reaching(self, start: ast.AST, stops: Set[ast.AST]) -> frozenset[ast.AST]:
        """Give the nodes from which one is computed, itself among them, without the stops and what lies behind them."""
        found: set[ast.AST] = set()
        pending = [start]
        while pending:
            node = pending.pop()
            if node not in found and node not in stops:
                found.add(node)
                pending.extend(self.before.get(node, ()))
        return frozenset(found)

    def nearest(self, starts: Iterable[ast.AST], wanted: Callable[[ast.AST], bool]) -> frozenset[ast.AST]:
        """Give the nearest wanted nodes on the ways back from some nodes, these among them."""
        found: set[ast.AST] = set()
        seen: set[ast.AST] = set()
        pending = list(starts)
        while pending:
            node = pending.pop()
            if node in seen:
                continue
            seen.add(node)
            if wanted(node):
                found.add(node)
            else:
                pending.extend(self.before.get(node, ()))
        return frozenset(found)

    def deciding(self, start: ast.AST) -> frozenset[ast.AST]:
        """Give the nodes that decide what one is, itself among them: not the items of what is counted alone."""
        found: set[tuple[ast.AST, bool]] = set()
        pending = [(start, False)]
        while pending:
            step = node, counted = pending.pop()
            if step in found:
                continue
            found.add(step)
            match node:
                case ast.Call(ast.Name("len"), [collection]):
                    pending.append((collection, True))
                case ast.Call(ast.Name("list" | "sorted" | "tuple"), [collection]) if counted:
                    pending.append((collection, True))
                case ast.ListComp(_, generators) if counted and not any(each.ifs for each in generators):
                    pending += [(each.iter, True) for each in generators]
                case ast.Subscript(value, ast.Slice() as part) if counted:
                    pending.append((value, True))
                    pending += [(each, False) for each in (part.lower, part.upper, part.step) if each is not None]
                case ast.Name() | ast.Attribute():
                    pending += [(each, counted) for each in self.before.get(node, ())]
                case _:
                    pending += [(each, False) for each in self.before.get(node, ())]
        return frozenset(node for node, _ in found)


@dataclass(frozen=True, eq=False)
class _Stores:
    """The assignments to attributes of one name, with the places among them of those that give each value.

    What the `uncertain` ones give is not all known.
    """

    whole: Sequence[Assignment]
    giving: Mapping[Value, Sequence[int]]
    uncertain: Sequence[int]

    @classmethod
    def of(cls, program: Program, whole: Sequence[Assignment]) -> _Stores:
        """Ask what each of some assignments gives."""
        giving: defaultdict[Value, list[int]] = defaultdict(list)
        for place, each in enumerate(whole):
            for value in program.values(each.value):
                giving[value].append(place)
        return cls(whole, giving, [place for place, each in enumerate(whole) if not _is_certain(program, each)])

    def that_may_give(self, values: Values) -> Sequence[Assignment]:
        """Give the assignments that may give one of some values."""
        places = {*self.uncertain, *(place for value in values for place in self.giving.get(value, ()))}
        return [self.whole[place] for place in sorted(places)]


def _is_certain(program: Program, assignment: Assignment) -> bool:
    """Say whether an assignment gives what its value is known to be: what `x += 1` gives is no value of the text."""
    values = program.values(assignment.value)
    whole = not assignment.part and not isinstance(assignment.by, ast.AugAssign)
    return whole and bool(values) and not values.unknown


Condition = tuple[ast.expr, bool]
"""A test, and the truth that it must have."""


@dataclass(eq=False)
class Slices:
    """The slices of one script, each computed once.

    `unconditional` has the assignments that reach a name or attribute, whatever the arguments of a call decide.
    """

    program: Program
    unconditional: dict[ast.AST, list[Assignment]] = field(default_factory=dict)
    _found: dict[ast.AST, Slice] = field(default_factory=dict)
    _returned: dict[ast.AST, tuple[ast.expr, ...]] = field(default_factory=dict)
    _imported: dict[tuple[Scope, str], bool] = field(default_factory=dict)
    _assignments: dict[ast.AST, tuple[Assignment, ...]] = field(default_factory=dict)
    _conditions: dict[ast.AST, tuple[Condition, ...]] = field(default_factory=dict)
    _properties: dict[tuple[Class, str], tuple[ast.AST, ...]] = field(default_factory=dict)
    _truths: dict[tuple[ast.AST, ast.AST, ast.AST], bool | None] = field(default_factory=dict)
    _receiving: dict[ast.Name, FunctionNode | None] = field(default_factory=dict)
    _given: dict[tuple[ast.AST, ast.AST, str], tuple[Document, ast.expr] | None] = field(default_factory=dict)
    _stores: dict[str, _Stores] = field(default_factory=dict)

    def of(self, document: Document, node: ast.expr) -> Slice:
        """Give the slice of an expression; it is itself among the nodes."""
        if node not in self._found:
            walk = _Walk(self, document, node)
            self._found[node] = Slice(frozenset(walk.nodes), walk.before)
        return self._found[node]

    def of_arguments(self, calls: Iterable[Call]) -> frozenset[ast.AST]:
        """Give the nodes from which what some calls are given is computed."""
        given = ((call.document, each) for call in calls for each in call.arguments)
        return frozenset(node for place in given for node in self.of(*place).nodes)

    def returned(self, function: ast.AST) -> tuple[ast.expr, ...]:
        """Give the expressions that a function returns or yields."""
        if isinstance(function, ast.Lambda):
            return (function.body,)
        if function not in self._returned:
            given = (each for each in own_nodes(function) if isinstance(each, ast.Return | ast.Yield | ast.YieldFrom))
            self._returned[function] = tuple(each.value for each in given if each.value is not None)
        return self._returned[function]

    def properties(self, node: ast.Attribute) -> Iterator[ast.AST]:
        """Yield the functions that an attribute may be a property of, in the project's classes."""
        for value in ordered(self.program.values(node.value)):
            if isinstance(value, Instance) and isinstance(value.of, Class):
                key = value.of, node.attr
                if key not in self._properties:
                    self._properties[key] = tuple(_properties(self.program, *key))
                yield from self._properties[key]

    def assignments(self, document: Document, node: ast.Name | ast.Attribute) -> tuple[Assignment, ...]:
        """Give the assignments that may give a name or attribute its value here."""
        if node not in self._assignments:
            self._assignments[node] = tuple(self._assigning(document, node))
        return self._assignments[node]

    def changed(self, document: Document, target: ast.Name | ast.Attribute) -> Sequence[Assignment]:
        """Give the assignments whose value an augmented one, `x += 1`, may change."""
        return self._candidates(document, target)

    def _assigning(self, document: Document, node: ast.Name | ast.Attribute) -> Sequence[Assignment]:
        program, values = self.program, self.program.values(node)
        if not values or values.unknown:
            return self._candidates(document, node)
        if isinstance(node, ast.Attribute) and not self._is_of_module(node):
            return self._stores_of(node.attr).that_may_give(values)
        return [
            each
            for each in self._candidates(document, node)
            if not _is_certain(program, each) or not values.isdisjoint(program.values(each.value))
        ]

    def _stores_of(self, name: str) -> _Stores:
        if name not in self._stores:
            self._stores[name] = _Stores.of(self.program, self.program.def_use.attributes.get(name, ()))
        return self._stores[name]

    def conditions(self, document: Document, node: ast.AST) -> tuple[Condition, ...]:
        """Give the conditions around a node in its function, and the truth that each must have for the node to run."""
        if node not in self._conditions:
            function = self.program.function(document, node)
            self._conditions[node] = () if function is None else tuple(_conditions(document, node))
        return self._conditions[node]

    def truth(self, test: ast.expr, call: Call, function: FunctionNode) -> bool | None:
        """Give the truth of a condition, as `truth` does."""
        key = test, call.node, function
        if key not in self._truths:
            self._truths[key] = truth(self.program, test, call, function)
        return self._truths[key]

    def receiving(self, document: Document, node: ast.Name) -> FunctionNode | None:
        """Give the function of which a name is a parameter, as `Program.receiving` does."""
        if node not in self._receiving:
            self._receiving[node] = self.program.receiving(document, node)
        return self._receiving[node]

    def given(self, call: Call, function: FunctionNode, name: str) -> tuple[Document, ast.expr] | None:
        """Give what a call passes for a parameter, as `argument_for` does."""
        key = call.node, function, name
        if key not in self._given:
            self._given[key] = argument_for(self.program, call, function, name)
        return self._given[key]

    def bound(self, document: Document, node: ast.expr) -> ast.expr | None:
        """Give what a name, or an attribute that is set in its file, stands for; None where that is not one expression.

        Other expressions stand for themselves, and so does an attribute that another file sets.
        """
        if not isinstance(node, ast.Name | ast.Attribute):
            return node
        found = list(self.assignments(document, node))
        if isinstance(node, ast.Attribute):
            place = location(self.program, document, node)
            found = [each for each in found if may_be_at(self.program, each.document, each.target, place)]
            if not found or any(each.document is not document for each in found):
                return node
        return found[0].value if len(found) == 1 and not found[0].part else None

    def bound_in_turn(self, document: Document, node: ast.expr) -> ast.expr:
        """Give what a name is bound to before it in the same turn of a loop; other expressions stand for themselves."""
        while isinstance(node, ast.Name):
            value = self.bound(document, node)
            if value is None or self.program.home(value) is not document:
                break
            is_before = document.span(value).end <= document.span(node).start
            if not is_before or _turning(document, value) is not _turning(document, node):
                break
            node = value
        return node

    def alias(self, document: Document, node: ast.expr) -> ast.expr:
        """Give the attribute, item or other name that a name is only another one for; the rest stand for themselves."""
        seen: set[ast.AST] = set()
        while isinstance(node, ast.Name) and node not in seen:
            seen.add(node)
            value = self.bound(document, node)
            is_place = isinstance(value, ast.Name | ast.Attribute | ast.Subscript)
            if value is None or not is_place or self.program.home(value) is not document:
                break
            node = value
        return node

    def _candidates(self, document: Document, node: ast.Name | ast.Attribute) -> Sequence[Assignment]:
        if isinstance(node, ast.Name):
            scope = self.program.scope(document, node)
            home = scope.home(node.id)
            own = self._assigned(home, node.id) if home is not None else []
            if home is scope and len(own) > 1:
                own = reaching(document, node, home.node, own)
            return own or (self._of_modules(node.id) if self._is_imported(home, node.id) else [])
        if self._is_of_module(node):
            return self._of_modules(node.attr)
        return self.program.def_use.attributes.get(node.attr, ())

    def _is_of_module(self, node: ast.Attribute) -> bool:
        return any(isinstance(owner, ProjectModule) for owner in self.program.values(node.value))

    def _assigned(self, scope: Scope, name: str) -> list[Assignment]:
        found = self.program.def_use.names.get((scope, name), ())
        return [each for each in found if isinstance(each, Assignment)]

    def _is_imported(self, home: Scope | None, name: str) -> bool:
        """Say whether a name may come from another module: it is bound by a `from` import, or nowhere that is seen."""
        if home is None:
            return True
        if (home, name) not in self._imported:
            self._imported[home, name] = any(
                isinstance(each.target, ast.alias) and isinstance(each.document.parent(each.target), ast.ImportFrom)
                for each in self.program.def_use.names.get((home, name), ())
            )
        return self._imported[home, name]

    def _of_modules(self, name: str) -> list[Assignment]:
        tops = (self.program.flow.scopes[document.tree] for document in self.program.documents)
        return [assignment for top in tops for assignment in self._assigned(top, name)]


def _properties(program: Program, owner: Class, name: str) -> Iterator[ast.AST]:
    """Yield the functions by which a class, or the first above it that has any of this name, computes a property."""
    for ancestor in program.flow.mro(owner):
        values = program.flow.ask(Field(ancestor.site.node, name)) if isinstance(ancestor, Class) else ()
        functions = [value.site.node for value in values if isinstance(value, Function)]
        yield from filter(is_property, functions)
        if functions:
            return


class _Walk:
    """One slice: the nodes found, the calls by which functions were entered, and what may run by these."""

    def __init__(self, slices: Slices, document: Document, node: ast.expr) -> None:
        self.slices = slices
        self.program = slices.program
        self.nodes: set[ast.AST] = set()
        self.before: dict[ast.AST, tuple[ast.AST, ...]] = {}
        self.calls: defaultdict[ast.AST, list[Call]] = defaultdict(list)
        self.running: dict[ast.AST, bool] = {}
        self.start = document, node
        entered = -1
        while entered != self._entries():  # what the first steps have met depends on the calls that later ones enter by
            entered = self._entries()
            self.nodes = set()
            self.before = {}
            self._follow(document, node)

    def _entries(self) -> int:
        return sum(map(len, self.calls.values()))

    def _follow(self, document: Document, node: ast.expr) -> None:
        pending = [(document, node)]
        while pending:
            document, node = pending.pop()
            if node not in self.nodes or node not in self.before:
                self.nodes.add(node)
                steps = list(self._before(document, node))
                self.before[node] = tuple(step for _, step in steps)
                pending.extend(steps)

    def _before(self, document: Document, node: ast.AST) -> Iterator[tuple[Document, ast.expr]]:
        match node:
            case ast.Name(ctx=ast.Store()) | ast.Attribute(ctx=ast.Store()):
                yield from self._before_stored(node)
            case ast.Name() | ast.Attribute():
                for assignment in self._reaching(document, node):
                    yield assignment.document, assignment.target
                if isinstance(node, ast.Name):
                    yield from self._arguments(document, node)
                yield from self._results(node)
                if isinstance(node, ast.Attribute) and node.attr not in _NAMES:
                    yield document, node.value
                    for function in self.slices.properties(node):
                        yield from self._returned(function)
            case ast.Call():
                yield from self._before_call(document, node)
            case ast.Lambda(body=body):
                yield document, body
            case ast.IfExp(test, body, orelse):
                yield from ((document, each) for each in (test, body, orelse) if self._may_run(document, each))
            case ast.expr():
                for child in ast.iter_child_nodes(node):
                    inner = child.value if isinstance(child, ast.keyword) else child
                    if isinstance(inner, ast.expr):
                        yield document, inner

    def _before_stored(self, node: ast.Name | ast.Attribute) -> Iterator[tuple[Document, ast.expr]]:
        """Yield what an assignment gives a name or attribute, and for an augmented one what that held before."""
        assigned = self.program.def_use.of_target[node]
        assert isinstance(assigned, Assignment)
        yield from self._parts(assigned.document, assigned.value, assigned.positions)
        if isinstance(assigned.by, ast.AugAssign):
            for each in self.slices.changed(assigned.document, node):
                if each.target is not node and self._may_run(each.document, each.target):
                    yield each.document, each.target
            if isinstance(node, ast.Name):
                yield from self._arguments(assigned.document, node)

    def _reaching(self, document: Document, node: ast.Name | ast.Attribute) -> list[Assignment]:
        """Give the assignments whose value may still be there; an unconditional one hides those above it."""
        if node in self.slices.unconditional:
            return self.slices.unconditional[node]
        assigned = self.slices.assignments(document, node)
        found = self._not_hidden(
            document, node, [each for each in assigned if self._may_run(each.document, each.target)]
        )
        if not any(self.slices.conditions(each.document, each.target) for each in assigned):
            self.slices.unconditional[node] = found
        return found

    def _not_hidden(
        self, document: Document, node: ast.Name | ast.Attribute, found: list[Assignment]
    ) -> list[Assignment]:
        if not isinstance(node, ast.Name):
            return found
        scope = document.scope(node)
        here = {
            each.target: each for each in found if each.document is document and document.scope(each.target) is scope
        }
        certain = (each.line for target, each in here.items() if self._surely_runs(document, target, node))
        last = max(certain, default=0)
        return [each for each in found if each.target not in here or each.line >= last]

    def _surely_runs(self, document: Document, target: ast.AST, use: ast.Name) -> bool:
        """Say whether an assignment has run when a later use of its name in the same scope is reached."""
        statement = document.statement(target)
        if not isinstance(statement, ast.Assign) or (statement.end_lineno or 0) >= use.lineno:
            return False
        around = set(document.ancestors(use))
        function = self.program.function(document, target)
        inner: ast.AST = statement
        for outer in document.ancestors(statement):
            if outer in around:
                return True
            if not isinstance(outer, ast.If | ast.With) or (isinstance(outer, ast.If) and function is None):
                return False
            if isinstance(outer, ast.If):
                assert function is not None
                wanted = any(inner is member for member in outer.body)
                if self._decided(document, outer.test, function) != {wanted}:
                    return False
            inner = outer
        return True

    def _before_call(self, document: Document, node: ast.Call) -> Iterator[tuple[Document, ast.expr]]:
        call = self.program.call(node)
        if call is None:
            return
        functions: dict[ast.AST, None] = dict.fromkeys(function.site.node for function in call.functions)
        if PARTIAL in call.names and node.args:
            partial = (each for each in self.program.values(node.args[0]) if isinstance(each, Function))
            functions.update(dict.fromkeys(each.site.node for each in partial))
        if "builtins.iter" in call.names and node.args:
            iterated = (each.of for each in ordered(self.program.values(node.args[0])) if isinstance(each, Instance))
            owners = (each for each in iterated if isinstance(each, Class))
            functions.update(
                (each, None) for owner in owners for each in methods_of(self.program, owner, ("__iter__",))
            )
        for each in ordered(self.program.values(node.func)):
            if isinstance(each, Class):
                functions.update(dict.fromkeys(methods_of(self.program, each, ("__init__",))))
            elif isinstance(each, Instance) and isinstance(each.of, Class):
                functions.update(dict.fromkeys(methods_of(self.program, each.of, ("__call__",))))
        for function in functions:
            yield from self._entering(call, function)
        if not functions:
            if isinstance(node.func, ast.Attribute):
                yield document, node.func.value
            if isinstance(node.func, ast.Call) and self._is_given_function(node.func):
                yield document, node.func
            for argument in node.args:
                yield document, argument
            for keyword in node.keywords:
                yield document, keyword.value

    def _is_given_function(self, node: ast.Call) -> bool:
        """Say whether a call is given a function of the project, which what it gives may call: `delayed(run)(item)`."""
        given = (value for each in node.args for value in self.program.values(each))
        return any(isinstance(each, Function) and each.site.module.own for each in given)

    def _parts(
        self, document: Document, value: ast.expr, positions: tuple[int, ...]
    ) -> Iterator[tuple[Document, ast.expr]]:
        """Yield what stands at the positions of a value: of a call of the project, in the tuples that it returns."""
        call = self.program.call(value) if positions else None
        if (
            call is None
            or not call.functions
            or any(isinstance(each, Class) for each in self.program.values(call.node.func))
        ):
            yield document, value
            return
        for function in call.functions:
            for home, returned in self._entering(call, function.site.node):
                yield home, element_at(returned, positions)

    def _results(self, node: ast.Name | ast.Attribute) -> Iterator[tuple[Document, ast.expr]]:
        """Yield what a function that is passed by its name, or as that of a module or an object, returns."""
        for value in self.program.values(node):
            match value:
                case Function(site) | Bound(_, Function(site)):
                    yield from self._returned(site.node)

    def _entering(self, call: Call, function: ast.AST) -> Iterator[tuple[Document, ast.expr]]:
        """Enter a function by a call, and yield what it returns."""
        if call not in self.calls[function]:
            self.calls[function].append(call)
            self.running.clear()
        yield from self._returned(function)

    def _returned(self, function: ast.AST) -> Iterator[tuple[Document, ast.expr]]:
        scope = self.program.flow.scopes.get(function)
        if scope is None or not scope.module.own:
            return
        document = scope.module.document
        if isinstance(function, ast.Lambda):
            yield document, function.body
            return
        for value in self.slices.returned(function):
            if self._may_run(document, value):
                yield document, value

    def _arguments(self, document: Document, node: ast.Name) -> Iterator[tuple[Document, ast.expr]]:
        """Yield what the calls met so far pass for a parameter; all calls, where none was met.

        What a call does not pass, any `functools.partial` of the function may have.
        """
        function = self.slices.receiving(document, node)
        if function is None:
            return
        for call in self._entered(function):
            found = self.slices.given(call, function, node.id)
            if found is not None:
                yield found
            elif call.hides_arguments:
                yield from ((call.document, each) for each in _unpacked(call.node))
            partials = self.program.partials_of(function)
            if partials and (found is None or found[1] in [value for _, value in defaulted(function)]):
                yield from filter(None, (self.slices.given(each, function, node.id) for each in partials))

    def _entered(self, function: FunctionNode) -> list[Call]:
        return self.calls[function] or [
            call for call in self.program.callers(function) if self._starts_in(function, call)
        ]

    def _starts_in(self, function: FunctionNode, call: Call) -> bool:
        """Say whether a call may reach the start of the slice, if that stands in the function."""
        document, node = self.start
        if self.program.function(document, node) is not function:
            return True
        return all(
            self.slices.truth(test, call, function) is not (not wanted)
            for test, wanted in self.slices.conditions(document, node)
        )

    def _may_run(self, document: Document, node: ast.AST) -> bool:
        """Say whether one of the calls met so far may reach a node through the branches around it."""
        if node not in self.running:
            conditions = self.slices.conditions(document, node)
            function = self.program.function(document, node) if conditions else None
            self.running[node] = function is None or not any(
                self._decided(document, test, function) == {not wanted} for test, wanted in conditions
            )
        return self.running[node]

    def _decided(self, document: Document, test: ast.expr, function: FunctionNode) -> set[bool | None]:
        """Give the truths of a condition in a function for the calls that have entered it, or one around it.

        A function that is made in another one has the arguments of the call that has made it.
        """
        owner: FunctionNode | None = function
        while owner is not None:
            found = {self.slices.truth(test, call, owner) for call in self._entered(owner)}
            if found and None not in found:
                return found
            owner = self.program.function(document, owner)
            if owner is not None and not self._is_of(document, test, owner):
                break
        return set()

    def _is_of(self, document: Document, test: ast.expr, owner: FunctionNode) -> bool:
        """Say whether what a condition shares with a function around it by name is that function's own."""
        names = {parameter.arg for parameter in parameters(owner)}
        read = [each for each in ast.walk(test) if isinstance(each, ast.Name) and each.id in names]
        homes = [self.program.scope(document, each).home(each.id) for each in read]
        return all(home is not None and home.node is owner for home in homes)


def may_reach(program: Program, call: Call, function: FunctionNode, document: Document, node: ast.AST) -> bool:
    """Say whether a call of a function may reach a node of it, for the constants that it passes."""
    return not any(truth(program, test, call, function) is (not wanted) for test, wanted in _conditions(document, node))


def is_reached(program: Program, document: Document, node: ast.AST) -> bool:
    """Say whether a call of the function around a place may come there, with the constants that it passes."""
    function = program.function(document, node)
    if function is None:
        return True
    callers = program.callers(function)
    return not callers or any(may_reach(program, call, function, document, node) for call in callers)


def _conditions(document: Document, node: ast.AST) -> Iterator[Condition]:
    """Yield the conditions that decide whether a node of a function is run, and the truth that each must have then."""
    for control in controls(document, node):
        if control.holds is not None and not isinstance(control.by, ast.While):
            yield control.by.test, control.holds


def element_at(value: ast.expr, positions: tuple[int, ...]) -> ast.expr:
    """Give what stands at the positions of nested tuples, as far as they are written out."""
    for position in positions:
        elements = value.elts if isinstance(value, ast.Tuple | ast.List) else []
        if position >= len(elements) or any(isinstance(each, ast.Starred) for each in elements):
            break
        value = elements[position]
    return value


def truth(  # noqa: PLR0911
    program: Program, test: ast.expr, call: Call, function: FunctionNode
) -> bool | None:
    """Give the truth of a condition on a function's parameters for one call of it; None when it isn't constant."""
    match test:
        case ast.Name(name):
            constant = _constant(program, name, call, function)
            if constant:
                return bool(constant[0])
            value = _only_value(program, function, name)
            return truth(program, value, call, function) if value is not None else None
        case ast.UnaryOp(ast.Not(), operand):
            inner = truth(program, operand, call, function)
            return None if inner is None else not inner
        case ast.BoolOp(operator, parts):
            found = [truth(program, part, call, function) for part in parts]
            decisive = isinstance(operator, ast.Or)
            if decisive in found:
                return decisive
            return None if None in found else not decisive
        case ast.Compare(ast.Name(name), [ast.Eq() | ast.NotEq() | ast.Is() | ast.IsNot() as operator], [other]):
            compared = _member(program, other)
            member = _member(program, _given_for(program, name, call, function)) if compared is not None else None
            if member is not None:
                return (member == compared) is isinstance(operator, ast.Eq | ast.Is)
            constant = _constant(program, name, call, function)
            others = program.constants(other)
            if not constant or len(others) != 1 or len(program.values(other)) != 1:
                return None
            return (constant[0] in others) is isinstance(operator, ast.Eq | ast.Is)
    return None


def _given_for(program: Program, name: str, call: Call, function: FunctionNode) -> ast.expr | None:
    """Give what a call passes for a parameter to which its function assigns nothing."""
    found = None if _is_renewed(program, function, name) else argument_for(program, call, function, name)
    return found[1] if found is not None else None


def _member(program: Program, node: ast.expr | None) -> tuple[ast.AST, str] | None:
    """Give the enumeration of the project's files of which an expression names a member, with the name of that."""
    values = program.values(node.value) if isinstance(node, ast.Attribute) else ()
    owner = next(iter(values)) if len(values) == 1 else None
    if not isinstance(node, ast.Attribute) or not isinstance(owner, Class):
        return None
    return (owner.site.node, node.attr) if any(map(_is_enumeration, program.library_ancestors(owner))) else None


def _is_enumeration(name: str) -> bool:
    return name.startswith("enum.") and name.endswith(("Enum", "Flag"))


def _only_value(program: Program, function: FunctionNode, name: str) -> ast.expr | None:
    """Give the comparison that a function assigns to a name of its own, if it does so once."""
    match program.def_use.names.get((program.flow.scopes[function], name), ()):
        case [Assignment(value=ast.Compare() as value, part=False, by=ast.Assign())]:
            return value
    return None


def _constant(program: Program, name: str, call: Call, function: FunctionNode) -> tuple[object, ...]:
    """Give the one literal that a call passes for a parameter, in a tuple; an empty one where it isn't one literal.

    A name that stands for a literal is a setting, which its user may change, unless another call passes another one.
    """
    if _is_renewed(program, function, name):
        return ()
    constant = _passed(program, name, call, function)
    found = argument_for(program, call, function, name)
    if not constant or found is None or not isinstance(found[1], ast.Name | ast.Attribute):
        return constant
    others = (_passed(program, name, each, function) for each in program.callers(function))
    return constant if any(each and each != constant for each in others) else ()


def _passed(program: Program, name: str, call: Call, function: FunctionNode) -> tuple[object, ...]:
    """Give the one literal that a call passes for a parameter, as it is or by a name, in a tuple; else an empty one."""
    found = argument_for(program, call, function, name)
    if found is None:
        return ()
    constants = program.constants(found[1])
    return tuple(constants) if len(constants) == len(program.values(found[1])) == 1 else ()


def _is_renewed(program: Program, function: FunctionNode, name: str) -> bool:
    """Say whether a function assigns to one of its parameters."""
    definitions = program.def_use.names.get((program.flow.scopes[function], name), ())
    return any(isinstance(each, Assignment) for each in definitions)


def _unpacked(call: ast.Call) -> Iterator[ast.expr]:
    """Yield what a call unpacks, by `*` or `**`, into its arguments."""
    yield from (each.value for each in call.args if isinstance(each, ast.Starred))
    yield from (each.value for each in call.keywords if each.arg is None)


def passed_for(program: Program, function: FunctionNode, name: str) -> list[tuple[Document, ast.expr] | None]:
    """Give what each call of a function passes for a parameter, as `argument_for` tells it."""
    return [argument_for(program, call, function, name) for call in program.callers(function)]


def argument_for(program: Program, call: Call, function: FunctionNode, name: str) -> tuple[Document, ast.expr] | None:
    """Give the expression that a call passes for a parameter of a function, or the parameter's default.

    None where it is not told, as where `**` may pass it. What is called may have been made by `functools.partial`,
    which passes its own arguments before those of the call.
    """
    partial = program.partial_of(call.document, call.node)
    made = program.call(partial) if partial is not None else None
    passing = [made, call] if made is not None else [call]
    for each in reversed(passing):
        keyword = each.keyword(name)
        if keyword is not None:
            return each.document, keyword.value
    names = [parameter.arg for parameter in positional(function)]
    given = [(each.document, node) for each in passing for node in _positional(each)]
    if any(isinstance(node, ast.Starred) for _, node in given):
        return None
    if _is_method(program, function) and not _is_taken_from_class(program, passing[0], function):
        given = [(call.document, ast.Constant(None)), *given]
    scope = program.flow.scopes[function]
    if name in names and names.index(name) < len(given):
        return given[names.index(name)]
    if any(program.may_pass(each, name) for each in passing):
        return None
    default = next((value for parameter, value in defaulted(function) if parameter.arg == name), None)
    return (scope.module.document, default) if default is not None else None


def received_as(program: Program, call: Call, function: FunctionNode, node: ast.expr) -> Iterator[str]:
    """Yield the parameters of a function for which a call of it passes an expression."""
    for each in parameters(function):
        given = argument_for(program, call, function, each.arg)
        if given is not None and given[1] is node:
            yield each.arg


def _positional(call: Call) -> list[ast.expr]:
    """Give what a call passes to a function by position; `functools.partial` is given the function before."""
    if call.applied is not None and call.functions and call.receiver is not None:
        return [call.receiver]
    return call.node.args[1:] if PARTIAL in call.names else call.node.args


def _is_method(program: Program, function: FunctionNode) -> bool:
    parent = program.flow.scopes[function].parent
    decorators = getattr(function, "decorator_list", [])
    static = any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in decorators)
    return parent is not None and isinstance(parent.node, ast.ClassDef) and not static


def _is_taken_from_class(program: Program, call: Call, function: FunctionNode) -> bool:
    """Say whether a call is given the object of a method as its first argument, as in `Base.__init__(self)`."""
    called = call.node.args[0] if PARTIAL in call.names and call.node.args else call.applied or call.node.func
    values = program.values(called)
    plain = {each.site.node for each in values if isinstance(each, Function)}
    bound = {each.member.site.node for each in values if isinstance(each, Bound) and isinstance(each.member, Function)}
    return function in plain - bound


def methods_of(program: Program, owner: Class, names: Iterable[str]) -> Iterator[ast.AST]:
    """Yield the methods of these names that a class of the project has, also from the classes above it."""
    for name in names:
        for ancestor in program.flow.mro(owner):
            values = program.flow.ask(Field(ancestor.site.node, name)) if isinstance(ancestor, Class) else ()
            yield from (value.site.node for value in values if isinstance(value, Function))


def _turning(document: Document, node: ast.AST) -> ast.AST:
    """Give the loop or function by whose turns a node runs, or the file; what a loop runs over is before it."""
    inner = node
    for outer in document.ancestors(node):
        if isinstance(outer, Loop | FunctionNode) and inner is not getattr(outer, "iter", None):
            return outer
        inner = outer
    return document.tree
