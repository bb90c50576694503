"""Models that are called twice with the same arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import partial

from farandole.analysis.points_to.values import Instance
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.options import Options, Speculation
from farandole.rules.families import INEFFICIENT
from farandole.rules.performance.found import Found, effects_of, found
from farandole.rules.performance.hoisting import on_one_line
from farandole.rules.rule import Assumption, Example, Finding, Related, Rule, Status
from farandole.source import Document, Edit, EditSet, layout
from farandole.source.binding import names_in

ROLES = ("torch-module", "model", "layer")
_CHANGING = ("step", "backward", "train", "eval", "zero_grad", "apply_gradients", "minimize", "load_state_dict", "fit")
_DRAWING = ("dropout", "batchnorm", "batch_norm", "batchnormalization", "gaussiannoise")
_SAMPLING = (
    *(
        "normal_",
        "uniform_",
        "bernoulli_",
        "random_",
        "sample",
        "rsample",
        "normal",
        "uniform",
        "bernoulli",
        "multinomial",
    ),
    *("rand", "randn", "randint", "rand_like", "randn_like", "random_normal", "random_uniform", "truncated_normal"),
)
"""What functions and methods that draw are called, also where it is not known whose they are."""
_DEEPEST = 8
_PLAIN = (ast.Assign, ast.AugAssign, ast.Expr, ast.Return)


class ForwardAgain(Rule):
    """Keep what a model has computed instead of computing it again.

    ## What it does

    Finds a model of PyTorch or Keras that is called twice with the same arguments in statements of one block, where
    nothing between them changes the model or the arguments: a prediction for the loss, and another one for the metric. The
    fix keeps the first result under a name.

    ## Why

    Each call computes the whole model, and records it for gradients where that is not switched off. It is the most
    expensive part of a step.

    ## When it is not offered

    It is not found where the model may have changed between the calls: by a step of an optimizer, by `train()` or `eval()`,
    by a backward pass; where an argument or the model gets another value; where the two are under different `with`
    blocks; and where the first result is changed in place. Only reported is a call on several lines.

    ## Edit safety

    The values are the same to the last bit where the model computes the same twice. In training, dropout draws anew in the
    second call, and batch normalisation counts the batch twice: the results differ then, and are mostly what was meant. It
    assumes that the model has no such layers or is in evaluation. The edit asks to be confirmed.
    """

    family = INEFFICIENT
    code, name = "PRF122", "forward-again"
    title = "Keep the result of the model"
    examples = [
        Example(
            before="""\
import torch
from torch import nn
net = nn.Linear(4, 2)
criterion = nn.CrossEntropyLoss()
for x, y in [(torch.rand(8, 4), torch.zeros(8).long())]:
    loss = criterion(net(x), y)
    accuracy = (net(x).argmax(1) == y).float().mean()
    print(loss, accuracy)
""",
            after="""\
import torch
from torch import nn
net = nn.Linear(4, 2)
criterion = nn.CrossEntropyLoss()
for x, y in [(torch.rand(8, 4), torch.zeros(8).long())]:
    output = net(x)
    loss = criterion(output, y)
    accuracy = (output.argmax(1) == y).float().mean()
    print(loss, accuracy)
""",
        ),
        Example(
            before="""\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
x = tf.ones([8, 4])
scores = model(x, training=False)
print(tf.reduce_mean(scores))
print(tf.argmax(model(x, training=False), axis=1))
""",
            after="""\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
x = tf.ones([8, 4])
scores = model(x, training=False)
print(tf.reduce_mean(scores))
print(tf.argmax(scores, axis=1))
""",
        ),
    ]
    untouched = [
        # it is better after the step
        """\
