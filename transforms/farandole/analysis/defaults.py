"""What a script does when it is started without options: values of options by default, and code that is off then."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from farandole.analysis.nodes import Loop
from farandole.analysis.points_to.containers import ITEM
from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.values import Constant, Instance, Library
from farandole.analysis.program import Call, Program
from farandole.analysis.slicing import passed_for
from farandole.source import Document
from farandole.source.binding import stored_among

_PARSED = (".parse_args()", ".parse_known_args()", ".FLAGS", "flags.FLAGS()")
_COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], object]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda left, right: operator.contains(right, left),
    ast.NotIn: lambda left, right: not operator.contains(right, left),
}
_FUNCTIONS: Mapping[str, Callable[[Any], object]] = {"len": len, "int": int, "bool": bool, "str": str}
_DEEPEST = 6


class NoDefault(Exception):
    """The value of an expression is not known, even where no options are given."""


def is_off(program: Program, document: Document, node: ast.AST, met: frozenset[ast.AST] = frozenset()) -> bool:
    """Say whether code is not run by a script that is started without options: all ways to it are switched off.

    Some conditions may be taken to be `met`, whatever they are without options: statements, and expressions, with `if`.
    """
    return _is_off(program, document, node, met, frozenset())


def _is_off(
    program: Program, document: Document, node: ast.AST, met: frozenset[ast.AST], seen: frozenset[ast.AST]
) -> bool:
    if any(each not in met for each in _switches_around(program, document, node)):
        return True
    function = program.function(document, node)
    if function is None or function in seen or len(seen) > _DEEPEST:
        return False
    callers = program.callers(function)
    return bool(callers) and all(_is_off(program, call.document, call.node, met, seen | {function}) for call in callers)


def switches(program: Program, document: Document, node: ast.AST) -> frozenset[ast.AST]:
    """Give the statements, and expressions, with `if` by which code is off in a script started without options."""
    if not is_off(program, document, node):
        return frozenset()
    found = set(_switches_around(program, document, node))
    pending, seen = [program.function(document, node)], set()
    while pending:
        function = pending.pop()
        if function is None or function in seen:
            continue
        seen.add(function)
        for call in program.callers(function):
            found.update(_switches_around(program, call.document, call.node))
            pending.append(program.function(call.document, call.node))
    return frozenset(found)


def _switches_around(program: Program, document: Document, node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements, and expressions, with `if` around a node of which another branch is run without options."""
    inner = node
    for outer in document.ancestors(node):
        if isinstance(outer, ast.If | ast.IfExp):
            body = outer.body if isinstance(outer.body, list) else [outer.body]
            orelse = outer.orelse if isinstance(outer.orelse, list) else [outer.orelse]
            taken = truth(program, document, outer.test)
            if (taken is False and inner in body) or (taken is True and inner in orelse):
                yield outer
        inner = outer


def truth(program: Program, document: Document, test: ast.expr) -> bool | None:
    """Give whether a condition holds when the script is started without options, None when that is not known."""
    try:
        return bool(default(program, document, test))
    except NoDefault:
        return None


def known_numbers(program: Program, document: Document, node: ast.expr) -> frozenset[int | float]:
    """Give the numbers that an expression stands for, with what it is when the script is started without options."""
    found: set[object] = {*program.constants(node)}
    with suppress(NoDefault):
        value = default(program, document, node)
        found |= {value} if isinstance(value, int | float) else set()
    return frozenset(each for each in found if isinstance(each, int | float) and not isinstance(each, bool))


def is_told(program: Program, document: Document, node: ast.expr) -> bool:
    """Say whether an expression is a number that is known, or one of a setting, that is read by its name."""
    return bool(known_numbers(program, document, node)) or is_setting(program, node)


