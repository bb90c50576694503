"""Average what is measured on parts of the data."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Finding, Rule, Status
from farandole.source import Document


class MetricsOfOnePart(Rule):
    """What is measured on a part of the data must be averaged.

    ## What it does

    Finds a loop that measures a model on the batches of a `DistributedSampler`, in a script that never reduces or
    gathers anything.

    ## Why

    Each process measures its own part. What rank 0 prints, or decides by, is the measure of one part.

    ## When it is not offered

    Anything is reduced or gathered with Horovod, or computed without a sampler.

    ## Edit safety

    Nothing is edited: what is to be averaged, and by which weight, is up to the author.
    """

    family = MISTAKES
    code, name = "HVD444", "metrics-of-one-part"
    title = "Average what is measured on parts of the data"
    reported = [
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
for epoch in range(3):
    sampler.set_epoch(epoch)
    for x, y in loader:
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
correct = 0.0
for x, y in loader:
    correct += ((model(x) - y) ** 2).sum().item()
if hvd.rank() == 0:
    print(correct)
""",
    ]
    untouched = [
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
for epoch in range(3):
    sampler.set_epoch(epoch)
    for x, y in loader:
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
correct = 0.0
for x, y in loader:
    correct += ((model(x) - y) ** 2).sum().item()
correct = hvd.allreduce(torch.tensor(correct))
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find loops that measure on one part of the data only."""
        training = script.torch
        if not training.wrappers or training.is_elastic or any(_gathers(each) for each in script.documents):
            return
        trained = {place.node for place in training.batch_loops}
        for document in script.documents:
            for loop in document.statements:
                if not isinstance(loop, ast.For) or loop in trained or not _measures(loop):
                    continue
                created = (script.creation(each) for each in training.loaders(loop))
                if any(training.samplers(each) for each in created if each is not None):
                    yield Finding(
                        self,
                        Status.VIOLATION,
                        document,
                        document.span(loop.iter),
                        "each process measures its own part of these data, and nothing is averaged over the processes",
                        "average the results with hvd.allreduce before they are shown or compared",
                    )


def _gathers(document: Document) -> bool:
    """Say whether a file reduces or gathers anything, by Horovod or otherwise."""
    words = ("reduce", "gather", "alltoall")
    called = (node.func for node in document.nodes(ast.Call))
    names = (getattr(each, "attr", getattr(each, "id", "")) for each in called)
    return any(word in name for name in names for word in words)


def _measures(loop: ast.For) -> bool:
    """Say whether a loop adds numbers up, and does not train."""
    nodes = [each for statement in loop.body for each in ast.walk(statement)]
    if any(isinstance(each, ast.Attribute) and each.attr in ("backward", "zero_grad") for each in nodes):
        return False
    adds = any(isinstance(each, ast.AugAssign) and isinstance(each.op, ast.Add) for each in nodes)
    return adds and any(isinstance(each, ast.Attribute) and each.attr == "item" for each in nodes)
