"""Models that take batches of one size alone, so that each process must have whole ones."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.rules.horovod.division.work import Work

_SHAPES = frozenset({"batch_input_shape", "batch_shape"})
_MEASURING = frozenset({"tensorflow.shape", "tensorflow.keras.backend.shape", "tensorflow.keras.backend.int_shape"})
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
    if _takes_one_size(script, call):
        return True
    drawn = any(name.startswith("tensorflow.") and script.catalog.fact(name, "random") for name in call.names)
    first = _rows(script, call, 0) if drawn else _rows_made(script, call)
    return first is not None and (_is_alike(first, batch) or _is_same(script, first, batch))


def _takes_one_size(script: Script, call: Call) -> bool:
    """Say whether a call makes a layer that takes batches of one size alone."""
    is_input = not call.names.isdisjoint(_INPUTS)
    shapes = [value for name, value in call.named.items() if name in _SHAPES]
    sizes = [value for name, value in call.named.items() if name == "batch_size" and is_input]
    return any(not _is_none(each) for each in (*(_first(script, call, each) for each in shapes), *sizes))


def batched_in_part(script: Script, batching: Iterable[Call]) -> Iterator[Call]:
    """Yield the calls that batch a dataset whose last batch may be smaller, where the script computes with whole ones.

    The share of a process may end with such a batch where all samples do not. What is drawn by chance goes beside any.
    """
    fixed = any(_takes_one_size(script, call) for call in script.calls)
    made = [each for call in script.calls if (each := _rows_made(script, call)) is not None]
    for call in batching:
        size = call.argument("batch_size")
        if size is None or call.argument("drop_remainder") is not None or call.hides_arguments:
            continue
        if fixed or any(_is_alike(each, size) or _is_same(script, each, size) for each in made):
            yield call


def _rows_made(script: Script, call: Call) -> ast.expr | None:
    """Give the number of rows of the tensor that a call makes, or gives its shape, and draws no values for."""
    place = next((_SHAPED[name] for name in call.names if name in _SHAPED), None)
    return _rows(script, call, place) if place is not None else None


def _rows(script: Script, call: Call, place: int) -> ast.expr | None:
    """Give the first length of the shape that a call is given, if it is not that of another tensor."""
    first = _first(script, call, _shape(call, place))
    return first if first is not None and not _is_measured(script, call, first) else None


def _shape(call: Call, place: int) -> ast.expr | None:
    """Give the shape that is passed to a call by its name, or at a place."""
    return call.named.get("shape", next(iter(call.node.args[place:]), None))


def _first(script: Script, call: Call, given: ast.expr | None) -> ast.expr | None:
    """Give the first length of a shape that is given to a call, also by a name."""
    shape = script.slices.bound(call.document, given) if given is not None else None
    return shape.elts[0] if isinstance(shape, ast.Tuple | ast.List) and shape.elts else None


def _is_none(node: ast.expr | None) -> bool:
    return node is None or (isinstance(node, ast.Constant) and node.value is None)


def _is_measured(script: Script, call: Call, node: ast.expr) -> bool:
    """Say whether a number is taken from the shape of a tensor, so that it is that of each batch."""
    value = script.slices.bound(call.document, node)
    for each in ast.walk(value) if value is not None else ():
        measuring = script.call(each)
        if measuring is not None and not measuring.names.isdisjoint(_MEASURING):
            return True
        if isinstance(each, ast.Attribute) and each.attr in ("shape", "get_shape"):
            return True
    return False


def _is_alike(node: ast.expr, batch: ast.expr) -> bool:
    """Say whether a number is written as the size of a batch, by a name."""
    return isinstance(node, ast.Name | ast.Attribute) and ast.dump(node) == ast.dump(batch)


def _is_same(script: Script, node: ast.expr, batch: ast.expr) -> bool:
    """Say whether a number is known to be the size of a batch."""
    known = script.constants(node)
    return len(known) == 1 and known == script.constants(batch) and not isinstance(node, ast.Constant)
