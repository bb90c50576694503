"""Numbers as fractions, and which expressions are surely tensors of fractions with 32 bits: the type that TensorFlow gives unless it is told another."""

from __future__ import annotations

import ast

from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member
from farandole.frameworks.staging.tensors import words
from farandole.rules.staging.control_flow import stores_of
from farandole.source import EditSet, layout

_KEEP = words(
    """reduce_sum reduce_mean reduce_max reduce_min square abs sqrt exp math.log math.square math.reduce_mean
    math.reduce_sum reshape squeeze expand_dims stop_gradient identity tanh sigmoid maximum minimum transpose"""
)
"""Functions that give tensors of the type that they are given."""
_MAKE = words("zeros ones random.normal random.uniform random.truncated_normal")
"""Functions that give tensors of 32 bits unless they are given a type, which would be their third argument or a keyword."""


def as_fraction(member: Member, number: ast.Constant) -> EditSet:
    """Write an integer of a staged function as a fraction."""
    return EditSet.of(member.document, layout.replace(member.document, number, f"{number.value!r}.0"))


def is_fraction(script: Script, member: Member, node: ast.expr) -> bool:
    """Say whether an expression of a staged function is surely a tensor of fractions with 32 bits."""
    return _is_fraction(script, member, node, frozenset())


def _is_fraction(  # noqa: PLR0911
    script: Script, member: Member, node: ast.expr, seen: frozenset[str]
) -> bool:
    match node:
        case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult() | ast.Div(), right):
            return _is_fraction(script, member, left, seen) or _is_fraction(script, member, right, seen)
        case ast.UnaryOp(ast.USub(), operand) | ast.Subscript(operand):
            return _is_fraction(script, member, operand, seen)
        case ast.Name(name) if name not in seen:
            values = [_value(member, each) for each in stores_of(member, name)]
            return bool(values) and all(
                each is not None and _is_fraction(script, member, each, seen | {name}) for each in values
            )
        case ast.Call(func, arguments, keywords):
            names = {each.removesuffix("()") for each in script.names_of(func)}
            if len(names) != 1:
                return _is_loss(script, node)
            [name] = names
            package, _, rest = name.partition(".")
            if package != "tensorflow":
                return False
            if rest == "cast":
                return len(arguments) == 2 and script.names_of(arguments[1]) == {"tensorflow.float32"}  # noqa: PLR2004
            if rest in _KEEP:
                return bool(arguments) and _is_fraction(script, member, arguments[0], seen)
            if rest in _MAKE:
                return len(arguments) == 1 and not keywords
            return _is_loss(script, node)
    return False


def _is_loss(script: Script, node: ast.Call) -> bool:
    """Say whether a call gives what a loss of Keras gives."""
    names = {str(getattr(getattr(each, "of", None), "name", "")).removesuffix("()") for each in script.values(node)}
    return bool(names) and all(
        name.startswith("tensorflow.keras.losses.") and name.endswith(".__call__") for name in names
    )


def _value(member: Member, store: ast.Name) -> ast.expr | None:
    """Give the whole value that a plain assignment gives a name, else None."""
    match member.document.parent(store):
        case ast.Assign([target], value) if target is store:
            return value
    return None
