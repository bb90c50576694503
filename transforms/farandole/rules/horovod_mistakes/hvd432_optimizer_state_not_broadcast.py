"""Broadcast the state of the optimizer of rank 0."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Finding, Rule, Severity, Status


class OptimizerStateNotBroadcast(Rule):
    """An optimizer that rank 0 restores must be restored everywhere.

    ## What it does

    Finds `optimizer.load_state_dict` where only rank 0 comes, in a script that never calls
    `hvd.broadcast_optimizer_state`.

    ## Why

    Momenta and learning rates of rank 0 are those of the checkpoint, those of the others are new: the processes
    take different steps with the same gradients.

    ## When it is not offered

    Every process restores the optimizer, something is broadcast by `broadcast_optimizer_state` or
    `broadcast_object`, or elastic Horovod keeps a state.

    ## Edit safety

    Nothing is edited: where the broadcast belongs depends on what else is restored.
    """

    family = MISTAKES
    code, name = "HVD432", "optimizer-state-not-broadcast"
    title = "Broadcast the state of the optimizer of rank 0"
    severity = Severity.ERROR
    reported = [
        """\
import horovod.torch as hvd
import torch
hvd.init()
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
if hvd.rank() == 0:
    optimizer.load_state_dict(torch.load("optimizer.pt"))
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
""",
    ]
    untouched = [
        """\
import horovod.torch as hvd
import torch
hvd.init()
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
if hvd.rank() == 0:
    optimizer.load_state_dict(torch.load("optimizer.pt"))
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
hvd.broadcast_optimizer_state(optimizer, root_rank=0)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find optimizers that rank 0 alone restores."""
        training = script.torch
        shared = script.calls_to("horovod.torch.broadcast_optimizer_state", "horovod.torch.broadcast_object")
        if not training.wrappers or training.is_elastic or shared:
            return
        ranks = script.ranks
        for call in script.calls_to("torch.optim.Optimizer.load_state_dict"):
            if not ranks.reaches(call.document, call.node):
                yield Finding(
                    self,
                    Status.VIOLATION,
                    call.document,
                    call.document.span(call.node),
                    f"only rank 0 restores `{call.document.segment(call.node.func).rpartition('.')[0]}`, and the others start anew",
                    "call hvd.broadcast_optimizer_state(optimizer, root_rank=0) on every process after it",
                )
