"""Output of a function that PyTorch compiles in one piece."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TORCH
from farandole.rules.rule import Finding, Rule
from farandole.rules.staging.reporting import call_names, logs_with, staged_nodes, violation

_OUTPUT = frozenset({"builtins.print", "builtins.open", "builtins.input", "warnings.warn"})


class PrintInOnePiece(Rule):
    """Print where the function is called.

    ## What it does

    Finds `print`, `open`, `input`, warnings and functions of `logging` in a function that is exported, or compiled with
    `fullgraph=True`.

    ## Why

    They are no part of a graph. `torch.compile(fullgraph=True)` stops with "Dynamo does not know how to trace builtin operator";
    `torch.export` runs them once, while it makes the program, which does not have them.

    ## When it is not offered

    The code asks whether it is compiled, as with `torch.compiler.is_compiling()`.

    ## Edit safety

    Nothing is edited: return what is printed, and print it where the function is called.
    """

    family = STAGED_TORCH
    code, name = "STG204", "print-in-one-piece"
    title = "Print where the function is called"
    reported = [
        """\
import torch

@torch.compile(fullgraph=True)
def scaled(x: torch.Tensor):
    print("scaled")
    return x * 2
""",
        """\
import logging
import torch

log = logging.getLogger(__name__)

@torch.compile(fullgraph=True)
def scaled(x: torch.Tensor):
    log.info("scaled")
    return x * 2
""",
        """\
import logging
import torch

@torch.compile(fullgraph=True)
def scaled(x: torch.Tensor):
    logging.info("scaled")
    return x * 2
""",
        """\
import warnings
import torch

@torch.compile(fullgraph=True)
def scaled(x: torch.Tensor):
    warnings.warn("scaled")
    return x * 2
""",
    ]
    untouched = [
        """\
import torch

@torch.compile(fullgraph=True)
def scaled(x: torch.Tensor):
    if not torch.compiler.is_compiling():
        print("eager")
    return x * 2

@torch.compile
def plain(x: torch.Tensor):
    print("breaks nothing that matters")
    return x * 2
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find calls that are no part of a graph."""
        for member, node in staged_nodes(script, Stage.EXPORT, Stage.COMPILE):
            if not isinstance(node, ast.Call) or not member.root.in_one_piece:
                continue
            names = call_names(script, node)
            if (names and names <= _OUTPUT) or logs_with(script, node):
                called = member.document.segment(node.func)
                yield violation(
                    self,
                    member,
                    node,
                    f"`{called}` runs once, {member.when}, and is no part of the program"
                    if member.root.stage is Stage.EXPORT
                    else f"`{called}` can't be a part of the graph: fullgraph=True fails",
                    "do it where the function is called",
                )
