"""Learning rates that grow with the number of processes, where scripts write them so."""

from __future__ import annotations

import ast

from farandole.analysis.def_use import Assignment
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.optimizers import innermost, is_distributed
from farandole.frameworks.tensorflow.training import Training
from farandole.source import Document

Rate = tuple[Document, ast.expr]


def scaled_rate(script: Script, training: Training, wrapped: bool = True) -> Rate | None:
    """Give the one rate of a training's optimizers, where it is written as one that grows with the processes.

    The optimizers must be `wrapped` by Horovod; those of a loop over tapes are plain.
    """
    found: list[Rate] = []
    for optimizer in training.optimizers:
        if is_distributed(script, optimizer) is not wrapped:
            return None
        for plain in innermost(script, optimizer):
            call = script.creation(plain)
            rate = (call.argument("learning_rate") or call.argument("lr")) if call is not None else None
            if call is None or rate is None:
                return None
            found.append((call.document, rate))
    return found[0] if len(found) == 1 and grows(script, *found[0]) else None


def grows(script: Script, document: Document, rate: ast.expr) -> bool:
    """Say whether a rate is a number, or a name for one, times the number of processes."""
    match rate:
        case ast.Name():
            value = assigned(script, document, rate)
            return value is not None and not isinstance(value, ast.Name) and grows(script, document, value)
        case ast.BinOp(left, ast.Mult(), right):
            return any(is_size(script, each) for each in (left, right))
    return False


def is_size(script: Script, node: ast.expr) -> bool:
    """Say whether an expression is the number of processes."""
    call = script.call(node)
    return call is not None and any(name.startswith("horovod.") and name.endswith(".size") for name in call.names)


def assigned(script: Script, document: Document, name: ast.Name) -> ast.expr | None:
    """Give the one expression that is assigned to a name."""
    home = script.scope(document, name).home(name.id)
    found = script.def_use.names.get((home, name.id), ()) if home is not None else ()
    match list(found):
        case [Assignment(part=False, value=value)]:
            return value
    return None
