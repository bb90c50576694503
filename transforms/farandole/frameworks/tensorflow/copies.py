"""Models that Keras copies to several GPUs of a process: on one GPU the model that is copied does their work."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from farandole.analysis.call_order import ways
from farandole.analysis.points_to.values import Instance
from farandole.analysis.program import Call, Program
from farandole.frameworks.tensorflow.distribution import DEVICE
from farandole.source import Document

_COPYING = "tensorflow.keras.utils.multi_gpu_model"
_SAME = frozenset(
    {
        "compile", "evaluate", "evaluate_generator", "fit", "fit_generator", "metrics_names", "optimizer", "predict",
        "predict_generator", "predict_on_batch", "save", "save_weights", "stop_training", "summary", "test_on_batch",
        "train_on_batch",
    }
)  # fmt: skip
"""What gives of the model that is copied what it gives of the copies."""


@dataclass(frozen=True)
class Copies:
    """A call that copies a model to several GPUs, the model that it is given, and what keeps that off the GPUs."""

    call: Call
    model: ast.expr
    devices: tuple[tuple[Document, ast.expr], ...]


def copies(program: Program) -> Iterator[Copies]:
    """Yield the calls that copy a model to several GPUs, where the model itself can be trained in place of the copies.

    Nothing else is asked of the copies than a model does alike, and the model is compiled and trained with them alone.
    """
    for call in program.calls_to(_COPYING):
        model = call.argument("model")
        made = {value for value in program.values(call.node) if isinstance(value, Instance)}
        own = {value for value in program.values(model) if isinstance(value, Instance)} - made
        if model is None or not made or not own or len(own) < len(program.values(model) - made):
            continue
        devices = _devices(program, own)
        alike = all(_is_alike(program, document, node) for document, node in program.standing_for(made))
        if alike and devices is not None and not _is_trained_alone(program, own, made):
            yield Copies(call, model, devices)


def _is_alike(program: Program, document: Document, node: ast.expr) -> bool:
    """Say whether a use of copies asks for what their model has as well, or only hands them on."""
    parent = document.parent(node)
    outer = document.parent(parent) if isinstance(parent, ast.keyword) else parent
    match outer:
        case ast.Attribute(attr=name):
            return name in _SAME
        case ast.Assign() | ast.Return() | ast.IfExp() | ast.Expr():
            return True
        case ast.Compare(_, [ast.Is() | ast.IsNot()], [ast.Constant(None)]):
            return True
        case ast.Call(func=func) if func is not node:
            call = program.call(outer)
            return call is not None and ((bool(call.functions) and call.entry is None) or _COPYING in call.names)
    return False


def _is_trained_alone(program: Program, own: set[Instance], made: set[Instance]) -> bool:
    """Say whether a model is compiled or trained where its copies are not."""
    trains = (call for call in program.calls if call.attribute in ("compile", "fit", "fit_generator", "train_on_batch"))
    return any(call.receivers & own and not call.receivers & made for call in trains)


def _devices(program: Program, models: set[Instance]) -> tuple[tuple[Document, ast.expr], ...] | None:
    """Give the devices in whose scope models are made, where that is the CPU; None where it is another one."""
    found: dict[ast.expr, Document] = {}
    for each in models:
        creation = program.creation(each)
        for document, _, node in ways(program, creation) if creation is not None else ():
            for outer in document.ancestors(node):
                for item in outer.items if isinstance(outer, ast.With) else ():
                    chosen = program.call(item.context_expr)
                    if chosen is None or chosen.names.isdisjoint(DEVICE):
                        continue
                    name = chosen.argument("device_name_or_function") or next(iter(chosen.node.args), None)
                    if name is None or not _is_of_cpu(program, name):
                        return None
                    found[name] = document
    return tuple((document, name) for name, document in found.items())


def _is_of_cpu(program: Program, device: ast.expr) -> bool:
    names = program.constants(device)
    return bool(names) and all(isinstance(each, str) and "cpu" in each.lower() for each in names)
