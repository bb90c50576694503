"""Models that no gradients change: those that follow the trained ones, and those that a loss only asks."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.points_to.relations import Field
from farandole.analysis.points_to.values import Class, Instance
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Training
from farandole.source import Document

_GIVEN_WEIGHTS = frozenset({"load_weights", "set_weights", "load_own_variables", "restore", "read"})
"""Methods by which a model, or what is restored for it, gets weights that are the same in all processes."""

_SEQUENTIAL = "tensorflow.keras.Sequential"
_MODELS = frozenset({"tensorflow.keras.Model", _SEQUENTIAL})
"""What makes a model of layers that it is given."""

_TRAINABLE = frozenset({"trainable_variables", "trainable_weights"})

_ASSIGNING = frozenset({"assign", "assign_add", "assign_sub", "set_weights"})


def followers(script: Script, training: Training) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the models to whose variables a script assigns what it computes from a training's, as it names them.

    No broadcast of a trained model's variables makes theirs the same in all processes. Trained ones may be among them.
    """
    for call in script.calls:
        if call.attribute not in _ASSIGNING or call.functions or call.receiver is None:
            continue
        given = [value for node in call.arguments for value in script.values(node)]
        if script.origins(given, training.models.__contains__):
            made = script.slices.of(call.document, call.receiver)
            for document in script.documents:
                names = document.nodes(ast.Name, ast.Attribute)
                yield from ((document, each) for each in names if each in made and script.must_have_role(each, "model"))


def untrained(script: Script, training: Training) -> tuple[Instance, ...]:
    """Give the models of the project that a training's losses ask and nothing trains: chance has drawn their weights.

    One that weights are loaded into has the same in all processes, and so has a part of a trained model.
    """
    trained = {model for each in script.trainings for model in each.models}
    parts = {value for model in trained for value in _held_by(script, model)}
    loaded = {each for call in script.calls if call.attribute in _GIVEN_WEIGHTS for each in call.receivers}
    found: dict[Instance, None] = {}
    for call in _asked(script, training):
        for value in script.values(call.node.func):
            if isinstance(value, Instance) and _is_own_model(script, value) and value not in trained | parts | loaded:
                found[value] = None
    return tuple(found)


def siblings(script: Script, training: Training) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the models that a training's losses ask and nothing trains, made where a trained one is, as they are named.

    Which of the models that a function makes each time is a trained one, the names alone tell.
    """
    trained = (model for each in script.trainings for model in each.models)
    several = {model for model in trained if _is_made_again(script, model)}
    named = _trained_names(script) if several else frozenset()
    for call in _asked(script, training) if several else ():
        function = call.node.func
        is_named = isinstance(function, ast.Name | ast.Attribute) and ast.unparse(function) not in named
        if is_named and not several.isdisjoint(script.values(function)):
            yield call.document, function


def _asked(script: Script, training: Training) -> Iterator[Call]:
    """Yield the calls that a training's losses are computed by."""
    for gradient in training.gradients:
        target = gradient.argument("target")
        nodes = script.slices.of(gradient.document, target) if target is not None else ()
        yield from filter(None, map(script.call, nodes))


def _is_made_again(script: Script, model: Instance) -> bool:
    """Say whether a model is made by a function that several calls run."""
    made = script.creation(model)
    function = script.function(made.document, made.node) if made is not None else None
    return function is not None and len(script.callers(function)) > 1


def _trained_names(script: Script) -> frozenset[str]:
    """Give the names of all that are asked for the variables that may be trained."""
    return frozenset(
        ast.unparse(node.value) for document in script.documents for node in document.attributes(*_TRAINABLE)
    )


def _is_own_model(script: Script, value: Instance) -> bool:
    """Say whether a value is a model that the project makes of layers: what it takes from a library is pre-trained."""
    if script.role_of(value) != "model":
        return False
    if isinstance(value.of, Class):
        return any(_makes_layers(script, node) for node in ast.walk(value.of.site.node))
    made = script.creation(value)
    if made is None or not made.names <= _MODELS:
        return False
    parts = (node for each in made.arguments for node in script.slices.of(made.document, each))
    return _SEQUENTIAL in made.names or any(_makes_layers(script, node) and not _asks(script, node) for node in parts)


def _makes_layers(script: Script, node: ast.AST) -> bool:
    """Say whether a node is a call that makes a layer, or something of a class of the project's."""
    return (
        isinstance(node, ast.Call)
        and script.call(node) is not None
        and any(
            isinstance(made, Instance) and (isinstance(made.of, Class) or script.role_of(made) == "layer")
            for made in script.values(node)
        )
    )


def _asks(script: Script, node: ast.AST) -> bool:
    """Say whether a node asks an object of a library, as a pre-trained model for one of its layers."""
    call = script.call(node)
    return call is not None and bool(call.receivers)


def _held_by(script: Script, model: Instance) -> Iterator[object]:
    """Yield what the attributes of a model of the project hold."""
    if isinstance(model.of, Class):
        owners = (each.site.node for each in script.flow.mro(model.of) if isinstance(each, Class))
        stored = (each for owner in owners for each in ast.walk(owner) if isinstance(each, ast.Attribute))
        for name in {each.attr: None for each in stored if isinstance(each.ctx, ast.Store)}:
            yield from script.flow.ask(Field(model.of.site.node, name))
