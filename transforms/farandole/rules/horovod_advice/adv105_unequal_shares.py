"""Let processes that are done wait for the others."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.points_to.values import Instance, Value
from farandole.analysis.program import Call
from farandole.frameworks.horovod.use import is_elastic
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Pattern
from farandole.options import Options
from farandole.rules.families import ADVICE
from farandole.rules.horovod.names import bound_name
from farandole.rules.rule import Example, Finding, Rule, Status
from farandole.source import Document, EditSet, layout

_TENSORFLOW, _TORCH = "horovod.tensorflow", "horovod.torch"


class UnequalShares(Rule):
    """Processes whose share of the data is larger can finish it.

    ## What it does

    Finds loops over batches that each process takes from a share of its own, by `shard` or a slice by rank, and calls
    `hvd.join()` after them.

    ## Why

    A process that has one batch more waits for the gradients of others that have left the loop, until Horovod gives up.
    After `hvd.join()` those take part with zeros. It pays where all samples count, or how many there are is only known at
    the end; where one batch more or less does not matter, `take` or `drop_last` with equal numbers are faster.

    ## When it is not offered

    A sampler, `take`, or a number of steps makes the shares equal, or something joins already. Keras' `fit` and graphs
    have no place for it. It is only said where something reduces or gathers within the loop, or Horovod has no name there.

    ## Edit safety

    It asks to be confirmed: in the last steps the mean of the gradients counts zeros for those that are done. `hvd.join`
    works with `allreduce` only; metrics that are gathered in the loop would wait for ever.
    """

    family = ADVICE
    code, name = "ADV105", "unequal-shares"
    title = "Let processes that are done wait for the others"
    examples = [
        Example(
            before="""\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
w = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())
dataset = tf.data.Dataset.range(101).shard(hvd.size(), hvd.rank()).batch(4)
hvd.broadcast_variables([w], root_rank=0)
for x in dataset:
    with tf.GradientTape() as tape:
        loss = w * w * tf.reduce_mean(tf.cast(x, tf.float32))
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w]))
""",
            after="""\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
w = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())
dataset = tf.data.Dataset.range(101).shard(hvd.size(), hvd.rank()).batch(4)
hvd.broadcast_variables([w], root_rank=0)
for x in dataset:
    with tf.GradientTape() as tape:
        loss = w * w * tf.reduce_mean(tf.cast(x, tf.float32))
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w]))
hvd.join()
""",
        ),
        Example(
            before="""\
import horovod.torch as hvd
import torch
hvd.init()
features = torch.ones(101, 2)[hvd.rank() :: hvd.size()]
loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(features), batch_size=2)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
for epoch in range(3):
    for (x,) in loader:
        optimizer.zero_grad()
        loss = model(x).mean()
        loss.backward()
        optimizer.step()
""",
            after="""\
import horovod.torch as hvd
import torch
hvd.init()
features = torch.ones(101, 2)[hvd.rank() :: hvd.size()]
loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(features), batch_size=2)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
for epoch in range(3):
    for (x,) in loader:
        optimizer.zero_grad()
        loss = model(x).mean()
        loss.backward()
        optimizer.step()
    hvd.join()
""",
        ),
    ]
    untouched = [
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
w = tf.Variable(1.0)
optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())
dataset = tf.data.Dataset.range(101).shard(hvd.size(), hvd.rank()).batch(4).take(101 // hvd.size() // 4)
for x in dataset:
    with tf.GradientTape() as tape:
        loss = w * w * tf.reduce_mean(tf.cast(x, tf.float32))
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, [w]), [w]))
hvd.broadcast_variables([w], root_rank=0)
""",
        """\
import horovod.torch as hvd
import torch
hvd.init()
dataset = torch.utils.data.TensorDataset(torch.ones(8, 2))
sampler = torch.utils.data.distributed.DistributedSampler(dataset, num_replicas=hvd.size(), rank=hvd.rank())
loader = torch.utils.data.DataLoader(dataset, batch_size=2, sampler=sampler)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
for (x,) in loader:
    optimizer.zero_grad()
    loss = model(x).mean()
    loss.backward()
    optimizer.step()
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find loops over shares by rank that nothing makes equal."""
        joins = any(call.attribute == "join" and _is_horovod(call) for call in script.calls)
        if joins or is_elastic(script) or not _divides(script):
            return
        for document, loop, module in _loops(script):
            hvd = bound_name(script, document, module)
            gathers = any(
                _is_horovod(call) and call.attribute != "DistributedGradientTape"
                for call in script.calls
                if call.document is document and document.contains(loop, call.node)
            )
            yield Finding(
                self,
                Status.VIOLATION,
                document,
                document.span(loop.iter),
                "the shares of the processes may have unequal numbers of batches",
                "call hvd.join() after the loop, so that those that are done wait for the others",
                confirm="in the last steps those that are done count with gradients of zero",
                fix=partial(_fix, document, loop, hvd) if hvd and not gathers else None,
            )


def _loops(script: Script) -> Iterator[tuple[Document, ast.For, str]]:
    """Yield the loops over batches of unequal shares, each with Horovod's module for it."""
    for place in script.torch.batch_loops:
        created = (script.creation(each) for each in script.torch.loaders(place.node))
        if isinstance(place.node, ast.For) and not any(
            call is None or call.argument("sampler") or call.argument("batch_sampler") for call in created
        ):
            yield place.document, place.node, _TORCH
    seen: set[ast.AST] = set()
    for step in (
        step for training in script.trainings if training.pattern is Pattern.GRADIENT_TAPE for step in training.steps
    ):
        for place in script.torch.loops(step.document, step.node):
            if isinstance(place.node, ast.For) and place.node not in seen and _is_sharded(script, place.node.iter):
                seen.add(place.node)
                yield place.document, place.node, _TENSORFLOW
                break


def _is_sharded(script: Script, batches: ast.expr) -> bool:
    """Say whether what a loop runs over is a data set of a share by rank, of no number of batches that is given."""
    values = script.values(batches)
    return bool(script.origins(values, partial(_is_made_by, script, ("shard",)))) and not script.origins(
        values, partial(_is_made_by, script, ("take", "repeat", "islice"))
    )


def _is_made_by(script: Script, methods: tuple[str, ...], value: Value) -> bool:
    call = script.creation(value) if isinstance(value, Instance) else None
    return call is not None and call.attribute in methods


def _divides(script: Script) -> bool:
    """Say whether a rank divides data: as the start of a slice, or in `shard`."""
    for call in script.calls:
        if _is_horovod(call) and call.attribute == "rank":
            around = list(call.document.ancestors(call.node))[:2]
            if any(isinstance(node, ast.Slice) or _is_shard(node) for node in around):
                return True
    return False


def _is_shard(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "shard"


def _is_horovod(call: Call) -> bool:
    return any(name.startswith("horovod.") for name in call.names)


def _fix(document: Document, loop: ast.For, hvd: str) -> EditSet:
    return EditSet.of(document, layout.insert_after(document, loop, [f"{hvd}.join()"], once=True))
