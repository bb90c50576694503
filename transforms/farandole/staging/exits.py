"""Exits in some branches only, and returns in loops, made such that every branch of an `if` exits or none does.

The paper (section 6.1) demands that of its users. Here the remainder of a block moves into the branches that fall
through, and a `return` in a loop becomes a `break` and a `return` behind the loop. Nothing else changes: each path
executes the same statements in the same order. Blocks of `try`, `with` and `match` stay as they are.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Sequence

from farandole.staging.scopes import Remainder, blocks_of, no_arguments

Fresh = Callable[[str], str]
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_LOOPS = (ast.For, ast.While, ast.AsyncFor)
_Kinds = tuple[type[ast.stmt], ...]


def with_even_exits(body: list[ast.stmt], fresh: Fresh) -> list[ast.stmt]:
    """Give the body of a function such that each `if` exits in all branches or in none.

    Blocks of `try`, `with` and `match` stay as they are. `fresh` makes names that the function does not use.
    """
    body = _without_returns_in_loops(copy.deepcopy(body), fresh, in_loop=False)
    uneven = any(_is_uneven(statement, (ast.Return,)) for statement in body)
    return _even(body, (ast.Return,), ast.Return(ast.Constant(None)), fresh) if uneven else _even_loops(body, fresh)


def leaves(statements: Sequence[ast.stmt], *, in_loop: bool = False) -> bool:
    """Tell whether a `return`, `break` or `continue` in a block may lead out of it."""
    for statement in statements:
        if isinstance(statement, ast.Return) or (isinstance(statement, ast.Break | ast.Continue) and not in_loop):
            return True
        if isinstance(statement, _FUNCTIONS):
            continue
        if isinstance(statement, _LOOPS):
            if leaves(statement.body, in_loop=True) or leaves(statement.orelse, in_loop=in_loop):
                return True
        elif any(leaves(block, in_loop=in_loop) for block in blocks_of(statement)):
            return True
    return False


def _without_returns_in_loops(statements: list[ast.stmt], fresh: Fresh, *, in_loop: bool) -> list[ast.stmt]:
    """Make a `return` in a loop set a variable and break; the statement behind the loop returns, or breaks again."""
    result: list[ast.stmt] = []
    for statement in statements:
        if isinstance(statement, ast.If):
            statement.body = _without_returns_in_loops(statement.body, fresh, in_loop=in_loop)
            statement.orelse = _without_returns_in_loops(statement.orelse, fresh, in_loop=in_loop)
        elif isinstance(statement, _LOOPS):
            behind = _else_behind(statement, fresh)
            result += behind[:1]
            behind = _without_returns_in_loops(behind[1:], fresh, in_loop=in_loop)
            statement.orelse = _without_returns_in_loops(statement.orelse, fresh, in_loop=in_loop)
            statement.body = _without_returns_in_loops(statement.body, fresh, in_loop=True)
            if _has(statement.body, (ast.Return,)):
                returned, value = fresh("returned"), fresh("value")
                statement.body = _as_breaks(statement.body, returned, value)
                result.append(_assign(returned, ast.Constant(False), statement))
                result.append(statement)
                back = ast.copy_location(ast.Return(ast.Name(value, ast.Load())), statement)
                result.append(ast.copy_location(ast.If(ast.Name(returned, ast.Load()), [back], []), statement))
            else:
                result.append(statement)
            result += behind
            continue
        result.append(statement)
    return result


def _else_behind(loop: ast.For | ast.While | ast.AsyncFor, fresh: Fresh) -> list[ast.stmt]:
    """Take the `else` of a loop off, if it has exits: a statement for before the loop, and those for behind it."""
    if not leaves(loop.orelse):
        return []
    orelse, loop.orelse = loop.orelse, []
    broken = fresh("broken")
    loop.body = _with_flags(loop.body, broken)
    test = ast.UnaryOp(ast.Not(), ast.Name(broken, ast.Load()))
    return [_assign(broken, ast.Constant(False), loop), ast.copy_location(ast.If(test, orelse, []), loop)]


def _with_flags(statements: list[ast.stmt], name: str) -> list[ast.stmt]:
    """Set a flag before each `break` of the loop around."""
    result: list[ast.stmt] = []
    for statement in statements:
        if isinstance(statement, ast.Break):
            result.append(_assign(name, ast.Constant(True), statement))
        elif isinstance(statement, _LOOPS):
            statement.orelse = _with_flags(statement.orelse, name)
        elif not isinstance(statement, _FUNCTIONS):
            for block in blocks_of(statement):
                block[:] = _with_flags(block, name)
        result.append(statement)
    return result


def _as_breaks(statements: list[ast.stmt], returned: str, value: str) -> list[ast.stmt]:
    result: list[ast.stmt] = []
    for statement in statements:
        if isinstance(statement, ast.Return):
            result.append(_assign(value, statement.value or ast.Constant(None), statement))
            result.append(_assign(returned, ast.Constant(True), statement))
            result.append(ast.copy_location(ast.Break(), statement))
            continue
        if isinstance(statement, ast.If):
            statement.body = _as_breaks(statement.body, returned, value)
            statement.orelse = _as_breaks(statement.orelse, returned, value)
        elif isinstance(statement, _LOOPS):
            statement.orelse = _as_breaks(statement.orelse, returned, value)
        result.append(statement)
    return result


def _assign(name: str, value: ast.expr, at: ast.stmt) -> ast.stmt:
    return ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], value), at)


def _has(statements: Sequence[ast.stmt], kinds: _Kinds) -> bool:
    """Tell whether a block has one of these exits, in it or in branches of `if` (and behind loops, in their `else`)."""
    return any(
        isinstance(statement, kinds)
        or (isinstance(statement, ast.If) and (_has(statement.body, kinds) or _has(statement.orelse, kinds)))
        or (isinstance(statement, _LOOPS) and _has(statement.orelse, kinds))
        for statement in statements
    )


def _ends(statements: Sequence[ast.stmt], kinds: _Kinds) -> bool:
    """Tell whether every path through a block ends with one of these exits."""
    return any(
        isinstance(statement, kinds)
        or (isinstance(statement, ast.If) and _ends(statement.body, kinds) and _ends(statement.orelse, kinds))
        or _is_remainder_call(statement)
        for statement in statements
    )


def _is_uneven(statement: ast.stmt, kinds: _Kinds) -> bool:
    if not isinstance(statement, ast.If):
        return False
    if _has(statement.body, kinds) or _has(statement.orelse, kinds):
        branches = (statement.body, statement.orelse)
        return not all(_ends(branch, kinds) for branch in branches) or any(
            _is_uneven(inner, kinds) for branch in branches for inner in branch
        )
    return False


def _even(statements: list[ast.stmt], kinds: _Kinds, end: ast.stmt, fresh: Fresh) -> list[ast.stmt]:
    """Give a block in which every path ends with an exit, with `end` where it only fell through."""
    if not statements:
        return [copy.deepcopy(end)]
    statement, rest = statements[0], statements[1:]
    if isinstance(statement, ast.If) and (_has(statement.body, kinds) or _has(statement.orelse, kinds)):
        falls = [not _ends(branch, kinds) for branch in (statement.body, statement.orelse)]
        before: list[ast.stmt] = []
        if all(falls) and (len(rest) > 2 or any(True for each in rest for _ in blocks_of(each))):  # noqa: PLR2004
            name = fresh("rest")
            remainder = Remainder(
                name=name, args=no_arguments(), body=_even(rest, kinds, end, fresh), decorator_list=[]
            )
            before = [ast.copy_location(remainder, rest[0])]
            rest = [ast.copy_location(_remainder_call(name), rest[0])]
        dead = [] if any(falls) else rest
        body = [*statement.body, *copy.deepcopy(rest)] if falls[0] else statement.body
        orelse = [*statement.orelse, *rest] if falls[1] else statement.orelse
        both = ast.If(statement.test, _even(body, kinds, end, fresh), _even(orelse, kinds, end, fresh))
        return [*before, ast.copy_location(both, statement), *dead]
    [statement] = _even_loops([statement], fresh)
    if isinstance(statement, kinds) or _is_remainder_call(statement):
        return [statement, *rest]
    return [statement, *_even(rest, kinds, end, fresh)]


def _even_loops(statements: list[ast.stmt], fresh: Fresh) -> list[ast.stmt]:
    """Make the exits of loops even, in a block whose own exits are."""
    for statement in statements:
        if isinstance(statement, _LOOPS):
            kinds = (ast.Break, ast.Continue)
            if any(_is_uneven(inner, kinds) for inner in statement.body):
                statement.body = _even(statement.body, kinds, ast.Continue(), fresh)
            else:
                statement.body = _even_loops(statement.body, fresh)
            statement.orelse = _even_loops(statement.orelse, fresh)
        elif isinstance(statement, ast.If):
            statement.body = _even_loops(statement.body, fresh)
            statement.orelse = _even_loops(statement.orelse, fresh)
    return statements


def _remainder_call(name: str) -> ast.Expr:
    call = ast.Expr(ast.Call(ast.Name(name, ast.Load()), [], []))
    call.is_remainder = True  # type: ignore[attr-defined]
    return call


def _is_remainder_call(statement: ast.stmt) -> bool:
    return getattr(statement, "is_remainder", False)
