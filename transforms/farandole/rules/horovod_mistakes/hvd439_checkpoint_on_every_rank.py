"""Save checkpoints on rank 0."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.program import Call
from farandole.frameworks.horovod.use import may_be_for_some, names_files_by_rank, tells_rank
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.horovod.names import bound_name
from farandole.rules.rule import Example, Finding, Rule, Status
from farandole.source import EditSet, layout


class CheckpointOnEveryRank(Rule):
    """A checkpoint must be written by one process.

    ## What it does

    Finds `torch.save` that every process calls with the same path, and puts it under `if hvd.rank() == 0:`.

    ## Why

    Several processes write one file at once: it may be torn, and a shared disk is written as often as there are
    processes.

    ## When it is not offered

    A condition around it, or a way out before it, asks for the rank or says so in its names (`is_master`,
    `args.rank`), or asks whether a file is there, or the script makes texts of ranks, which may be paths; or it stands
    in a function that nothing calls.

    ## Edit safety

    Only rank 0 writes. What reads the file later must do so after rank 0 has written it.
    """

    family = MISTAKES
    code, name = "HVD439", "checkpoint-on-every-rank"
    title = "Save checkpoints on rank 0"
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
        optimizer.step()
torch.save(model.state_dict(), "model.pt")
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
if hvd.rank() == 0:
    torch.save(model.state_dict(), "model.pt")
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
if hvd.rank() == 0:
    torch.save(model.state_dict(), "model.pt")
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
for epoch in range(3):
    sampler.set_epoch(epoch)
    for x, y in loader:
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
torch.save(model.state_dict(), f"model-{hvd.rank()}.pt")
""",
        """\
import argparse
import horovod.torch as hvd
import torch
hvd.init()
args = argparse.ArgumentParser().parse_args()
args.rank = hvd.rank()
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
if args.rank == 0:
    torch.save(model.state_dict(), "model.pt")
""",
        """\
import horovod.torch as hvd
import os
import torch
hvd.init()
if hvd.local_rank() != 0:
    hvd.barrier()
if os.path.exists("features.pt"):
    features = torch.load("features.pt")
else:
    features = torch.ones(8, 2)
    torch.save(features, "features.pt")
if hvd.local_rank() == 0:
    hvd.barrier()
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
""",
        """\
import horovod.torch as hvd
import torch
class Trainer:
    rank = 0
    def save(self, model):
        torch.save(model.state_dict(), f"model-{self.rank}.pt")
hvd.init()
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
trainer = Trainer()
trainer.rank = hvd.rank()
trainer.save(model)
""",
        """\
import horovod.torch as hvd
import torch
def write_checkpoint(state, path="model.pt"):
    torch.save(state, path)
hvd.init()
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find checkpoints that every process writes."""
        training = script.torch
        if not training.wrappers or names_files_by_rank(script):
            return
        ranks, slices = script.ranks, script.slices
        for call in script.calls_to("torch.save"):
            document, file = call.document, call.argument("f")
            if file is not None and any(tells_rank(part) for part in slices.of(document, file)):
                continue
            if not ranks.reaches(document, call.node) or may_be_for_some(script, document, call.node):
                continue
            if _is_made_once(call) or script.is_left_out(document, call.node):
                continue
            hvd = bound_name(script, document, "horovod.torch")
            yield Finding(
                self,
                Status.VIOLATION,
                document,
                document.span(call.node),
                "every process writes this checkpoint",
                "save it on rank 0 only: if hvd.rank() == 0",
                fix=partial(_fix, call, hvd) if hvd and call.is_statement else None,
            )


def _is_made_once(call: Call) -> bool:
    """Say whether a condition asks whether a file is there: processes that come later may find it, and only load it."""
    return any(
        isinstance(asked, ast.Attribute) and asked.attr in ("exists", "isfile", "is_file")
        for parent in call.document.ancestors(call.node)
        if isinstance(parent, ast.If)
        for asked in ast.walk(parent.test)
    )


def _fix(call: Call, hvd: str) -> EditSet:
    document = call.document
    return EditSet.of(document, layout.guard(document, [document.statement(call.node)], f"{hvd}.rank() == 0"))
