"""Gradient tapes: how a script names one, and whether Horovod averages its gradients."""

from __future__ import annotations

import ast

from farandole.analysis.points_to.values import Instance
from farandole.analysis.program import Call, Program

DISTRIBUTED_TAPE = "horovod.tensorflow.DistributedGradientTape"


def is_distributed(program: Program, gradient: Call) -> bool:
    """Say whether Horovod has wrapped a tape whose `gradient` is called."""
    tapes = [program.creation(each) for each in gradient.receivers if isinstance(each, Instance)]
    return any(tape is not None and DISTRIBUTED_TAPE in tape.names for tape in tapes)


def tape_text(gradient: Call) -> str:
    """Give the tape whose `gradient` is called, as it is written."""
    function = gradient.node.func
    return gradient.document.segment(function.value) if isinstance(function, ast.Attribute) else "tape"
