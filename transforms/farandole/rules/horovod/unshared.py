"""What no broadcast of variables makes the same in all processes: what layers keep beside them, and what is computed earlier."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Set

from farandole.analysis.call_order import surely_precedes
from farandole.analysis.loops import loops_around
from farandole.analysis.points_to.values import Class, Instance
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.horovod.division.sampling import GRAPH_SEEDERS, SEEDS_ALL, is_random, reached
from farandole.rules.horovod.division.seeds import is_seeded, module_of, seeds_alike
from farandole.source import Document

_BROADCASTS = ("horovod.tensorflow.broadcast_variables", "horovod.tensorflow.keras.broadcast_global_variables")
_PREDICTING = ("predict", "predict_on_batch")
_MAKERS = ("numpy.", "tensorflow.")
_OF_VARIABLES = ("tensorflow.Variable", "tensorflow.get_variable", "tensorflow.keras.", "tensorflow.random.Generator")
_DRAWING = re.compile(
    r"tensorflow\.keras\.layers\.(\w*Conv\w+|CuDNN\w+|Dense|EinsumDense|Embedding|GRU|LocallyConnected\w+|LSTM|MultiHeadAttention|SimpleRNN)"
)
"""The layers that draw weights by chance when they are built."""
_GIVEN_WEIGHTS = ("load_weights", "set_weights", "restore")
_NO_ARRAYS = ("seed", "set_seed", "RandomState", "default_rng", "Generator", "from_seed", "shuffle")


def kept_by_chance(script: Script) -> Iterator[tuple[Call, str]]:
    """Yield what layers of the project draw by chance when they are made and keep as arrays, with their attributes."""
    for document in script.documents:
        for statement in document.nodes(ast.Assign):
            match statement.targets:
                case [ast.Attribute(ast.Name("self"), name)] if "seed" not in name:
                    method = script.function(document, statement)
                    owner = document.parent(method) if method is not None else None
                    if not isinstance(owner, ast.ClassDef) or getattr(method, "name", "") not in ("__init__", "build"):
                        continue
                    if _is_layer(script, owner) and _is_read(owner, name):
                        draws = _drawn_array(script, statement.value)
                        yield from ((call, name) for call in draws if not _is_agreed(script, call))


def _is_layer(script: Script, owner: ast.ClassDef) -> bool:
    """Say whether a class is one of Keras layers or models, of which the script makes an object."""
    classes = (each.of for each in script.instantiated.get(owner, ()) if isinstance(each.of, Class))
    return any(name.startswith("tensorflow.keras.") for each in classes for name in script.library_ancestors(each))


def _is_read(owner: ast.ClassDef, name: str) -> bool:
    """Say whether a class computes with an attribute when one of its objects is called."""
    methods = (each for each in owner.body if isinstance(each, ast.FunctionDef) and each.name in ("call", "__call__"))
    return any(
        isinstance(node, ast.Attribute) and node.attr == name and isinstance(node.ctx, ast.Load)
        for method in methods
        for node in ast.walk(method)
    )


def _drawn_array(script: Script, value: ast.expr) -> Iterator[Call]:
    """Yield the draws that an array is made of, but for those that variables begin with."""
    call = script.call(value)
    if call is not None and is_random(call) and call.attribute not in _NO_ARRAYS:
        yield call
        return
    match value:
        case ast.Call() if call is not None and call.names and all(each.startswith(_MAKERS) for each in call.names):
            parts = () if any(each.startswith(_OF_VARIABLES) for each in call.names) else tuple(call.node.args)
        case ast.BinOp(left, _, right):
            parts = (left, right)
        case ast.UnaryOp(_, operand):
            parts = (operand,)
        case _:
            parts = ()
    for part in parts:
        yield from _drawn_array(script, part)


def _is_agreed(script: Script, call: Call) -> bool:
    """Say whether all processes draw the same by a call: its seed is given, or its generator is seeded before."""
    if call.argument("seed") is not None or call.attribute.startswith("stateless_"):
        return True
    if any(name.startswith("tensorflow.") for name in call.names):
        seeds = script.calls_to(*GRAPH_SEEDERS, SEEDS_ALL)
        return any(
            seeds_alike(script, seed) and surely_precedes(script, seed, call.document, call.node) for seed in seeds
        )
    return is_seeded(script, module_of(call), (call.document, call.node))


def computed_before(script: Script, training: Training) -> Iterator[tuple[Call, Call]]:
    """Yield what a model computes for its own training before that has broadcast anything, with the step that gets it."""
    for step in training.steps:
        for name in ("y", "sample_weight"):
            given = step.argument(name)
            if given is None:
                continue
            made = script.filling.made_of(step.document, [given])
            for call in script.calls:
                own = call.attribute in _PREDICTING and not training.models.isdisjoint(call.receivers)
                if own and call.node in made and not (_is_made_anew(call, step) or _is_shared(script, training, call)):
                    yield call, step


def computed_by_untrained(script: Script, training: Training) -> Iterator[tuple[Call, Call]]:
    """Yield what models that nothing trains compute for a training, by weights that each process draws for itself.

    Each comes with a layer that draws them. No broadcast reaches these: only what a training changes is broadcast.
    """
    given = (
        *((step.document, argument) for step in training.steps for argument in step.arguments),
        *((each.document, each.argument("target")) for each in training.gradients),
    )
    nodes = {node for where, value in given if value for node in script.filling.made_of(where, [value])}
    for call in script.calls:
        if call.attribute in _PREDICTING and call.node in nodes and call.receiver is not None:
            drawn = next(_drawn_layers(script, call.document, call.receiver), None)
            if drawn is not None:
                yield call, drawn


def _drawn_layers(script: Script, document: Document, model: ast.expr) -> Iterator[Call]:
    """Yield the layers of a model with weights drawn by chance that nothing trains, and that are given no others."""
    given = (each for each in script.calls if each.attribute in _GIVEN_WEIGHTS)
    steps = (step for training in script.trainings for step in training.steps)
    models = (model for training in script.trainings for model in training.models)
    created = (each for each in map(script.creation, models) if each is not None)
    known: set[ast.expr] = set()
    for where, value in (
        *((each.document, each.receiver) for each in (*given, *steps)),
        *((each.document, each.node) for each in created),
        *((each.document, argument) for each in script.calls_to(*_BROADCASTS) for argument in each.arguments),
    ):
        if value is not None and value not in known:
            known |= _made_of(script, where, value)
    made = _made_of(script, document, model)
    trained, beside = set(_layers(script, known)), _made_beside(script, made, known)
    yield from (layer for layer in _layers(script, made) if layer not in trained or layer.node in beside)


def _made_beside(script: Script, made: Set[ast.expr], known: Set[ast.expr]) -> Set[ast.AST]:
    """Give what functions run that make a part of a model, where other calls of these make what is trained."""
    called = {each for node in known if (call := script.call(node)) is not None for each in call.functions}
    others = (call for node in made - known if (call := script.call(node)) is not None)
    return {part for call in others if not called.isdisjoint(call.functions) for part in reached(script, call.node)}


def _layers(script: Script, made: Set[ast.expr]) -> Iterator[Call]:
    """Yield the layers that a model is made of, or its class makes, whose weights each process draws otherwise."""
    asked = [node.func for node in made if isinstance(node, ast.Call)]
    found = {value for node in (*made, *asked) for value in script.values(node) if isinstance(value, Instance)}
    classes = [value.of.site.node for value in found if isinstance(value.of, Class)]
    written = {node for each in classes for node in ast.walk(each)}
    for call in script.calls:
        if any(map(_DRAWING.fullmatch, call.names)) and (
            call.node in written or any(value.site.node is call.node for value in found)
        ):
            told = any(each.arg == "weights" or "initializer" in (each.arg or "") for each in call.node.keywords)
            if not told and not _is_agreed(script, call):
                yield call


def _made_of(script: Script, document: Document, model: ast.expr) -> set[ast.expr]:
    """Give the expressions that a model is made of, those of the models among them that it is put together from."""
    found: set[ast.expr] = set()
    pending = [(document, model)]
    while pending:
        where, whole = pending.pop()
        new = {node for node in script.filling.made_of(where, [whole]) if isinstance(node, ast.expr)} - found
        found |= new
        for node in new:
            if isinstance(node, ast.Call) and script.instances(node.func, "model"):
                home = script.home(node)
                pending += [(home, node.func)] if home is not None and node.func not in found else []
    return found


def _is_made_anew(call: Call, step: Call) -> bool:
    """Say whether a model computes something again for each single step that gets it: the first alone is not shared."""
    document = call.document
    loop = next(loops_around(step.document, step.node), None)
    if step.attribute != "train_on_batch" or document is not step.document or loop is None:
        return False
    if not document.contains(loop.node, call.node):
        return False
    block = document.block(document.statement(call.node))
    return any(each in block for each in (step.node, *document.ancestors(step.node)))


def _is_shared(script: Script, training: Training, call: Call) -> bool:
    """Say whether the variables of a model are the same in all processes, or come from a file, when it computes something."""
    shared = [*training.steps, *script.calls_to(*_BROADCASTS)]
    loaded = [each for each in script.calls if each.attribute in ("load_weights", "load_model")]
    return any(surely_precedes(script, each, call.document, call.node) for each in (*shared, *loaded))
