"""The rows of each relation, as `schema` describes it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, takewhile

from farandole.analysis.control_dependence import Leaving
from farandole.analysis.def_use import Assignment, Definition
from farandole.analysis.effects.calls import Effects, is_mutating_method, is_pure_method
from farandole.analysis.facts.graph import Graph, parts
from farandole.analysis.facts.numbering import NUMBERED, Numbering
from farandole.analysis.loops import LoopAt, is_range, range_counts
from farandole.analysis.nodes import Loop, own_nodes
from farandole.analysis.points_to.values import Constant, Container, Instance, Library, Unknown
from farandole.analysis.program import Call, Program
from farandole.analysis.scopes import FunctionNode
from farandole.catalog import Catalog
from farandole.source import Document

Row = tuple[int | str, ...]
_BLOCKS = ("body", "orelse", "finalbody", "handlers")


@dataclass(frozen=True, eq=False)
class Source:
    """A program with what its facts are read from."""

    program: Program

    @cached_property
    def numbering(self) -> Numbering:
        """The numbers of its nodes."""
        return Numbering(self.program)

    @cached_property
    def graph(self) -> Graph:
        """Its operations."""
        return Graph(self.program)

    @cached_property
    def effects(self) -> Effects:
        """What its calls do to others."""
        return Effects(self.program)

    @cached_property
    def calls(self) -> tuple[tuple[int, Call], ...]:
        """Its calls with their numbers."""
        numbers = self.numbering.numbers
        return tuple((numbers[call.node], call) for call in self.program.calls if call.node in numbers)

    @cached_property
    def expressions(self) -> tuple[tuple[int, ast.expr], ...]:
        """Its expressions that have values, with their numbers."""
        return tuple(
            (number, node)
            for number, node, _ in self.numbering.of(ast.expr)
            if isinstance(node, ast.expr) and _has_values(node)
        )

    def call(self, number: int) -> Call | None:
        """Give the call with a number; None for another node."""
        node = self.numbering.node(number)
        return self.program.call(node) if isinstance(node, ast.Call) else None

    def number(self, node: ast.AST) -> int:
        """Give the number of a node; 0 for one outside of the project's files."""
        return self.numbering.numbers.get(node, 0)


@dataclass(frozen=True)
class OfNodes:
    """Makes the rows of a relation; `of` makes those with a node in a column, by column."""

    all: Callable[[Source], Iterable[Row]]
    of: Mapping[int, Callable[[Source, int], Iterable[Row]]]

    def __call__(self, source: Source) -> Iterable[Row]:
        """Make all rows."""
        return self.all(source)


def _of_calls(made: Callable[[Source, int, Call], Iterable[Row]]) -> OfNodes:
    """Make the rows of a relation that has a call in its first column."""

    def of(source: Source, number: int) -> Iterable[Row]:
        call = source.call(number)
        return made(source, number, call) if call is not None else ()

    return OfNodes(lambda source: (row for number, each in source.calls for row in made(source, number, each)), {0: of})


def _of_expressions(made: Callable[[Source, int, ast.expr], Iterable[Row]]) -> OfNodes:
    """Make the rows of a relation that has an expression with values in its first column."""

    def of(source: Source, number: int) -> Iterable[Row]:
        node = source.numbering.node(number)
        return made(source, number, node) if isinstance(node, ast.expr) and _has_values(node) else ()

    return OfNodes(
        lambda source: (row for number, each in source.expressions for row in made(source, number, each)), {0: of}
    )


def _has_values(node: ast.expr) -> bool:
    return not isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)


def _of_nodes(
    *kinds: type[ast.AST],
) -> Callable[[Callable[[Source, int, ast.AST, Document], Iterable[Row]]], OfNodes]:
    """Make the rows of a relation that has a node of some kinds in its first column."""

    def decorated(made: Callable[[Source, int, ast.AST, Document], Iterable[Row]]) -> OfNodes:
        def of(source: Source, number: int) -> Iterable[Row]:
            node = source.numbering.node(number)
            return made(source, number, node, source.numbering.document(node)) if isinstance(node, kinds) else ()

        return OfNodes(
            lambda source: (row for each in source.numbering.of(*kinds) for row in made(source, *each)), {0: of}
        )

    return decorated


# The text.


def place(source: Source) -> Iterator[Row]:
    for number, node, document in source.numbering.of(ast.stmt, ast.expr, ast.arg):
        span = document.span(node)
        line, column = document.position(span.start)
        end_line, end_column = document.position(span.end)
        yield number, document.path.name, line, column + 1, end_line, end_column + 1


