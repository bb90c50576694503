"""Give each process its part of the data."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.points_to.values import Class, Instance, Library
from farandole.analysis.program import Call
from farandole.analysis.slicing import methods_of
from farandole.frameworks.horovod.use import may_be_for_some
from farandole.frameworks.script import Script
from farandole.frameworks.torch.training import LOADER, SAMPLER
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Finding, Rule, Status


class LoaderNotDivided(Rule):
    """Each process must train on its own part of the data.

    ## What it does

    Finds a loader of a training loop that has no sampler, in a script that never uses its rank for more than
    conditions and samplers.

    ## Why

    Every process goes through all samples in each epoch: an epoch takes as long as with one process, and a larger
    batch has the same samples several times.

    ## When it is not offered

    The loader has a sampler, its data set is an iterable one, a condition suggests that it is for a run
    without Horovod, or `hvd.rank()` is used for anything that may choose
    samples.

    ## Edit safety

    Nothing is edited: where the sampler comes from, and what evaluates on all samples, is up to the author.
    """

    family = MISTAKES
    code, name = "HVD436", "loader-not-divided"
    title = "Give each process its part of the data"
    reported = [
        """\
import horovod.torch as hvd
import torch
hvd.init()
dataset = torch.utils.data.TensorDataset(torch.ones(8, 2), torch.ones(8, 1))
loader = torch.utils.data.DataLoader(dataset, batch_size=2, shuffle=True)
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
import sys
import horovod.torch as hvd
import torch
with_horovod = len(sys.argv) > 1
if with_horovod:
    hvd.init()
dataset = torch.utils.data.TensorDataset(torch.ones(8, 2), torch.ones(8, 1))
if with_horovod:
    sampler = torch.utils.data.distributed.DistributedSampler(dataset, num_replicas=hvd.size(), rank=hvd.rank())
    loader = torch.utils.data.DataLoader(dataset, batch_size=2, sampler=sampler)
else:
    loader = torch.utils.data.DataLoader(dataset, batch_size=2, shuffle=True)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
if with_horovod:
    optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
    hvd.broadcast_parameters(model.state_dict(), root_rank=0)
for x, y in loader:
    ((model(x) - y) ** 2).mean().backward()
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
x = torch.ones(8, 2)[hvd.rank()::hvd.size()]
dataset = torch.utils.data.TensorDataset(x, x[:, :1])
loader = torch.utils.data.DataLoader(dataset, batch_size=2, shuffle=True)
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
from corpora import Samples
hvd.init()
loader = torch.utils.data.DataLoader(Samples("texts"), batch_size=2)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
for x, y in loader:
    optimizer.zero_grad()
    loss = ((model(x) - y) ** 2).mean()
    loss.backward()
    optimizer.step()
""",
        """\
import horovod.torch as hvd
import torch
class Batches(torch.utils.data.DataLoader):
    def __init__(self, dataset, batch_size, distributed=False):
        if distributed:
            sampler = torch.utils.data.distributed.DistributedSampler(dataset, num_replicas=hvd.size(), rank=hvd.rank())
            super().__init__(dataset, batch_size=batch_size, sampler=sampler)
        else:
            super().__init__(dataset, batch_size=batch_size, shuffle=True)
hvd.init()
dataset = torch.utils.data.TensorDataset(torch.ones(8, 2), torch.ones(8, 1))
loader = Batches(dataset, 2, distributed=True)
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
for epoch in range(3):
    loader.sampler.set_epoch(epoch)
    for x, y in loader:
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find loaders of training loops that give every process the same samples."""
        training = script.torch
        if not training.wrappers or training.is_elastic or _chooses_by_rank(script):
            return
        for loader in training.training_loaders:
            if LOADER not in loader.names or _may_choose(script, loader) or not _is_indexed(script, loader):
                continue
            if may_be_for_some(script, loader.document, loader.node):
                continue
            yield Finding(
                self,
                Status.VIOLATION,
                loader.document,
                loader.document.span(loader.node),
                "every process trains on all samples of this loader",
                "give it sampler=torch.utils.data.distributed.DistributedSampler(dataset, num_replicas=hvd.size(), rank=hvd.rank())",
            )


_READ = ("torch", "torchvision", "torchaudio", "torchtext")
"""The libraries whose data sets give every process the same; those of modules that are not found may divide."""


def _may_choose(script: Script, loader: Call) -> bool:
    """Say whether a loader may have a sampler; PyTorch takes no hidden one together with `shuffle=True`.

    A class of the project with a constructor of its own may give itself one.
    """
    made = (each.of for each in script.values(loader.node) if isinstance(each, Instance))
    if any(isinstance(each, Class) and any(methods_of(script, each, ("__init__",))) for each in made):
        return True
    given = (loader.argument("sampler"), loader.argument("batch_sampler"))
    shuffles = script.constants(loader.argument("shuffle")) == {True}
    return any(argument is not None for argument in given) or (loader.hides_arguments and not shuffles)


def _is_indexed(script: Script, loader: Call) -> bool:
    """Say whether it is known what the data set of a loader is, and that it is no iterable one."""
    values = script.values(loader.argument("dataset"))
    names = {name for value in values for name in _names(script, value)}
    return bool(names) and not any("Iterable" in name or "?" in name for name in names)


def _names(script: Script, value: object) -> tuple[str, ...]:
    match value:
        case Instance(_, Library(name)):
            return (name,) if name.partition(".")[0] in _READ else ("?",)
        case Instance(_, Class() as owner):
            return script.library_ancestors(owner) or ("?",)
    return ("?",)


def _chooses_by_rank(script: Script) -> bool:
    """Say whether a rank may choose samples: it is used elsewhere than in conditions, messages and samplers."""
    for call in script.calls_to("horovod.torch.rank", "horovod.torch.local_rank"):
        around = list(call.document.ancestors(call.node))
        callers = [each for node in around if isinstance(node, ast.Call) and (each := script.call(node)) is not None]
        harmless = any(isinstance(node, ast.Compare | ast.JoinedStr) for node in around) or any(
            each.names & {SAMPLER, "torch.cuda.set_device", "torch.device", "builtins.print"} for each in callers
        )
        if not harmless:
            return True
    return False
