"""Clip the averaged gradients."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.torch.training import CLIPPING, STEP
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Example, Finding, Rule, Severity, Status
from farandole.source import EditSet, layout


class ClippedBeforeSynchronize(Rule):
    """Gradients must be clipped after they are averaged.

    ## What it does

    Finds `clip_grad_norm_` or `clip_grad_value_` between `backward()` and `step()` of an optimizer that Horovod has
    wrapped, without `optimizer.synchronize()` before it.

    ## Why

    Horovod averages gradients from `backward` on until `step`. What is clipped in between are gradients of one
    process, some of them averaged and some not.

    ## When it is not offered

    `synchronize` is called before it, or the calls are not in one block. Without a fix: where a gradient scaler
    takes the step.

    ## Edit safety

    `optimizer.synchronize()` is added before the clipping, and the step is taken within
    `optimizer.skip_synchronize()`, as Horovod's documentation shows.
    """

    family = MISTAKES
    code, name = "HVD438", "clipped-before-synchronize"
    title = "Clip the averaged gradients"
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
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
for epoch in range(3):
    sampler.set_epoch(epoch)
    for x, y in loader:
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
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
        optimizer.synchronize()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        with optimizer.skip_synchronize():
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
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find gradients that are clipped while they are averaged."""
        training = script.torch
        for call in script.calls_to(*CLIPPING):
            document = call.document
            if not training.wrapped or training.between(call) is None:
                continue
            step = training.step_after(call)
            yield Finding(
                self,
                Status.VIOLATION,
                document,
                document.span(call.node),
                f"`{call.attribute}` clips gradients of one process, before they are averaged",
                "call optimizer.synchronize() before it, and take the step within optimizer.skip_synchronize()",
                fix=partial(_fix, call, step)
                if step is not None and STEP in step.names and step.is_statement
                else None,
            )


def _fix(call: Call, step: Call) -> EditSet:
    document = call.document
    assert isinstance(step.node.func, ast.Attribute)
    optimizer = document.segment(step.node.func.value)
    before = layout.insert_before(document, document.statement(call.node), [f"{optimizer}.synchronize()"])
    lines = [f"with {optimizer}.skip_synchronize():", f"    {document.segment(step.node)}"]
    return EditSet.of(document, [*before, *layout.replace_statement(document, document.statement(step.node), lines)])
