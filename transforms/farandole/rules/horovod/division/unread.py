"""Numbers of steps that objects of libraries are given of which nothing is known: they stay as they are, and are asked about."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from farandole.analysis.loops import loops_around
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.rules.horovod.division.global_steps import is_size
from farandole.rules.horovod.division.outcome import Change
from farandole.source import EditSet

_COUNTS = re.compile(r"(^|_)(steps?|iters?|iterations?)(_|$)")
"""What the parameters of schedules, callbacks and optimizers are called that count steps."""

_MAKING = re.compile(r"(^|\.)([A-Z]\w*|\w*(optimizer|schedule)\w*)$")
"""What classes are called, and functions that make an optimizer or a schedule."""


def unread_counts(script: Script, shrunk: frozenset[ast.AST]) -> Iterator[Change]:
    """Yield the doubts about numbers of steps that objects of unread libraries are made with; `shrunk` ones are right."""
    for call in script.calls:
        if not _makes_unread(script, call) or any(loops_around(call.document, call.node)):
            continue
        for keyword in call.node.keywords:
            if keyword.arg is None or not _COUNTS.search(keyword.arg) or _counts_nothing(script, keyword.value):
                continue
            nodes = script.slices.of(call.document, keyword.value).nodes
            if shrunk.isdisjoint(nodes) and not any(is_size(script.call(node)) for node in nodes):
                where = f"{call.document.quote(call.node.func)} in {call.document.place_of(call.node)}"
                doubt = (
                    f"`{keyword.arg}` of {where} must count no steps: it stays, and each process takes a part of them"
                )
                yield Change(EditSet.empty, doubt)


def _makes_unread(script: Script, call: Call) -> bool:
    return bool(call.names) and all(script.is_unknown(name) and _MAKING.search(name) for name in call.names)


def _counts_nothing(script: Script, node: ast.expr) -> bool:
    """Say whether what is given is no number of steps: nothing, a switch, or the variable that counts them."""
    constants = script.constants(node)
    known = bool(constants) and all(each is None or isinstance(each, bool | str) or each == 0 for each in constants)
    return known or bool(script.instances(node, "variable"))