@_of_nodes(ast.stmt)
def statement(source: Source, number: int, node: ast.AST, document: Document) -> Iterator[Row]:
    yield number, type(node).__name__


@_of_nodes(ast.expr)
def expression(source: Source, number: int, node: ast.AST, document: Document) -> Iterator[Row]:
    yield number, type(node).__name__


def _parts(source: Source) -> Iterator[Row]:
    for number, node, document in source.numbering.of(*NUMBERED):
        yield from _whole_of(source, number, node, document)


def _whole_of(source: Source, number: int, node: ast.AST, document: Document) -> Iterator[Row]:
    # keywords, generators and the like have no number
    outer = next((each for each in document.ancestors(node) if isinstance(each, NUMBERED)), None)
    if outer is not None and source.number(outer):
        yield source.number(outer), number


def _parts_of(source: Source, number: int) -> Iterator[Row]:
    waiting = list(ast.iter_child_nodes(source.numbering.node(number)))
    while waiting:
        node = waiting.pop()
        if not isinstance(node, NUMBERED):
            waiting += ast.iter_child_nodes(node)
        elif source.number(node):
            yield number, source.number(node)


def _part(source: Source, number: int) -> Iterator[Row]:
    node = source.numbering.node(number)
    return _whole_of(source, number, node, source.numbering.document(node))


part = OfNodes(_parts, {0: _parts_of, 1: _part})


def following(source: Source) -> Iterator[Row]:
    for _, node, _ in source.numbering.of(ast.Module, ast.stmt, ast.ExceptHandler):
        for name in _BLOCKS:
            block = getattr(node, name, None)
            if isinstance(block, list):
                for first, second in pairwise(block):
                    if source.number(first) and source.number(second):
                        yield source.number(first), source.number(second)


def function(source: Source) -> Iterator[Row]:
    for number, node, _ in source.numbering.of(*FunctionNode.__args__):
        yield number, getattr(node, "name", "")


@_of_nodes(ast.stmt, ast.expr, ast.arg)
def _scope(source: Source, number: int, node: ast.AST, document: Document) -> Iterator[Row]:
    if source.number(outer := document.scope(node)):
        yield number, source.number(outer)


def _held_by(source: Source, number: int) -> Iterator[Row]:
    outer = source.numbering.node(number)
    document = source.numbering.document(outer)
    for node in document.within(outer):
        if isinstance(node, ast.stmt | ast.expr | ast.arg) and source.number(node) and document.scope(node) is outer:
            yield source.number(node), number


scope = OfNodes(_scope.all, {**_scope.of, 1: _held_by})


# Loops.


def loop(source: Source) -> Iterator[Row]:
    for number, node, _ in source.numbering.of(*Loop.__args__):
        yield number, type(node).__name__


def _in_loops(source: Source) -> Iterator[Row]:
    for number, _, _ in source.numbering.of(*Loop.__args__):
        yield from _in_loop(source, number)


def _in_loop(source: Source, number: int) -> Iterator[Row]:
    node = source.numbering.node(number)
    if isinstance(node, Loop):
        yield from ((source.number(each), number) for each in _own(node.body) if source.number(each))


def _around(source: Source, number: int) -> Iterator[Row]:
    """Yield the rows of the loops that a node is in the body of."""
    node = source.numbering.node(number)
    document = source.numbering.document(node)
    for outer in document.ancestors(node):
        if isinstance(outer, FunctionNode | ast.ClassDef):
            return
        if isinstance(outer, Loop) and isinstance(node, ast.stmt) and document.block(node) is outer.body:
            yield number, source.number(outer)
        node = outer


in_loop = OfNodes(_in_loops, {0: _around, 1: _in_loop})


def _every_turn(source: Source) -> Iterator[Row]:
    for number, _, _ in source.numbering.of(*Loop.__args__):
        yield from _turn(source, number)


def _turn(source: Source, number: int) -> Iterator[Row]:
    node = source.numbering.node(number)
    if isinstance(node, Loop):
        yield from ((source.number(each), number) for each in _unconditional(node.body) if source.number(each))


every_turn = OfNodes(_every_turn, {1: _turn})


