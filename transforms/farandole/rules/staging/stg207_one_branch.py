"""A name that one branch of TorchScript binds and the other does not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TORCH
from farandole.rules.horovod.names import library
from farandole.rules.rule import Example, Finding, Rule, Severity
from farandole.rules.staging.choices import decisions
from farandole.rules.staging.control_flow import bound_in_one_branch, zeros_for
from farandole.rules.staging.reporting import violation
from farandole.source import EditSet, layout


class OneBranchOfTorchScript(Rule):
    """Bind in both branches what is read after them.

    ## What it does

    Finds an `if` over a tensor in TorchScript that binds a name in one of its branches only, where the name is read after it, and
    binds the name before.

    ## Why

    Every name has one type wherever it is read: compiling stops with "is not defined in the false branch".

    ## When it is not offered

    The name gets its value by more than one plain assignment, or its value can't be computed before the branch.

    ## Edit safety

    Where the condition is false, the name is zeros of the same shape and type, where Python would have failed. Therefore the
    edit is to be confirmed.
    """

    family = STAGED_TORCH
    code, name = "STG207", "bound-in-one-branch-of-torchscript"
    title = "Bind the name before the branch"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import torch

@torch.jit.script
def scaled(x):
    if x.sum() > 0:
        y = x * 2
    return y
""",
            after="""\
import torch

@torch.jit.script
def scaled(x):
    y = torch.zeros_like(x)
    if x.sum() > 0:
        y = x * 2
    return y
""",
        )
    ]
    untouched = [
        """\
import torch

@torch.jit.script
def scaled(x):
    if x.sum() > 0:
        y = x * 2
    else:
        y = x
    if x.sum() > 1:
        z = y
        y = z * 2
    return y
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find names that one branch binds and code after it reads."""
        for member, branch in decisions(script, Stage.SCRIPT):
            if not isinstance(branch, ast.If):
                continue
            for name in bound_in_one_branch(script, member, branch):
                zeros = zeros_for(script, member, branch, name)
                yield violation(
                    self,
                    member,
                    branch.test,
                    f"`{name}` is bound in one branch of this condition on a tensor, and read after it: compiling fails",
                    f"bind `{name}` before the condition, or in both branches",
                    partial(_fix, script, member, branch, name, zeros) if zeros else None,
                    confirm=f"where the condition is false, `{name}` is zeros, where Python fails" if zeros else "",
                )


def _fix(script: Script, member: Member, branch: ast.If, name: str, zeros: str) -> EditSet:
    torch = library(script, member.document, "torch", "torch")
    lines = [f"{name} = {torch.text}.zeros_like({zeros})"]
    return EditSet.of(member.document, (*layout.insert_before(member.document, branch, lines), *torch.edits))