def is_setting(program: Program, node: ast.expr) -> bool:
    """Say whether an expression reads a setting by its name, of whose number nothing is known."""
    match node:
        case ast.Call(ast.Name("float" | "int"), [given], []):
            return is_setting(program, given)
        case ast.Call(ast.Attribute(attr="getfloat" | "getint")):
            return True
        case ast.Attribute() | ast.Subscript(slice=ast.Constant(str())):
            return not any(isinstance(each, Constant) for each in program.values(node))
    return False


def may_be_none(program: Program, document: Document, node: ast.expr) -> bool:
    """Say whether an expression is None on some way to it, or is so when the script is started without options."""
    if _is_filled_in(program, document, node):
        return False
    if None in given_constants(program, document, node):
        return True
    try:
        return default(program, document, node) is None
    except NoDefault:
        return False


def _is_filled_in(program: Program, document: Document, node: ast.expr) -> bool:
    """Say whether a name is given another value before it is read, where it is None."""
    home = program.scope(document, node).home(node.id) if isinstance(node, ast.Name) else None
    if home is None or not isinstance(node, ast.Name):
        return False
    choices = (each for each in document.within(home.node) if isinstance(each, ast.If))
    return any(
        _asks_for_none(choice.test, node.id)
        and node.id in stored_among(each for part in choice.body for each in ast.walk(part))
        and document.span(choice).end <= document.span(node).start
        for choice in choices
    )


def _asks_for_none(test: ast.expr, name: str) -> bool:
    match test:
        case ast.Compare(ast.Name(asked), [ast.Is() | ast.Eq()], [ast.Constant(None)]):
            return asked == name
        case ast.UnaryOp(ast.Not(), ast.Name(asked)):
            return asked == name
    return False


def default(program: Program, document: Document, node: ast.expr, depth: int = 0) -> object:
    """Give the value of an expression when the script is started without options; raises NoDefault.

    So it does for what Python refuses to compute.
    """
    try:
        return _evaluated(program, document, node, depth)
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise NoDefault from error


def _evaluated(  # noqa: PLR0911, PLR0912
    program: Program, document: Document, node: ast.expr, depth: int
) -> object:
    if depth > _DEEPEST:
        raise NoDefault

    def of(part: ast.expr) -> object:
        return default(program, document, part, depth + 1)

    match node:
        case ast.Constant(value):
            return value
        case ast.List(elements) | ast.Tuple(elements):
            return [of(each) for each in elements]
        case ast.UnaryOp(ast.Not(), operand):
            return not of(operand)
        case ast.BoolOp(joined, parts):
            return _joined(joined, parts, of)
        case ast.IfExp(test, body, orelse):
            return of(body) if of(test) else of(orelse)
        case ast.Compare(left, [comparison], [right]) if type(comparison) in _COMPARISONS:
            return _COMPARISONS[type(comparison)](of(left), of(right))
        case ast.Call(ast.Name(name), [argument], []) if name in _FUNCTIONS:
            return _FUNCTIONS[name](of(argument))
        case ast.Call(ast.Attribute(text, "split"), arguments, []):
            whole, separators = of(text), [of(argument) for argument in arguments]
            if isinstance(whole, str) and all(isinstance(each, str) for each in separators):
                return whole.split(*separators)  # type: ignore[arg-type]
        case ast.JoinedStr() | ast.BinOp() | ast.Call(ast.Attribute(attr="format")):
            return _text(node, of)
        case ast.Attribute(value, name):
            return _one(_options(program, name)) if is_parsed(program, value) else _of_class(program, node)
        case ast.Name():
            return _of_name(program, document, node, depth)
    raise NoDefault


def _text(node: ast.expr, of: Callable[[ast.expr], object]) -> str:
    """Give the text that an expression puts together; raises NoDefault for others, and where a format is told."""
    match node:
        case ast.JoinedStr(parts):
            return "".join(_text(each, of) if isinstance(each, ast.FormattedValue) else str(of(each)) for each in parts)
        case ast.FormattedValue(value, -1, None):
            return str(of(value))
        case ast.BinOp(left, ast.Add(), right):
            begin, end = of(left), of(right)
            if isinstance(begin, str) and isinstance(end, str):
                return begin + end
        case ast.BinOp(ast.Constant(str(written)), ast.Mod(), filled):
            given = of(filled)
            return written % (tuple(given) if isinstance(filled, ast.Tuple) and isinstance(given, list) else given)
        case ast.Call(ast.Attribute(ast.Constant(str(written)), "format"), arguments, []):
            return written.format(*map(of, arguments))
    raise NoDefault


