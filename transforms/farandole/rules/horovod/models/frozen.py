"""Layers that are trained or not by the files that a host finds, which rank 0 alone has written."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.effects.files import Access
from farandole.frameworks.script import Script
from farandole.source import Document


def frozen_by_files(script: Script) -> Iterator[str]:
    """Yield what must hold where a condition freezes layers by files that the script writes: other hosts have none."""
    for document in script.documents:
        for statement in document.nodes(ast.If):
            frozen = any(map(_is_switched, ast.walk(statement))) and script.may_run(document, statement)
            if frozen and _asks_for_written(script, document, statement.test):
                where = f"{document.quote(statement.test)} in {document.place_of(statement)}"
                yield f"{where} must hold on all hosts or on none: it says which layers are trained"


def _is_switched(node: ast.AST) -> bool:
    """Say whether a node lets a layer be trained, or not any more."""
    return isinstance(node, ast.Attribute) and node.attr == "trainable" and isinstance(node.ctx, ast.Store)


def _asks_for_written(script: Script, document: Document, test: ast.expr) -> bool:
    """Say whether a test looks for files that the script writes."""
    calls = (script.call(each) for each in script.slices.of(document, test))
    looked = [effect for call in calls if call is not None for effect in script.files.of(call)]
    looked = [each for each in looked if each.access in (Access.PROBE, Access.READ)]
    written = (each for each in script.files.effects if each.access is Access.WRITE)
    return any(each.meets(other) or each.may_hold(other) for other in written for each in looked)
