"""How tightly expressions bind, and how tightly they must where they stand."""

from __future__ import annotations

import ast
from enum import IntEnum

__all__ = ["Precedence", "demanded", "precedence"]


class Precedence(IntEnum):
    """How tightly an expression binds, from loose to tight, as in the grammar of Python.

    `LIST` is that of bare tuples and of all that needs parentheses next to anything else, `ATOM` that of names, calls
    and brackets.
    """

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


_OF_OPERATOR: dict[type[ast.AST], Precedence] = {
    ast.Or: Precedence.OR,
    ast.And: Precedence.AND,
    ast.Not: Precedence.NOT,
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
    ast.UAdd: Precedence.FACTOR,
    ast.USub: Precedence.FACTOR,
    ast.Invert: Precedence.FACTOR,
    ast.Pow: Precedence.POWER,
}
_OF_EXPRESSION: dict[type[ast.AST], Precedence] = {
    ast.Tuple: Precedence.LIST,
    ast.NamedExpr: Precedence.LIST,
    ast.Yield: Precedence.LIST,
    ast.YieldFrom: Precedence.LIST,
    ast.Starred: Precedence.LIST,
    ast.Slice: Precedence.LIST,
    ast.IfExp: Precedence.TEST,
    ast.Lambda: Precedence.TEST,
    ast.Compare: Precedence.COMPARE,
    ast.Await: Precedence.AWAIT,
}
_IN_FIELD: dict[tuple[type[ast.AST], str], Precedence] = {
    (ast.Expression, "body"): Precedence.LIST,
    (ast.Assign, "value"): Precedence.LIST,
    (ast.AugAssign, "value"): Precedence.LIST,
    (ast.Expr, "value"): Precedence.LIST,
    (ast.Return, "value"): Precedence.LIST,
    (ast.Yield, "value"): Precedence.LIST,
    (ast.For, "iter"): Precedence.LIST,
    (ast.AsyncFor, "iter"): Precedence.LIST,
    (ast.Match, "subject"): Precedence.LIST,
    (ast.Subscript, "slice"): Precedence.LIST,
    (ast.IfExp, "test"): Precedence.OR,
    (ast.IfExp, "body"): Precedence.OR,
    (ast.comprehension, "iter"): Precedence.OR,
    (ast.comprehension, "ifs"): Precedence.OR,
    (ast.FormattedValue, "value"): Precedence.OR,
    (ast.Compare, "left"): Precedence.BIT_OR,
    (ast.Compare, "comparators"): Precedence.BIT_OR,
    (ast.Starred, "value"): Precedence.BIT_OR,
    (ast.Await, "value"): Precedence.ATOM,
    (ast.Attribute, "value"): Precedence.ATOM,
    (ast.Subscript, "value"): Precedence.ATOM,
    (ast.Call, "func"): Precedence.ATOM,
}


def precedence(node: ast.AST) -> Precedence:
    """Tell how tightly an expression binds; a tuple is taken as one without parentheses."""
    if isinstance(node, ast.BoolOp | ast.BinOp | ast.UnaryOp):
        return _OF_OPERATOR[type(node.op)]
    return _OF_EXPRESSION.get(type(node), Precedence.ATOM)


def demanded(parent: ast.AST, node: ast.AST) -> Precedence:
    """Tell how tightly an expression must bind to stand where `node` stands in `parent`."""
    match parent:
        case ast.BinOp(left=left, op=ast.Pow()):
            return Precedence.AWAIT if node is left else Precedence.FACTOR
        case ast.BinOp(left=left, op=op):
            return Precedence(_OF_OPERATOR[type(op)] + (node is not left))
        case ast.BoolOp(op=op):
            return _OF_OPERATOR[type(op)]  # `(a and b) and c` is what `a and b and c` is
        case ast.UnaryOp(op=op):
            return _OF_OPERATOR[type(op)]
        case ast.Dict(keys=keys, values=values) if any(
            key is None and value is node for key, value in zip(keys, values, strict=True)
        ):
            return Precedence.BIT_OR
    fields = ast.iter_fields(parent)
    field = next(name for name, value in fields if value is node or (isinstance(value, list) and node in value))
    return _IN_FIELD.get((type(parent), field), Precedence.TEST)
