"""Weights that a script keeps before its training has broadcast any, and gives its models again later.

Such are the slow weights of an optimizer that looks ahead, those before the inner steps of a meta-learner, and those that
each fold begins with. Each process would keep its own, and have variables of its own from then on.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from farandole.analysis.call_order import ways, ways_to
from farandole.analysis.nodes import is_main_guard
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.callbacks import is_in_callback
from farandole.frameworks.tensorflow.training import Pattern, Training
from farandole.rules.horovod.models.broadcast import ON_BATCH
from farandole.rules.horovod.names import STANDALONE_KERAS, horovod_tensorflow, keras_module
from farandole.source import Document, EditSet, layout

_TRAINABLE = frozenset({"trainable_variables", "trainable_weights", "variables", "weights"})
_COPIES = frozenset({"tensorflow.Variable", "tensorflow.identity", "tensorflow.constant", "numpy.array", "numpy.copy"})
_VALUES = frozenset({"numpy", "value", "read_value"})
_GIVING = frozenset({"assign", "assign_add", "assign_sub", "set_weights"})
_AT_FIRST = frozenset({"on_train_begin", "set_model"})
"""The methods of callbacks that Keras calls before the first step."""


@dataclass(frozen=True)
class KeptWeights:
    """Where weights are kept before the first step: the statement, and the variables, as an expression of the code there.

    Those of the standalone Keras may be in a graph, where no statement broadcasts them.
    """

    document: Document
    statement: ast.Assign
    variables: str
    is_in_graph: bool


def kept_weights(script: Script, training: Training) -> Iterator[KeptWeights]:
    """Yield where a training's weights are kept before its first step that something is assigned from later."""
    given = [call for call in script.calls if call.attribute in _GIVING]
    by_fit = training.pattern is Pattern.KERAS and not any(ON_BATCH in step.names for step in training.steps)
    for document in script.documents if given else ():
        for statement in document.nodes(ast.Assign):
            found = _kept(script, training, document, statement.value)
            if found is None or script.is_traced(document, statement):
                continue
            if by_fit and not is_in_callback(script, document, statement):
                continue  # each `fit` broadcasts
            node, variables = found
            made = (script.filling.made_of(call.document, call.arguments) for call in given)
            if _is_before(script, training, document, statement) and any(node in each for each in made):
                alone = keras_module(script, document) == STANDALONE_KERAS and training.pattern is Pattern.KERAS
                yield KeptWeights(document, statement, variables, alone)


def _kept(script: Script, training: Training, document: Document, value: ast.expr) -> tuple[ast.expr, str] | None:
    """Give what reads the weights of a training that a value is a copy of, and an expression for their variables."""
    match value:
        case ast.Call(ast.Attribute(model, "get_weights"), []):
            mine = not training.models.isdisjoint(script.values(model))
            mine = mine or (ast.unparse(model) == "self.model" and is_in_callback(script, document, model))
            return (value, f"{document.segment(model)}.variables") if mine else None
        case ast.ListComp(element, [ast.comprehension(ast.Name(name), read, [])]) if _copies(script, element, name):
            return (value, document.segment(read)) if _are_trained(script, training, document, read) else None
    return None


def _copies(script: Script, element: ast.expr, name: str) -> bool:
    """Say whether an expression gives the value of a variable, or makes another variable of it."""
    match element:
        case ast.Call(ast.Attribute(ast.Name(owner), attr), []):
            return owner == name and attr in _VALUES
        case ast.Call(args=[ast.Name(first), *_]) if first == name:
            call = script.call(element)
            return call is not None and not call.names.isdisjoint(_COPIES)
        case ast.Call(args=[ast.Call() as inner, *_]):
            call = script.call(element)
            return call is not None and not call.names.isdisjoint(_COPIES) and _copies(script, inner, name)
    return False


def _are_trained(script: Script, training: Training, document: Document, node: ast.expr) -> bool:
    """Say whether an expression stands for the variables of a training, by a name, too."""
    sources = (gradient.argument("sources") for gradient in training.gradients)
    named = {ast.dump(each) for each in sources if each is not None}
    return isinstance(node, ast.Name | ast.Attribute) and any(
        ast.dump(each) in named
        or (
            isinstance(each, ast.Attribute)
            and each.attr in _TRAINABLE
            and not training.models.isdisjoint(script.values(each.value))
        )
        for each in script.slices.of(document, node).nodes
        if isinstance(each, ast.expr)
    )


def _is_before(script: Script, training: Training, document: Document, statement: ast.stmt) -> bool:
    """Say whether all processes come to a statement, on any way, and before the first step of a training."""
    method = document.scope(statement)
    if getattr(method, "name", "") in _AT_FIRST and is_in_callback(script, document, statement):
        return not _is_conditional(document, statement)
    stepping = [(scope, node) for step in training.steps for _, scope, node in ways(script, step)]
    come = ways_to(script, document, statement)
    beside = [(node, other) for _, scope, node in come for at, other in stepping if at is scope and other is not node]
    return (
        bool(beside)
        and all(_line(node) < _line(other) for node, other in beside)
        and not any(_is_conditional(where, node) for where, _, node in come)
    )


def _line(node: ast.AST) -> int:
    return int(getattr(node, "lineno", 0))


def _is_conditional(document: Document, node: ast.AST) -> bool:
    """Say whether a node stands under a condition, but for that something is not there yet."""
    for outer in document.ancestors(node):
        match outer:
            case ast.If(test=ast.Compare(_, [ast.Is()], [ast.Constant(None)]) | ast.UnaryOp(ast.Not(), ast.Name())):
                pass
            case _ if is_main_guard(outer):
                pass
            case ast.If() | ast.IfExp() | ast.ExceptHandler():
                return True
            case ast.FunctionDef() | ast.Lambda():
                return False
    return False


def kept_edits(script: Script, kept: KeptWeights) -> EditSet:
    """Give the edits by which all processes keep the weights of rank 0."""
    hvd = horovod_tensorflow(script, kept.document)
    line = f"{hvd.text}.broadcast_variables({kept.variables}, root_rank=0)  # all keep the weights of rank 0"
    edits = (*hvd.edits, *layout.insert_before(kept.document, kept.statement, [line]))
    return EditSet.of(kept.document, [replace(edit, once=True) for edit in edits])
