"""Tell Horovod how many passes a step has."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Finding, Rule, Severity, Status


class AccumulationUndeclared(Rule):
    """Horovod must be told when gradients are accumulated.

    ## What it does

    Finds `optimizer.step()` under a condition such as `if (i + 1) % 4 == 0:`, while `backward` is called each time,
    for an optimizer that was wrapped without `backward_passes_per_step`.

    ## Why

    Horovod averages gradients after the first `backward`, and stops at the second one before a step: `Gradients
    were computed more than backward_passes_per_step times`.

    ## When it is not offered

    `backward_passes_per_step` is given, or `backward` is under the same condition.

    ## Edit safety

    Nothing is edited: the number must agree with the condition, also at the end of an epoch.
    """

    family = MISTAKES
    code, name = "HVD440", "accumulation-not-declared"
    title = "Tell Horovod how many passes a step has"
    severity = Severity.ERROR
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
    for turn, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        if (turn + 1) % 2 == 0:
            optimizer.step()
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
dataset = torch.utils.data.TensorDataset(torch.ones(8, 2), torch.ones(8, 1))
sampler = torch.utils.data.distributed.DistributedSampler(dataset, num_replicas=hvd.size(), rank=hvd.rank())
loader = torch.utils.data.DataLoader(dataset, batch_size=2, sampler=sampler)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters(), backward_passes_per_step=2)
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
for epoch in range(3):
    sampler.set_epoch(epoch)
    for turn, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        if (turn + 1) % 2 == 0:
            optimizer.step()
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find steps that are taken after several passes."""
        training = script.torch
        if any(call.hides_arguments or call.argument("backward_passes_per_step") for call in training.wrappers):
            return
        for step in training.steps():
            turn = _turn(step)
            if turn is None:
                continue
            loop = next((each for each in step.document.ancestors(turn) if isinstance(each, ast.For | ast.While)), None)
            if any(_is_each_time(backward, loop) for backward in training.backwards):
                yield Finding(
                    self,
                    Status.VIOLATION,
                    step.document,
                    step.document.span(step.node),
                    "gradients are computed several times before this step, and Horovod was not told so",
                    "wrap the optimizer with hvd.DistributedOptimizer(…, backward_passes_per_step=…)",
                )


def _turn(step: Call) -> ast.If | None:
    """Give the condition under which a step is taken at some turns of a loop only: one with a remainder."""
    for parent in step.document.ancestors(step.node):
        if isinstance(parent, ast.For | ast.While | ast.FunctionDef):
            return None
        if isinstance(parent, ast.If):
            remainders = (each for each in ast.walk(parent.test) if isinstance(each, ast.BinOp))
            return parent if any(isinstance(each.op, ast.Mod) for each in remainders) else None
    return None


def _is_each_time(backward: Call, loop: ast.AST | None) -> bool:
    """Say whether a call is made at each turn of a loop."""
    for parent in backward.document.ancestors(backward.node):
        if parent is loop:
            return True
        if isinstance(parent, ast.If | ast.For | ast.While | ast.FunctionDef | ast.Try):
            return False
    return False
