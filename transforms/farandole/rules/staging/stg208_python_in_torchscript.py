"""Functions and numbers of Python that TorchScript cannot reach."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.points_to.values import Constant, Container, Site
from farandole.analysis.scopes import Scope
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TORCH
from farandole.rules.rule import Finding, Rule, Severity
from farandole.rules.staging.reporting import call_names, staged_nodes, violation
from farandole.rules.staging.stg109_once_drawn import CLOCKS, DRAWS


class PythonInTorchScript(Rule):
    """Hand TorchScript what it needs from outside.

    ## What it does

    Finds calls of `random`, `time`, NumPy and `open` in functions that `torch.jit.script` compiles, `.numpy()` of a tensor, and
    numbers, texts, lists, dictionaries and tensors of the module that such a function reads.

    ## Why

    A compiled function runs without Python. Compiling stops with "is currently not supported in Torchscript", "has no attribute or
    method 'numpy'", and "python value of type 'int' cannot be used as a value".

    ## When it is not offered

    The code stands under a question whether it is compiled, or in a function that `@torch.jit.ignore` leaves to Python.

    ## Edit safety

    Nothing is edited: pass the number as an annotated argument, or keep it in the module.
    """

    family = STAGED_TORCH
    code, name = "STG208", "python-in-torchscript"
    title = "Pass TorchScript what it needs from outside"
    severity = Severity.ERROR
    reported = [
        """\
import torch

FACTOR = 3

@torch.jit.script
def scaled(x):
    return x * FACTOR
""",
        """\
import random
import torch

@torch.jit.script
def scaled(x):
    return x * random.random()
""",
        """\
import torch

seen = []

@torch.jit.script
def kept(x):
    seen.append(x)
    return x
""",
    ]
    untouched = [
        """\
import torch

FACTOR = 3

@torch.jit.ignore
def shown(x) -> None:
    print(FACTOR, x.numpy())

@torch.jit.script
def scaled(x, factor: int = FACTOR):
    shown(x)
    return x * factor * torch.rand(1)
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find what a compiled function cannot reach."""
        for member, node in staged_nodes(script, Stage.SCRIPT):
            match node:
                case ast.Call(func):
                    names = call_names(script, node)
                    called = member.document.segment(func)
                    is_python = names and all(
                        name in CLOCKS | DRAWS or name.startswith("numpy.") or name == "builtins.open" for name in names
                    )
                    if is_python or _is_numpy_of_tensor(script, member, node):
                        message = f"`{called}` can't be called by compiled code: compiling `{member.root.name}` fails"
                        yield violation(self, member, node, message, "use functions of PyTorch, or @torch.jit.ignore")
                case ast.Name(name, ast.Load()):
                    what = _of_module(script, member, node)
                    if what:
                        message = f"`{name}` is a {what} of Python outside: compiling `{member.root.name}` fails"
                        yield violation(
                            self, member, node, message, "pass it as an annotated argument, or by its default"
                        )


def _is_numpy_of_tensor(script: Script, member: Member, node: ast.Call) -> bool:
    match node:
        case ast.Call(ast.Attribute(value, "numpy"), [], []):
            return script.tensors.is_tensor(member.document, value, member)
    return False


def _of_module(  # noqa: PLR0911
    script: Script, member: Member, node: ast.Name
) -> str:
    """Say what a name of the module is that compiled code can't read; an empty text for what it can, or what is not known."""
    home: Scope | None = script.scope(member.document, node).home(node.id)
    if home is None or home.parent is not None:
        return ""
    definitions = script.def_use.names.get((home, node.id), ())
    assigned = [each.document.parent(each.target) for each in definitions]
    values = script.values(node)
    if len(values) != 1 or not all(isinstance(each, ast.Assign) for each in assigned) or not assigned:
        return ""
    match next(iter(values)):
        case Constant(bool()):
            return "truth value"
        case Constant(int() | float()):
            return "number"
        case Constant(str()):
            return "text"
        case Container(Site(node=ast.List() | ast.ListComp())):
            return "list"
        case Container(Site(node=ast.Dict() | ast.DictComp())):
            return "dictionary"
    return "tensor" if script.tensors.is_tensor(member.document, node, member) else ""
