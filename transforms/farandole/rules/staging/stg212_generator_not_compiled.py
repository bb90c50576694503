"""A generator that PyTorch is to compile."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.nodes import own_nodes
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TORCH
from farandole.rules.rule import Finding, Rule
from farandole.rules.staging.reporting import violation


class GeneratorNotCompiled(Rule):
    """Compile the function that computes one item.

    ## What it does

    Finds generators under `torch.compile` and `torch.export`.

    ## Why

    `torch.compile` leaves a generator to Python in silence: nothing of it is compiled. With `fullgraph=True` it stops with "Generators
    cannot be compiled directly", and `torch.export` with "Found <class 'generator'> in output".

    ## When it is not offered

    The generator is called by a compiled function, which goes through its items.

    ## Edit safety

    Nothing is edited.
    """

    family = STAGED_TORCH
    code, name = "STG212", "generator-not-compiled"
    title = "Compile the function that computes one item"
    reported = [
        """\
import torch

@torch.compile
def scaled(x: torch.Tensor):
    for factor in range(3):
        yield x * factor
"""
    ]
    untouched = [
        """\
import torch

def parts(x: torch.Tensor):
    for factor in range(3):
        yield x * factor

@torch.compile
def total(x: torch.Tensor):
    return sum(parts(x))
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find generators that are compiled by themselves."""
        for member in script.staging.members(Stage.COMPILE, Stage.EXPORT):
            if member.function is not member.root.function:
                continue
            for node in own_nodes(member.function):
                if isinstance(node, ast.Yield | ast.YieldFrom):
                    fails = (
                        "its first call fails" if member.root.in_one_piece else "nothing of it is compiled, in silence"
                    )
                    message = f"`{member.root.name}` is a generator: {fails}"
                    yield violation(self, member, node, message, "compile the function that computes one item")
                    break
