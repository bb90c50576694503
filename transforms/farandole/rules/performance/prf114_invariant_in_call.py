"""Tensors that a function makes anew at each call, though no call changes what they are made from."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.points_to.values import Class
from farandole.frameworks.lookup import classes
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import INEFFICIENT
from farandole.rules.performance.anew import Function, Made, assumptions, costs, is_eager
from farandole.rules.performance.found import Found, found
from farandole.rules.performance.hoisting import DECIDING, LATE, stands_in
from farandole.rules.performance.keeping import make_once
from farandole.rules.rule import Example, Finding, Rule, Status
from farandole.source import Document

_COMPILED = ("torch.compile", "torch.jit.script", "torch.jit.trace")


class InvariantInCall(Rule):
    """Make once what each call of a function makes anew.

    ## What it does

    Finds tensors that a `forward` of PyTorch, the `call` of an eager Keras layer, or a function that a loop calls in each step,
    makes from numbers alone, or from attributes that only `__init__` sets: a causal mask, a table of positions, class weights. The
    fix makes them in `__init__`, after what they are made from, as an attribute; as a buffer that is not saved, where
    `forward` moves them to a device, so that `model.to(device)` moves them once. What a plain function makes is made before the loop and handed
    to it.

    ## Why

    Each call allocates and fills the same again. A list or NumPy array is converted element by element, and a copy to
    a device waits for the transfer. In a graph there is no such cost, and nothing is found: TensorFlow folds constants of a
    `tf.function`, of Keras' `fit` and of a `Session` once, and so do `torch.compile` and `torch.jit`.

    ## When it is not offered

    It is not found where it costs little: a known number of elements below 4,096, or 256 that are converted from a list, and
    no copy to a device. Nor where it depends on the input, its device or its type, or on anything that gets a second value, where a condition decides whether
    it is made, and where it may be changed in place, is kept or given to the caller. Only reported
    is what no edit makes safely: classes with subclasses or bases of their own, without an `__init__` that calls the
    base's first, decorated ones, and those that are not of `torch.nn.Module` or Keras; functions that
    are called in several places, or have defaults; what stands on several lines or under a `with`; and scripts that
    change PyTorch's default type or device, or choose it by a `with`.

    ## Edit safety

    The values are the same to the last bit, and `state_dict()` has the same keys (`persistent=False` needs PyTorch
    1.6). It assumes that attributes whose values are not known are numbers that nothing changes, that what takes the tensor does
    not change it in place, and that a model with such a buffer is not converted to another type by `half()` or `double()`, which
    converts buffers of floating point, too. Such an edit asks to be confirmed. A model that was pickled whole before has
    no such attribute.
    """

    family = INEFFICIENT
    code, name = "PRF114", "invariant-in-call"
    title = "Make once what each call makes anew"
    examples = [
        Example(
            before="""\
import torch
from torch import nn

