"""Wrap the optimizer with Horovod."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from farandole.analysis.points_to.values import Instance
from farandole.analysis.program import Call
from farandole.frameworks.horovod.use import may_be_for_some
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import assigned_name
from farandole.frameworks.torch.training import STEP, TorchTraining
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.horovod.names import bound_name
from farandole.rules.rule import Example, Finding, Rule, Severity, Status
from farandole.source import Document, EditSet, layout


class OptimizerNotWrapped(Rule):
    """The gradients of all processes must be averaged.

    ## What it does

    Finds the optimizers of a script that calls `hvd.init()`, `backward()` and `step()`, and that neither wraps an
    optimizer nor reads a gradient.

    ## Why

    Each process trains a model of its own, as if it was alone.

    ## When it is not offered

    Gradients are reduced by hand, a condition suggests a run without Horovod, or another library takes the steps. Without a fix: where the optimizer has no
    name, or it can't be seen which model it trains.

    ## Edit safety

    One statement is added after the optimizer is created.
    """

    family = MISTAKES
    code, name = "HVD445", "optimizer-not-wrapped"
    title = "Wrap the optimizer with Horovod"
    severity = Severity.ERROR
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
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
for epoch in range(3):
    sampler.set_epoch(epoch)
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
""",
        """\
import horovod.torch as hvd
import torch
hvd.init()
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
for turn in range(3):
    optimizer.zero_grad()
    model(torch.ones(1, 2)).sum().backward()
    for parameter in model.parameters():
        hvd.allreduce_(parameter.grad)
    optimizer.step()
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find optimizers of distributed scripts that average nothing."""
        training = script.torch
        if (
            not script.calls_to("horovod.torch.init")
            or training.wrappers
            or training.is_elastic
            or not training.backwards
        ):
            return
        if any(_handles_gradients(document) for document in script.documents):
            return
        created: dict[Call, None] = {}
        for step in script.calls_to(STEP):
            for each in sorted(step.receivers, key=lambda each: getattr(each.site.node, "lineno", 0)):
                call = script.creation(each) if isinstance(each, Instance) else None
                if call is not None:
                    created.setdefault(call)
        for call in created:
            if may_be_for_some(script, call.document, call.node):
                continue
            line = _line(script, training, call)
            yield Finding(
                self,
                Status.VIOLATION,
                call.document,
                call.document.span(call.node),
                "this optimizer does not average its gradients over the processes",
                "wrap it in hvd.DistributedOptimizer",
                fix=partial(_fix, call, line) if line else None,
            )


def _handles_gradients(document: Document) -> bool:
    """Say whether a file reads gradients, which it may average by itself."""
    return bool(document.attributes("grad"))


def _line(script: Script, training: TorchTraining, optimizer: Call) -> str:
    """Give the statement that wraps an optimizer, or an empty text."""
    name, model = assigned_name(optimizer), training.model(optimizer)
    hvd = bound_name(script, optimizer.document, "horovod.torch")
    if not name or not hvd or model is None:
        return ""
    named = f"{optimizer.document.segment(model)}.named_parameters()"
    return f"{name} = {hvd}.DistributedOptimizer({name}, named_parameters={named})"


def _fix(optimizer: Call, line: str) -> EditSet:
    document = optimizer.document
    return EditSet.of(document, layout.insert_after(document, document.statement(optimizer.node), [line], once=True))
