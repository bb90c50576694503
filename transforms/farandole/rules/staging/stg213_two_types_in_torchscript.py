"""A name that has two types in TorchScript."""

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
from farandole.rules.staging.control_flow import bound_before, read_after, stored, stores_of, within
from farandole.rules.staging.reporting import staged_nodes, violation
from farandole.source import EditSet, layout


class TwoTypesInTorchScript(Rule):
    """Give a name one type in TorchScript.

    ## What it does

    Finds a number before a loop to which the loop adds tensors, and an `if` that gives a name a tensor in one case and a number or
    None in the other, in functions that `torch.jit.script` compiles; and makes the number before the loop a tensor.

    ## Why

    Every name has one type. In a loop TorchScript makes the tensor a number again: "Cannot input a tensor of type Float as an integral
    argument". After an `if` it stops with "Type mismatch: y is set to type Tensor in the true branch and type int in the false branch",
    and at a name that was None with "previously had type NoneType but is now being assigned to a value of type Tensor".

    ## When it is not offered

    The name is annotated, or it is not sure that its other value is a tensor.

    ## Edit safety

    The sum is the same tensor. Where the loop has no turn, it is a tensor, where Python gives the number.
    """

    family = STAGED_TORCH
    code, name = "STG213", "two-types-in-torchscript"
    title = "Begin with a tensor"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import torch

@torch.jit.script
def total(x):
    found = 0
    for i in range(x.size(0)):
        found = found + x[i].abs().sum()
    return found
""",
            after="""\
import torch

@torch.jit.script
def total(x):
    found = torch.tensor(0)
    for i in range(x.size(0)):
        found = found + x[i].abs().sum()
    return found
""",
        )
    ]
    reported = [
        """\
import torch

@torch.jit.script
def either(x):
    if x.sum() > 0:
        y = x * 2
    else:
        y = 0
    return y
""",
        """\
import torch

@torch.jit.script
def maybe(x):
    y = None
    if x.sum() > 0:
        y = x * 2
    return y
""",
    ]
    untouched = [
        """\
import torch
from typing import Optional

@torch.jit.script
def total(x):
    found = torch.tensor(0)
    count = 0
    for i in range(x.size(0)):
        found = found + x[i].sum()
        count = count + 1
    y: Optional[torch.Tensor] = None
    if count > 0:
        y = found * count
    z = 0
    z = x * z
    return y, z
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find names with a tensor in one place and something else in another."""
        for member, node in staged_nodes(script, Stage.SCRIPT):
            match node:
                case ast.For() | ast.While():
                    yield from self._of_loop(script, member, node)
                case ast.If():
                    yield from self._of_branch(script, member, node)

    def _of_loop(self, script: Script, member: Member, loop: ast.For | ast.While) -> Iterator[Finding]:
        for node in ast.walk(loop):
            match node:
                case ast.Assign([ast.Name(name)], ast.BinOp(ast.Name(other), ast.Add() | ast.Sub(), value)) if (
                    name == other
                ):
                    before = bound_before(member, loop, name)
                case _:
                    continue
            if not isinstance(before, ast.Constant) or type(before.value) is not int:
                continue
            if script.tensors.is_tensor(member.document, value, member):
                yield violation(
                    self,
                    member,
                    before,
                    f"`{name}` is a number before the loop in {member.document.place_of(loop, member.document)} and a tensor "
                    "in it, which TorchScript makes a number again",
                    f"begin with torch.tensor({before.value})",
                    partial(_fix, script, member, before),
                )

    def _of_branch(self, script: Script, member: Member, branch: ast.If) -> Iterator[Finding]:
        one, other = _bound(branch.body), _bound(branch.orelse)
        for name in sorted(stored([branch])):
            stores = stores_of(member, name)
            pair = [values[name] for values in (one, other) if name in values]
            inside = [each for each in stores if within(member, each, branch)]
            if len(pair) == 1 and len(inside) == 1 and len(stores) == 2:  # noqa: PLR2004
                before = member.document.parent(next(each for each in stores if each not in inside))
                match before:
                    case ast.Assign([ast.Name()], ast.Constant(None), None) if member.document.block(
                        before
                    ) is member.document.block(branch):
                        pair.append(before.value)
            elif len(stores) != 2 or not read_after(member, branch, name):  # noqa: PLR2004
                continue
            numbers = [each for each in pair if isinstance(each, ast.Constant)]
            tensors = [each for each in pair if script.tensors.is_tensor(member.document, each, member)]
            if len(pair) == 2 and len(numbers) == len(tensors) == 1:  # noqa: PLR2004
                yield violation(
                    self,
                    member,
                    numbers[0],
                    f"`{name}` is {numbers[0].value!r} here and a tensor in "
                    f"{member.document.place_of(tensors[0], member.document)}: compiling fails",
                    "give it a tensor in both places, or the annotation Optional[torch.Tensor] where it may be None",
                )


def _bound(stmts: list[ast.stmt]) -> dict[str, ast.expr]:
    """Give the values that plain assignments of a block give their names."""
    found = {}
    for stmt in stmts:
        match stmt:
            case ast.Assign([ast.Name(name)], value):
                found[name] = value
    return found


def _fix(script: Script, member: Member, number: ast.Constant) -> EditSet:
    torch = library(script, member.document, "torch", "torch")
    new = f"{torch.text}.tensor({number.value!r})"
    return EditSet.of(member.document, (*layout.replace(member.document, number, new), *torch.edits))