def _joined(joined: ast.boolop, parts: list[ast.expr], of: Callable[[ast.expr], object]) -> object:
    """Give what `and` or `or` gives: a part that decides makes the unknown ones unimportant."""
    unknown = False
    value: object = None
    for part in parts:
        try:
            value = of(part)
        except NoDefault:
            unknown = True
            continue
        if bool(value) is isinstance(joined, ast.Or):
            return value
    if unknown:
        raise NoDefault
    return value


def given_constants(program: Program, document: Document, node: ast.expr, depth: int = 0) -> frozenset[object]:
    """Give the literal values that an expression may have: a parameter its default only where a call leaves it out."""
    if not isinstance(node, ast.Name) or depth > _DEEPEST or _is_stored(program, document, node):
        return program.constants(node)
    passed = _passed(program, document, node)
    if not passed or any(each is None for each in passed):
        return program.constants(node)
    given = (given_constants(program, *each, depth + 1) for each in passed if each is not None)
    return frozenset(constant for each in given for constant in each)


def _is_stored(program: Program, document: Document, node: ast.Name) -> bool:
    """Say whether a statement that may run before a parameter is read gives its name another value."""
    scope = program.scope(document, node)
    home = scope.home(node.id)
    if home is None or scope is not home:
        return True
    reading = document.statement(node)
    loops = {each for each in document.ancestors(node) if isinstance(each, Loop)}
    return any(
        (
            (isinstance(document.parent(each), ast.NamedExpr) or document.statement(each) is not reading)
            and document.span(each).start < document.span(node).start
        )
        or not loops.isdisjoint(document.ancestors(each))
        for each in document.within(home.node)
        if isinstance(each, ast.Name) and each.id == node.id and isinstance(each.ctx, ast.Store)
    )


def _of_name(program: Program, document: Document, node: ast.Name, depth: int) -> object:
    """Give the value of a name: one literal, or what all callers pass for a parameter."""
    values = program.values(node)
    constants = [each.value for each in values if isinstance(each, Constant)]
    if len(constants) == len(values) == 1:
        return constants[0]
    assigned = _assigned_once(program, document, node)
    if assigned is not None:
        value = default(program, document, assigned, depth + 1)
        return value if not isinstance(value, list) or _stays(program, document, node, assigned) else _raise()
    passed = _passed(program, document, node)
    return _one(default(program, *each, depth + 1) if each is not None else _raise() for each in passed)


def _of_class(program: Program, node: ast.Attribute) -> object:
    """Give the value of an attribute that only classes are given, all the same one; raises NoDefault for others."""
    values = program.values(node)
    constants = [each.value for each in values if isinstance(each, Constant)]
    stored = (each for other in program.documents for each in other.attributes(node.attr))
    if len(constants) != len(values) or any(not isinstance(each.ctx, ast.Load) for each in stored):
        raise NoDefault
    return _one(iter(constants))


def _assigned_once(program: Program, document: Document, node: ast.Name) -> ast.expr | None:
    """Give what the only assignment of a name gives it, where no other file may give it another value."""
    stores = [each for each in _uses(program, document, node) if not isinstance(each.ctx, ast.Load)]
    statement = document.parent(stores[0]) if len(stores) == 1 else None
    if not isinstance(statement, ast.Assign) or statement.targets != stores:
        return None
    if any(not isinstance(each.ctx, ast.Load) for other in program.documents for each in other.attributes(node.id)):
        return None
    return statement.value


