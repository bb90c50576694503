"""Evaluation that records operations for gradients that nobody computes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.effects.calls import is_mutating_method
from farandole.frameworks.script import Script
from farandole.options import Options, Speculation
from farandole.rules.families import INEFFICIENT
from farandole.rules.performance.found import Found, found
from farandole.rules.performance.hoisting import alone_on_its_lines
from farandole.rules.rule import Assumption, Example, Finding, Related, Rule, Status
from farandole.source import Document, EditSet, layout

_UNRECORDED = frozenset(
    {
        "data",
        "detach",
        "item",
        "numpy",
        "tolist",
        "argmax",
        "shape",
        "size",
        "dtype",
        "eq",
        "gt",
        "lt",
        "ge",
        "le",
        "ne",
    }
)
"""What of a tensor has no record of the operations that it was computed by."""


class RecordedEvaluation(Rule):
    """Evaluate without recording operations for gradients.

    ## What it does

    Finds loops, and assignments to names, that run a model of PyTorch after its `eval()`, in the same block or under a
    condition there, where no gradient is computed in them, in the functions that they call or below them, and nothing
    around them says that operations are not recorded. The fix puts them under `with torch.no_grad():`.

    ## Why

    `eval()` changes layers such as dropout; it does not stop PyTorch from keeping what every operation needs for its
    gradient. That costs time, and memory for all activations: often the largest batch that fits is half as large. Where
    nothing of what the loop computes is used with gradients later, `torch.inference_mode()` saves a little more.

    ## When it is not offered

    It is not found where gradients are asked for (`backward()`, `torch.autograd.grad`, `requires_grad`, `.grad`), where
    the model's `train()` comes before the loop, or where a caller has switched recording off; nor where the loop gives the
    model to a function that is not read, such as an attack of a library, and where it yields; nor where what an assignment
    computes is returned, kept in an attribute, an item or a list, or read by the next turn of a loop. Only reported is
    what stands in a file that has no `import torch`, or shares its lines with other statements.

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
        ),
        Example(
            before="""\
import torch

model = torch.nn.Linear(4, 2)
features, labels = torch.rand(9, 4), torch.zeros(9).long()
model.eval()
output = model(features)
print((output.argmax(1) == labels).float().mean())
model.train()
""",
            after="""\
import torch

model = torch.nn.Linear(4, 2)
features, labels = torch.rand(9, 4), torch.zeros(9).long()
model.eval()
with torch.no_grad():
    output = model(features)
print((output.argmax(1) == labels).float().mean())
model.train()
""",
        ),
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
        # the caller may want gradients
        """\
import torch

def scores(model, x):
    model.eval()
    output = model(x)
    probabilities = torch.softmax(output, 1)
    return probabilities
""",
        """\
import torch

def saliency(model, x):
    model.eval()
    output = model(x)
    score = output[0].max()
    score.backward()

saliency(torch.nn.Linear(4, 2), torch.rand(1, 4))
""",
        # as it was said before PyTorch 0.4
        """\
import torch
from torch.autograd import Variable

model = torch.nn.Linear(4, 2)
model.eval()
x = Variable(torch.rand(1, 4), volatile=True)
output = model(x)
print(output)
""",
        # the next turn trains with it
        """\
import torch

model = torch.nn.Linear(4, 4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
state = torch.zeros(1, 4)
for step in range(10):
    (model(state) - 1).pow(2).sum().backward()
    optimizer.step()
    model.eval()
    state = model(state)
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
            document = result.document(loop)
            if _uses_torch(document) and not (isinstance(loop, ast.Assign) and _leaves(script, document, loop)):
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
        what = "the assignment" if isinstance(loop, ast.Assign) else "the loop"
        fix = None
        if isinstance(loop, ast.stmt) and torch is not None and alone_on_its_lines(document, loop):
            fix = partial(_fix, document, loop, torch)
        return Finding(
            self,
            Status.VIOLATION,
            document,
            document.span(forward),
            f"what `{model}` computes in this evaluation is recorded for gradients that nobody computes",
            f"put {what} under `with {torch or 'torch'}.no_grad():`",
            related=tuple(assumed),
            confirm=f"it assumes that no gradient of what {what} computes is asked for" if fix is not None else "",
            fix=fix,
        )


def _fix(document: Document, loop: ast.stmt, torch: str) -> EditSet:
    return EditSet.of(document, layout.nest(document, [loop], f"with {torch}.no_grad():"))


def _leaves(script: Script, document: Document, made: ast.Assign) -> bool:
    """Say whether what an assignment computes may be used with gradients by code that is not read below it.

    It is returned or yielded, kept in an attribute, an item or a container, or read by the next turn of a loop before it
    is assigned again.
    """
    scope = document.scope(made)
    derived = {each.id for target in made.targets for each in ast.walk(target) if isinstance(each, ast.Name)}
    if any(
        not isinstance(each, ast.Name | ast.Tuple | ast.Store) for target in made.targets for each in ast.walk(target)
    ):
        return True
    start = document.span(made).end
    below = [
        each
        for each in document.within(scope)
        if isinstance(each, ast.stmt | ast.expr) and document.span(each).start >= start
    ]
    for each in sorted(below, key=lambda node: document.span(node).start):
        match each:
            case ast.Return(ast.expr() as value) | ast.Yield(ast.expr() as value):
                if _carries(value, derived):
                    return True
            case ast.Assign(targets, value) if _carries(value, derived):
                if not all(
                    isinstance(name, ast.Name | ast.Tuple | ast.Store)
                    for target in targets
                    for name in ast.walk(target)
                ):
                    return True
                derived |= {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
            case ast.AugAssign(target, _, value) if _carries(value, derived):
                if not isinstance(target, ast.Name):
                    return True
                derived.add(target.id)
            case ast.Call(ast.Attribute(attr=method), arguments) if is_mutating_method(script.catalog, method):
                if any(_carries(argument, derived) for argument in arguments):
                    return True
    loops = [each for each in document.ancestors(made) if isinstance(each, ast.For | ast.While | ast.AsyncFor)]
    return bool(loops) and any(_is_read_first(document, loops[-1], name) for name in derived)


def _carries(value: ast.expr, derived: set[str]) -> bool:
    """Say whether a value is computed from one of some names with a record: not cut off, a number or a truth."""
    match value:
        case ast.Name(name):
            return name in derived
        case ast.Compare() | ast.Lambda():
            return False
        case ast.Attribute(attr=attribute) if attribute in _UNRECORDED:
            return False
        case ast.Call(ast.Attribute(attr=method)) if method in _UNRECORDED:
            return False
        case ast.Call(ast.Name(name)) if name in ("float", "int", "len", "str"):
            return False
    return any(_carries(each, derived) for each in ast.iter_child_nodes(value) if isinstance(each, ast.expr)) or any(
        _carries(each.value, derived) for each in getattr(value, "keywords", ())
    )


def _is_read_first(document: Document, loop: ast.AST, name: str) -> bool:
    uses = [each for each in document.within(loop) if isinstance(each, ast.Name) and each.id == name]
    first = min(uses, key=lambda each: (document.span(document.statement(each)).start, isinstance(each.ctx, ast.Store)))
    return isinstance(first.ctx, ast.Load)


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
