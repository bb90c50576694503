"""A branch on a tensor where PyTorch must compile a function in one piece."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TORCH
from farandole.rules.rule import Example, Finding, Rule, Severity
from farandole.rules.staging.choices import choice, choose, decisions
from farandole.rules.staging.reporting import violation


class BranchInOnePiece(Rule):
    """Choose between tensors with `torch.where`.

    ## What it does

    Finds `if`, `while` and conditional expressions on a tensor in a function that is exported, or compiled with
    `fullgraph=True`, and makes a choice between two tensors a `torch.where`.

    ## Why

    The graph has no value to decide by while it is made. `torch.compile(fullgraph=True)` stops with "Data-dependent branching",
    `torch.export` with "Could not guard on data-dependent expression".

    ## When it is not offered

    The branches do more than to give one name its value, or their values are not computed element by element from the same
    tensor: `torch.cond` can hold such branches. A loop is only reported.

    ## Edit safety

    Both values are computed, and the one is taken that the condition chooses: the result is the same.
    """

    family = STAGED_TORCH
    code, name = "STG201", "branch-in-one-piece"
    title = "Choose with torch.where"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import torch

@torch.compile(fullgraph=True)
def scaled(x: torch.Tensor):
    if x.sum() > 0:
        y = x * 2
    else:
        y = x - 1
    return y
""",
            after="""\
import torch

@torch.compile(fullgraph=True)
def scaled(x: torch.Tensor):
    y = torch.where(x.sum() > 0, x * 2, x - 1)
    return y
""",
        ),
        Example(
            before="""\
import torch

@torch.compile(fullgraph=True)
def scaled(x: torch.Tensor):
    return x * 2 if x.sum() > 0 else x - 1
""",
            after="""\
import torch

@torch.compile(fullgraph=True)
def scaled(x: torch.Tensor):
    return torch.where(x.sum() > 0, x * 2, x - 1)
""",
        ),
    ]
    reported = [
        """\
import torch

@torch.compile(fullgraph=True)
def halved(x: torch.Tensor):
    while x.sum() > 1:
        x = x / 2
    return x
"""
    ]
    untouched = [
        """\
import torch

@torch.compile(fullgraph=True)
def scaled(x: torch.Tensor, training: bool):
    if training and x.shape[0] > 2:
        return x * 2
    return torch.where(x.sum() > 0, x, -x)

def eager(x: torch.Tensor):
    return x if x.sum() > 0 else -x
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find decisions by tensors in functions that are compiled in one piece."""
        for member, node in decisions(script, Stage.COMPILE, Stage.EXPORT):
            if not member.root.in_one_piece:
                continue
            chosen = choice(script, member, node)
            yield violation(
                self,
                member,
                node.test,
                f"a tensor decides here, which has no value yet {member.when}: {_what(member)} fails",
                "choose with torch.where, or torch.cond",
                partial(choose, script, member, node, chosen) if chosen else None,
            )


def _what(member: Member) -> str:
    return "torch.export" if member.root.stage is Stage.EXPORT else "fullgraph=True"
