"""The order in which a script makes its calls, as far as it is seen."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from farandole.analysis.answers import answered_once
from farandole.analysis.nodes import is_main_guard, own_nodes
from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.values import Class, Function, Instance
from farandole.analysis.program import Call, Program
from farandole.analysis.scopes import FunctionNode
from farandole.analysis.slicing import methods_of
from farandole.project.imports import imported_names
from farandole.source import Document

Way = tuple[Document, ast.AST, ast.AST]
"""A file, a scope in it, and the node of that scope which runs something."""

_TAKING = frozenset(f"builtins.{name}" for name in ("list", "max", "min", "next", "set", "sorted", "sum", "tuple"))
"""Functions that take items of a generator at once."""


def may_follow(program: Program, first: Call, second: Call) -> bool:
    """Say whether a call may run after another, as far as it is seen in a function that runs both."""
    return _may_follow(program, ways(program, first), ways(program, second))


def may_follow_node(program: Program, document: Document, node: ast.AST, call: Call) -> bool:
    """Say whether a call may run after a node, as far as it is seen in a function that runs both."""
    return _may_follow(program, ways_to(program, document, node), ways(program, call))


def may_precede_node(program: Program, call: Call, document: Document, node: ast.AST) -> bool:
    """Say whether a node may run after a call, as far as it is seen in a function that runs both."""
    return _may_follow(program, ways(program, call), ways_to(program, document, node))


def _may_follow(program: Program, before: list[Way], after: list[Way]) -> bool:
    following = _led_to(program, after)
    return any(
        document is other and scope is around and _comes_after(document, node, later)
        for document, scope, node in _led_to(program, before)
        for other, around, later in following
    )


def _led_to(program: Program, found: list[Way]) -> list[Way]:
    """Give ways, and those to the imports by which the modules are run whose top they come to."""
    led = list(found)
    seen: set[Document] = {program.entry}
    pending = [document for document, scope, _ in found if isinstance(scope, ast.Module)]
    while pending:
        document = pending.pop()
        if document not in seen:
            seen.add(document)
            further = [way for each in _imports(program).get(document, ()) for way in ways_to(program, *each)]
            led += further
            pending += [where for where, scope, _ in further if isinstance(scope, ast.Module)]
    return led


@answered_once
def _imports(program: Program) -> Mapping[Document, tuple[tuple[Document, ast.stmt], ...]]:
    """Give the statements that import each file of the project, with theirs."""
    project = program.flow.project
    found: dict[Document, list[tuple[Document, ast.stmt]]] = {}
    for module in project.modules():
        for statement in module.document.nodes(ast.Import, ast.ImportFrom):
            for name in imported_names(statement, module.package):
                imported = project.loaded(name)
                if imported is not None:
                    found.setdefault(imported.document, []).append((module.document, statement))
    return {document: tuple(statements) for document, statements in found.items()}


def is_seen(program: Program, document: Document, node: ast.AST) -> bool:
    """Say whether it is seen how the script comes to run a node: by calls that begin in a module, or in its `main`."""
    scopes = (scope for _, scope, _ in ways_to(program, document, node))
    return any(isinstance(scope, ast.Module) or getattr(scope, "name", "") == "main" for scope in scopes)


def is_open_parameter(program: Program, document: Document, node: ast.AST) -> bool:
    """Say whether a name is a parameter of a function of which it is not seen how the script comes to run it."""
    function = program.receiving(document, node)
    callers = program.callers(function) if function is not None else ()
    return function is not None and not any(is_seen(program, call.document, call.node) for call in callers)


def surely_precedes(program: Program, first: Call, document: Document, node: ast.AST) -> bool:
    """Say whether a call has been made whenever a node is run, as far as it is seen how that comes to be run."""
    places = _certain_ways(program, first)
    after = ways_to(program, document, node)
    loaded = [(where, at) for where, at in places if isinstance(where.scope(at), ast.Module)]
    if any(where is not program.entry and where is not document for where, _ in loaded):
        return True
    return any(where is other and stands_below(where, at, later) for where, at in places for other, _, later in after)


def _certain_ways(program: Program, call: Call) -> list[tuple[Document, ast.stmt]]:
    """Give the statements that always make a call: its own, and the calls of a function that always makes it."""
    found: list[tuple[Document, ast.stmt]] = []
    seen: set[ast.AST] = set()
    pending = [call]
    while pending:
        each = pending.pop()
        document = each.document
        around = [*_unconditional(program, document, document.statement(each.node))]
        found += [(document, statement) for statement in around]
        statement = around[-1]
        scope = document.scope(statement)
        if not isinstance(scope, ast.FunctionDef) or statement not in scope.body or scope in seen:
            continue
        ends = [node for node in own_nodes(scope) if isinstance(node, ast.Return | ast.Yield | ast.YieldFrom)]
        if not any(node.lineno < statement.lineno or not isinstance(node, ast.Return) for node in ends):
            seen.add(scope)
            pending.extend(program.callers(scope))
    return found


def _unconditional(program: Program, document: Document, statement: ast.stmt) -> Iterator[ast.stmt]:
    """Yield a statement, and those around it that are run whenever it is, and run it, the outermost last."""
    yield statement
    outer = document.parent(statement)
    runs = isinstance(outer, ast.With | ast.AsyncWith) or is_main_guard(outer)
    runs = runs or (isinstance(outer, ast.Try) and statement in outer.body)
    runs = runs or (isinstance(outer, ast.For) and _is_in_first_turn(program, outer, statement))
    if runs and isinstance(outer, ast.stmt):
        yield from _unconditional(program, document, outer)


def _is_in_first_turn(program: Program, loop: ast.For, statement: ast.stmt) -> bool:
    """Say whether a loop over a range of numbers in the text has a turn, and comes to a statement of its body in it."""
    match loop.iter:
        case ast.Call(ast.Name("range"), [stop]) | ast.Call(ast.Name("range"), [ast.Constant(0), stop]):
            counts = program.constants(stop)
        case _:
            return False
    has_turns = all(isinstance(each, int) and each > 0 for each in counts)
    if not counts or not has_turns or len(counts) < len(program.values(stop)) or statement not in loop.body:
        return False
    before = loop.body[: loop.body.index(statement)]
    leaving = ast.Break | ast.Continue | ast.Return | ast.Raise | ast.Yield
    return not any(isinstance(node, leaving) for each in before for node in ast.walk(each))


def stands_below(document: Document, first: ast.stmt, node: ast.AST) -> bool:
    """Say whether a node stands below a statement, in the block of that or deeper."""
    below = document.span(first).end <= document.span(node).start
    blocks = (getattr(document.parent(first), name, ()) for name in ("body", "orelse", "finalbody"))
    block = next((each for each in blocks if isinstance(each, list) and first in each), [])
    return below and any(each in block for each in (node, *document.ancestors(node)))


def ways(program: Program, call: Call) -> list[Way]:
    """Give where a call is made: in its own scope, and by the calls that lead to it in the scopes of those."""
    return ways_to(program, call.document, call.node)


def ways_to(program: Program, document: Document, node: ast.AST) -> list[Way]:
    """Give where a node is run: in its own scope, and by the calls that lead to it in the scopes of those."""
    program.flow.proceed()
    found: list[Way] = []
    seen: set[ast.AST] = set()
    pending: list[tuple[Document, ast.AST]] = [(document, node)]
    while pending:
        where, each = pending.pop()
        scope = where.scope(each)
        found.append((where, scope, each))
        if scope not in seen and isinstance(scope, ast.ClassDef):
            seen.add(scope)
            pending.append((where, scope))  # its body is run where the class is made
        elif scope not in seen and isinstance(scope, FunctionNode):
            seen.add(scope)
            for call in program.callers(scope):
                if serves(program, call, scope):
                    found.append((call.document, call.document.scope(call.node), call.node))
                else:
                    pending.append((call.document, call.node))
    return found


def serves(program: Program, call: Call, function: ast.AST) -> bool:
    """Say whether a call, in what a function is decorated by, runs it for those who call it by its name.

    One decorator serves many functions: what else enters it, or is run by it, is no matter of this one.
    """
    decorators = {
        value.site.node
        for decorator in getattr(function, "decorator_list", ())
        for value in program.values(decorator)
        if isinstance(value, Function)
    }
    return _is_within(call, decorators) and any(
        not _is_within(each, decorators)
        for each in program.callers(function)  # type: ignore[arg-type]
    )


def _is_within(call: Call, functions: Collection[ast.AST]) -> bool:
    return any(outer in functions for outer in call.document.ancestors(call.node))


def _comes_after(document: Document, first: ast.AST, second: ast.AST) -> bool:
    """Say whether a node of a scope is run after another: again in a loop, below it, or around it.

    Of two branches of an `if` one alone is run, and nothing below a branch that leaves the function.
    """
    loops = [each for each in document.ancestors(first) if isinstance(each, ast.For | ast.While)]
    again = any(each in loops for each in document.ancestors(second))
    below = document.span(first).end <= document.span(second).start
    below = below and not exclude(document, first, second) and not _leaves_before(document, first, second)
    return again or below or any(each is second for each in document.ancestors(first))


def _leaves_before(document: Document, first: ast.AST, second: ast.AST) -> bool:
    """Say whether a branch in which a node stands ends by leaving the function, and another node stands below it."""
    around = {second, *document.ancestors(second)}
    inner, leaves = first, False
    for outer in document.ancestors(first):
        if isinstance(outer, ast.Try):  # what handles an error, or ends it, is run all the same
            return False
        if outer in around:
            return leaves
        if isinstance(outer, ast.If):
            branch = outer.body if inner in outer.body else outer.orelse
            leaves = leaves or (inner in branch and isinstance(branch[-1], ast.Return | ast.Raise))
        inner = outer
    return False


def exclude(document: Document, first: ast.AST, second: ast.AST) -> bool:
    """Say whether two nodes stand in two branches of one `if`, a statement or an expression."""
    around = {second, *document.ancestors(second)}
    inner = first
    for outer in document.ancestors(first):
        if outer in around:
            match outer:
                case ast.If(body=body, orelse=orelse):
                    return inner in body and not around.isdisjoint(orelse)
                case ast.IfExp(body=body, orelse=orelse):
                    return inner is body and orelse in around
        inner = outer
    return False


def calls_within(program: Program, node: ast.AST) -> Iterator[Call]:
    """Yield the calls below a node, those in the bodies of functions and classes defined there left out."""
    pending = [node]
    while pending:
        each = pending.pop()
        call = program.call(each)
        if call is not None:
            yield call
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda) and each is not node:
            continue
        pending.extend(ast.iter_child_nodes(each))


def calls_below(program: Program, node: ast.AST) -> Iterator[Call]:
    """Yield the calls in a node, also those in the functions, lambdas and classes that are defined in it."""
    for each in program.within(node, ast.Call):
        call = program.call(each)
        if call is not None:
            yield call


def run_by(
    program: Program, node: ast.AST, calls: Callable[[Program, ast.AST], Iterator[Call]] = calls_within
) -> Iterator[ast.AST]:
    """Yield a node and the project's functions that it runs, by the `calls` in it and in them, each once."""
    return run_by_any(program, [node], calls)


