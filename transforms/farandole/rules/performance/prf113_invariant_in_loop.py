"""Tensors that each turn of a loop computes anew, though nothing that they are made from changes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.effects.calls import is_mutating_method
from farandole.frameworks.script import Script
from farandole.options import Options, Speculation
from farandole.rules.families import INEFFICIENT
from farandole.rules.performance.found import Found, found, runs_eagerly
from farandole.rules.performance.hoisting import DECIDING, before_loop, stands_in
from farandole.rules.rule import Assumption, Example, Finding, Related, Rule, Status
from farandole.source import Document


class InvariantInLoop(Rule):
    """Compute once, before the loop, what is the same in each turn.

    ## What it does

    Finds tensors of PyTorch and of eager TensorFlow 2 that an innermost loop makes anew in every turn by two operations or
    more, or moves to a device, from what the loop does not change: a mask, a table of positions, labels of ones, class
    weights and their `.to(device)`. The fix computes them before the outermost loop in which they are the same.

    ## Why

    Neither PyTorch nor eager TensorFlow knows the loop, so each turn allocates, fills and copies the same again. A copy
    to a device waits for the transfer.

    ## When it is not offered

    It is not found where anything that it is made from gets another value in the loop, grows or is changed in place there, is
    a variable, a parameter or asks for gradients; where it is made from an attribute of an object that the loop calls; where it draws at random; where a condition in the loop decides whether it is made; and where what is made is changed in
    place afterwards, or each turn keeps its own in a list, an item or an attribute, since other turns would see the change.
    What no loop shows is [PRF114](PRF114.md)'s.
    Only reported is a tensor that is made under a `with` in the loop, and one on several lines.

    ## Edit safety

    The values are the same to the last bit. Turns share one tensor instead of having one each. It assumes that names and
    attributes whose values are not known are tensors or numbers that nothing changes meanwhile, and that what
    takes the tensor does not change it in place. Such an edit asks to be confirmed.
    """

    family = INEFFICIENT
    code, name = "PRF113", "invariant-in-loop"
    title = "Compute before the loop what is the same in each turn"
    examples = [
        Example(
            before="""\
import torch
total = torch.zeros(512, 512)
for scores in torch.rand(100, 512, 512):
    mask = torch.triu(torch.ones(512, 512), diagonal=1)  # the future
    total = total + scores.masked_fill(mask == 1, 0.0)
""",
            after="""\
import torch
total = torch.zeros(512, 512)
mask = torch.triu(torch.ones(512, 512), diagonal=1)  # the future
for scores in torch.rand(100, 512, 512):
    total = total + scores.masked_fill(mask == 1, 0.0)
""",
        ),
        Example(
            before="""\
import torch

def train(loader, weights, device):
    losses = []
    for epoch in range(10):
        for x, y in loader:
            losses.append(torch.nn.functional.cross_entropy(x, y, weights.to(device)))
    return losses

train([], None, "cpu")
""",
            after="""\
import torch

def train(loader, weights, device):
    losses = []
    weights_to = weights.to(device)
    for epoch in range(10):
        for x, y in loader:
            losses.append(torch.nn.functional.cross_entropy(x, y, weights_to))
    return losses

train([], None, "cpu")
""",
        ),
        Example(
            before="""\
import tensorflow as tf
for x in [tf.ones([64, 64])] * 100:
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(tf.square(x))
    weight = tf.sqrt(tf.ones([64, 64]))
    print(tape.gradient(loss, x) * weight)
""",
            after="""\
import tensorflow as tf
weight = tf.sqrt(tf.ones([64, 64]))
for x in [tf.ones([64, 64])] * 100:
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(tf.square(x))
    print(tape.gradient(loss, x) * weight)
""",
        ),
        # each has a name of its own
        Example(
            before="""\
import torch
for scores in torch.rand(100, 64, 64):
    print(scores * torch.triu(torch.ones(64, 64)) + torch.triu(torch.full((64, 64), 0.5)))
""",
            after="""\
import torch
triu = torch.triu(torch.ones(64, 64))
triu_2 = torch.triu(torch.full((64, 64), 0.5))
for scores in torch.rand(100, 64, 64):
    print(scores * triu + triu_2)
""",
        ),
    ]
    reported = [
        """\
import torch
for scores in torch.rand(100, 512, 512):
    with torch.no_grad():
        mask = torch.triu(torch.ones(512, 512))
        print((scores * mask).sum())
"""
    ]
    untouched = [
        # it is changed in place
        """\
import torch
for scores in torch.rand(100, 4, 4):
    state = torch.ones(4, 4).float()
    state += scores
    print(state)
""",
        # it is filled in place
        """\
import torch
for row in range(4):
    mask = torch.triu(torch.ones(4, 4))
    mask.fill_(row)
    print(mask)
""",
        # an item of it is
        """\
import torch
for row in range(4):
    mask = torch.triu(torch.ones(4, 4))
    first = mask[0]
    first += row
    print(mask)
