"""`TerminateOnNaN`: all processes end the training where the loss of one is no number."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.points_to.lattice import ordered
from farandole.analysis.points_to.values import Class, Instance
from farandole.analysis.program import Call
from farandole.analysis.slicing import methods_of
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.callbacks import created_callbacks
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.frameworks.tensorflow.versions import eager_calls
from farandole.rules.horovod.devices.eager import has_graphs
from farandole.rules.horovod.devices.local_rank import free_name
from farandole.rules.horovod.names import bound_name, function_after_imports, horovod, horovod_tensorflow, keras_name
from farandole.source import Document, Edit, EditSet, layout

_TERMINATING = "tensorflow.keras.callbacks.TerminateOnNaN"


def terminating(script: Script, training: Training) -> Iterator[Call]:
    """Yield the calls that make callbacks of a training by Keras which end it by the loss of a batch alone."""
    steps = training.steps if training.pattern is Pattern.KERAS else ()
    made = (
        created_callbacks(script, step.argument("callbacks"), lambda call: _TERMINATING in call.names) for step in steps
    )
    yield from dict.fromkeys(call for calls in made for call in calls)


def can_agree(script: Script, creation: Call) -> bool:
    """Say whether a callback is Keras' own, under a name of its file, where it is known how Keras runs its batches.

    TensorFlow 1 that is told to run each operation at once has neither the graph nor all of the collectives.
    """
    root: ast.expr = creation.node.func
    while isinstance(root, ast.Attribute):
        root = root.value
    scope = creation.document.scope(creation.node)
    home = script.scope(creation.document, creation.node).home(root.id) if isinstance(root, ast.Name) else None
    named = home is not None and (isinstance(home.node, ast.Module) or scope is creation.document.tree)
    eager_1 = script.is_for_version_1 and eager_calls(script)
    return named and creation.names == {_TERMINATING} and not _own(script, creation) and not eager_1


def is_agreed(script: Script, creation: Call) -> bool:
    """Say whether a callback averages over the processes what it ends the training by."""
    inside = {
        node
        for owner in _own(script, creation)
        for method in methods_of(script, owner, ("on_train_begin", "on_batch_end", "on_train_batch_end"))
        for node in ast.walk(method)
    }
    return any(call.node in inside and any("allreduce" in name for name in call.names) for call in script.calls)


def agreed_edits(script: Script, creation: Call) -> EditSet:
    """Give the edits that make a callback of a class which averages the loss first: no number, if one is none."""
    document = creation.document
    name = free_name(document, "TerminateOnAnyNaN")
    methods, imported = (_in_graph if has_graphs(script) else _at_once)(script, document)
    lines = [
        f"class {name}({document.segment(creation.node.func)}):",
        '    """End the training of all processes where the loss of one is no number."""',
        *methods,
        '        super().on_batch_end(batch, {**logs, "loss": loss})',
    ]
    added = function_after_imports(script, document, lines)
    return EditSet.of(document, [*imported, *added, *layout.replace(document, creation.node.func, name)])


def _at_once(script: Script, document: Document) -> tuple[list[str], tuple[Edit, ...]]:
    """Give the lines that average the loss of a batch, and the imports that they need."""
    hvd = horovod(script, document)
    lines = [
        "",
        "    def on_batch_end(self, batch, logs=None):",
        f'        loss = {hvd.text}.allreduce(logs["loss"], name="loss")',
    ]
    return lines, hvd.edits


def _in_graph(script: Script, document: Document) -> tuple[list[str], tuple[Edit, ...]]:
    """Give the lines by which one operation averages the losses of all batches, and the imports that they need.

    The graph would grow with one for each batch.
    """
    hvd, keras = horovod_tensorflow(script, document), keras_name(script, document)
    bound = bound_name(script, document, "tensorflow.keras.backend")
    backend = bound or f"{keras.text}.backend"
    lines = [
        "",
        "    def on_train_begin(self, logs=None):",
        "        super().on_train_begin(logs)",
        f"        loss = {backend}.placeholder(())",
        f"        self.mean_loss = {backend}.function([loss], [{hvd.text}.allreduce(loss)])",
        "",
        "    def on_batch_end(self, batch, logs=None):",
        '        (loss,) = self.mean_loss([logs["loss"]])',
    ]
    return lines, (*hvd.edits, *(() if bound else keras.edits))


def _own(script: Script, creation: Call) -> list[Class]:
    """Give the project's classes that a call makes an object of."""
    made = ordered(script.values(creation.node))
    return [each.of for each in made if isinstance(each, Instance) and isinstance(each.of, Class)]
