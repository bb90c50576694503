"""Python that TorchScript does not know."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.points_to.values import Function
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Stage, nodes
from farandole.options import Options
from farandole.rules.families import STAGED_TORCH
from farandole.rules.rule import Finding, Rule, Severity
from farandole.rules.staging.reporting import violation


class NotTorchScript(Rule):
    """Write what TorchScript knows.

    ## What it does

    Finds statements and expressions in functions that `torch.jit.script` compiles, and in what they call, which TorchScript does
    not have: `yield`, `try`, `lambda`, inner functions and classes, `global`, sets, `:=`, `match`, imports, conditions in
    comprehensions or two loops in one, `else` of a loop, format specifications, `*args`, `**kwargs`, `@=`, `*` in targets,
    keywords of `print`, recursion.

    ## Why

    TorchScript is a language of its own, a part of Python. Compiling stops at them, as with "try blocks aren't supported".

    ## When it is not offered

    The code stands under a question whether it is compiled (`torch.jit.is_scripting()`), or in a function that
    `@torch.jit.ignore` or `@torch.jit.unused` leaves to Python.

    ## Edit safety

    Nothing is edited.
    """

    family = STAGED_TORCH
    code, name = "STG206", "not-torchscript"
    title = "Write what TorchScript knows"
    severity = Severity.ERROR
    reported = [
        """\
import torch

@torch.jit.script
def root(x):
    try:
        return x.sqrt()
    except ValueError:
        return x
"""
    ]
    untouched = [
        """\
import torch

@torch.jit.unused
def eager(x):
    try:
        return x.sqrt()
    except ValueError:
        return x

def either(x):
    if torch.jit.is_scripting():
        return x
    try:
        return x.sqrt()
    except ValueError:
        return x

@torch.jit.script
def root(x):
    if not torch.jit.is_scripting():
        x = eager(x)
    x = either(x)
    parts = [each * 2 for each in [x, x]]
    assert len(parts) == 2, f"there are {len(parts)}"
    with torch.no_grad():
        return parts[0].sqrt()

@torch.jit.autograd_script
def square(x):
    def backward(gradient):
        return 2 * x * gradient
    return x * x, backward

@torch.jit.script
def total(x):
    return square(x).sum()
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find what TorchScript does not have."""
        for member in script.staging.members(Stage.SCRIPT):
            script.flow.proceed()
            if isinstance(member.function, ast.Lambda):
                if member.function is member.root.function:  # one in a function is found there
                    yield self._found(member, member.function, "`lambda`")
                continue
            for node in (*_extra_parameters(member.function), *nodes(member)):
                what = _unknown(node) or _unknown_call(script, member, node)
                if what:
                    yield self._found(member, node, what)

    def _found(self, member: Member, node: ast.AST, what: str) -> Finding:
        return violation(
            self,
            member,
            node,
            f"TorchScript has no {what}: compiling `{member.root.name}` fails",
            "write it otherwise, or leave the function to Python with @torch.jit.ignore",
        )


def _unknown_call(script: Script, member: Member, node: ast.AST) -> str:
    """Give the name of what TorchScript does not have of a call; an empty text for what it has."""
    match node:
        case ast.Call(keywords=keywords) if any(each.arg is None for each in keywords):
            return "`**` in calls"
        case ast.Call(ast.Name("print"), keywords=[_, *_]) if script.names_of(node.func) == {"builtins.print"}:
            return "keywords of `print`"
        case ast.Call():
            callees = script.flow.callees.get(node, ())
            if [each.site.node for each in callees if isinstance(each, Function)] == [member.function]:
                return "recursion"
    return ""


def _extra_parameters(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> Iterator[ast.AST]:
    yield from (each for each in (function.args.vararg, function.args.kwarg) if each is not None)


def _unknown(node: ast.AST) -> str:  # noqa: PLR0911, PLR0912
    """Give the name of what TorchScript does not have; an empty text for what it has."""
    match node:
        case ast.arg():
            return "variable number of arguments"
        case ast.Yield() | ast.YieldFrom():
            return "`yield`"
        case ast.Try():
            return "`try`"
        case ast.Lambda():
            return "`lambda`"
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return "definitions in a function"
        case ast.Global() | ast.Nonlocal():
            return "`global`"
        case ast.Set() | ast.SetComp():
            return "sets"
        case ast.NamedExpr():
            return "`:=`"
        case ast.Match():
            return "`match`"
        case ast.Import() | ast.ImportFrom():
            return "imports"
        case ast.comprehension(ifs=[_, *_]):
            return "conditions in comprehensions"
        case ast.ListComp(generators=[_, _, *_]) | ast.DictComp(generators=[_, _, *_]):
            return "two loops in a comprehension"
        case ast.AugAssign(op=ast.MatMult()):
            return "`@=`"
        case ast.Starred(ctx=ast.Store()):
            return "`*` in targets"
        case ast.For(orelse=[_, *_]) | ast.While(orelse=[_, *_]):
            return "`else` of a loop"
        case ast.FormattedValue(format_spec=ast.expr()):
            return "format specifications"
    return ""
