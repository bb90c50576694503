"""Questions to syntax trees: the nodes that belong to one scope, statements that do nothing."""

from __future__ import annotations

import ast
import operator
from collections.abc import Iterator, Sequence

Loop = ast.For | ast.AsyncFor | ast.While
"""The statements that take turns."""

_PYTHON = 3
"""The version of Python that runs what is read."""

_COMPARING = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes below a scope's node that belong to it, not to a scope inside."""
    pending = list(ast.iter_child_nodes(function))
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            pending.extend(ast.iter_child_nodes(node))


def is_replaced_by_its_result(function: ast.FunctionDef, following: Sequence[ast.stmt]) -> bool:
    """Say whether what a function gives gets its name before other code can read that, as in `network = network()`."""
    for statement in following:
        match statement:
            case ast.Assign([ast.Name(name)], ast.Call(ast.Name(called))) if name == function.name == called:
                return not any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(function))
            case ast.FunctionDef(decorator_list=[]) | ast.Import() | ast.ImportFrom():
                pass
            case ast.Assign() | ast.Expr() if not any(isinstance(node, ast.Call) for node in ast.walk(statement)):
                pass
            case _:
                break
    return False


def is_constant(statement: ast.AST) -> bool:
    """Say whether a statement is a constant alone, such as a docstring or `...`: it does nothing."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def given_alone(function: ast.AST) -> ast.expr | None:
    """Give what a function returns that does nothing else; None for another function, and for a lambda."""
    match function:
        case ast.FunctionDef(body=[*others, ast.Return(ast.expr() as given)]) if all(map(is_constant, others)):
            return given
    return None


def is_named_item(node: ast.AST) -> bool:
    """Say whether a node reads an item by a name, as a setting: `config["batch_size"]`, also of what is one itself."""
    match node:
        case ast.Subscript(value, ast.Constant(str())):
            return isinstance(value, ast.Name | ast.Attribute) or is_named_item(value)
    return False


def fields_of_named_tuple(node: ast.AST) -> tuple[str, ...]:
    """Give the names of the fields that a call of `collections.namedtuple` writes down; none of another call."""
    match node:
        case ast.Call(ast.Name("namedtuple") | ast.Attribute(attr="namedtuple"), args, keywords):
            given = [*args[1:2], *(each.value for each in keywords if each.arg == "field_names")]
        case _:
            return ()
    match given:
        case [ast.Constant(str(text))]:
            return tuple(text.replace(",", " ").split())
        case [ast.List(names) | ast.Tuple(names)] if all(isinstance(each, ast.Constant) for each in names):
            return tuple(str(ast.literal_eval(each)) for each in names)
    return ()


def caught_names(handler: ast.ExceptHandler) -> set[str]:
    """Give the names of the exceptions that a handler catches, without modules; an empty one for all, and others."""
    if handler.type is None:
        return {""}
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return {each.attr if isinstance(each, ast.Attribute) else getattr(each, "id", "") for each in kinds}


def ends_program(statement: ast.stmt) -> bool:
    """Say whether a statement ends the program with success: `sys.exit()`, `quit()`, `raise SystemExit`."""
    match statement:
        case ast.Expr(ast.Call(args=status) as call) if is_exit(call):
            pass
        case ast.Raise(ast.Call(ast.Name("SystemExit"), status)):
            pass
        case ast.Raise(ast.Name("SystemExit")):
            return True
        case _:
            return False
    return not status or (isinstance(status[0], ast.Constant) and not status[0].value)


def is_exit(node: ast.AST) -> bool:
    """Say whether a node is a call that ends the program: `sys.exit(...)`, `os._exit(...)`, `exit()`, `quit()`."""
    match node:
        case ast.Call(ast.Attribute(ast.Name("sys" | "os"), "exit" | "_exit")) | ast.Call(ast.Name("exit" | "quit")):
            return True
    return False


def holds_in_python_3(test: ast.expr) -> bool | None:
    """Say whether a condition about the version of Python holds in version 3; None where it does not tell."""
    match test:
        case ast.UnaryOp(ast.Not(), inner):
            held = holds_in_python_3(inner)
            return None if held is None else not held
        case ast.Name("PY2" | "PY3" as name) | ast.Attribute(attr="PY2" | "PY3" as name):
            return name == "PY3"
        case ast.Compare(ast.Subscript(ast.Attribute(attr="version_info"), ast.Constant(0)), [compared], [limit]):
            return _holds(compared, limit)
        case ast.Compare(ast.Attribute(ast.Attribute(attr="version_info"), "major"), [compared], [limit]):
            return _holds(compared, limit)
        case ast.Compare(
            ast.Attribute(attr="version_info"), [ast.GtE() | ast.Lt() as compared], [ast.Tuple([first, *later])]
        ):
            told = isinstance(first, ast.Constant) and first.value != _PYTHON
            told = told or all(isinstance(each, ast.Constant) and each.value == 0 for each in later)
            return _holds(compared, first) if told else None
    return None


def _holds(compared: ast.cmpop, limit: ast.expr) -> bool | None:
    compare = _COMPARING.get(type(compared))
    if compare is None or not isinstance(limit, ast.Constant) or not isinstance(limit.value, int):
        return None
    return bool(compare(_PYTHON, limit.value))


def is_main_guard(statement: ast.AST) -> bool:
    """Say whether a statement is `if __name__ == "__main__":`, whose body only the started file runs."""
    match statement:
        case ast.If(ast.Compare(ast.Name("__name__"), [ast.Eq()], [ast.Constant("__main__")])):
            return True
    return False
