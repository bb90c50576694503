"""A branch on a tensor where PyTorch must compile a function in one piece."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TORCH
from farandole.rules.rule import Example, Finding, Rule, Severity
from farandole.rules.staging.choices import choice, choose, decisions, held
from farandole.rules.staging.reporting import violation


class BranchInOnePiece(Rule):
    """Choose between tensors with `torch.where` or `torch.cond`.

    ## What it does

    Finds `if`, `while` and conditional expressions on a tensor in a function that is exported, or compiled with
    `fullgraph=True`, and makes a choice between two tensors a `torch.where` where both come from one tensor element by element,
    else a `torch.cond`.

    ## Why

    The graph has no value to decide by while it is made. `torch.compile(fullgraph=True)` stops with "Data-dependent branching",
    `torch.export` with "Could not guard on data-dependent expression".

    ## When it is not offered

    The branches do more than to give one name its value, or one of the values is not computed anew by functions and layers that
    change nothing: `torch.cond` refuses branches that give an input back or change one, as batch normalisation does. A loop is
    only reported.

    ## Edit safety

    With `torch.where` both values are computed, and the one is taken that the condition chooses: the result is the same. The
    branches of `torch.cond` must give tensors of one shape and type, which is not known for certain: therefore that edit is to be
    confirmed.
    """

    family = STAGED_TORCH
    code, name = "STG201", "branch-in-one-piece"
    title = "Choose in the graph"
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
        Example(
            before="""\
import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.small = torch.nn.Linear(3, 2)
        self.large = torch.nn.Linear(3, 2)

    def forward(self, x: torch.Tensor):
        if x.abs().sum() < 1:
            y = self.small(x)
        else:
            y = self.large(x)
        return y.relu()

exported = torch.export.export(Net(), (torch.ones(1, 3),))
""",
            after="""\
import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.small = torch.nn.Linear(3, 2)
        self.large = torch.nn.Linear(3, 2)

    def forward(self, x: torch.Tensor):
        y = torch.cond(
            x.abs().sum() < 1, lambda: self.small(x), lambda: self.large(x)
        )
        return y.relu()

exported = torch.export.export(Net(), (torch.ones(1, 3),))
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
            branches = held(script, member, node) if chosen is None else None
            fix = partial(choose, script, member, node, chosen) if chosen else None
            if branches is not None:
                fix = partial(choose, script, member, node, branches, "cond")
            yield violation(
                self,
                member,
                node.test,
                f"a tensor decides here, which has no value yet {member.when}: {_what(member)} fails",
                "choose with torch.where, or torch.cond",
                fix,
                confirm="both branches must give tensors of one shape and type" if branches is not None else "",
            )


def _what(member: Member) -> str:
    return "torch.export" if member.root.stage is Stage.EXPORT else "fullgraph=True"
