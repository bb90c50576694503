"""Statements: in what order names change, where branches meet, and what definitions bind."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import cast

from farandole.analysis.nodes import is_exit, is_main_guard, is_replaced_by_its_result, own_nodes
from farandole.analysis.points_to.calls import call_any
from farandole.analysis.points_to.containers import elements, extend, items_at
from farandole.analysis.points_to.expressions import assign, evaluate, fill_defaults, operation
from farandole.analysis.points_to.flow import Frame, joined_environments
from farandole.analysis.points_to.functions import GENERATOR, NO_ARGUMENTS, Arguments, escape
from farandole.analysis.points_to.lattice import NOTHING, Values, one
from farandole.analysis.points_to.library import traces
from farandole.analysis.points_to.members import attributes, call_method
from farandole.analysis.points_to.names import bind_imports
from farandole.analysis.points_to.relations import ANY, Elements, Field, Result, Variable
from farandole.analysis.points_to.values import (
    Bound,
    Class,
    Constant,
    Container,
    Function,
    Instance,
    Library,
    Unknown,
)

DEEPEST_LOOP = 3
"""In loops nested deeper than this, a name stands for all that its scope ever gives it."""

LONGEST_LOOP = 4
"""A loop that is not stable after so many readings is read like one nested too deeply."""


def read_block(frame: Frame, statements: list[ast.stmt]) -> bool:
    """Read statements in order, changing what names stand for; say whether the end can be reached."""
    reached = True
    for place, statement in enumerate(statements):
        frame.flow.proceed()
        if isinstance(statement, ast.FunctionDef) and is_replaced_by_its_result(statement, statements[place + 1 :]):
            frame.environment[statement.name] = _define(frame, statement)
        else:
            reached = read_statement(frame, statement) and reached
    return reached


def read_statement(frame: Frame, statement: ast.stmt) -> bool:
    """Read a statement; say whether the one after it can be reached."""
    match statement:
        case ast.Expr(value):
            evaluate(frame, value)
            return not is_exit(value)
        case ast.Assign(targets, value):
            values = evaluate(frame, value)
            for target in targets:
                assign(frame, target, values)
        case ast.AugAssign():
            _augment(frame, statement)
        case ast.Return(value):
            given = evaluate(frame, value) if value is not None else one(Constant(None))
            if frame.scope.node not in frame.flow.generators:
                frame.flow.fill(Result(frame.scope.node), given, frame.site(statement))
            return False
        case ast.Raise(exc, cause):
            for part in (exc, cause):
                if part is not None:
                    evaluate(frame, part)
            return False
        case ast.Break():
            frame.breaks.append(dict(frame.environment))
            return False
        case ast.Continue():
            frame.continues.append(dict(frame.environment))
            return False
        case ast.If(test, body, orelse) if is_main_guard(statement) and not _is_started(frame):
            evaluate(frame, test)
            read_block(frame.apart(), body)
            return read_block(frame, orelse)
        case ast.If(test, body, orelse):
            evaluate(frame, test)
            return _read_branches(frame, [body, orelse])
        case ast.While(test, body, orelse):
            reached = _read_loop(frame, lambda inner: evaluate(inner, test), body, orelse)
            return reached if isinstance(test, ast.Constant) and test.value else True
        case ast.For(target, iterable, body, orelse) | ast.AsyncFor(target, iterable, body, orelse):
            element = elements(frame.flow, evaluate(frame, iterable), frame.site(iterable))
            _read_loop(frame, lambda inner: assign(inner, target, element), body, orelse)
        case ast.With(items, body) | ast.AsyncWith(items, body):
            for item in items:
                values = evaluate(frame, item.context_expr)
                if item.optional_vars is not None:
                    assign(frame, item.optional_vars, _entered(frame, values, item))
            return read_block(frame, body)
        case ast.Try():
            return _read_try(frame, statement)
        case ast.Match(subject, cases):
            _read_match(frame, subject, cases)
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            frame.bind(statement.name, _define(frame, statement), frame.site(statement))
        case ast.ClassDef():
            frame.bind(statement.name, _define_class(frame, statement), frame.site(statement))
        case ast.Import() | ast.ImportFrom():
            bind_imports(frame, statement)
        case ast.Delete() | ast.Assert():
            for child in ast.iter_child_nodes(statement):
                if isinstance(child, ast.expr) and not isinstance(child, ast.Name):
                    evaluate(frame, child)
        case _ if type(statement).__name__ == "TryStar":
            return _read_try(frame, cast(ast.Try, statement))
    return True


def _augment(frame: Frame, statement: ast.AugAssign) -> None:
    added = evaluate(frame, statement.value)
    read = frame.flow.targets_read.setdefault(statement, _as_load(statement.target))
    old = evaluate(frame, read)
    containers = Values(each for each in old if isinstance(each, Container))
    for container in containers:
        assert isinstance(container, Container)
        extend(frame.flow, container, added)
    assign(frame, statement.target, operation(frame, statement, [old, added]) | containers)


def _as_load(target: ast.expr) -> ast.expr:
    """Give an expression that reads the target of an augmented assignment."""
    match target:
        case ast.Name(name):
            return ast.copy_location(ast.Name(name, ast.Load()), target)
        case ast.Attribute(value, attribute):
            return ast.copy_location(ast.Attribute(value, attribute, ast.Load()), target)
        case ast.Subscript(value, index):
            return ast.copy_location(ast.Subscript(value, index, ast.Load()), target)
    return target


# Branches and loops.


def _is_started(frame: Frame) -> bool:
    """Say whether a frame is one of the script itself."""
    return frame.scope.module is frame.flow.project.entry


def _read_branches(frame: Frame, bodies: list[list[ast.stmt]]) -> bool:
    ends = []
    for body in bodies:
        inner = frame.copy()
        if read_block(inner, body):
            ends.append(inner.environment)
    if ends:
        frame.become(ends)
    return bool(ends)


def _read_loop(frame: Frame, head: Callable[[Frame], object], body: list[ast.stmt], orelse: list[ast.stmt]) -> bool:
    """Read a loop until its names are stable; say whether it can be left by `break`."""
    flow = frame.flow
    flow.loops += 1
    if flow.loops > DEEPEST_LOOP:
        _blur(frame, body)
    readings = 0
    while True:
        inner = frame.of_loop()
        head(inner)
        ended = read_block(inner, body)
        ends = [*inner.continues, *([inner.environment] if ended else [])]
        joined = joined_environments([frame.environment, *ends])
        if joined == frame.environment:
            break
        frame.environment.update(joined)
        readings += 1
        if readings == LONGEST_LOOP:
            _blur(frame, body)
    flow.loops -= 1
    read_block(frame, orelse)
    frame.become([frame.environment, *inner.breaks])
    return bool(inner.breaks)


def _blur(frame: Frame, body: Iterable[ast.stmt]) -> None:
    """Let the names that some statements bind stand for all that their scope ever gives them."""
    for statement in body:
        for name in _bound_names(statement):
            home = frame.scope.home(name) or frame.scope
            if home is frame.scope:
                known = frame.environment.get(name, NOTHING)
                frame.environment[name] = known | frame.flow.ask(Variable(home, name))


def _bound_names(statement: ast.stmt) -> list[str]:
    found: dict[str, None] = {}
    for node in (statement, *own_nodes(statement)):
        match node:
            case ast.Name(name, ast.Store()) | ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                found[name] = None
            case ast.alias(name, asname):
                found[asname or name.partition(".")[0]] = None
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                found[name] = None
    return list(found)


def _read_try(frame: Frame, statement: ast.Try) -> bool:
    tried = frame.copy()
    ended = read_block(tried, statement.body)
    interrupted = frame.copy()
    interrupted.become([frame.environment, tried.environment])
    _blur(interrupted, statement.body)
    ends = []
    if ended and read_block(tried, statement.orelse):
        ends.append(tried.environment)
    for handler in statement.handlers:
        inner = interrupted.copy()
        caught = evaluate(inner, handler.type) if handler.type is not None else NOTHING
        if handler.name:
            inner.bind(handler.name, _caught(inner, caught, handler), frame.site(handler))
        if read_block(inner, handler.body):
            ends.append(inner.environment)
    if statement.finalbody:
        read_block(interrupted.copy(), statement.finalbody)
    frame.become(ends or [interrupted.environment])
    return read_block(frame, statement.finalbody) and bool(ends)


def _caught(frame: Frame, kinds: Values, handler: ast.ExceptHandler) -> Values:
    """Give the exception that a handler binds, by the classes that it names."""
    site = frame.site(handler)
    named = [*kinds, *(each for each in elements(frame.flow, kinds, site))]
    found = Values(Instance(site, each) for each in named if isinstance(each, Library | Class))
    return found or one(Instance(site, Library("builtins.Exception")))


def _read_match(frame: Frame, subject: ast.expr, cases: list[ast.match_case]) -> None:
    values = evaluate(frame, subject)
    ends = [dict(frame.environment)]
    for case in cases:
        inner = frame.copy()
        _capture(inner, case.pattern, values)
        if case.guard is not None:
            evaluate(inner, case.guard)
        if read_block(inner, case.body):
            ends.append(inner.environment)
    frame.become(ends)


def _capture(frame: Frame, pattern: ast.pattern, values: Values) -> None:
    """Bind the names of a pattern to the parts of what it is matched with."""
    flow, site = frame.flow, frame.site(pattern)
    match pattern:
        case ast.MatchValue(value):
            evaluate(frame, value)
        case ast.MatchAs(inner, name):
            if name is not None:
                frame.bind(name, values, site)
            if inner is not None:
                _capture(frame, inner, values)
        case ast.MatchOr(patterns):
            for each in patterns:
                _capture(frame, each, values)
        case ast.MatchSequence(patterns):
            for each in patterns:
                _capture(frame, each, elements(flow, values, frame.site(each)))
        case ast.MatchStar(str(name)):
            rest = Container(site)
            flow.put(rest, ANY, values)
            frame.bind(name, one(rest), site)
        case ast.MatchMapping(keys, patterns, rest_name):
            for key, each in zip(keys, patterns, strict=True):
                literal = key.value if isinstance(key, ast.Constant) and key.value is not Ellipsis else ANY
                _capture(frame, each, items_at(flow, values, literal, frame.site(each)))
            if rest_name is not None:
                frame.bind(rest_name, values, site)
        case ast.MatchClass(_, positional, names, patterns):
            for each in positional:
                _capture(frame, each, one(Unknown(frame.site(each), "is a part of what is matched")))
            for name, each in zip(names, patterns, strict=True):
                _capture(frame, each, attributes(flow, values, name, frame.site(each)))


def _entered(frame: Frame, values: Values, item: ast.withitem) -> Values:
    """Give what `with value as name` binds: the value itself, or what the project's `__enter__` returns."""
    result = NOTHING
    site = frame.site(item.context_expr)
    for value in values:
        if isinstance(value, Instance) and isinstance(value.of, Class):
            entered = call_method(frame.flow, value, "__enter__", NO_ARGUMENTS, site)
            result |= entered if entered is not None else one(value)
        elif isinstance(value, Instance) and value.of == GENERATOR:
            result |= frame.flow.ask(Elements(value.site.node))
        else:
            result |= one(value)
    return result


