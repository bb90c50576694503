"""Clear the gradients before backward."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.torch.training import ZERO_GRAD
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Example, Finding, Rule, Severity, Status
from farandole.source import EditSet, layout


class GradientsClearedLate(Rule):
    """Gradients must not be cleared while they are averaged.

    ## What it does

    Finds `optimizer.zero_grad()` between `backward()` and `step()` of an optimizer that Horovod has wrapped, and
    moves it before `backward()`.

    ## Why

    Horovod averages gradients while `backward` still runs. Cleared in between they would be zeros, so Horovod stops
    with an error.

    ## When it is not offered

    `optimizer.synchronize()` stands between them, or the three calls are not in one block.

    ## Edit safety

    The statement is moved up within its block. What stood before `backward` does not read gradients.
    """

    family = MISTAKES
    code, name = "HVD437", "gradients-cleared-too-late"
    title = "Clear the gradients before backward"
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
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.zero_grad()
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
        loss = ((model(x) - y) ** 2).mean()
        optimizer.zero_grad()
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
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find gradients that are cleared between their computation and the step."""
        training = script.torch
        for call in script.calls_to(ZERO_GRAD):
            document = call.document
            if training.wrapped.isdisjoint(call.receivers):
                continue
            backward = training.between(call)
            if backward is None:
                continue
            yield Finding(
                self,
                Status.VIOLATION,
                document,
                document.span(call.node),
                f"{document.quote(call.node)} clears gradients that Horovod is averaging",
                "clear them before backward is called",
                fix=partial(_fix, call, backward) if call.is_statement else None,
            )


def _fix(call: Call, backward: Call) -> EditSet:
    document = call.document
    deleted = layout.delete(document, document.statement(call.node))
    inserted = layout.insert_before(document, document.statement(backward.node), [document.segment(call.node)])
    return EditSet.of(document, [*deleted, *inserted])
