"""Tensors of a graph that staged functions keep in attributes, where other code reads them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.points_to.values import Instance, Library
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Stage
from farandole.frameworks.staging.tensors import STATIC
from farandole.rules.staging.reporting import staged_nodes


def kept_tensors(script: Script, stage: Stage) -> Iterator[tuple[Member, ast.Assign, str, str]]:
    """Yield statements that set an attribute of `self` to a tensor, the attribute, and where other code reads it."""
    for member, node in staged_nodes(script, stage):
        match node:
            case ast.Assign([ast.Attribute(ast.Name("self"), name) as target], value):
                if not script.tensors.is_tensor(member.document, value, member):
                    continue
            case _:
                continue
        kept = {each for each in script.values(value) if isinstance(each, Instance) and not _is_variable(each)}
        read = _place_of_read(script, member, name, kept)
        if read:
            yield member, node, member.document.segment(target), read


def _is_variable(value: Instance) -> bool:
    return not isinstance(value.of, Library) or value.of.name.startswith("tensorflow.Variable")


def _place_of_read(script: Script, member: Member, name: str, kept: set[Instance]) -> str:
    """Name where code that is not staged computes with a tensor by an attribute's name; an empty text where none does."""
    staged = {member.function for member in script.staging.members(*Stage)}
    for document in script.documents:
        for node in document.nodes(ast.Attribute):
            if node.attr != name or not isinstance(node.ctx, ast.Load) or document.scope(node) in staged:
                continue
            around = document.parent(node)
            is_asked = isinstance(around, ast.Attribute) and around.attr in STATIC
            if not is_asked and not kept.isdisjoint(script.values(node)):
                return document.place_of(node, member.document)
    return ""
