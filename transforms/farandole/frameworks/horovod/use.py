"""Whether a program uses Horovod, through which of its modules, and what its own names say of who comes where."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from farandole.analysis.program import Call, Program
from farandole.source import Document
from farandole.source.binding import names_in

MODULES = ("horovod.tensorflow", "horovod.tensorflow.keras", "horovod.keras", "horovod.torch")
WRAPPERS = tuple(f"{module}.DistributedOptimizer" for module in MODULES if module != "horovod.torch")
"""What wraps the optimizers of TensorFlow and Keras."""


def initialised_by(program: Program) -> frozenset[str]:
    """Give the modules of Horovod whose `init` the program's files call; empty for one that is not distributed."""
    return frozenset(module for module in MODULES if program.calls_to(f"{module}.init"))


def is_elastic(program: Program) -> bool:
    """Say whether a state of elastic Horovod, which it broadcasts itself, keeps the processes equal."""
    return any(name.startswith("horovod.") and ".elastic." in name for call in program.calls for name in call.names)


_WORDS = re.compile(
    r"rank|master|main|chief|leader|primary|root|first|verbose|worker|process|is_local|hvd|horovod|distrib|parallel|multi|cluster",
    re.IGNORECASE,
)


def may_be_for_some(
    program: Program, document: Document, node: ast.AST, seen: frozenset[ast.AST] = frozenset()
) -> bool:
    """Say whether the names in a condition suggest that only some processes come to a node.

    The conditions are those around it and around the calls of its function, and those of ways out before it. A script
    may keep its rank where the analysis can't follow it, as in `args.rank`.
    """
    if any(
        _WORDS.search(document.segment(test)) and "__name__" not in names_in(test)
        for test in _conditions(document, node)
    ):
        return True
    function = program.function(document, node)
    if function is None or function in seen:
        return False
    return any(
        may_be_for_some(program, call.document, call.node, seen | {function}) for call in program.callers(function)
    )


def _conditions(document: Document, node: ast.AST) -> Iterator[ast.expr]:
    child = node
    for parent in document.ancestors(node):
        if isinstance(parent, ast.If | ast.IfExp | ast.While) and child is not parent.test:
            yield parent.test
        if isinstance(child, ast.stmt):
            earlier = document.block(child)
            yield from (
                each.test for each in earlier[: earlier.index(child)] if isinstance(each, ast.If) and _leaves(each)
            )
        child = parent


def names_files_by_rank(program: Program) -> bool:
    """Say whether a rank becomes part of a text: of a path, perhaps."""
    for call in program.calls:
        if any(name.startswith("horovod.") and name.endswith("rank") for name in call.names):
            statement = call.document.statement(call.node)
            around = (each for each in call.document.ancestors(call.node) if each is not statement)
            if any(_makes_text(each) for each in around):
                return True
    return False


def tells_rank(node: ast.AST) -> bool:
    """Say whether a name within an expression suggests a rank, which a script may keep where it can't be followed."""
    names = (getattr(each, "attr", getattr(each, "id", "")) for each in ast.walk(node))
    return any("rank" in name.lower() for name in names)


def _makes_text(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name("str")) | ast.Call(func=ast.Attribute(attr="format" | "join")):
            return True
        case ast.BinOp(op=ast.Mod()) | ast.JoinedStr():
            return True
    return False


def _leaves(statement: ast.If) -> bool:
    last = statement.body[-1]
    ends = (getattr(each, "attr", getattr(each, "id", "")) for each in ast.walk(last))
    return isinstance(last, ast.Return | ast.Raise | ast.Continue | ast.Break) or any("exit" in end for end in ends)


def is_size(call: Call | None) -> bool:
    """Say whether a call asks for the number of processes."""
    return call is not None and any(name.startswith("horovod.") and name.endswith(".size") for name in call.names)
