"""An optimizer at the default rate of its class, which versions of its library differ in: scaled when it is made."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from farandole.analysis.program import Call
from farandole.catalog import Entry
from farandole.frameworks.script import Script
from farandole.rules.horovod.devices.local_rank import free_name
from farandole.rules.horovod.names import (
    STANDALONE_KERAS,
    Name,
    function_after_imports,
    horovod,
    keras_module,
    optimizers_name,
)
from farandole.source import Document


def differs(script: Script, document: Document, optimizer: Entry | None) -> bool:
    """Say whether older versions of its library, which a file may be for, have another default rate for a class."""
    facts = optimizer.facts.get("learning-rate") if optimizer is not None else None
    if not isinstance(facts, Mapping) or "older" not in facts:
        return False
    return keras_module(script, document) == STANDALONE_KERAS or script.is_for_version_1


def of_several(script: Script, creation: Call) -> bool:
    """Say whether a call may make an optimizer of one class or another, whose default rates are not the same."""
    facts = [each.facts.get("learning-rate") for each in script.entries(creation)]
    return len({each.get("default") for each in facts if isinstance(each, Mapping)}) > 1


def scaling_function(script: Script, document: Document, scale: str) -> Name:
    """Give a file's function that scales the rate that an optimizer has, with the edits that add it.

    `scale` is the text of the factor with its operator, ` * hvd.size()`.
    """
    hvd, keras = horovod(script, document), optimizers_name(script, document)
    name = free_name(document, "scale_rate", "scale_rate_by_size")
    lines = [
        f"def {name}(optimizer):",
        '    """Scale the learning rate of an optimizer with the number of processes, and give it back."""',
        f"    rate = {keras.text}.backend.get_value(optimizer.lr)",
        f"    {keras.text}.backend.set_value(optimizer.lr, rate{scale})",
        "    return optimizer",
    ]
    return Name(name, (*hvd.edits, *keras.edits, *function_after_imports(script, document, lines)))


def functions_around(script: Script, document: Document, node: ast.expr) -> Iterator[ast.AST]:
    """Yield the functions of the project that an optimizer is given to where it is made."""
    call = script.call(document.parent(node))
    yield from (each.site.node for each in (call.functions if call is not None else ()))
