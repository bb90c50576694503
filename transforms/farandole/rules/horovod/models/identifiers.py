"""Optimizers that `compile` gets by name, as a configuration, or not at all: written out, scaled and wrapped at once."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace

from farandole.analysis.call_order import is_open_parameter
from farandole.analysis.program import Call
from farandole.catalog import Entry
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.keras import Kind
from farandole.frameworks.tensorflow.optimizers import COMPILE_DEFAULT, identified
from farandole.options import Options
from farandole.rules.horovod.names import horovod_keras, optimizers_name
from farandole.rules.horovod.rates.places import configured_rate, uncertain_default
from farandole.rules.horovod.scaling import factor
from farandole.source import Edit, EditSet, layout


def optimizer_class(script: Script, compiled: Call) -> Entry | None:
    """Give the class of the optimizer that a `compile` gets by name or by default; None when that is not known."""
    argument = compiled.argument("optimizer")
    if argument is None:
        return None if compiled.hides_arguments else script.catalog.identified(COMPILE_DEFAULT, "optimizer")
    if any(is_open_parameter(script, compiled.document, each) for each in ast.walk(argument)):
        return None
    classes = [identified(script, value) for value in script.values(argument)]
    return classes[0] if len({entry.name if entry else "" for entry in classes}) == 1 else None


def fix(script: Script, compiled: Call, options: Options, *, wrapped: bool = True) -> EditSet:
    """Write the optimizer of a `compile` out, with its rate scaled, and wrap it, unless a tape averages its gradients.

    An optimizer that is not known here is built by `optimizers.get`, which takes names, configurations and objects.
    """
    document = compiled.document
    argument = compiled.argument("optimizer")
    hvd = horovod_keras(script, document)
    keras = optimizers_name(script, document)
    entry = optimizer_class(script, compiled)
    edits: tuple[Edit, ...]
    if entry is not None and not (factor(hvd.text, options) and uncertain_default(script, document, entry)):
        by_name = script.keras[document.tree] is not Kind.TENSORFLOW
        made = _construction(entry, f"{keras.text}.optimizers", hvd.text, options, by_name)
        text = f"{hvd.text}.DistributedOptimizer({made})" if wrapped else made
        edits = (
            layout.add_argument(document, compiled.node, f"optimizer={text}")
            if argument is None
            else layout.replace(document, argument, text)
        )
    else:
        assert argument is not None
        before = f"{hvd.text}.DistributedOptimizer({keras.text}.optimizers.get("
        edits = layout.wrap(document, argument, before, "))") if wrapped else ()
        rate = configured_rate(argument)
        scale = factor(hvd.text, options)
        if rate is not None and scale:
            edits += layout.wrap(document, rate, "", scale, ast.Mult)
    return EditSet.of(document, [*hvd.edits, *keras.edits, *(replace(edit, once=True) for edit in edits)])


def _construction(entry: Entry, optimizers: str, hvd: str, options: Options, by_name: bool) -> str:
    """Give what makes an optimizer of a class that `compile` was given by its name, with its default rate, scaled.

    In the stand-alone Keras 2.11 and 2.12 a name stands for a newer class than that of the same name in
    `keras.optimizers`, with another formula or roundings; in `tensorflow.python.keras` the classes are elsewhere in each
    version. There `by_name` is true: `optimizers.get` gives the one that `compile` takes.
    """
    scale = factor(hvd, options)
    rate = f"{default_rate(entry)}{scale}" if scale else ""
    if not by_name:
        return f"{optimizers}.{entry.name.rpartition('.')[2]}({rate})"
    named = f'{optimizers}.get("{entry.facts["identifier"]}")'
    return f"type({named})({rate})" if scale else named


def default_rate(entry: Entry) -> str:
    """Give the default learning rate of an optimizer class, as text."""
    rate = entry.facts["learning-rate"]
    assert isinstance(rate, Mapping)
    return repr(rate["default"])
