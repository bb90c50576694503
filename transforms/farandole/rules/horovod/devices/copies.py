"""Models that are copied to several GPUs: each process has one GPU, and trains the model itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.copies import Copies
from farandole.rules.rule import Finding, Rule, Status
from farandole.source import Edit, EditSet, layout


def find(rule: Rule, script: Script) -> Iterator[Finding]:
    """Find where the project copies a model to several GPUs, which on one GPU has no other to be copied to."""
    for each in script.copies:
        document, node = each.call.document, each.call.node
        yield Finding(
            rule,
            Status.MISSING,
            document,
            document.span(node),
            f"{document.quote(node.func)} copies the model to several GPUs, of which each process has one",
            "train the model itself, on one device",
            confirm=f"a batch that the copies of {document.quote(each.model)} have divided must have room on one GPU",
            fix=partial(_fix, each),
        )


def _fix(copies: Copies) -> EditSet:
    off = [
        EditSet.of(document, [replace(edit, once=True) for edit in layout.replace(document, device, "None")])
        for document, device in copies.devices
    ]
    return EditSet.union([EditSet.of(copies.call.document, _without(copies)), *off])


def _without(copies: Copies) -> tuple[Edit, ...]:
    """Put a model in the place of its copies; a statement that would give it its own name goes."""
    document, node = copies.call.document, copies.call.node
    statement, own = document.statement(node), document.segment(copies.model)
    match statement:
        case ast.Assign([target], value) if value is node and document.segment(target) == own:
            return layout.delete(document, statement)
    return layout.replace(document, node, own)
