"""Models that no gradients change, and that follow those that are trained: averages and older copies of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Training
from farandole.source import Document

_ASSIGNING = frozenset({"assign", "assign_add", "assign_sub", "set_weights"})


def followers(script: Script, training: Training) -> Iterator[tuple[Document, ast.expr]]:
    """Yield the models to whose variables a script assigns what it computes from a training's, as it names them.

    No broadcast of a trained model's variables makes theirs the same in all processes. Trained ones may be among them.
    """
    for call in script.calls:
        if call.attribute not in _ASSIGNING or call.functions or not isinstance(call.node.func, ast.Attribute):
            continue
        given = [value for node in call.arguments for value in script.values(node)]
        if script.origins(given, training.models.__contains__):
            made = script.slices.of(call.document, call.node.func.value)
            for document in script.documents:
                names = document.nodes(ast.Name, ast.Attribute)
                yield from ((document, each) for each in names if each in made and script.must_have_role(each, "model"))
