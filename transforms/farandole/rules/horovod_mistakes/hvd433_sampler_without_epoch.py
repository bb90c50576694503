"""Tell the sampler the epoch."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.loops import LoopAt, range_counts
from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import assigned_name
from farandole.frameworks.torch.training import Place
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Example, Finding, Rule, Status
from farandole.source import EditSet, layout


class SamplerWithoutEpoch(Rule):
    """A `DistributedSampler` must be told each epoch.

    ## What it does

    Finds a loop over epochs whose batches come from a shuffling `DistributedSampler`, in a script that never calls
    `set_epoch`, and adds the call.

    ## Why

    The sampler shuffles by its seed and the epoch that it was told. Without `set_epoch` each process sees its
    samples in the same order, and the same samples, in every epoch.

    ## When it is not offered

    The sampler does not shuffle, there is no loop around the loop over batches or it is for one epoch only, or
    `set_epoch` is called anywhere.
    Without a fix: where the sampler or the epoch has no name in the loop.

    ## Edit safety

    One statement is added at the top of the loop over epochs. The order of the samples changes, as it should.
    """

    family = MISTAKES
    code, name = "HVD433", "sampler-without-epoch"
    title = "Tell the sampler the epoch"
    examples = [
        Example(
            before="""\
import horovod.torch as hvd
import torch
hvd.init()
dataset = torch.utils.data.TensorDataset(torch.ones(8, 2), torch.ones(8, 1))
sampler = torch.utils.data.distributed.DistributedSampler(dataset, num_replicas=hvd.size(), rank=hvd.rank())
loader = torch.utils.data.DataLoader(dataset, batch_size=2, sampler=sampler)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
for epoch in range(3):
    for x, y in loader:
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
""",
            after="""\
import horovod.torch as hvd
import torch
hvd.init()
dataset = torch.utils.data.TensorDataset(torch.ones(8, 2), torch.ones(8, 1))
sampler = torch.utils.data.distributed.DistributedSampler(dataset, num_replicas=hvd.size(), rank=hvd.rank())
loader = torch.utils.data.DataLoader(dataset, batch_size=2, sampler=sampler)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
for epoch in range(3):
    sampler.set_epoch(epoch)
    for x, y in loader:
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
""",
        ),
    ]
    reported = [
        """\
import horovod.torch as hvd
import torch
hvd.init()
dataset = torch.utils.data.TensorDataset(torch.ones(8, 2), torch.ones(8, 1))
loader = torch.utils.data.DataLoader(
    dataset, sampler=torch.utils.data.distributed.DistributedSampler(dataset, hvd.size(), hvd.rank())
)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
for epoch in range(3):
    for x, y in loader:
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
""",
        """\
import horovod.torch as hvd
import torch

class Loader(torch.utils.data.DataLoader):
    def __init__(self, dataset, batch_size):
        sampler = torch.utils.data.distributed.DistributedSampler(dataset, hvd.size(), hvd.rank())
        super().__init__(dataset, batch_size=batch_size, sampler=sampler)

hvd.init()
dataset = torch.utils.data.TensorDataset(torch.ones(8, 2), torch.ones(8, 1))
loader = Loader(dataset, 2)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
for epoch in range(3):
    for x, y in loader:
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
""",
    ]
    untouched = [
        """\
import horovod.torch as hvd
import torch
hvd.init()
dataset = torch.utils.data.TensorDataset(torch.ones(8, 2), torch.ones(8, 1))
sampler = torch.utils.data.distributed.DistributedSampler(dataset, num_replicas=hvd.size(), rank=hvd.rank(), shuffle=False)
loader = torch.utils.data.DataLoader(dataset, batch_size=2, sampler=sampler)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
for epoch in range(3):
    for x, y in loader:
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
""",
        """\
import horovod.torch as hvd
import torch
hvd.init()
dataset = torch.utils.data.TensorDataset(torch.ones(8, 2), torch.ones(8, 1))
sampler = torch.utils.data.distributed.DistributedSampler(dataset, num_replicas=hvd.size(), rank=hvd.rank())
loader = torch.utils.data.DataLoader(dataset, batch_size=2, sampler=sampler)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
epochs = 1
for epoch in range(epochs):
    for x, y in loader:
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the samplers of training loops that are never told an epoch."""
        training = script.torch
        if any(call.attribute == "set_epoch" for call in script.calls):
            return
        found: dict[Call, Place] = {}
        for loop in training.batch_loops:
            epochs = training.epochs(loop)
            for loader in sorted(training.loaders(loop.node), key=lambda each: getattr(each.site.node, "lineno", 0)):
                created = script.creation(loader)
                again = created is not None and epochs and not _runs_once(script, epochs[0])
                for sampler in training.samplers(created) if created is not None and again else ():
                    if script.constants(sampler.argument("shuffle")) != {False}:
                        found.setdefault(sampler, epochs[0])
        for sampler, epoch in found.items():
            yield Finding(
                self,
                Status.VIOLATION,
                sampler.document,
                sampler.document.span(sampler.node),
                "this sampler gives the same samples in the same order in every epoch: `set_epoch` is never called",
                "call its set_epoch(epoch) at the top of the loop over epochs",
                fix=partial(_fix, epoch, assigned_name(sampler)) if _is_named(sampler, epoch) else None,
            )


def _runs_once(script: Script, epochs: Place) -> bool:
    """Say whether a loop over epochs is written for one of them."""
    assert isinstance(epochs.node, ast.For | ast.AsyncFor | ast.While)
    counts = range_counts(script, LoopAt(epochs.document, epochs.node))
    return bool(counts) and all(count.start is None and script.constants(count.node) == {1} for count in counts)


def _is_named(sampler: Call, epoch: Place) -> bool:
    """Say whether the sampler and the epoch have names where the loop over epochs stands."""
    document = sampler.document
    loop = epoch.node
    return (
        bool(assigned_name(sampler))
        and "." not in assigned_name(sampler)
        and isinstance(loop, ast.For)
        and isinstance(loop.target, ast.Name)
        and document is epoch.document
        and document.scope(loop) is document.scope(sampler.node)
    )


def _fix(epoch: Place, name: str) -> EditSet:
    document, loop = epoch.document, epoch.node
    assert isinstance(loop, ast.For) and isinstance(loop.target, ast.Name)
    return EditSet.of(document, layout.insert_before(document, loop.body[0], [f"{name}.set_epoch({loop.target.id})"]))
