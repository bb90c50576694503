"""Values that may be another in each process: asked of a disk, a clock or chance, or measured."""

from __future__ import annotations

import ast

from farandole.analysis.effects.calls import Effect
from farandole.analysis.effects.files import Access
from farandole.analysis.program import Call
from farandole.frameworks.horovod.decisions import is_measured
from farandole.frameworks.script import Script
from farandole.source import Document

_OF_THE_DISK = ("os.", "pathlib.", "glob.", "tensorflow.io.gfile.")
_OF_THE_CLOCK = ("time.", "datetime.")


def is_uneven(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether a value may be another in each process."""
    calls = (script.call(each) for each in script.slices.of(document, node))
    differs = any(call is not None and _differs(script, call) for call in calls)
    return differs or is_measured(script, document, node)


def _differs(script: Script, call: Call) -> bool:
    """Say whether a call may give each process something else."""
    if any(effect.access in (Access.PROBE, Access.READ) for effect in script.files.of(call)):
        return any(name.startswith(_OF_THE_DISK) for name in call.names)
    clock = any(name.startswith(_OF_THE_CLOCK) for name in call.names)
    return clock or Effect.DRAWS in script.effects.own(call)
