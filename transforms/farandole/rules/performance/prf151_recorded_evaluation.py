"""Evaluation that records operations for gradients that nobody computes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.options import Options, Speculation
from farandole.rules.families import INEFFICIENT
from farandole.rules.performance.found import Found, found
from farandole.rules.performance.hoisting import alone_on_its_lines
from farandole.rules.rule import Assumption, Example, Finding, Related, Rule, Status
from farandole.source import Document, EditSet, layout


class RecordedEvaluation(Rule):
    """Evaluate without recording operations for gradients.

    ## What it does

    Finds loops of PyTorch that run a model after its `eval()`, in the same block, where no gradient is computed in the
    loop, in the functions that it calls or below it, and nothing around it says that operations are not recorded. The
    fix puts the loop under `with torch.no_grad():`.

    ## Why

    `eval()` changes layers such as dropout; it does not stop PyTorch from keeping what every operation needs for its
    gradient. That costs time, and memory for all activations: often the largest batch that fits is half as large. Where
    nothing of what the loop computes is used with gradients later, `torch.inference_mode()` saves a little more.

    ## When it is not offered

    It is not found where gradients are asked for (`backward()`, `torch.autograd.grad`, `requires_grad`, `.grad`), where
    the model's `train()` comes before the loop, or where a caller has switched recording off; nor where the loop gives the
    model to a function that is not read, such as an attack of a library, and where it yields. Only reported is a loop in
    a file that has no `import torch`, and one that shares its lines with other statements.

    ## Edit safety

    The values are the same to the last bit. It assumes that what has `eval()` and is called is a PyTorch module, where
    the analysis can't see that, and that nobody computes gradients of what the loop leaves behind. The edit asks to be
    confirmed.
    """

    family = INEFFICIENT
    code, name = "PRF151", "recorded-evaluation"
    title = "Evaluate without recording operations for gradients"
    examples = [
        Example(
            before="""\
import torch

def evaluate(model, loader):
    model.eval()
    correct = 0
    for x, y in loader:
        correct += (model(x).argmax(1) == y).sum().item()  # exact
    return correct

print(evaluate(torch.nn.Linear(4, 2), []))
""",
            after="""\
import torch

def evaluate(model, loader):
    model.eval()
    correct = 0
    with torch.no_grad():
        for x, y in loader:
            correct += (model(x).argmax(1) == y).sum().item()  # exact
    return correct

print(evaluate(torch.nn.Linear(4, 2), []))
""",
        )
    ]
    reported = [
        """\
from torch import nn

model = nn.Linear(4, 2)
model.eval()
for x in []:
    print(model(x))
"""
    ]
    untouched = [
        """\
import torch

def evaluate(model, loader):
    model.eval()
    for x, y in loader:
        print(model(x))

with torch.no_grad():
    evaluate(torch.nn.Linear(4, 2), [])
""",
        """\
import torch

model = torch.nn.Linear(4, 2)
model.eval()
x = torch.zeros(4, requires_grad=True)
for step in range(100):
    model(x).sum().backward()
""",
        """\
import torch

model = torch.nn.Linear(4, 2)
model.eval()
model.train()
for x in []:
    print(model(x))
""",
        """\
import torch
from attacks import perturbed

model = torch.nn.Linear(4, 2)
model.eval()
for x in []:
    print(model(perturbed(model, x)))
""",
        """\
import torch

def predictions(model, loader):
    model.eval()
    for x in loader:
        yield model(x)
""",
        # whoever calls it decides whether operations are recorded
        """\
import contextlib
import torch

def scores(model, loader, with_gradients):
    with contextlib.nullcontext() if with_gradients else torch.no_grad():
        model.eval()
        for x in loader:
            print(model(x))

scores(torch.nn.Linear(4, 2), [], False)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find each loop once."""
        result = found(script)
        if _is_switched(script):
            return
        loops: dict[ast.AST, tuple[ast.AST, ast.AST]] = {}
        for loop, start, forward in result.rows["recorded"]:
            loops.setdefault(loop, (start, forward))
        for loop, (start, forward) in loops.items():
            if _uses_torch(result.document(loop)):
                yield self._finding(result, loop, start, forward)

    def _finding(self, result: Found, loop: ast.AST, start: ast.AST, forward: ast.AST) -> Finding:
        document = result.document(loop)
        assert isinstance(forward, ast.Call) and isinstance(loop, ast.stmt)
        model = document.segment(forward.func)
        torch = _name_of_torch(document)
        assumed = [Related(document, document.span(start), f"`{model}.eval()`")]
        if not result.script.instances(forward.func, "torch-module"):
            is_module = f"isinstance({model}, {torch}.nn.Module)" if torch is not None else ""
            said = f"assumes that `{model}` is a PyTorch module"
            assumed.append(Assumption(document, document.span(forward), said, Speculation.TYPES, is_module, loop))
        said = "assumes that no gradient of what it computes is asked for"
        assumed.append(Assumption(document, document.span(loop), said, Speculation.UNREAD))
        fix = None
        if isinstance(loop, ast.stmt) and torch is not None and alone_on_its_lines(document, loop):
            fix = partial(_fix, document, loop, torch)
        return Finding(
            self,
            Status.VIOLATION,
            document,
            document.span(forward),
            f"what `{model}` computes in this evaluation is recorded for gradients that nobody computes",
            f"put the loop under `with {torch or 'torch'}.no_grad():`",
            related=tuple(assumed),
            confirm="it assumes that no gradient of what the loop computes is asked for" if fix is not None else "",
            fix=fix,
        )


def _fix(document: Document, loop: ast.stmt, torch: str) -> EditSet:
    return EditSet.of(document, layout.nest(document, [loop], f"with {torch}.no_grad():"))


def _is_switched(script: Script) -> bool:
    """Say whether a script switches the recording on or off by a statement, wherever that is."""
    switches = script.calls_to("torch.set_grad_enabled", "torch.autograd.set_grad_enabled")
    return any(isinstance(call.document.parent(call.node), ast.Expr) for call in switches)


def _uses_torch(document: Document) -> bool:
    modules = [
        module
        for node in document.tree.body
        for module in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    ]
    return any(module.partition(".")[0] == "torch" for module in modules)


def _name_of_torch(document: Document) -> str | None:
    """Give the name by which a file's top imports PyTorch."""
    for node in document.tree.body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name == "torch" or (alias.asname is None and alias.name.startswith("torch.")):
                    return alias.asname or "torch"
    return None
