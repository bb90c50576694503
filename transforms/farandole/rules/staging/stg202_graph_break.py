"""What breaks the graph of `torch.compile`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TORCH
from farandole.rules.rule import Example, Finding, Rule, Severity
from farandole.rules.staging.choices import choice, choose
from farandole.rules.staging.reporting import call_names, staged_nodes, stays_tensor, unwrapped, violation
from farandole.source import EditSet


class GraphBreak(Rule):
    """Keep the graph in one piece.

    ## What it does

    Finds decisions by a tensor, `.item()`, `float`, `int` and `print` of a tensor in a function under `torch.compile`. A choice
    between two tensors becomes a `torch.where`, and `.item()` of what is computed with tensors is left out.

    ## Why

    The value of a tensor is asked for while the function is compiled. The graph breaks there: what is before and after is
    compiled by itself, runs one after the other, and Python decides in between. The results are right, and slower.

    ## When it is not offered

    The value is used by Python, or the branches do more than to choose between two tensors: these are reported. Where the program
    sets `torch._dynamo.config.capture_scalar_outputs`, numbers break nothing.

    ## Edit safety

    The results are the same.
    """

    family = STAGED_TORCH
    code, name = "STG202", "graph-break"
    title = "Keep the graph in one piece"
    severity = Severity.INFORMATION
    examples = [
        Example(
            before="""\
import torch

@torch.compile
def scaled(x: torch.Tensor):
    total = x.sum()
    return x / total.item()
""",
            after="""\
import torch

@torch.compile
def scaled(x: torch.Tensor):
    total = x.sum()
    return x / total
""",
        ),
        Example(
            before="""\
import torch

@torch.compile
def scaled(x: torch.Tensor):
    if x.sum() > 0:
        y = x * 2
    else:
        y = x - 1
    return y
""",
            after="""\
import torch

@torch.compile
def scaled(x: torch.Tensor):
    y = torch.where(x.sum() > 0, x * 2, x - 1)
    return y
""",
        ),
    ]
    reported = [
        """\
import torch

def scaled(x: torch.Tensor):
    y = x + 1
    print("y", y)
    return y * 2

compiled = torch.compile(scaled)
"""
    ]
    untouched = [
        """\
import torch

@torch.compile
def scaled(x: torch.Tensor, limit: float):
    if limit > 0 and x.dim() == 2:
        x = x[:, 0]
    return x / float(limit)

@torch.compiler.disable
def shown(x: torch.Tensor):
    print(x.sum().item())

@torch.compile
def step(x: torch.Tensor):
    shown(x)
    return x

@torch._dynamo.assume_constant_result
def limit(x: torch.Tensor):
    return x.sum().item()

@torch.compile
def behind(x: torch.Tensor):
    print(x.shape, x.stride())
    return x * limit(x)
    print(x)

loss = scaled(torch.ones(3), 2.0).sum().item()
""",
        """\
import torch

torch._dynamo.config.capture_scalar_outputs = True

@torch.compile
def scaled(x: torch.Tensor):
    return torch.zeros(x.sum().int().item()) + float(x.max())
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find what asks for the value of a tensor."""
        recorded = _numbers_are_recorded(script)
        for member, node in staged_nodes(script, Stage.COMPILE):
            if member.root.in_one_piece:
                continue
            tensors = script.tensors
            if recorded and isinstance(node, ast.Call) and call_names(script, node) != {"builtins.print"}:
                continue
            match node:
                case ast.If(test) | ast.While(test) | ast.IfExp(test) if tensors.decides(member.document, test, member):
                    chosen = choice(script, member, node)
                    fix = partial(choose, script, member, node, chosen) if chosen else None
                    yield self._found(member, test, "a tensor decides here", "choose with torch.where", fix)
                case ast.Call(ast.Attribute(value, "item"), [], []) if tensors.is_tensor(
                    member.document, value, member
                ):
                    plain = stays_tensor(script, member, node)
                    fix = partial(unwrapped, member, node, value) if plain else None
                    said = f"{member.document.quote(value)} is made a Python number here"
                    yield self._found(member, node, said, "compute with the tensor itself", fix)
                case ast.Call(args=[value]) if call_names(script, node) & {"builtins.float", "builtins.int"}:
                    if tensors.is_tensor(member.document, value, member):
                        said = f"{member.document.quote(value)} is made a Python number here"
                        yield self._found(member, node, said, "compute with the tensor itself", None)
                case ast.Call(args=arguments) if call_names(script, node) == {"builtins.print"}:
                    if any([*tensors.parts(member.document, each, member)] for each in arguments):
                        yield self._found(
                            member, node, "a tensor is printed here", "print it where the function is called", None
                        )

    def _found(
        self, member: Member, node: ast.AST, said: str, suggestion: str, fix: partial[EditSet] | None
    ) -> Finding:
        message = f"{said}, which breaks the graph: what is before and after is compiled by itself"
        return violation(self, member, node, message, suggestion, fix)


def _numbers_are_recorded(script: Script) -> bool:
    """Say whether the program tells PyTorch to record the numbers that tensors are made, so that the graph goes on."""
    name = "capture_scalar_outputs"
    return any(
        (isinstance(each, ast.Attribute) and each.attr == name) or (isinstance(each, ast.keyword) and each.arg == name)
        for document in script.documents
        for each in document.nodes(ast.Attribute, ast.keyword)
    )
