"""Models that take batches of one size alone, so that each process must have whole ones."""

from __future__ import annotations

import ast

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.rules.horovod.division.work import Work

_SHAPES = frozenset({"batch_input_shape", "batch_shape"})
_MEASURING = frozenset({"tensorflow.shape", "tensorflow.keras.backend.shape"})
_SHAPED = {
    f"tensorflow.{package}{name}": place
    for package in ("", "keras.backend.")
    for name, place in (("fill", 0), ("ones", 0), ("reshape", 1), ("zeros", 0))
}
"""Functions that give tensors of a shape, by the place of the shape among their arguments."""

_INPUTS = ("tensorflow.keras.Input", "tensorflow.keras.layers.Input", "tensorflow.keras.layers.InputLayer")


def fixed_batch(script: Script, work: Work) -> ast.expr | None:
    """Give the size of the batches of a `fit`, where something that the script builds has that size; None elsewhere."""
    batch = work.fit.argument("batch_size") if work.fit is not None else None
    if batch is None or not any(_has_size(script, call, batch) for call in script.calls):
        return None
    return batch


def _has_size(script: Script, call: Call, batch: ast.expr) -> bool:
    """Say whether a call gives a layer batches of one size, or makes a tensor of as many rows as a batch has samples."""
    for keyword in call.node.keywords:
        if keyword.arg in _SHAPES and not _is_none(_first(keyword.value)):
            return True
        if keyword.arg == "batch_size" and not call.names.isdisjoint(_INPUTS) and not _is_none(keyword.value):
            return True
    first = _first(_shape(script, call))
    return first is not None and not _is_measured(script, call, first) and _is_same(script, first, batch)


def _shape(script: Script, call: Call) -> ast.expr | None:
    """Give the shape of the tensor that a call makes of one, or draws."""
    drawn = any(name.startswith("tensorflow.") and script.catalog.fact(name, "random") for name in call.names)
    places = [0] if drawn else [_SHAPED[name] for name in sorted(call.names) if name in _SHAPED]
    if not places:
        return None
    shape = call.keyword("shape")
    return shape.value if shape is not None else next(iter(call.node.args[places[0] :]), None)


def _first(shape: ast.expr | None) -> ast.expr | None:
    return shape.elts[0] if isinstance(shape, ast.Tuple | ast.List) and shape.elts else None


def _is_none(node: ast.expr | None) -> bool:
    return node is None or (isinstance(node, ast.Constant) and node.value is None)


def _is_measured(script: Script, call: Call, node: ast.expr) -> bool:
    """Say whether a number is taken from the shape of a tensor, so that it is that of each batch."""
    value = script.slices.bound(call.document, node)
    measuring = (script.call(each) for each in ast.walk(value)) if value is not None else ()
    return any(each is not None and not each.names.isdisjoint(_MEASURING) for each in measuring)


def _is_same(script: Script, node: ast.expr, batch: ast.expr) -> bool:
    """Say whether a number is the size of a batch: it is written alike, by a name, or is known to be the same one."""
    if isinstance(node, ast.Name | ast.Attribute) and ast.dump(node) == ast.dump(batch):
        return True
    known = script.constants(node)
    return len(known) == 1 and known == script.constants(batch) and not isinstance(node, ast.Constant)
