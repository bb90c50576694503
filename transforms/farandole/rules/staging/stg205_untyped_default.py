"""A parameter of TorchScript whose default is no tensor."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.scopes import defaulted
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TORCH
from farandole.rules.rule import Example, Finding, Rule, Severity
from farandole.rules.staging.reporting import has_other_types, violation
from farandole.source import Edit, EditSet


class UntypedDefault(Rule):
    """Annotate parameters of TorchScript that are no tensors.

    ## What it does

    Finds parameters without an annotation whose default is a number, a truth value or a text, in functions that
    `torch.jit.script` compiles, and annotates them.

    ## Why

    TorchScript takes every parameter without an annotation for a tensor, and stops at a default that is none: "Expected a default
    value of type Tensor (inferred) on parameter".

    ## When it is not offered

    The function has comments of types, or the parameter has an annotation.

    ## Edit safety

    Python ignores annotations.
    """

    family = STAGED_TORCH
    code, name = "STG205", "untyped-default"
    title = "Annotate the parameter"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import torch

@torch.jit.script
def scaled(x, factor=2.0, times: int = 1):
    return x * factor * times
""",
            after="""\
import torch

@torch.jit.script
def scaled(x, factor: float = 2.0, times: int = 1):
    return x * factor * times
""",
        )
    ]
    untouched = [
        """\
import torch

@torch.jit.script
def scaled(x, factor: float = 2.0, bias=None):
    if bias is not None:
        x = x + bias
    return x * factor

@torch.jit.script
def typed(x, factor=2.0):
    # type: (torch.Tensor, float) -> torch.Tensor
    return x * factor

@torch.jit.ignore
def ignored(x, factor=2.0):
    return x * factor

@torch.jit._overload
def twice(x: float = 1.0) -> float: ...

def twice(x=1.0):
    return x * 2

doubled = torch.jit.script(twice)
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find defaults that are no tensors."""
        for member in script.staging.members(Stage.SCRIPT):
            function = member.function
            if isinstance(function, ast.Lambda) or has_other_types(member):
                continue
            for parameter, default in defaulted(function):
                kind = _kind(default)
                if kind and parameter.annotation is None:
                    yield violation(
                        self,
                        member,
                        parameter,
                        f"TorchScript takes `{parameter.arg}` for a tensor, which its default is not: compiling fails",
                        f"annotate it: {parameter.arg}: {kind}",
                        partial(_fix, member, parameter, default, kind),
                    )


def _kind(default: ast.expr) -> str:
    match default:
        case ast.Constant(bool() | int() | float() | str() as value):
            return type(value).__name__
        case ast.UnaryOp(ast.USub(), ast.Constant(int() | float() as value)):
            return type(value).__name__
    return ""


def _fix(member: Member, parameter: ast.arg, default: ast.expr, kind: str) -> EditSet:
    end, start = member.document.span(parameter).end, member.document.span(default).start
    return EditSet.of(member.document, (Edit(end, start, f": {kind} = "),))
