"""Strategies that would copy a model to several GPUs: each process has one, for which the default strategy is made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.rules.horovod.names import tensorflow
from farandole.rules.rule import Finding, Rule, Status
from farandole.source import EditSet, layout


def find(rule: Rule, script: Script) -> Iterator[Finding]:
    """Find where the project makes a strategy for several devices, which a script on one device does not need."""
    for call in script.strategies:
        yield Finding(
            rule,
            Status.MISSING,
            call.document,
            call.document.span(call.node),
            f"{call.document.quote(call.node.func)} copies the model to several GPUs, of which each process has one",
            "train with the default strategy, on one device",
            fix=partial(_fix, script, call),
        )


def _fix(script: Script, call: Call) -> EditSet:
    name = tensorflow(script, call.document)
    edits = (*name.edits, *layout.replace(call.document, call.node, f"{name.text}.distribute.get_strategy()"))
    return EditSet.of(call.document, [replace(edit, once=True) for edit in edits])