""",
        # it has another size in each turn
        """\
import torch
for scores in torch.rand(100, 4, 4):
    mask = torch.triu(torch.ones(len(scores), 4))
    print(scores * mask)
""",
        # what it is made from grows
        """\
import torch

def decoded(step):
    words = [1]
    for _ in range(10):
        sequence = torch.tensor(words).unsqueeze(0)
        words.append(step(sequence))
    return words

decoded(len)
""",
        # what it is made from is changed by PyTorch
        """\
import torch
total = torch.zeros(4)
for row in torch.rand(100, 4):
    print(torch.exp(total).sum())
    total.add_(row)
""",
        # the model computes the attribute anew
        """\
import torch
from models import Model

def train(model, loader, optimizer):
    for x in loader:
        loss = model(x).sum() + torch.exp(model.log_std).sum()
        loss.backward()
        optimizer.step()

train(Model(), [], None)
""",
        # each turn has its own
        """\
import torch
states = {}
for layer in range(3):
    states[layer] = torch.zeros(4, 4).float()
states[0] += 1
""",
        """\
import torch
states = []
for layer in range(3):
    state = torch.zeros(4, 4).float()
    states.append((layer, state))
""",
        # there is one turn
        """\
import torch
xs = torch.zeros(9).long()
for step in range(1):
    print(torch.nn.functional.one_hot(xs, num_classes=3).float())
""",
        # few turns need it
        """\
import torch
for step, scores in enumerate(torch.rand(100, 4, 4)):
    if step % 50 == 0:
        print(scores * torch.triu(torch.ones(4, 4)))
""",
        # it is drawn
        """\
import torch
for scores in torch.rand(100, 4, 4):
    print(scores * torch.relu(torch.rand(4, 4)))
""",
        # gradients are computed through it in each turn
        """\
import torch
weight = torch.rand(4, 4, requires_grad=True)
for scores in torch.rand(100, 4, 4):
    torch.square(torch.exp(weight)).sum().backward()
""",
        # one operation that costs nothing
        """\
import torch
for x in torch.rand(100, 4, 4):
    print(x + torch.zeros(4, 4))
""",
        # nodes of a graph that a loop builds, with or without a session in the file
        """\
import tensorflow as tf

def jacobian(ys, xs, shape, tape=None):
    for y, x in zip(ys, xs):
        number = tf.size(x) / tf.cast(tf.reduce_prod(shape), tf.int32)
        print(tf.gradients(y, x), number)
    return tf.GradientTape() if tape is None else tape

jacobian([], [], None)
""",
        """\
import tensorflow.compat.v1 as tf
x = tf.placeholder(tf.float32, [4, 4])
for layer in range(3):
    x = tf.matmul(x, tf.sqrt(tf.ones([4, 4])))