def run_by_any(
    program: Program, nodes: Iterable[ast.AST], calls: Callable[[Program, ast.AST], Iterator[Call]]
) -> Iterator[ast.AST]:
    """Yield some nodes, each with the project's functions that it runs and that none before it has run."""
    seen: set[ast.AST] = set()
    for node in nodes:
        pending = [node] if node not in seen else []
        seen.add(node)
        while pending:
            each = pending.pop()
            yield each
            functions = _run_next(program, each, calls)
            pending += [function for function in functions if function not in seen]
            seen.update(functions)


@answered_once
def _run_next(
    program: Program, node: ast.AST, calls: Callable[[Program, ast.AST], Iterator[Call]]
) -> tuple[ast.AST, ...]:
    """Give the project's functions that a node itself runs."""
    called = _called(program, calls(program, node))
    return tuple(dict.fromkeys((*called, *_resumed(program, node), *_asked_for_items(program, node))))


def _called(program: Program, calls: Iterable[Call]) -> Iterator[ast.AST]:
    """Yield the project's functions that calls run for what they need of them, also to make or to call an object."""
    for call in calls:
        yield from (function for function in _in_order(call.functions) if not serves(program, call, function))
        yield from _making(program, call)
        yield from (each for each in program.entered(call) if getattr(each, "name", "") == "__call__")


