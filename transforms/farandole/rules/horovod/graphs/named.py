"""Optimizers that a function of a library gets by name or class, and creates itself at a rate that it is given.

`tf.contrib.layers.optimize_loss` also takes a function of the rate; one that wraps and scales is written in their place.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import replace

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.optimizers import ROLES
from farandole.options import Options
from farandole.rules.horovod.names import horovod_tensorflow, tensorflow
from farandole.rules.horovod.scaling import factor
from farandole.source import EditSet, layout

_RATE = re.compile(r"\brate\b")


def creates(script: Script, call: Call, optimizer: ast.expr) -> str:
    """Give the call, below `tensorflow`, that creates the optimizer of an argument at a rate `rate`; empty if unknown."""
    names = call.entry.facts.get("optimizer-names") if call.entry is not None else None
    if not isinstance(names, list | tuple):
        return ""
    known = {str(each["name"]): f"train.{each['creates']}" for each in names if isinstance(each, Mapping)}
    constants = script.constants(optimizer)
    if len(script.values(optimizer)) == len(constants) == 1:
        return known.get(str(next(iter(constants))), "")
    classes = {name for name in script.names_of(optimizer) if script.catalog.role(name) in ROLES}
    if len(script.values(optimizer)) == len(classes) == 1:
        return f"{next(iter(classes)).removeprefix('tensorflow.')}(rate)"
    return ""


def fix(script: Script, call: Call, optimizer: ast.expr, options: Options) -> EditSet:
    """Write a function of the rate for a name or a class, which scales the rate and wraps the optimizer."""
    document = call.document
    hvd, tf = horovod_tensorflow(script, document), tensorflow(script, document)
    made = _RATE.sub(f"rate{factor(hvd.text, options)}", creates(script, call, optimizer))
    text = f"lambda rate: {hvd.text}.DistributedOptimizer({tf.text}.{made})"
    edits = (replace(edit, once=True) for edit in layout.replace(document, optimizer, text))
    return EditSet.of(document, [*hvd.edits, *tf.edits, *edits])
