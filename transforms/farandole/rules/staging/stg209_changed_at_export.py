"""What an exported function changes besides."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TORCH
from farandole.rules.horovod.names import library
from farandole.rules.rule import Example, Finding, Rule, Severity
from farandole.rules.staging.counters import Counted, counted, reads, takes_tensor
from farandole.rules.staging.kept import kept_tensors
from farandole.rules.staging.reporting import violation
from farandole.source import EditSet, layout


class ChangedAtExport(Rule):
    """Keep in a buffer what an exported program changes.

    ## What it does

    Finds numbers that an exported function counts up, and tensors that it stores in attributes which other code reads, and makes
    a number of the module a buffer.

    ## Why

    Python runs once, when the function is exported. The program has the number that it had then for ever, and the attribute is
    never set again: all of it in silence. A buffer is a part of the program.

    ## When it is not offered

    The number is used by Python, as in a condition, or made outside of `__init__`: these are reported.

    ## Edit safety

    The buffer is a tensor with the same number, which goes with the module to its device. It is not a part of the `state_dict`, so
    that checkpoints stay as they are.
    """

    family = STAGED_TORCH
    code, name = "STG209", "changed-at-export"
    title = "Count in a buffer"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = 0

    def forward(self, x: torch.Tensor):
        self.steps += 1
        return x * self.steps

exported = torch.export.export(Net(), (torch.ones(3),))
""",
            after="""\
import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("steps", torch.tensor(0), persistent=False)

    def forward(self, x: torch.Tensor):
        self.steps += 1
        return x * self.steps

exported = torch.export.export(Net(), (torch.ones(3),))
""",
        )
    ]
    reported = [
        """\
import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.last = torch.zeros(3)

    def forward(self, x: torch.Tensor):
        self.last = torch.relu(x)
        return x * 2

    def shown(self):
        return self.last + 1

net = Net()
exported = torch.export.export(net, (torch.ones(3),))
"""
    ]
    untouched = [
        """\
import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("steps", torch.tensor(0))

    def forward(self, x: torch.Tensor):
        self.steps += 1
        total = 0
        total += 1
        return x * self.steps * total

class Counts(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x: torch.Tensor):
        self.calls += 1
        return x

exported = torch.export.export(Net(), (torch.ones(3),))
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find what exported functions change."""
        for each in counted(script, Stage.EXPORT):
            made = each.made_in_init()
            fixed = made is not None and all(takes_tensor(script, each, *read) for read in reads(script, each))
            yield violation(
                self,
                each.member,
                each.node,
                f"`{each.what}` changes once, {each.member.when}: the program has one number for ever",
                "count in a buffer of the module",
                partial(_fix, script, each, made) if fixed and made is not None else None,
            )
        for member, node, what, read in kept_tensors(script, Stage.EXPORT):
            yield violation(
                self,
                member,
                node,
                f"`{what}` is set once, {member.when}, and never by the program; {read} reads it",
                "return the tensor, or keep it in a buffer of the module",
            )


def _fix(script: Script, each: Counted, made: ast.Assign) -> EditSet:
    [number] = each.numbers
    assert isinstance(each.node.target, ast.Attribute)
    torch = library(script, number.document, "torch", "torch")
    value = f"{torch.text}.tensor({number.document.segment(number.value)})"
    line = f'self.register_buffer("{each.node.target.attr}", {value}, persistent=False)'
    return EditSet.of(number.document, (*layout.replace_statement(number.document, made, [line]), *torch.edits))