class Attention(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size
        self.out = nn.Linear(512, 512)

    def forward(self, scores):
        mask = torch.triu(torch.ones(self.size, self.size), diagonal=1).bool()  # the future
        return self.out(scores.masked_fill(mask.to(scores.device), 0.0))

model = Attention(512)
for scores in torch.rand(100, 512, 512):
    print(model(scores).sum())
""",
            after="""\
import torch
from torch import nn

class Attention(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size
        self.register_buffer(
            "mask",
            torch.triu(torch.ones(self.size, self.size), diagonal=1).bool(),
            persistent=False,
        )
        self.out = nn.Linear(512, 512)

    def forward(self, scores):
        mask = self.mask  # the future
        return self.out(scores.masked_fill(mask.to(scores.device), 0.0))

model = Attention(512)
for scores in torch.rand(100, 512, 512):
    print(model(scores).sum())
""",
        ),
        Example(
            before="""\
import torch
from torch import nn

class Positions(nn.Module):
    def __init__(self):
        super(Positions, self).__init__()

    def forward(self, x):
        return x + torch.sin(torch.arange(4096) / 100.0)

model = Positions()
for x in torch.rand(100, 8, 4096):
    print(model(x).sum())
""",
            after="""\
import torch
from torch import nn

class Positions(nn.Module):
    def __init__(self):
        super(Positions, self).__init__()
        self.sin = torch.sin(torch.arange(4096) / 100.0)

    def forward(self, x):
        return x + self.sin

model = Positions()
for x in torch.rand(100, 8, 4096):
    print(model(x).sum())
""",
        ),
        # each has a name of its own
        Example(
            before="""\
import torch
from torch import nn

class Waves(nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x):
        x = x * torch.sin(torch.arange(4096) / 10.0)
        return x * torch.sin(torch.arange(4096) / 7.0)

print(Waves()(torch.rand(8, 4096)))
""",
            after="""\
import torch
from torch import nn

class Waves(nn.Module):
    def __init__(self):
        super().__init__()
        self.sin = torch.sin(torch.arange(4096) / 10.0)
        self.sin_2 = torch.sin(torch.arange(4096) / 7.0)

    def forward(self, x):
        x = x * self.sin
        return x * self.sin_2

print(Waves()(torch.rand(8, 4096)))
""",
        ),
        Example(
            before="""\
import torch

def step(model, scores):
    mask = torch.tril(torch.ones(512, 512))
    return (model(scores) * mask).sum()

def main():
    model = torch.nn.Linear(512, 512)
    for epoch in range(3):
        for scores in torch.rand(100, 512, 512):
            step(model, scores).backward()

main()
""",
            after="""\
import torch

def step(model, scores, mask):
    return (model(scores) * mask).sum()

def main():
    model = torch.nn.Linear(512, 512)
    mask = torch.tril(torch.ones(512, 512))
    for epoch in range(3):
        for scores in torch.rand(100, 512, 512):
            step(model, scores, mask=mask).backward()

main()
""",
        ),
        Example(
            before="""\
import tensorflow as tf

class Causal(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()

    def call(self, scores):
        return scores * tf.linalg.band_part(tf.ones([512, 512]), -1, 0)

layer = Causal()
for scores in [tf.ones([512, 512])] * 100:
    with tf.GradientTape() as tape:
        tape.watch(scores)
        loss = tf.reduce_sum(layer(scores))
    print(tape.gradient(loss, scores))
""",
            after="""\
import tensorflow as tf

class Causal(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.band_part = tf.linalg.band_part(tf.ones([512, 512]), -1, 0)

    def call(self, scores):
        return scores * self.band_part

layer = Causal()
for scores in [tf.ones([512, 512])] * 100:
    with tf.GradientTape() as tape:
        tape.watch(scores)
        loss = tf.reduce_sum(layer(scores))
    print(tape.gradient(loss, scores))
""",
        ),
    ]
    reported = [
        # no `__init__` to make it in
        """\
import torch
class Net(torch.nn.Module):
    def forward(self, x):
        return x * torch.triu(torch.ones(512, 512))
print(Net()(torch.rand(512, 512)))
""",
        # a subclass may not call this `__init__`
        """\
import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x * torch.triu(torch.ones(512, 512))
class Other(Net):
    def __init__(self):
        torch.nn.Module.__init__(self)
print(Other()(torch.rand(512, 512)))
""",
        # it is run by `__init__` itself, before the attribute would be there
        """\
import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.width = self.forward(torch.rand(512, 512)).shape[-1]
        self.size = 512
    def forward(self, x):
        return x * torch.triu(torch.ones(512, 512) * self.size)
print(Net()(torch.rand(512, 512)))
""",
        # what is made in `__init__` may be on another device
        """\
import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x * torch.triu(torch.ones(512, 512))
with torch.device("cpu"):
    net = Net()
print(net(torch.rand(512, 512)))
""",
        # two places call it
        """\
import torch
def step(x):
    return (x * torch.triu(torch.ones(512, 512))).sum()
for x in torch.rand(100, 512, 512):
    print(step(x))
print(step(torch.rand(512, 512)))
""",
    ]
    untouched = [
        # a list that is copied to a device is little, and so is a small tensor
        """\
import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x * torch.triu(torch.ones(8, 8)) + torch.tensor([0.5, 0.25])[0] + torch.arange(512)[:8]
print(Net()(torch.rand(8, 8)))
""",
        # it depends on the input, or on its device
        """\
import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        n = x.shape[0]
        return x * torch.triu(torch.ones(n, n)) + torch.triu(torch.ones(512, 512, device=x.device)).bool()
print(Net()(torch.rand(512, 512)))
""",
        # the attribute changes
        """\
import torch
class Net(torch.nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size
    def forward(self, x):
        return x * torch.triu(torch.ones(self.size, self.size))
net = Net(512)
for size in range(256, 512):
    net.size = size
    print(net(torch.rand(size, size)))
""",
        # it is changed in place, also by a view of it
        """\
import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        mask = torch.triu(torch.ones(512, 512))
        rows = mask.view(-1)[:9]
        rows.mul_(x[0, 0])
        return mask * x
print(Net()(torch.rand(512, 512)))
""",
        # whoever calls it may change it
        """\
import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        mask = torch.triu(torch.ones(512, 512)).bool()
        return x.masked_fill(mask, 0.0), mask
print(Net()(torch.rand(512, 512)))
""",
        # it is drawn
        """\
import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x * torch.triu(torch.ones(512, 512) * torch.rand(1))
print(Net()(torch.rand(512, 512)))
""",
        # kept already
        """\
import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.mask = None
    def forward(self, x):
        if self.mask is None:
            self.mask = torch.triu(torch.ones(512, 512))
        return x * self.mask
print(Net()(torch.rand(512, 512)))
""",
        # constants of a graph are computed once
        """\
import tensorflow as tf
class Causal(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
    def call(self, scores):
        return scores * tf.linalg.band_part(tf.ones([512, 512]), -1, 0)
layer = Causal()
@tf.function
def step(scores):
    return tf.reduce_sum(layer(scores))
for scores in [tf.ones([512, 512])] * 100:
    print(step(scores))
""",
        """\
import tensorflow as tf
class Causal(tf.keras.Model):
    def __init__(self):
        super().__init__()
    def call(self, scores):
        return scores * tf.linalg.band_part(tf.ones([512, 512]), -1, 0)
model = Causal()
model.compile("sgd", "mse")
model.fit(tf.ones([9, 512, 512]), tf.ones([9, 512, 512]))
""",
        """\
import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x * torch.triu(torch.ones(512, 512))
net = torch.compile(Net())
print(net(torch.rand(512, 512)))
""",
        # called once in each epoch, which takes a while
        """\
import torch
def train(loader):
    mask = torch.triu(torch.ones(512, 512))
    for x in loader:
        print(x * mask)
for epoch in range(10):
    train(torch.rand(100, 512, 512))
""",
        # the loop gives it another size
        """\
import torch
def step(x):
    return x * torch.triu(torch.ones(size, size))
for size in range(256, 512):
    print(step(torch.rand(size, size)))
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the whole of each such expression, once."""
        result = found(script)
        anew = {node: function for node, function in result.rows["anew"] if isinstance(node, ast.Call | ast.BinOp)}
        if not anew or script.calls_to(*_COMPILED):
            return
        for node, function in anew.items():
            document = result.document(node)
            whole = not any(outer in anew for outer in document.ancestors(node))
            if whole and isinstance(function, Function):
                yield from _findings(self, result, Made(script, document, node, function))


def _findings(rule: Rule, result: Found, made: Made) -> Iterator[Finding]:
    script, document, node = made.script, made.document, made.node
    owner = _class(script, document, made.function)
    of_class = isinstance(document.owner(made.function), ast.ClassDef)
    if owner is None and of_class and made.function.name in ("forward", "call"):
        return
    seldom = stands_in(document, node, made.function, DECIDING | LATE)  # many calls may do without it
    if not costs(made) or not is_eager(made, owner) or seldom:
        return
    assumed = assumptions(made, owner)
    if assumed is None:
        return
    fix = make_once(result, made, owner)
    keeps = "in `__init__`" if of_class else "before the loop"
    yield Finding(
        rule,
        Status.VIOLATION,
        document,
        document.span(node),
        f"`{' '.join(made.text.split())}` is the same at each call of `{made.function.name}`, and made anew at each",
        f"make it once, {keeps}",
        related=assumed,
        confirm=f"it {assumed[0].message}" if assumed and fix is not None else "",
        fix=fix,
    )


def _class(script: Script, document: Document, function: Function) -> Class | None:
    """Give the class of PyTorch or Keras whose method a function is."""
    outer = document.owner(function)
    found = (each for each in classes(script) if each.site.node is outer)
    return next((each for each in found if script.role_of_class(each) in ("torch-module", "model", "layer")), None)
