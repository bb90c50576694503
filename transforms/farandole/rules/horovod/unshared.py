"""What no broadcast of variables makes the same in all processes: what layers keep beside them, and what is computed earlier."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.call_order import surely_precedes
from farandole.analysis.loops import loops_around
from farandole.analysis.points_to.values import Class
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Training
from farandole.rules.horovod.division.sampling import GRAPH_SEEDERS, SEEDS_ALL, is_random
from farandole.rules.horovod.division.seeds import is_seeded, module_of, seeds_alike

_BROADCASTS = ("horovod.tensorflow.broadcast_variables", "horovod.tensorflow.keras.broadcast_global_variables")
_PREDICTING = ("predict", "predict_on_batch")
_MAKERS = ("numpy.", "tensorflow.")
_OF_VARIABLES = ("tensorflow.Variable", "tensorflow.get_variable", "tensorflow.keras.", "tensorflow.random.Generator")
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
