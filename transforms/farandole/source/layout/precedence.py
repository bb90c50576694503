"""How tightly expressions bind, and how tightly they must where they stand."""

from __future__ import annotations

import ast
from enum import IntEnum

__all__ = ["Precedence", "demanded", "precedence"]


class Precedence(IntEnum):
    """From what binds loosest to what binds tightest, as in the grammar of Python."""

    LIST = 0
    TEST = 1
    OR = 2
    AND = 3
    NOT = 4
    COMPARE = 5
    BIT_OR = 6
    BIT_XOR = 7
    BIT_AND = 8
    SHIFT = 9
    SUM = 10
    TERM = 11
    FACTOR = 12
    POWER = 13
    AWAIT = 14
    ATOM = 15

    @property
    def tighter(self) -> Precedence:
        """The next one."""
        return Precedence(self + 1)


_OPERATORS: dict[type[ast.AST], Precedence] = {
    ast.BitOr: Precedence.BIT_OR,
    ast.BitXor: Precedence.BIT_XOR,
    ast.BitAnd: Precedence.BIT_AND,
    ast.LShift: Precedence.SHIFT,
    ast.RShift: Precedence.SHIFT,
    ast.Add: Precedence.SUM,
    ast.Sub: Precedence.SUM,
    ast.Mult: Precedence.TERM,
    ast.MatMult: Precedence.TERM,
    ast.Div: Precedence.TERM,
    ast.Mod: Precedence.TERM,
    ast.FloorDiv: Precedence.TERM,
    ast.Pow: Precedence.POWER,
    ast.Not: Precedence.NOT,
    ast.Or: Precedence.OR,
    ast.And: Precedence.AND,
}


def precedence(node: ast.AST, bare_tuple: bool = True) -> Precedence:
    """How tightly `node` binds; a tuple is `bare_tuple` when no parentheses are around it."""
    match node:
        case ast.Tuple():
            return Precedence.LIST if bare_tuple else Precedence.ATOM
        case ast.NamedExpr() | ast.Yield() | ast.YieldFrom() | ast.Starred() | ast.Slice():
            return Precedence.LIST
        case ast.IfExp() | ast.Lambda():
            return Precedence.TEST
        case ast.BoolOp() | ast.BinOp():
            return _OPERATORS[type(node.op)]
        case ast.UnaryOp():
            return _OPERATORS.get(type(node.op), Precedence.FACTOR)
        case ast.Compare():
            return Precedence.COMPARE
        case ast.Await():
            return Precedence.AWAIT
    return Precedence.ATOM


def demanded(parent: ast.AST, node: ast.AST) -> Precedence:
    """How tightly an expression must bind to stand where `node` stands in `parent`."""
    match parent:
        case ast.BinOp(left=left, op=ast.Pow()):
            return Precedence.AWAIT if node is left else Precedence.FACTOR
        case ast.BinOp(left=left, op=op):
            return _OPERATORS[type(op)] if node is left else _OPERATORS[type(op)].tighter
        case ast.UnaryOp(op=op):
            return _OPERATORS.get(type(op), Precedence.FACTOR)
        case ast.BoolOp(op=op):
            return _OPERATORS[type(op)].tighter
        case ast.Compare():
            return Precedence.BIT_OR
        case ast.IfExp(orelse=orelse):
            return Precedence.TEST if node is orelse else Precedence.OR
        case ast.Attribute():
            return Precedence.ATOM
        case ast.Call(func=function) if node is function:
            return Precedence.ATOM
        case ast.Subscript(value=value):
            return Precedence.ATOM if node is value else Precedence.LIST
        case ast.Await():
            return Precedence.ATOM
        case ast.Starred():
            return Precedence.BIT_OR
        case ast.Dict(keys=keys, values=values):
            unpacked = any(key is None and value is node for key, value in zip(keys, values, strict=True))
            return Precedence.BIT_OR if unpacked else Precedence.TEST
        case ast.comprehension() | ast.FormattedValue():
            return Precedence.OR
        case ast.Assert() | ast.Raise() | ast.If() | ast.While() | ast.Delete() | ast.withitem():
            return Precedence.TEST
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.arguments() | ast.arg():
            return Precedence.TEST
        case ast.stmt() | ast.Expression() | ast.Yield():
            return Precedence.LIST
    return Precedence.TEST