# Definitions.


def _define(frame: Frame, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Values:
    flow = frame.flow
    fill_defaults(frame, node)
    values = one(Function(frame.site(node)))
    for decorator in reversed(node.decorator_list):
        wrappers = evaluate(frame, decorator)
        if traces(flow, wrappers):
            flow.traced.add(node)
        for wrapper in wrappers:
            if _is_of_project(wrapper):
                values |= call_any(flow, one(wrapper), Arguments((values,)), frame.site(decorator))
            elif _may_call(frame, wrapper):
                escape(flow, values)
    if not frame.scope.module.own:
        flow.queue[node] = None
    return values


def _may_call(frame: Frame, wrapper: object) -> bool:
    """Say whether a decorator may call the function with arguments of its own: one of a library that is not known."""
    match wrapper:
        case Library(name) | Instance(_, Library(name)) | Bound(_, Library(name)):
            return not name.startswith(("builtins.", "functools.")) and not frame.flow.catalog.knows(name)
    return isinstance(wrapper, Unknown)


def _define_class(frame: Frame, node: ast.ClassDef) -> Values:
    flow = frame.flow
    for position, base in enumerate(node.bases):
        flow.derive(node, position, evaluate(frame, base), frame.site(base))
    for keyword in node.keywords:
        evaluate(frame, keyword.value)
    inner = Frame(flow, flow.scopes[node], {})
    read_block(inner, node.body)
    for name, values in inner.environment.items():
        flow.fill(Field(node, name), values, frame.site(node))
    made = one(Class(frame.site(node)))
    for decorator in reversed(node.decorator_list):  # it may register the class, or give another one for it
        for wrapper in evaluate(frame, decorator):
            if _is_of_project(wrapper):
                made |= call_any(flow, one(wrapper), Arguments((made,)), frame.site(decorator))
    return made


def _is_of_project(wrapper: object) -> bool:
    """Say whether a decorator is a function of the project, or a method of one of its objects."""
    return isinstance(wrapper.member if isinstance(wrapper, Bound) else wrapper, Function)
