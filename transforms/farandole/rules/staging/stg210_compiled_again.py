"""A Python number for each of which PyTorch compiles a function again."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.points_to.values import Bound, Class, Function
from farandole.analysis.scopes import FunctionNode
from farandole.analysis.slicing import argument_for
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Root, Stage
from farandole.options import Options
from farandole.rules.families import STAGED_TORCH
from farandole.rules.horovod.names import library
from farandole.rules.rule import Example, Finding, Related, Rule, Status
from farandole.rules.staging.counters import Counted, counted, reads, takes_tensor
from farandole.rules.staging.reporting import violation
from farandole.rules.staging.stg111_number_argument import counts
from farandole.source import Document, EditSet, layout


class CompiledAgain(Rule):
    """Count in a tensor.

    ## What it does

    Finds an integer of a module that its compiled `forward` counts up, and makes it a tensor; and the number of a loop that is
    passed to a compiled function which makes as many turns.

    ## Why

    An integer of a `torch.nn.Module` is a part of what is compiled, and so is the number of turns of a loop: `torch.compile`
    compiles again for each value, eight times, and then leaves the function to Python. Other numbers are compiled twice: the
    second time for any value, which is no finding.

    ## When it is not offered

    The number is used by Python, as in a condition, or made outside of `__init__`: it is reported. A number of an object that is
    no module, and a fraction, may have any value.

    ## Edit safety

    The tensor holds the same number. It is printed as `tensor(3)`.
    """

    family = STAGED_TORCH
    code, name = "STG210", "compiled-for-each-number"
    title = "Count in a tensor"
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
        return x / self.steps

net = torch.compile(Net())
""",
            after="""\
import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = torch.tensor(0)

    def forward(self, x: torch.Tensor):
        self.steps += 1
        return x / self.steps

net = torch.compile(Net())
""",
        )
    ]
    reported = [
        """\
import torch

@torch.compile
def grown(x: torch.Tensor, turns):
    for _ in range(turns):
        x = x * 2
    return x

for turns in range(1, 20):
    grown(torch.ones(3), turns)
"""
    ]
    untouched = [
        """\
import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.rate = 0.0

    def forward(self, x: torch.Tensor):
        self.rate += 0.5
        return x / self.rate

class Meter:
    def __init__(self):
        self.steps = 0

    @torch.compile
    def step(self, x: torch.Tensor):
        self.steps += 1
        return x / self.steps

@torch.compile
def scaled(x: torch.Tensor, number):
    return x * number

net, meter = torch.compile(Net()), Meter()
for number in range(20):
    scaled(torch.ones(3), number)
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find counters of compiled modules, and numbers of turns that change."""
        for each in counted(script, Stage.COMPILE):
            if not each.is_whole or not _is_of_module(script, each):
                continue
            made = each.made_in_init()
            fixed = made is not None and all(takes_tensor(script, each, *read) for read in reads(script, each))
            yield violation(
                self,
                each.member,
                each.node,
                f"`{each.what}` is another number at each call: `{each.member.root.name}` is compiled again for each, "
                "and left to Python after eight",
                "count in a tensor, or where the module is called",
                partial(_fix, script, each) if fixed else None,
            )
        yield from self._turns(script)

    def _turns(self, script: Script) -> Iterator[Finding]:
        roots = {root.function: root for root in script.staging.roots if root.stage is Stage.COMPILE}
        for call in script.calls if roots else ():
            callees = script.flow.callees.get(call.node, ())
            functions = [each.member if isinstance(each, Bound) else each for each in callees]
            if len(functions) != 1 or not isinstance(functions[0], Function):
                continue
            node = functions[0].site.node
            root = roots.get(node) if isinstance(node, FunctionNode) else None
            for parameter in root.function.args.args if root is not None else ():
                assert root is not None
                found = argument_for(script, call, root.function, parameter.arg)
                if found is None or not isinstance(found[1], ast.Name) or not counts(call.document, found[1]):
                    continue
                if _decides_turns(root, parameter.arg):
                    yield self._found(root, call.document, found[1])

    def _found(self, root: Root, document: Document, number: ast.Name) -> Finding:
        return Finding(
            self,
            Status.VIOLATION,
            document,
            document.span(number),
            f"`{root.name}` makes `{number.id}` turns: it is compiled again for each number, and left to Python after eight",
            "call it with one number of turns, or make the turns outside",
            related=(Related(root.home, root.home.span(root.by), f"`{root.name}` is staged here"),),
        )


def _is_of_module(script: Script, each: Counted) -> bool:
    owner = each.member.document.parent(each.member.function)
    if not isinstance(owner, ast.ClassDef) or not isinstance(each.node.target, ast.Attribute):
        return False
    site = script.flow.site(script.flow.scopes[each.member.function].module, owner)
    return "torch.nn.Module" in script.library_ancestors(Class(site))


def _decides_turns(root: Root, parameter: str) -> bool:
    """Say whether a function makes as many turns as a parameter says, which it does not change."""
    names = [each for each in ast.walk(root.function) if isinstance(each, ast.Name) and each.id == parameter]
    return all(isinstance(each.ctx, ast.Load) for each in names) and any(
        isinstance(each, ast.For) and ast.unparse(each.iter) == f"range({parameter})"
        for each in ast.walk(root.function)
    )


def _fix(script: Script, each: Counted) -> EditSet:
    [made] = each.numbers
    torch = library(script, made.document, "torch", "torch")
    new = f"{torch.text}.tensor({made.document.segment(made.value)})"
    return EditSet.of(made.document, (*layout.replace(made.document, made.value, new), *torch.edits))
