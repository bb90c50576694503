"""Whether a program uses Horovod, and through which of its modules."""

from __future__ import annotations

from farandole.analysis.program import Program

MODULES = ("horovod.tensorflow", "horovod.tensorflow.keras", "horovod.keras", "horovod.torch")


def initialised_by(program: Program) -> frozenset[str]:
    """Give the modules of Horovod whose `init` the program's files call; empty for one that is not distributed."""
    return frozenset(module for module in MODULES if program.calls_to(f"{module}.init"))
