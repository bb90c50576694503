"""Write TensorBoard's events on rank 0."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.horovod.use import may_be_for_some, names_files_by_rank, tells_rank
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Finding, Rule, Status


class BoardOnEveryRank(Rule):
    """Only rank 0 writes events for TensorBoard.

    ## What it does

    Finds a `SummaryWriter` of PyTorch that every process creates for the same folder.

    ## Why

    Each process writes an event file of its own there, and TensorBoard draws all of them as one line that jumps
    between what the processes have measured on their parts of the data.

    ## When it is not offered

    A condition may choose the process, or its rank is part of a path.

    ## Edit safety

    Nothing is edited: where the writer is used, the other processes need a condition, too.
    """

    family = MISTAKES
    code, name = "HVD448", "board-on-every-rank"
    title = "Write TensorBoard's events on rank 0"
    reported = [
        """\
import horovod.torch as hvd
import torch
from torch.utils.tensorboard import SummaryWriter
hvd.init()
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
writer = SummaryWriter("events")
writer.add_scalar("rate", 0.01, 0)
""",
    ]
    untouched = [
        """\
import horovod.torch as hvd
import torch
from torch.utils.tensorboard import SummaryWriter
hvd.init()
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
writer = SummaryWriter("events") if hvd.rank() == 0 else None
""",
        """\
import horovod.torch as hvd
import os
import torch
from tensorboardX import SummaryWriter
hvd.init()
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
writer = SummaryWriter(os.path.join("events", str(hvd.rank())))
""",
        """\
import horovod.torch as hvd
import torch
from tensorboardX import SummaryWriter
class Trainer:
    rank = 0
    def board(self, prefix):
        return SummaryWriter(f"{prefix}-{self.rank}")
hvd.init()
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
trainer = Trainer()
trainer.rank = hvd.rank()
writer = trainer.board("events")
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find writers that every process creates."""
        if not script.torch.wrappers or names_files_by_rank(script):
            return
        ranks, slices = script.ranks, script.slices
        for call in script.calls_to("tensorboardX.SummaryWriter"):
            document = call.document
            if any(tells_rank(part) for each in call.arguments for part in slices.of(document, each)):
                continue
            if script.is_left_out(document, call.node):
                continue
            if ranks.reaches(document, call.node) and not may_be_for_some(script, document, call.node):
                yield Finding(
                    self,
                    Status.VIOLATION,
                    document,
                    document.span(call.node),
                    "every process writes events for TensorBoard to the same folder",
                    "create it on rank 0 only, and use it there: SummaryWriter(…) if hvd.rank() == 0 else None",
                )
