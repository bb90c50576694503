"""A parameter of TorchScript that gets numbers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.points_to.relations import Parameter
from farandole.analysis.points_to.values import Constant
from farandole.analysis.scopes import positional
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TORCH
from farandole.rules.rule import Example, Finding, Rule, Severity
from farandole.rules.staging.reporting import has_other_types, violation
from farandole.source import Edit, EditSet


class UntypedNumber(Rule):
    """Annotate parameters of TorchScript that get numbers.

    ## What it does

    Finds parameters without an annotation that count the turns of a `range`, or get nothing but numbers, in functions that
    `torch.jit.script` compiles, and annotates them.

    ## Why

    TorchScript takes every parameter without an annotation for a tensor. It stops with "all inputs of range must be ints, found
    Tensor", or where the function is called with "Expected a value of type 'Tensor (inferred)' for argument 'n' but instead found type
    'int'".

    ## When it is not offered

    The parameter has an annotation or a default, the function has comments of types, or a call passes what is not known to be a number.

    ## Edit safety

    Python ignores annotations.
    """

    family = STAGED_TORCH
    code, name = "STG214", "untyped-number"
    title = "Annotate the parameter"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import torch

@torch.jit.script
def grown(x, turns):
    for _ in range(turns):
        x = x * 2
    return x
""",
            after="""\
import torch

@torch.jit.script
def grown(x, turns: int):
    for _ in range(turns):
        x = x * 2
    return x
""",
        ),
        Example(
            before="""\
import torch

@torch.jit.script
def scaled(x, factor):
    return x * factor

def doubled():
    return scaled(torch.ones(3), 2.0)
""",
            after="""\
import torch

@torch.jit.script
def scaled(x, factor: float):
    return x * factor

def doubled():
    return scaled(torch.ones(3), 2.0)
""",
        ),
    ]
    untouched = [
        """\
import torch

@torch.jit.script
def grown(x, turns: int):
    for _ in range(turns):
        x = x * 2
    return x

@torch.jit.script
def scaled(x, factor):
    return x * factor

@torch.jit.script
def unused(x, factor):
    return x * factor

scaled(torch.ones(3), torch.tensor(2.0))
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find parameters that are no tensors."""
        for member in script.staging.members(Stage.SCRIPT):
            function = member.function
            if isinstance(function, ast.Lambda) or has_other_types(member):
                continue
            plain = positional(function)
            for parameter in plain[: len(plain) - len(function.args.defaults)]:
                kind = _kind(script, member, parameter.arg)
                if kind and parameter.annotation is None:
                    yield violation(
                        self,
                        member,
                        parameter,
                        f"TorchScript takes `{parameter.arg}` for a tensor, which is a number",
                        f"annotate it: {parameter.arg}: {kind}",
                        partial(_fix, member, parameter, kind),
                    )


def _kind(script: Script, member: Member, name: str) -> str:
    """Give the type of the numbers that a parameter gets; an empty text where it may get others."""
    for node in ast.walk(member.function):
        match node:
            case ast.Call(ast.Name("range"), arguments):
                if any(isinstance(each, ast.Name) and each.id == name for each in arguments):
                    return "int"
    given = script.flow.ask(Parameter(member.function, name))
    kinds = {type(each.value) for each in given if isinstance(each, Constant)}
    if not given or not all(isinstance(each, Constant) for each in given) or not kinds <= {int, float}:
        return ""
    return "float" if float in kinds else "int"


def _fix(member: Member, parameter: ast.arg, kind: str) -> EditSet:
    end = member.document.span(parameter).end
    return EditSet.of(member.document, (Edit(end, end, f": {kind}"),))
