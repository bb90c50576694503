"""Broadcast the parameters of rank 0."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.horovod.names import bound_name
from farandole.rules.rule import Example, Finding, Rule, Severity, Status
from farandole.source import EditSet, layout


class ParametersNotBroadcast(Rule):
    """All processes must start from the same parameters.

    ## What it does

    Finds `hvd.DistributedOptimizer` in a script that broadcasts nothing, and adds `hvd.broadcast_parameters` after
    it.

    ## Why

    Horovod averages gradients, not parameters. Processes that start from parameters of their own train different
    models, and nothing says so.

    ## When it is not offered

    Something is broadcast, a seed makes the parameters equal, or elastic Horovod keeps a state. Without a fix:
    where it can't be seen which model the optimizer trains.

    ## Edit safety

    One statement is added, after which the parameters of all processes are those of rank 0.
    """

    family = MISTAKES
    code, name = "HVD431", "parameters-not-broadcast"
    title = "Broadcast the parameters of rank 0"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import horovod.torch as hvd
import torch
hvd.init()
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
""",
            after="""\
import horovod.torch as hvd
import torch
hvd.init()
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
""",
        ),
    ]
    reported = [
        """\
import horovod.torch as hvd
import torch
hvd.init()
from project import net, rate
optimizer = torch.optim.SGD(net().parameters(), lr=rate())
optimizer = hvd.DistributedOptimizer(optimizer)
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
""",
        """\
import horovod.torch as hvd
import torch
hvd.init()
torch.manual_seed(1)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
""",
        """\
import horovod.torch as hvd
import torch
from horovod.torch.functions import broadcast_parameters

class Controller:
    def __init__(self, model):
        self.model = model

    def begin(self):
        broadcast_parameters(self.model.state_dict(), root_rank=0)

hvd.init()
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
Controller(model).begin()
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find wrapped optimizers of a script without any broadcast."""
        training = script.torch
        if training.is_elastic or script.calls_to(*_BROADCASTS, "torch.manual_seed"):
            return
        for wrapper in training.wrappers:
            model = _model(script, wrapper)
            yield Finding(
                self,
                Status.VIOLATION,
                wrapper.document,
                wrapper.document.span(wrapper.node),
                "each process trains from initial parameters of its own: they are not broadcast",
                f"call hvd.broadcast_parameters({model or 'model'}.state_dict(), root_rank=0) before training",
                fix=partial(_fix, script, wrapper, model) if model else None,
            )


_BROADCASTS = tuple(
    f"horovod.torch.{name}"
    for name in (
        "broadcast_parameters",
        "broadcast_object",
        "broadcast",
        "broadcast_",
        "broadcast_async",
        "broadcast_async_",
    )
)


def _model(script: Script, wrapper: Call) -> str:
    """Give the model whose parameters a wrapped optimizer takes, as it is written beside the wrapper."""
    named = _is_alone(wrapper) and bound_name(script, wrapper.document, "horovod.torch")
    return script.torch.model_beside(wrapper) if named else ""


def _is_alone(call: Call) -> bool:
    statement = call.document.statement(call.node)
    return isinstance(statement, ast.Assign) and statement.value is call.node


def _fix(script: Script, wrapper: Call, model: str) -> EditSet:
    document = wrapper.document
    hvd = bound_name(script, document, "horovod.torch")
    line = f"{hvd}.broadcast_parameters({model}.state_dict(), root_rank=0)"
    return EditSet.of(document, layout.insert_after(document, document.statement(wrapper.node), [line], once=True))
