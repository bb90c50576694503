"""What sessions feed to the placeholders of a TensorFlow 1 graph."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator

from farandole.analysis.points_to.values import Value
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.source import Document

PLACEHOLDERS = frozenset({"tensorflow.placeholder", "tensorflow.placeholder_with_default"})


def fed(script: Script, runs: Iterable[Call], placeholders: Collection[Value]) -> Iterator[tuple[Document, ast.expr]]:
    """Yield what some runs feed to some placeholders, by dictionaries that are written out."""
    for run in runs if placeholders else ():
        feed = run.argument("feed_dict")
        given = script.slices.bound(run.document, feed) if feed is not None else None
        for key, value in zip(given.keys, given.values, strict=True) if isinstance(given, ast.Dict) else ():
            if key is not None and not script.values(key).isdisjoint(placeholders):
                yield run.document, value


def placeholders_among(script: Script, nodes: Iterable[ast.AST]) -> frozenset[Value]:
    """Give the placeholders that some nodes make."""
    made = (call for call in map(script.call, nodes) if call is not None and not call.names.isdisjoint(PLACEHOLDERS))
    return frozenset(value for call in made for value in script.values(call.node))