def _unconditional(block: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a block that always run, until one that may leave it, those of `with` among them."""
    for each in block:
        yield each
        if isinstance(each, ast.With):
            yield from _unconditional(each.body)
        if any(isinstance(inner, Leaving) for inner in _own([each])):
            return


def _own(block: list[ast.stmt]) -> Iterator[ast.AST]:
    for each in block:
        yield each
        if not isinstance(each, FunctionNode | ast.ClassDef):
            yield from own_nodes(each)


def rebound(source: Source) -> Iterator[Row]:
    for key, uses in source.program.def_use.uses.items():
        definitions = source.program.def_use.names.get(key, ())
        inside = {loop for each in definitions for loop in _loops_around(each.document, each.target)}
        elsewhere = any(_is_of_another_scope(each, key[0].node) for each in definitions)
        for each in uses:
            if source.number(each):
                for loop in _loops_around(source.numbering.document(each), each):
                    if (elsewhere or loop in inside) and source.number(loop):
                        yield source.number(each), source.number(loop)


def _loops_around(document: Document, node: ast.AST) -> Iterator[ast.AST]:
    """Yield the loops that a node stands in, those included whose head it is a part of."""
    return (outer for outer in document.ancestors(node) if isinstance(outer, Loop))


def _is_of_another_scope(definition: Definition, home: ast.AST) -> bool:
    """Say whether a function gives a value to a name of an outer scope."""
    return not isinstance(definition.target, ast.arg) and definition.document.scope(definition.target) is not home


def turns(source: Source) -> Iterator[Row]:
    for number, node, document in source.numbering.of(ast.For):
        if isinstance(node, ast.For) and (count := _turns(source.program, document, node)) is not None:
            yield number, count


def _turns(program: Program, document: Document, node: ast.For) -> int | None:
    if isinstance(node.iter, ast.List | ast.Tuple) and not any(
        isinstance(each, ast.Starred) for each in node.iter.elts
    ):
        return len(node.iter.elts)
    call = program.call(node.iter)
    if call is None or not is_range(program, call) or not 1 <= len(call.node.args) <= 2:  # noqa: PLR2004  a range with a step is not counted
        return None
    counts = range_counts(program, LoopAt(document, node))
    if len(counts) != 1:
        return None
    end = _whole(program, counts[0].node)
    start = _whole(program, counts[0].start) if counts[0].start is not None else 0
    return max(end - start, 0) if end is not None and start is not None else None


def _whole(program: Program, node: ast.expr) -> int | None:
    values = program.values(node)
    match [each.value for each in values if isinstance(each, Constant)]:
        case [int(value)] if len(values) == 1 and not isinstance(value, bool):
            return value
    return None


# Calls.


@_of_calls
def call(source: Source, number: int, each: Call) -> Iterator[Row]:
    yield (number,)


@_of_calls
def means(source: Source, number: int, each: Call) -> Iterator[Row]:
    yield from ((number, name) for name in sorted(each.names))


@_of_calls
def calls(source: Source, number: int, each: Call) -> Iterator[Row]:
    for called in each.functions:
        if source.number(called.site.node):
            yield number, source.number(called.site.node)


@_of_calls
def method(source: Source, number: int, each: Call) -> Iterator[Row]:
    if each.attribute:
        yield number, each.attribute


@_of_calls
def receiver(source: Source, number: int, each: Call) -> Iterator[Row]:
    if isinstance(each.node.func, ast.Attribute):
        yield number, source.number(each.node.func.value)


@_of_calls
def argument(source: Source, number: int, each: Call) -> Iterator[Row]:
    for position, given in enumerate(each.node.args):
        yield number, position, source.number(given)


@_of_calls
def keyword(source: Source, number: int, each: Call) -> Iterator[Row]:
    for given in each.node.keywords:
        yield number, given.arg or "**", source.number(given.value)


# Names.


def definition(source: Source) -> Iterator[Row]:
    for (home, name), definitions in source.program.def_use.names.items():
        for each in definitions:
            if source.number(each.target):
                yield source.number(each.target), source.number(home.node), name


def use(source: Source) -> Iterator[Row]:
    for (home, name), uses in source.program.def_use.uses.items():
        for each in uses:
            if source.number(each):
                yield source.number(each), source.number(home.node), name


def assigned(source: Source) -> Iterator[Row]:
    for target, each in source.program.def_use.of_target.items():
        if isinstance(each, Assignment) and not each.part and source.number(target):
            yield source.number(target), source.number(each.value)


def stores(source: Source) -> Iterator[Row]:
    for number, node, _ in source.numbering.of(ast.stmt):
        for target in _targets(node):
            if isinstance(target, ast.Subscript | ast.Attribute):
                yield number, source.number(target.value)
            if isinstance(node, ast.AugAssign):
                yield number, source.number(target)
    for number, call in source.calls:
        func = call.node.func
        if not isinstance(func, ast.Attribute) or not _changes_receiver(source.program.catalog, func.attr):
            continue
        values = source.program.values(func.value)
        if not values or not all(isinstance(value, Library) for value in values):
            yield number, source.number(func.value)


def _changes_receiver(catalog: Catalog, method: str) -> bool:
    """Say whether a method changes what it is called on: as lists have them, or tensors, with names in `_`."""
    return is_mutating_method(catalog, method) or (method.endswith("_") and not method.endswith("__"))


def _targets(node: ast.AST) -> list[ast.expr]:
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets):
            return [part for target in targets for part in parts(target)]
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target) | ast.For(target=target):
            return list(parts(target))
        case ast.With(items):
            return [part for item in items if item.optional_vars is not None for part in parts(item.optional_vars)]
    return []


@_of_nodes(ast.Attribute)
def attribute(source: Source, number: int, node: ast.AST, document: Document) -> Iterator[Row]:
    if isinstance(node, ast.Attribute):
        yield number, node.attr


# Values.


@_of_expressions
def value(source: Source, number: int, node: ast.expr) -> Iterator[Row]:
    for each in source.program.values(node):
        if isinstance(each, Constant):
            yield number, _literal(each.value)


def _literal(value: object) -> int | str:
    """Give a literal as Datalog has it: small whole numbers as they are, all else as Python's text for it."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**31:
        return value
    return value if isinstance(value, str) else repr(value)


@_of_expressions
def names(source: Source, number: int, node: ast.expr) -> Iterator[Row]:
    yield from ((number, name) for name in sorted(source.program.names_of(node)))


@_of_expressions
def points_to(source: Source, number: int, node: ast.expr) -> Iterator[Row]:
    for each in source.program.values(node):
        if isinstance(each, Instance | Container) and source.number(each.site.node):
            yield number, source.number(each.site.node)


def object_(source: Source) -> Iterator[Row]:
    for _, node in source.expressions:
        for each in source.program.values(node):
            if isinstance(each, Instance) and source.number(each.site.node):
                named = each.of.name if isinstance(each.of, Library) else getattr(each.of.site.node, "name", "")
                yield source.number(each.site.node), named


@_of_expressions
def unknown(source: Source, number: int, node: ast.expr) -> Iterator[Row]:
    found = [each for each in source.program.values(node) if isinstance(each, Unknown)]
    if found:
        yield number, found[0].why


# Graphs.


@_of_expressions
def operation(source: Source, number: int, node: ast.expr) -> Iterator[Row]:
    if (kind := source.graph.operation(node)) is not None:
        yield number, kind


@_of_expressions
def _input(source: Source, number: int, node: ast.expr) -> Iterator[Row]:
    if source.graph.operation(node) is not None:
        for position, each in enumerate(source.graph.inputs(node)):
            yield number, position, source.number(each)


def _input_of(source: Source, number: int) -> Iterator[Row]:
    """Yield the rows of the operations that take an expression: around it, or around the displays that it is in."""
    node = source.numbering.node(number)
    holders = source.numbering.document(node).ancestors(node)
    for outer in takewhile(lambda each: not isinstance(each, ast.stmt), holders):
        if isinstance(outer, ast.expr) and source.number(outer):
            yield from (row for row in _input.of[0](source, source.number(outer)) if row[2] == number)
        if isinstance(outer, ast.Call | ast.BinOp | ast.UnaryOp):
            return


input_ = OfNodes(_input.all, {**_input.of, 2: _input_of})


def control_input(source: Source) -> Iterator[Row]:
    for _, node, _ in source.numbering.of(ast.With):
        if isinstance(node, ast.With):
            given = [part for item in node.items for part in _ordered_before(source.program, item)]
            made = [each for each in _own(node.body) if isinstance(each, ast.expr)] if given else []
            for each in made:
                if source.graph.operation(each) is not None:
                    yield from ((source.number(each), source.number(before)) for before in given)


def _ordered_before(program: Program, item: ast.withitem) -> Iterator[ast.expr]:
    called = program.call(item.context_expr)
    if called is not None and called.entry is not None and isinstance(name := called.entry.facts.get("orders"), str):
        argument = called.argument(name)
        yield from parts(argument) if argument is not None else ()


@_of_expressions
def tensor(source: Source, number: int, node: ast.expr) -> Iterator[Row]:
    if source.graph.is_tensor(node):
        yield (number,)


@_of_calls
def element_type(source: Source, number: int, each: Call) -> Iterator[Row]:
    if _fact(each, "graph") == "builds" and (kind := source.graph.element_type(each)) is not None:
        yield number, kind


@_of_expressions
def shape(source: Source, number: int, node: ast.expr) -> Iterator[Row]:
    if source.graph.is_tensor(node):
        for axis, size in enumerate(source.graph.shape(node) or ()):
            yield number, axis, size


@_of_calls
def mutable(source: Source, number: int, each: Call) -> Iterator[Row]:
    if any(source.program.role_of(made) == "variable" for made in source.program.values(each.node)):
        yield (number,)


@_of_calls
def sets(source: Source, number: int, each: Call) -> Iterator[Row]:
    name = _fact(each, "assigns")
    target = each.argument(name) if isinstance(name, str) else None
    if target is not None:
        yield number, source.number(target)


@_of_calls
def runs(source: Source, number: int, each: Call) -> Iterator[Row]:
    if _fact(each, "graph") == "runs":
        yield (number,)


@_of_calls
def resets(source: Source, number: int, each: Call) -> Iterator[Row]:
    if _fact(each, "graph") == "resets":
        yield (number,)


def fetch(source: Source) -> Iterator[Row]:
    for number, given in _given(source, "fetches"):
        yield from ((number, source.number(each)) for each in parts(given))


def feed(source: Source) -> Iterator[Row]:
    for number, given in _given(source, "feeds"):
        if isinstance(given, ast.Dict):
            for key, each in zip(given.keys, given.values, strict=True):
                if key is not None:
                    yield number, source.number(key), source.number(each)


def _given(source: Source, fact: str) -> Iterator[tuple[int, ast.expr]]:
    """Yield the calls with what they are given for the parameter that a fact of the catalogue names."""
    for number, each in source.calls:
        name = _fact(each, fact)
        given = each.argument(name) if isinstance(name, str) else None
        if given is not None:
            yield number, given


def _fact(each: Call, fact: str) -> object:
    return each.entry.facts.get(fact) if each.entry is not None else None


def traced(source: Source) -> Iterator[Row]:
    yield from ((source.number(node),) for node in source.numbering.nodes if node in source.program.flow.traced)


# Effects.


@_of_calls
def effect(source: Source, number: int, each: Call) -> Iterator[Row]:
    yield from ((number, found.name.lower()) for found in sorted(source.effects.of(each), key=lambda kind: kind.name))


@_of_calls
def pure(source: Source, number: int, each: Call) -> Iterator[Row]:
    if _is_pure(source, each):
        yield (number,)


def _is_pure(source: Source, each: Call) -> bool:
    catalog = source.program.catalog
    if each.functions or each.hides_arguments or source.effects.of(each):
        return False
    changing = _fact(each, "changes-with")
    if isinstance(changing, tuple) and any(each.keyword(name) is not None for name in changing):
        return False
    if each.names:
        return all(catalog.fact(name, "pure") is True for name in each.names)
    return bool(each.receivers) and is_pure_method(catalog, each.attribute)


@_of_calls
def aliases(source: Source, number: int, each: Call) -> Iterator[Row]:
    if _fact(each, "aliases") is True:
        yield (number,)


@_of_calls
def needs_record(source: Source, number: int, each: Call) -> Iterator[Row]:
    if _fact(each, "records") == "needs":
        yield (number,)


def record_scope(source: Source) -> Iterator[Row]:
    for number, node, _ in source.numbering.of(ast.With, ast.FunctionDef, ast.AsyncFunctionDef):
        match node:
            case ast.With(items):
                deciding = [item.context_expr for item in items]
            case ast.FunctionDef(decorator_list=decorators) | ast.AsyncFunctionDef(decorator_list=decorators):
                deciding = decorators
            case _:
                continue
        parts = (part for each in deciding for part in ast.walk(each) if isinstance(part, ast.expr))
        if any(_decides(source.program, part) for part in parts):
            yield (number,)  # also where only a branch of it does: nothing is known then


def _decides(program: Program, node: ast.expr) -> bool:
    called = program.call(node)
    names = called.names if called is not None else program.names_of(node)
    entries = (program.catalog.entry(name) for name in names)
    return any(entry is not None and entry.facts.get("records") == "scope" for entry in entries)
