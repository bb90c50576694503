"""Expressions: what each may stand for, and what assigning to one changes."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from farandole.analysis.points_to.calls import ATTRIBUTES, COMPUTED, call_any
from farandole.analysis.points_to.containers import (
    elements,
    extend,
    items_at,
    items_at_any,
    key_of,
    keys_of,
    slice_of,
)
from farandole.analysis.points_to.flow import Flow, Frame
from farandole.analysis.points_to.functions import Arguments
from farandole.analysis.points_to.lattice import LARGEST_SET, NOTHING, Values, join, one, widened
from farandole.analysis.points_to.library import library_name, made_from, opaque
from farandole.analysis.points_to.members import attributes, of_object
from farandole.analysis.points_to.names import name_values
from farandole.analysis.points_to.relations import ANY, Inputs, Key, Parameter, Variable, Yielded
from farandole.analysis.points_to.storing import store
from farandole.analysis.points_to.values import (
    Bound,
    Class,
    Constant,
    Container,
    Function,
    Instance,
    Library,
    ProjectModule,
    Site,
    Super,
    Unknown,
    Value,
)
from farandole.analysis.scopes import Comprehension, FunctionNode, defaulted, parameters


def evaluate(frame: Frame, node: ast.expr) -> Values:
    """Give what an expression may stand for where it is read, and note it."""
    values = _evaluate(frame, node)
    if len(values) > LARGEST_SET:
        values = widened(NOTHING, values, frame.site(node))
    frame.flow.note(node, values)
    return values


def _every(frame: Frame, nodes: Iterable[ast.expr]) -> list[Values]:
    return [evaluate(frame, node) for node in nodes]


def _evaluate(frame: Frame, node: ast.expr) -> Values:
    if isinstance(node, ast.Name):
        return name_values(frame, node)
    flow, site = frame.flow, frame.site(node)
    match node:
        case ast.Constant(value):
            return opaque("builtins.ellipsis", site) if value is Ellipsis else one(Constant(value))
        case ast.Attribute(owner, attribute):
            return attributes(flow, evaluate(frame, owner), attribute, site)
        case ast.Call():
            return _call(frame, node)
        case ast.Subscript(owner, index):
            receivers = evaluate(frame, owner)
            position = evaluate(frame, index)
            if isinstance(index, ast.Slice):
                return slice_of(flow, receivers, site)
            if keys := keys_of(position):
                return items_at_any(flow, receivers, keys, site)
            return items_at(flow, receivers, key_of(position), site)
        case ast.List(parts) | ast.Tuple(parts) | ast.Set(parts):
            return _display(frame, parts, site)
        case ast.Dict(keys, values):
            return _dictionary(frame, keys, values, site)
        case ast.Starred(inner):
            return elements(flow, evaluate(frame, inner), site)
        case ast.BinOp():
            return _binary(frame, node)
        case ast.BoolOp(_, parts):
            return join(_every(frame, parts))
        case ast.UnaryOp(_, operand):
            return operation(frame, node, [evaluate(frame, operand)])
        case ast.IfExp(test, body, orelse):
            evaluate(frame, test)
            return evaluate(frame, body) | evaluate(frame, orelse)
        case ast.NamedExpr(target, value):
            given = evaluate(frame, value)
            assign(frame, target, given)
            return given
        case ast.Lambda():
            fill_defaults(frame, node)
            return one(Function(site))
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            return _comprehension(frame, node)
        case ast.Await(value):
            return evaluate(frame, value)
        case ast.Yield(value):
            given = evaluate(frame, value) if value is not None else one(Constant(None))
            flow.fill(Yielded(frame.scope.node), given, site)
            return one(Constant(None)) | one(Unknown(site, "is what a caller sends to the generator"))
        case ast.YieldFrom(value):
            flow.fill(Yielded(frame.scope.node), elements(flow, evaluate(frame, value), site), site)
            return one(Unknown(site, "is what another generator returns"))
        case ast.Compare(left, _, others):
            return _comparison(frame, node, [left, *others])
        case ast.Slice() | ast.JoinedStr() | ast.FormattedValue():
            _every(frame, (child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)))
            return opaque("builtins.slice" if isinstance(node, ast.Slice) else "builtins.str", site)
    return NOTHING


def _display(frame: Frame, parts: list[ast.expr], site: Site) -> Values:
    container = Container(site)
    starred = False
    for position, part in enumerate(parts):
        starred = starred or isinstance(part, ast.Starred)
        frame.flow.put(container, ANY if starred else position, evaluate(frame, part))
    return one(container)


def _dictionary(frame: Frame, keys: list[ast.expr | None], values: list[ast.expr], site: Site) -> Values:
    container = Container(site)
    for key, value in zip(keys, values, strict=True):
        found = evaluate(frame, value)
        if key is None:
            extend(frame.flow, container, found)
        else:
            frame.flow.put(container, _key(frame, key), found)
    return one(container)


def _key(frame: Frame, index: ast.expr) -> Key:
    return key_of(evaluate(frame, index))


# Operators.

_JOINING = (ast.Add, ast.Sub, ast.Mult, ast.BitOr, ast.BitAnd, ast.BitXor)
"""The operators by which containers give containers."""

_PATH = "pathlib.Path"
"""What a division by a text gives, whatever is divided."""


def _binary(frame: Frame, node: ast.BinOp) -> Values:
    chain = [node]
    while isinstance(chain[-1].left, ast.BinOp):
        chain.append(chain[-1].left)
    left = evaluate(frame, chain[-1].left)
    for each in reversed(chain):
        left = operation(frame, each, [left, evaluate(frame, each.right)])
        frame.flow.note(each, left)
    return left


def operation(
    frame: Frame, node: ast.BinOp | ast.UnaryOp | ast.AugAssign | ast.Compare, operands: list[Values]
) -> Values:
    """Give the result of an operator: a container for containers, else a value made from the operands."""
    flow, site = frame.flow, frame.site(node)
    every = join(operands)
    if isinstance(node, ast.BinOp) and _joins_path(node):
        return made_from(flow, _PATH, every, site) | opaque(_PATH, site)
    result = Values(every.unknown)
    containers = Values(each for each in every if isinstance(each, Container))
    joins = isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, _JOINING)
    if containers and joins:
        joined = Container(site)
        extend(flow, joined, containers)
        result |= one(joined)
    derived = Values(each for each in every if isinstance(each, Instance | Bound))
    repeated = isinstance(getattr(node, "op", None), ast.Mult) and any(map(_is_number, operands))
    if repeated and any(each and each == each & containers for each in operands):
        return result  # a list, so many times
    others = every - derived - result - (containers if joins else NOTHING)
    if derived or others:
        kinds = {each.of.name for each in derived if isinstance(each, Instance) and isinstance(each.of, Library)}
        arrays = sorted(kind for kind in kinds if _is_closed(flow, kind))
        flow.fill(Inputs(site), derived, site)
        result |= opaque(arrays[0] if arrays else COMPUTED, site)
    return result


def _is_number(operand: Values) -> bool:
    """Say whether an operand is a whole number that is written down."""
    return bool(operand) and all(isinstance(each, Constant) and type(each.value) is int for each in operand)


def _joins_path(node: ast.BinOp) -> bool:
    """Say whether something is divided by a text: nothing but a path can be."""
    text = isinstance(node.right, ast.JoinedStr) or (
        isinstance(node.right, ast.Constant) and isinstance(node.right.value, str)
    )
    return text and isinstance(node.op, ast.Div)


def _is_closed(flow: Flow, kind: str) -> bool:
    """Say whether operators on objects of a class give objects of that class."""
    return flow.catalog.role(kind) == "array" or flow.catalog.fact(kind, "closed") is True


def _comparison(frame: Frame, node: ast.Compare, parts: list[ast.expr]) -> Values:
    """Compare arrays to an array; what else is compared gives a truth value."""
    flow = frame.flow
    compared = join(_every(frame, parts))
    arrays = Values(
        each
        for each in compared
        if isinstance(each, Instance) and isinstance(each.of, Library) and flow.catalog.role(each.of.name) == "array"
    )
    return operation(frame, node, [arrays]) if arrays else opaque("builtins.bool", frame.site(node))


# Comprehensions.


def _comprehension(frame: Frame, node: Comprehension) -> Values:
    flow, inner = frame.flow, frame.copy()
    shared = any(isinstance(each, ast.Lambda) for each in ast.walk(node))
    for generator in node.generators:
        values = evaluate(inner, generator.iter)
        assign_local(inner, generator.target, elements(flow, values, frame.site(generator.iter)), shared)
        _every(inner, generator.ifs)
    container = Container(frame.site(node))
    if isinstance(node, ast.DictComp):
        evaluate(inner, node.key)
        flow.put(container, ANY, evaluate(inner, node.value))
    else:
        flow.put(container, ANY, evaluate(inner, node.elt))
    for each in ast.walk(node):
        if isinstance(each, ast.NamedExpr) and each.target.id in inner.environment:
            old = frame.environment.get(each.target.id, NOTHING)
            frame.environment[each.target.id] = old | inner.environment[each.target.id]
    return one(container)


def assign_local(frame: Frame, target: ast.expr, values: Values, shared: bool) -> None:
    """Assign the target of a comprehension, whose names are seen nowhere else, unless in a `shared` lambda."""
    site = frame.site(target)
    match target:
        case ast.Name(name):
            frame.environment[name] = values
            frame.flow.note(target, values)
            if shared:
                frame.flow.fill(Variable(frame.scope.home(name) or frame.scope, name), values, site)
        case ast.Tuple(parts) | ast.List(parts):
            for part, found in _parts(frame, parts, values):
                assign_local(frame, part, found, shared)
        case ast.Starred(inner):
            assign_local(frame, inner, values, shared)
        case _:
            assign(frame, target, values)


# Calls.

_SUPER, _EXEC = Library("builtins.super"), Library("builtins.exec")


def _call(frame: Frame, node: ast.Call) -> Values:
    flow, site = frame.flow, frame.site(node)
    flow.proceed()
    callees = evaluate(frame, node.func)
    if not callees and _is_recognised(frame, node):
        callees = evaluate(frame, node.func)
    callees, arguments = of_object(flow, callees, _arguments(frame, node))
    flow.callees[node] = flow.callees.get(node, NOTHING) | callees
    flow.modules[node] = frame.scope.module
    if _SUPER in callees:
        return _super(frame)
    if _EXEC in callees and len(node.args) == 1 and isinstance(frame.scope.node, ast.Module):
        _may_rebind(frame, site)
    return call_any(flow, callees, arguments, site)


def _may_rebind(frame: Frame, site: Site) -> None:
    """Let code that is not read give other values to the data that names of a module stand for."""
    other = one(Unknown(site, "runs code that is not read"))
    for name, values in tuple(frame.environment.items()):
        if values and not any(isinstance(each, Library | Function | Class | ProjectModule) for each in values):
            frame.bind(name, values | other, site)


def _is_recognised(frame: Frame, node: ast.Call) -> bool:
    """Take an unknown name for an object of the class that alone is used like this.

    This waits until all else is settled: before, a name is unknown only because its value has not arrived yet.
    """
    flow = frame.flow
    match node.func:
        case ast.Attribute(ast.Name(name) as owner):
            kind = flow.recognition.by_arguments(node) or _by_methods(frame, name)
            home = frame.scope.home(name)
            if kind is None or home is None or flow.values.get(owner) or not frame.scope.module.own:
                return False
            if not flow.recognises:
                assert flow.unit is not None
                flow.unresolved[flow.unit] = None
                return False
            named = parameters(home.node) if isinstance(home.node, FunctionNode) else []
            parameter = next((each for each in named if each.arg == name), None)
            site = frame.site(parameter or home.node)
            made = opaque(kind, site)
            flow.recognised |= made
            flow.fill(Parameter(home.node, name) if parameter else Variable(home, name), made, site)
            frame.environment[name] = made
            return True
    return False


def _by_methods(frame: Frame, name: str) -> str | None:
    """Give the class that alone has all methods that a scope calls on a name."""
    table = frame.flow.called_methods
    if frame.scope.node not in table:
        methods: dict[str, set[str]] = {}
        for node in ast.walk(frame.scope.node):
            match node:
                case ast.Call(func=ast.Attribute(ast.Name(owner), method)):
                    methods.setdefault(owner, set()).add(method)
        table[frame.scope.node] = methods
    return frame.flow.recognition.by_methods(table[frame.scope.node].get(name, ()))


def _arguments(frame: Frame, node: ast.Call) -> Arguments:
    positional: list[Values] = []
    spread = NOTHING
    starred = False
    for argument in node.args:
        values = evaluate(frame, argument)
        starred = starred or isinstance(argument, ast.Starred)
        if starred:
            spread |= values
        else:
            positional.append(values)
    keywords: dict[str, Values] = {}
    for keyword in node.keywords:
        values = evaluate(frame, keyword.value)
        if keyword.arg is not None:
            keywords[keyword.arg] = values
            continue
        for each in values:
            if isinstance(each, Container):
                for name, held in frame.flow.items(each).items():
                    if isinstance(name, str):
                        keywords[name] = keywords.get(name, NOTHING) | held
                    else:
                        spread |= held
            else:
                spread |= one(Unknown(frame.site(keyword.value), "passes arguments that can't be seen"))
    return Arguments(tuple(positional), keywords, spread)


def _super(frame: Frame) -> Values:
    method = frame.scope
    while method.parent is not None and not isinstance(method.parent.node, ast.ClassDef):
        method = method.parent
    if method.parent is None or isinstance(method.node, ast.Module | ast.ClassDef):
        return NOTHING
    owner = Class(frame.site(method.parent.node))
    first = next(iter(parameters(method.node)), None)
    receivers = frame.flow.ask(Variable(method, first.arg)) if first else NOTHING
    return Values(Super(owner, each) for each in receivers if isinstance(each, Instance))


# Assignments.


def assign(frame: Frame, target: ast.expr, values: Values) -> None:
    """Assign values to a target."""
    flow, site = frame.flow, frame.site(target)
    match target:
        case ast.Name(name):
            values |= flow.by_use.get(target, NOTHING)
            frame.bind(name, values, site)
            flow.note(target, values)
        case ast.Attribute(owner, attribute):
            for receiver in evaluate(frame, owner):
                store(flow, receiver, attribute, values, site)
            flow.note(target, values)
        case ast.Subscript(owner, index):
            key = _key(frame, index)
            for receiver in evaluate(frame, owner):
                if isinstance(receiver, Container):
                    flow.put(receiver, key, elements(flow, values, site) if isinstance(index, ast.Slice) else values)
                elif isinstance(receiver, Bound) and (library_name(receiver) or "").endswith(f".{ATTRIBUTES}"):
                    store(flow, receiver.receiver, key if isinstance(key, str) else ANY, values, site)
        case ast.Starred(inner):
            container = Container(site)
            flow.put(container, ANY, elements(flow, values, frame.site(inner)))
            assign(frame, inner, one(container))
        case ast.Tuple(parts) | ast.List(parts):
            for part, found in _parts(frame, parts, values):
                assign(frame, part, found)


def _parts(frame: Frame, parts: list[ast.expr], values: Values) -> Iterable[tuple[ast.expr, Values]]:
    """Yield the targets of an unpacking with what each is given; one with a star takes from all."""
    starred = False
    if len(parts) > 1:
        values = Values(each for each in values if not _is_transformed(frame.flow, each))
    for position, part in enumerate(parts):
        if isinstance(part, ast.Starred):
            starred = True
            yield part, values
        else:
            yield part, items_at(frame.flow, values, ANY if starred else position, frame.site(part))


def _is_transformed(flow: Flow, value: Value) -> bool:
    """Say whether a value is a dataset that a method has made of another: it is one object, and no pair of them."""
    node = value.site.node if isinstance(value, Instance) else None
    names = [library_name(each) for each in flow.callees.get(node, NOTHING)] if isinstance(node, ast.Call) else []
    entries = [flow.catalog.entry(name) if name is not None else None for name in names]
    return bool(entries) and all(
        each is not None and each.kind == "method" and "data" in each.facts for each in entries
    )


def fill_defaults(frame: Frame, node: FunctionNode) -> None:
    """Evaluate the defaults of a function's parameters where it is defined.

    A library may call a method or a lambda function at any time. Calls of others tell which parameters they leave out.
    """
    flow = frame.flow
    for parameter, default in defaulted(node):
        relation = Parameter(node, parameter.arg)
        flow.set_default(relation, evaluate(frame, default), frame.site(parameter))
        if isinstance(node, ast.Lambda) or isinstance(frame.scope.node, ast.ClassDef):
            flow.leave_out(relation)
    for extra in (node.args.vararg, node.args.kwarg):
        if extra is not None:
            flow.fill(Parameter(node, extra.arg), one(Container(frame.site(extra))), frame.site(extra))