def _uses(program: Program, document: Document, node: ast.Name) -> list[ast.Name]:
    """Give where a name is read and bound; nowhere, where it has no scope here."""
    home = program.scope(document, node).home(node.id)
    names = document.names(node.id) if home is not None else ()
    return [each for each in names if program.scope(document, each).home(node.id) is home]


def _stays(program: Program, document: Document, node: ast.Name, assigned: ast.expr) -> bool:
    """Say whether a list that a name is given stays as it is: it is made anew, or nothing does more than read it."""
    return isinstance(assigned, ast.Constant) or all(
        _is_only_read(document, each) for each in _uses(program, document, node)
    )


def _is_only_read(document: Document, node: ast.Name) -> bool:
    """Say whether a use of a name can't change what it holds: it is asked, compared, gone through, or assigned."""
    match document.parent(node):
        case ast.Call(ast.Name(name), arguments):
            return name in _FUNCTIONS and node in arguments
        case ast.Compare() | ast.BoolOp() | ast.UnaryOp() | ast.FormattedValue() | ast.If() | ast.IfExp():
            return True
        case ast.comprehension(iter=iterated) | ast.For(iter=iterated):
            return iterated is node
    return isinstance(node.ctx, ast.Store)


def _passed(program: Program, document: Document, node: ast.Name) -> list[tuple[Document, ast.expr] | None]:
    """Give what each call passes for the parameter that a name stands for, None where that is not known."""
    function = program.receiving(document, node)
    if function is None:
        return []
    return passed_for(program, function, node.id)


def _raise() -> object:
    raise NoDefault


def _one(values: Iterator[object]) -> object:
    found = list(values)
    if not found or any(each != found[0] or type(each) is not type(found[0]) for each in found):
        raise NoDefault
    return found[0]


def is_parsed(program: Program, node: ast.expr) -> bool:
    """Say whether an expression is what a parser of options gives, alone or beside what it does not know."""
    values = ordered(program.values(node))
    items = (each for each in values if isinstance(each, Instance) and each.of == Library(ITEM))
    given = (*values, *(part for each in items for part in program.flow.inputs(each)))
    kinds = (each.of if isinstance(each, Instance) else each for each in given)
    return any(isinstance(kind, Library) and kind.name.endswith(_PARSED) for kind in kinds)


def _options(program: Program, name: str) -> Iterator[object]:
    """Yield the defaults of the options with a name, of `argparse` and of flags; raises NoDefault where one is set."""
    for document in program.documents:
        owners = (node.value for node in document.attributes(name) if not isinstance(node.ctx, ast.Load))
        if any(is_parsed(program, owner) or not program.values(owner) for owner in owners):
            raise NoDefault
    for call, option in option_calls(program):
        if option == name:
            given = default_of(call)
            if given is not None:
                yield default(program, call.document, given)
            else:
                action = call.keyword("action")
                switch = getattr(action.value, "value", None) if action is not None else None
                yield {"store_true": False, "store_false": True}.get(str(switch))


def option_calls(program: Program) -> Iterator[tuple[Call, str]]:
    """Yield the calls that declare options, of `argparse` and of flags, with the names that they are read by."""
    for call in program.calls:
        if call.attribute == "add_argument":
            texts = [each.value for each in call.node.args if isinstance(each, ast.Constant)]
            named = call.keyword("dest")
            long = [str(each).lstrip("-").replace("-", "_") for each in texts if str(each).startswith("--")]
            names = [str(getattr(named.value, "value", ""))] if named is not None else long[:1]
            yield from ((call, name) for name in names)
        elif call.attribute.startswith("DEFINE_") and len(call.node.args) > 1:
            first = call.node.args[0]
            if isinstance(first, ast.Constant):
                yield call, str(first.value)


def default_of(declared: Call) -> ast.expr | None:
    """Give the default of an option that a call declares."""
    if declared.attribute == "add_argument":
        given = declared.keyword("default")
        return given.value if given is not None else None
    return declared.node.args[1]