with tf.Session() as session:
    print(session.run(x))
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the whole of each such expression, once."""
        result = found(script)
        nodes = list(dict.fromkeys(node for node, _ in result.rows["invariant"]))
        for node in nodes:
            document = result.document(node)
            inside = any(outer in nodes for outer in document.ancestors(node))
            if not inside and isinstance(node, ast.Call) and _costs(result, node) and runs_eagerly(script, node):
                yield from self._findings(result, document, node)

    def _findings(self, result: Found, document: Document, node: ast.Call) -> Iterator[Finding]:
        loops = [loop for each, loop in result.rows["invariant"] if each is node]
        loop = min(loops, key=lambda each: document.span(each).start)
        inner = max(loops, key=lambda each: document.span(each).start)
        opened = [part for each, part in result.rows["invariant_open"] if each is node]
        taken = _taken_by(result.script, document, node)
        changed = any(_may_be_set(result.script, part) for part in opened) or _is_changed(result.script, document, node)
        if changed or not isinstance(loop, ast.stmt) or _is_traced(result.script, document, node):
            return
        if stands_in(document, node, inner, DECIDING) or _is_kept(result.script, document, node):
            return
        statement = document.statement(node)
        every = isinstance(inner, ast.For | ast.While | ast.AsyncFor) and statement in inner.body
        fix = before_loop(document, node, loop, result.new_name) if every else None
        assumed = [*_of_names(document, opened, loop), *_of_takers(result.script, document, taken, node)]
        yield Finding(
            self,
            Status.VIOLATION,
            document,
            document.span(node),
            f"`{' '.join(document.segment(node).split())}` is the same in each turn, and computed anew in each",
            "compute it once, before the loop",
            related=(Related(document, document.span(loop), "the loop"), *assumed),
            confirm=f"it {assumed[0].message}" if assumed and fix is not None else "",
            fix=fix,
        )


def _costs(result: Found, node: ast.Call) -> bool:
    """Say whether an expression takes two operations, or a copy to a device."""
    script = result.script
    inner = [call for each in ast.walk(node) if isinstance(each, ast.Call) and (call := script.call(each)) is not None]
    operations = [each for each in inner if each.entry is not None and each.entry.facts.get("graph") == "builds"]
    return len(operations) > 1 or (isinstance(node.func, ast.Attribute) and node.func.attr in ("to", "cuda"))


def _is_traced(script: Script, document: Document, node: ast.AST) -> bool:
    return script.traced_function(document, node) is not None


def _may_be_set(script: Script, part: ast.AST) -> bool:
    """Say whether an attribute is given a value anywhere but where objects are made."""
    if not isinstance(part, ast.Attribute):
        return False
    for each in script.def_use.attributes.get(part.attr, ()):
        owner = each.document.scope(each.target)
        made = isinstance(owner, ast.Module) or getattr(owner, "name", "") == "__init__"
        if not made or any(isinstance(outer, ast.For | ast.While) for outer in each.document.ancestors(each.target)):
            return True
    return False


def _uses(script: Script, document: Document, node: ast.Call) -> list[ast.expr]:
    """Give where the tensor is read: the expression itself, and the names that it is assigned to."""
    found: list[ast.expr] = [node]
    match document.statement(node):
        case ast.Assign([ast.Name(name)], value) if value is node:
            made = script.values(node)
            uses = [each for each in document.names(name) if isinstance(each.ctx, ast.Load)]
            found += [each for each in uses if not script.values(each) or script.values(each) & made]
    return found


def _whole(document: Document, use: ast.expr) -> tuple[ast.expr, bool]:
    """Give the chain of items, attributes and methods of a tensor, and whether one of them changes it in place."""
    changes = False
    while True:
        parent = document.parent(use)
        is_called = isinstance(parent, ast.Call) and parent.func is use
        if not is_called and not (isinstance(parent, ast.Attribute | ast.Subscript) and parent.value is use):
            return use, changes
        assert isinstance(parent, ast.expr)
        if isinstance(parent, ast.Attribute) and parent.attr.endswith("_"):
            changes = True
        use = parent


def _is_changed(script: Script, document: Document, node: ast.Call) -> bool:
    """Say whether the tensor, or an item of it that has a name, is changed by a method or an assignment."""
    wholes = [_whole(document, use) for use in _uses(script, document, node)]
    named = {
        target.id
        for whole, _ in wholes
        if isinstance(whole, ast.Subscript) and isinstance(parent := document.parent(whole), ast.Assign)
        for target in parent.targets
        if isinstance(target, ast.Name)
    }
    changed = {each.target.id for each in document.nodes(ast.AugAssign) if isinstance(each.target, ast.Name)}
    return any(changes for _, changes in wholes) or bool(named & changed)


def _is_kept(script: Script, document: Document, node: ast.Call) -> bool:
    """Say whether a turn hands its tensor on beyond itself: one for all turns might be changed by who has another's."""
    for use in _uses(script, document, node):
        holder = document.parent(use)
        while isinstance(holder, ast.Tuple | ast.List | ast.Dict | ast.Starred):
            holder = document.parent(holder)
        match holder:
            case ast.Yield():
                return True
            case ast.Assign(targets) if not all(isinstance(each, ast.Name) for each in targets):
                return True
            case ast.Call(ast.Attribute(attr=method)) if is_mutating_method(script.catalog, method):
                return True
    return False


def _taken_by(script: Script, document: Document, node: ast.Call) -> list[ast.Call]:
    """Give the calls that take the tensor as an argument."""
    parents = [document.parent(use) for use in _uses(script, document, node)]
    parents = [document.parent(each) if isinstance(each, ast.keyword) else each for each in parents]
    return [each for each in parents if isinstance(each, ast.Call)]


def _of_names(document: Document, parts: list[ast.AST], loop: ast.stmt) -> Iterator[Assumption]:
    seen: set[str] = set()
    for part in parts:
        text = document.segment(part)
        inner = document.parent(part)
        if text in seen or (isinstance(inner, ast.Attribute) and inner in parts):
            continue
        seen.add(text)
        is_attribute = isinstance(part, ast.Attribute)
        said = "gives the same in each turn" if is_attribute else "is a tensor or number that nothing changes"
        kind = Speculation.ACCESS if is_attribute else Speculation.TYPES
        yield Assumption(
            document,
            document.span(part),
            f"assumes that `{text}` {said}",
            kind,
            f'not getattr({text}, "requires_grad", False)',
            loop,
        )


def _of_takers(script: Script, document: Document, calls: list[ast.Call], node: ast.Call) -> Iterator[Assumption]:
    for each in calls:
        call = script.call(each)
        known = call is not None and call.entry is not None and call.entry.facts.get("pure") is True
        printed = call is not None and "builtins.print" in call.names
        if not known and not printed and each is not node:
            said = f"assumes that {document.quote(each.func)} does not change the tensor in place"
            yield Assumption(document, document.span(each), said, Speculation.UNREAD)
            return
