"""Tensors that an exported function asks for their value."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TORCH
from farandole.rules.rule import Example, Finding, Rule, Severity
from farandole.rules.staging.reporting import call_names, staged_nodes, stays_tensor, unwrapped, violation

_ASKS = frozenset({"builtins.float", "builtins.int", "builtins.bool"})


class ValueAtExport(Rule):
    """Compute with the tensor itself.

    ## What it does

    Finds `float`, `int` and `bool` of a tensor, and `.numpy()`, in a function that `torch.export` exports, and leaves `float` out
    beside a tensor.

    ## Why

    A tensor has no value while the program is made. `torch.export` stops with "Could not guard on data-dependent expression", or
    ".numpy() is not supported for tensor subclasses". `torch.compile` breaks the graph there, or records the number.

    ## When it is not offered

    The number is used by Python, or `int` and `bool` change the value: these are reported. `.item()` is a part of the program.

    ## Edit safety

    The results are the same.
    """

    family = STAGED_TORCH
    code, name = "STG211", "value-at-export"
    title = "Compute with the tensor itself"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import torch

class Scaled(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        return x / float(x.sum())

exported = torch.export.export(Scaled(), (torch.ones(4),))
""",
            after="""\
import torch

class Scaled(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        return x / x.sum()

exported = torch.export.export(Scaled(), (torch.ones(4),))
""",
        )
    ]
    reported = [
        """\
import torch

class Scaled(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        return x * int(x.sum())

exported = torch.export.export(Scaled(), (torch.ones(4),))
"""
    ]
    untouched = [
        """\
import torch

class Scaled(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        return x / x.sum().item() * float(x.shape[0])

exported = torch.export.export(Scaled(), (torch.ones(4),))
print(float(torch.ones(1).sum()))
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find what asks a tensor for its value."""
        for member, node in staged_nodes(script, Stage.EXPORT):
            match node:
                case ast.Call(ast.Name(called), [value], []) if call_names(script, node) & _ASKS:
                    fixed = called == "float" and stays_tensor(script, member, node)
                case ast.Call(ast.Attribute(value, "numpy"), [], []):
                    called, fixed = ".numpy()", False
                case _:
                    continue
            if script.tensors.is_tensor(member.document, value, member):
                what = member.document.segment(value)
                yield violation(
                    self,
                    member,
                    node,
                    f"`{called}` needs the value of `{what}`, which has none yet {member.when}: torch.export fails",
                    "compute with the tensor itself",
                    partial(unwrapped, member, node, value) if fixed else None,
                )
