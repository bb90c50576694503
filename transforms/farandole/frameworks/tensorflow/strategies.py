"""Strategies that copy a model to several devices of a process: on one device the default strategy does their work."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.points_to.values import Instance
from farandole.analysis.program import Call, Program
from farandole.source import Document

_COPYING = frozenset(
    f"tensorflow.distribute.{name}"
    for name in (
        "MirroredStrategy",
        "MultiWorkerMirroredStrategy",
        "experimental.CentralStorageStrategy",
        "experimental.MultiWorkerMirroredStrategy",
    )
)
_SAME = frozenset({"scope", "num_replicas_in_sync"})
"""What the default strategy has as well, and is one device's: it copies nothing, and there is one copy."""


def replaceable(program: Program) -> Iterator[Call]:
    """Yield the calls that make strategies of which only the scope and the number of copies are asked.

    Of `tf.distribute.get_strategy()` the same can be asked, and it trains on one device.
    """
    for call in program.creations("strategy"):
        made = {value for value in program.values(call.node) if isinstance(value, Instance)}
        copies = bool(made) and bool(call.names) and call.names <= _COPYING
        if copies and all(_is_known(program, document, node) for document, node in program.standing_for(made)):
            yield call


def _is_known(program: Program, document: Document, node: ast.expr) -> bool:
    """Say whether a use of a strategy asks for what the default one has, or only hands the strategy on."""
    parent = document.parent(node)
    outer = document.parent(parent) if isinstance(parent, ast.keyword) else parent
    match outer:
        case ast.Attribute(attr=name):
            return name in _SAME
        case ast.Assign() | ast.Return() | ast.IfExp():
            return True
        case ast.Compare(_, [ast.Is() | ast.IsNot()], [ast.Constant(None)]):
            return True
        case ast.Call(func=func) if func is not node:
            call = program.call(outer)
            return call is not None and bool(call.functions) and call.entry is None
    return False
