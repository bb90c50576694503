"""Calls by which TensorFlow initialises all GPUs: a process can't choose its own after them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.call_order import ways
from farandole.analysis.nodes import is_main_guard
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.optimizers import optimizers
from farandole.source import Document

LISTING = frozenset(
    f"tensorflow.{name}"
    for name in (
        "python.client.device_lib.list_local_devices", "config.list_logical_devices", "test.is_gpu_available",
        "test.gpu_device_name",
    )
)  # fmt: skip
"""Functions that initialise the GPUs to tell about them."""

COMPUTING = frozenset(
    f"tensorflow.{name}"
    for name in (
        "Variable",
        "constant",
        "convert_to_tensor",
        "ones",
        "zeros",
        "range",
        "random.normal",
        "random.uniform",
    )
)
"""Functions that compute at once where TensorFlow is eager, and initialise the GPUs for it."""

_MODELS = ("tensorflow.keras.applications.",)
_OPTIMIZERS = "tensorflow.keras.optimizers."
_WITH_VARIABLES = (_OPTIMIZERS, "tensorflow.keras.metrics.")
_WITHOUT = ("tensorflow.keras.optimizers.legacy.", "tensorflow.keras.optimizers.schedules.")
"""Classes of Keras whose objects have variables once they are made, optimizers from TensorFlow 2.11 on, and others."""

_SESSION = "tensorflow.keras.backend.get_session"

_MODEL = "tensorflow.keras.Model"
_SEQUENTIAL = frozenset({"tensorflow.keras.Sequential", "tensorflow.keras.Sequential.add"})
_SHAPES = frozenset({"input_shape", "input_dim", "batch_input_shape"})
"""The arguments by which a layer makes its variables when the model is given it."""


def while_imported(script: Script) -> Call | None:
    """Give a call that initialises the GPUs while a module that the script imports is run; None if there is none."""
    return next((call for call in script.calls if _initialises(script, call) and any(_imported(script, call))), None)


def listed(script: Script) -> Call | None:
    """Give a call that tells about the GPUs; None if there is none.

    It gives TensorFlow all of them as its devices. The configuration of a session that makes only one visible is another
    mapping of its devices then, in whichever order they come, and TensorFlow raises InvalidArgumentError.
    """
    calls = script.calls_to(*sorted(LISTING))
    return next((call for call in calls if script.may_run(call.document, call.node)), None)


def _initialises(script: Script, call: Call) -> bool:
    if call.names & LISTING:
        return True
    if script.is_for_version_1:
        return _asks_for_session(script, call)
    return bool(call.names & COMPUTING or _makes_variables(call))


def _asks_for_session(script: Script, call: Call) -> bool:
    """Say whether Keras makes its session for a call, or for the wrapping of what it gives.

    It keeps weights in that, and reads the rate of an optimizer in it, which is told to another one that has its class.
    A session that Keras is given later knows nothing of them.
    """
    entry, keras = call.entry, any(name.startswith("tensorflow.keras.") for name in call.names)
    if entry is None or not keras:
        return False
    computes = bool({"trains", "evaluates", "restores"} & entry.facts.keys())
    made = entry.kind == "class" and any(name.startswith(_OPTIMIZERS) for name in call.names)
    wrapped = made and _is_compiled_with(script, call)
    return _SESSION in call.names or computes or wrapped or any(map(_is_ready, call.names))


def _is_compiled_with(script: Script, call: Call) -> bool:
    made = script.values(call.node)
    return any(
        made & optimizers(script, compiled.argument("optimizer"))
        for training in script.trainings
        for compiled in training.compiles
    )


def _makes_variables(call: Call) -> bool:
    """Say whether a call makes a model, an optimizer or a metric with its variables, or gives a model a layer, at once."""
    if call.names & _SEQUENTIAL:
        return any(isinstance(node, ast.keyword) and node.arg in _SHAPES for node in ast.walk(call.node))
    if call.entry is not None and call.entry.kind == "class" and any(map(_has_variables, call.names)):
        return True
    made = call.entry is not None and call.entry.role == "model"
    return made and ((_MODEL in call.names and bool(call.arguments)) or any(map(_is_ready, call.names)))


def _has_variables(name: str) -> bool:
    return name.startswith(_WITH_VARIABLES) and not name.startswith(_WITHOUT)


def _is_ready(name: str) -> bool:
    return name.startswith(_MODELS) and not name.endswith((".preprocess_input", ".decode_predictions"))


def modules(script: Script) -> tuple[Document, ...]:
    """Give the modules whose import initialises the GPUs, by calls that stand below their imports; none where others do."""
    places = [place for call in script.calls if _initialises(script, call) for place in _imported(script, call)]
    first = {document: min(node.lineno for at, node in places if at is document) for document, _ in places}
    for document, line in first.items():
        imports = (each.lineno for each in document.tree.body if isinstance(each, ast.Import | ast.ImportFrom))
        if max(imports, default=0) >= line:
            return ()
    return tuple(document for document in script.documents if document in first)


def above_imports(script: Script) -> Call | None:
    """Give a call by which the script itself initialises the GPUs above its last import; None if there is none."""
    imports = (each.lineno for each in script.entry.tree.body if isinstance(each, ast.Import | ast.ImportFrom))
    last = max(imports, default=0)
    return next((call for call in script.calls if _initialises(script, call) and _is_above(script, call, last)), None)


def _is_above(script: Script, call: Call, line: int) -> bool:
    """Say whether a call is made, or led to, at the top of the script above a line."""
    places = ((scope, node) for document, scope, node in ways(script, call) if document is script.entry)
    return any(isinstance(scope, ast.Module) and getattr(node, "lineno", line) < line for scope, node in places)


def _imported(script: Script, call: Call) -> Iterator[tuple[Document, ast.expr | ast.stmt]]:
    """Yield where a call is made, or led to, at the top of a module other than the script itself."""
    for document, scope, node in ways(script, call):
        if document is script.entry or not isinstance(scope, ast.Module) or not script.may_run(document, node):
            continue
        guarded = any(is_main_guard(each) for each in document.ancestors(node))
        if not guarded and isinstance(node, ast.expr | ast.stmt):
            yield document, node