import torch
from torch import nn
net = nn.Linear(4, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.rand(8, 4)
before = net(x).sum()
before.backward()
optimizer.step()
after = net(x).sum()
print(before, after)
""",
        # the second call is what does not draw
        """\
import torch
from torch import nn
net = nn.Sequential(nn.Linear(4, 2), nn.Dropout())
x = torch.rand(8, 4)
drawn = net(x)
net.eval()
print(drawn, net(x))
""",
        # another batch
        """\
import torch
from torch import nn
net = nn.Linear(4, 2)
x = torch.rand(8, 4)
first = net(x)
x = torch.rand(8, 4)
print(first, net(x))
""",
        # two results that differ by chance are what is wanted
        """\
import torch
from torch import nn
net = nn.Sequential(nn.Linear(4, 2), nn.Dropout())
x = torch.rand(8, 4)
print((net(x) - net(x)).abs().mean())
""",
        # dropout makes two views of the same batch
        """\
import torch
from torch import nn
net = nn.Sequential(nn.Linear(4, 2), nn.Dropout())
x = torch.rand(8, 4)
first = net(x)
second = net(x)
print(first, second)
""",
        # the model draws by itself
        """\
import torch
from torch import nn
class Noisy(nn.Module):
    def forward(self, x):
        return x + torch.rand(4)
net = Noisy()
x = torch.rand(4)
print(net(x))
print(net(x))
""",
        # the same, by a library that is not known to be PyTorch
        """\
from torch import nn
from prelude import torch
class Noisy(nn.Module):
    def forward(self, x, training=False):
        return x + torch.normal(0.0, 0.1, x.shape) if training else x
net = Noisy()
x = nn.Linear(4, 4).weight
print(net(x, training=True))
print(net(x, training=True))
""",
        # symbolic inputs of Keras: nothing is computed yet
        """\
import tensorflow as tf
x = tf.keras.Input(shape=(4,))
common = tf.keras.layers.Dense(8)
actor = tf.keras.Model(inputs=x, outputs=tf.keras.layers.Dense(2)(common(x)))
critic = tf.keras.Model(inputs=x, outputs=tf.keras.layers.Dense(1)(common(x)))
print(actor, critic)
""",
        """\
from tensorflow import keras
x = keras.layers.Input((4,))
hidden = keras.layers.Flatten()(x)
dense = keras.layers.Dense(8)
model = keras.Model(x, [keras.layers.Dense(2)(dense(hidden)), keras.layers.Dense(1)(dense(hidden))])
print(model)
""",
        # the model is a function that draws
        """\
import torch
def noisy(x):
    return x + torch.rand(4)
x = torch.rand(4)
print(noisy(x))
print(noisy(x))
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the second of two calls, with the first one of the same block."""
        result = found(script)
        again: dict[ast.Call, list[ast.Call]] = {}
        for first, second in result.rows["again"]:
            if isinstance(first, ast.Call) and isinstance(second, ast.Call) and _is_repeated(result, first, second):
                again.setdefault(first, []).append(second)
        later = {second for seconds in again.values() for second in seconds}
        for first, seconds in again.items():
            if first not in later:
                yield self._finding(result, first, seconds)

    def _finding(self, result: Found, first: ast.Call, seconds: list[ast.Call]) -> Finding:
        document = result.document(first)
        second = seconds[0]
        model = document.segment(first.func)
        flag = "training" if not _is_torch(result.script, first) else f"{model}.training"
        assumed = Assumption(
            document,
            document.span(first),
            f"assumes that `{model}` computes the same when it is called again: no dropout or batch normalisation in training",
            Speculation.UNREAD,
            f"not {flag}" if flag != "training" else "",
            document.statement(first),
        )
        assumptions = (assumed,) if not _is_settled(result.script, first) else ()
        kept = result.new_name(document, first, "output")
        simple = all(map(on_one_line, [first, *seconds])) and not _changes_result(document, first)
        return Finding(
            self,
            Status.VIOLATION,
            document,
            document.span(second),
            f"`{' '.join(document.segment(second).split())}` was computed already",
            "keep the first result, and use it here",
            related=(Related(document, document.span(first), "the same call"), *assumptions),
            confirm=f"it {assumptions[0].message}" if assumptions and simple else "",
            fix=partial(_fix, document, first, seconds, kept) if simple else None,
        )


def _is_repeated(result: Found, first: ast.Call, second: ast.Call) -> bool:
    """Say whether the second call has the same text as an earlier one, of a model, and all of it is the same still."""
    script, document = result.script, result.document(first)
    start, end = document.statement(first), document.statement(second)
    if document.span(first).end > document.span(second).start or ast.dump(first) != ast.dump(second):
        return False
    if not isinstance(first.func, ast.Name) or not any(script.instances(first.func, role) for role in ROLES):
        return False
    given = [*first.args, *(each.value for each in first.keywords)]
    if (
        not all(isinstance(each, ast.Name | ast.Constant) for each in given)
        or _draws(script, first)
        or _acts(script, first)
        or any(_is_symbolic(script, each) for each in given)
    ):
        return False
    block = _block(document, start)
    if start is end:
        return (
            not _are_compared(document, first, second)
            and isinstance(start, _PLAIN)
            and not _is_conditional(document, first, second)
        )
    if start not in block or end not in block:
        return False
    between = block[block.index(start) : block.index(end)]
    bound = {
        each.id
        for statement in between
        for each in ast.walk(statement)
        if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load)
    }
    fixed = names_in(first)
    return (
        all(isinstance(each, _PLAIN) for each in [*between, end])
        and not fixed & bound
        and not any(_may_change(script, each, fixed) for each in between)
        and not _is_conditional(document, first, second)
    )


def _is_symbolic(script: Script, node: ast.expr, depth: int = 0) -> bool:
    """Say whether an expression may stand for an input of a Keras model, or for what layers make of one."""
    makers = [made for each in script.values(node) if isinstance(each, Instance) and (made := script.creation(each))]
    if any(name.rpartition(".")[2] == "Input" for made in makers for name in made.names):
        return True
    return depth < _DEEPEST and any(
        _is_symbolic(script, given, depth + 1) for made in makers for given in made.node.args
    )


def _acts(script: Script, call: ast.Call) -> bool:
    """Say whether a model is known to change or show something when it is called."""
    found = script.call(call)
    return found is not None and bool(effects_of(script).of(found))


def _draws(script: Script, call: ast.Call) -> bool:
    """Say whether the script has layers that draw or count their batches, or classes that draw, unless the call says no."""
    if _is_settled(script, call):
        return False
    return any(
        any(word in name.lower() for word in _DRAWING for name in (*each.names, each.attribute))
        or (_is_random(each) and any(isinstance(outer, ast.ClassDef) for outer in each.document.ancestors(each.node)))
        for each in script.calls
    )


def _is_random(call: Call) -> bool:
    """Say whether an operation is known to give something else each time."""
    builds = call.entry is not None and call.entry.facts.get("graph") == "builds" and not call.entry.facts.get("pure")
    return builds or call.attribute in _SAMPLING


def _is_settled(script: Script, call: ast.Call) -> bool:
    """Say whether a call computes the same again, as one that is told not to train."""
    return any(
        each.arg == "training" and isinstance(each.value, ast.Constant) and each.value.value is False
        for each in call.keywords
    )


def _is_torch(script: Script, call: ast.Call) -> bool:
    return bool(script.instances(call.func, "torch-module"))


def _are_compared(document: Document, first: ast.Call, second: ast.Call) -> bool:
    """Say whether two results are subtracted or compared with one another, which asks whether they differ."""
    for outer in document.ancestors(second):
        if isinstance(outer, ast.BinOp | ast.Compare) and any(each is first for each in ast.walk(outer)):
            return True
    return False


def _is_conditional(document: Document, *calls: ast.Call) -> bool:
    late = ast.IfExp | ast.BoolOp | ast.Lambda | ast.ListComp | ast.GeneratorExp | ast.SetComp | ast.DictComp
    for call in calls:
        for outer in document.ancestors(call):
            if isinstance(outer, ast.stmt):
                break
            if isinstance(outer, late):
                return True
    return False


def _block(document: Document, statement: ast.stmt) -> Sequence[ast.stmt]:
    parent = document.parent(statement)
    blocks = (getattr(parent, name, None) for name in ("body", "orelse", "finalbody"))
    return next((block for block in blocks if isinstance(block, list) and statement in block), [])


def _may_change(script: Script, statement: ast.stmt, fixed: set[str]) -> bool:
    """Say whether a statement may change a model, its variables or the arguments: by a method, an item, or a function."""
    for each in ast.walk(statement):
        match each:
            case ast.Call(ast.Attribute(owner, name)) if name in _CHANGING or name.endswith("_"):
                return True
            case ast.Call(ast.Attribute(ast.Name(owner), _)) if owner in fixed:
                return True
            case ast.Call() if (
                (call := script.call(each)) is not None and call.functions and not _is_model(script, each)
            ):
                return True
            case ast.Subscript(ctx=ast.Store() | ast.Del()) | ast.Attribute(ctx=ast.Store() | ast.Del()):
                return True
    return isinstance(statement, ast.AugAssign) and bool(names_in(statement.target) & fixed)


def _is_model(script: Script, call: ast.Call) -> bool:
    return any(script.instances(call.func, role) for role in ROLES)


def _kept_name(document: Document, call: ast.Call) -> str | None:
    """Give the name that a call's result has already."""
    match document.statement(call):
        case ast.Assign([ast.Name(name)], value) if value is call:
            return name
    return None


def _changes_result(document: Document, first: ast.Call) -> bool:
    """Say whether the first result, where it has a name, is changed in place or gets another value in the function."""
    name = _kept_name(document, first)
    if name is None:
        parent = document.parent(first)
        return isinstance(parent, ast.Attribute) and parent.attr.endswith("_")
    written = 0
    for each in document.within(document.scope(first)):
        match each:
            case ast.Name(other, ast.Store() | ast.Del()) if other == name:
                written += 1
            case ast.Subscript(ast.Name(other), _, ast.Store()) | ast.Call(ast.Attribute(ast.Name(other), "relu_")) if (
                other == name
            ):
                return True
            case ast.Call(ast.Attribute(ast.Name(other), method)) if other == name and method.endswith("_"):
                return True
    return written != 1


def _fix(document: Document, first: ast.Call, seconds: list[ast.Call], kept: str) -> EditSet:
    name = _kept_name(document, first)
    edits: list[Edit] = []
    if name is None:
        name = kept
        edits += layout.insert_before(document, document.statement(first), [f"{name} = {document.segment(first)}"])
        edits += layout.replace(document, first, name)
    edits += [edit for second in seconds for edit in layout.replace(document, second, name)]
    return EditSet.of(document, edits)