def _making(program: Program, call: Call) -> Iterator[ast.AST]:
    """Yield the functions that make what a call gives, where it calls a class of the project."""
    for value in ordered(program.values(call.node.func)):
        if isinstance(value, Class) and value.site.module.own:
            yield from methods_of(program, value, ("__init__",))


def _asked_for_items(program: Program, node: ast.AST) -> Iterator[ast.AST]:
    """Yield the methods by which objects of the project give the items that some code reads of them."""
    for each in program.within(node, ast.Subscript):
        if isinstance(each, ast.Subscript) and isinstance(each.ctx, ast.Load):
            for value in ordered(program.values(each.value)):
                if isinstance(value, Instance) and isinstance(value.of, Class) and value.of.site.module.own:
                    yield from methods_of(program, value.of, ("__getitem__",))


def _resumed(program: Program, node: ast.AST) -> Iterator[ast.AST]:
    """Yield the project's generator functions of which some code takes the next item, wherever they were called."""
    for each in program.within(node, ast.Call, ast.For, ast.AsyncFor):
        source = _taken_from(program, each) if isinstance(each, ast.Call) else each.iter  # type: ignore[attr-defined]
        for value in program.values(source):
            made = program.creation(value) if isinstance(value, Instance) else None
            yield from filter(is_generator, _in_order(made.functions)) if made is not None else ()


def _taken_from(program: Program, node: ast.Call) -> ast.expr | None:
    """Give what a call takes the next item of."""
    call = program.call(node)
    taken = call is not None and "builtins.next" in call.names
    return next(iter(node.args), None) if taken else None


def _in_order(functions: Iterable[Function]) -> list[ast.AST]:
    nodes: list[ast.AST] = [function.site.node for function in functions]
    return sorted(nodes, key=lambda node: getattr(node, "lineno", 0))


def is_generator(function: ast.AST) -> bool:
    """Say whether a function's code runs when the next item of what it gives is taken."""
    return any(isinstance(each, ast.Yield | ast.YieldFrom) for each in own_nodes(function))


def runs_at_once(program: Program, document: Document, node: ast.Call) -> bool:
    """Say whether a call of a function runs its code at once: that of a generator where its items are taken."""
    call = program.call(node)
    if call is None or not any(is_generator(each.site.node) for each in call.functions):
        return True
    inner: ast.AST = node
    for outer in document.ancestors(node):
        match outer:
            case ast.For(iter=source) | ast.comprehension(iter=source) if source is inner:
                return not isinstance(document.parent(outer), ast.GeneratorExp)
            case ast.Call() if (taking := program.call(outer)) is not None and taking.names & _TAKING:
                return True
            case ast.stmt():
                return False
        inner = outer
    return False
