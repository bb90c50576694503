"""Load checkpoints to the memory of the host."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.points_to.values import Instance, Value
from farandole.analysis.program import Call
from farandole.frameworks.horovod.use import may_be_for_some
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Example, Finding, Rule, Severity, Status
from farandole.source import EditSet, layout


class LoadedToOneGpu(Rule):
    """A checkpoint should not be loaded to the GPU that wrote it.

    ## What it does

    Finds `torch.load` of a state without `map_location` that every process calls, in a script that uses GPUs, and
    adds
    `map_location="cpu"`.

    ## Why

    Tensors go back to the GPU from which they were saved, that of rank 0: all processes of a host take memory
    there.

    ## When it is not offered

    Only some processes load it, a condition decides between it and a load that names the device, or the arguments are
    hidden.

    ## Edit safety

    `load_state_dict` copies to the device of the model, wherever the tensors are.
    """

    family = MISTAKES
    code, name = "HVD443", "loaded-to-one-gpu"
    title = "Load checkpoints to the memory of the host"
    severity = Severity.INFORMATION
    examples = [
        Example(
            before="""\
import horovod.torch as hvd
import torch
hvd.init()
torch.cuda.set_device(hvd.local_rank())
model = torch.nn.Linear(2, 1).cuda()
model.load_state_dict(torch.load("model.pt"))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
""",
            after="""\
import horovod.torch as hvd
import torch
hvd.init()
torch.cuda.set_device(hvd.local_rank())
model = torch.nn.Linear(2, 1).cuda()
model.load_state_dict(torch.load("model.pt", map_location="cpu"))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
""",
        ),
        Example(
            before="""\
import horovod.torch as hvd
import torch
hvd.init()
torch.cuda.set_device(hvd.local_rank())
device = torch.device("cuda")
model = torch.nn.Linear(2, 1).to(device)
saved = torch.load("model.pt")
model.load_state_dict(saved["model"])
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
""",
            after="""\
import horovod.torch as hvd
import torch
hvd.init()
torch.cuda.set_device(hvd.local_rank())
device = torch.device("cuda")
model = torch.nn.Linear(2, 1).to(device)
saved = torch.load("model.pt", map_location="cpu")
model.load_state_dict(saved["model"])
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
""",
        ),
    ]
    untouched = [
        """\
import horovod.torch as hvd
import torch
hvd.init()
torch.cuda.set_device(hvd.local_rank())
model = torch.nn.Linear(2, 1).cuda()
if hvd.rank() == 0:
    model.load_state_dict(torch.load("model.pt"))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
""",
        """\
import horovod.torch as hvd
import torch
hvd.init()
gpu = hvd.local_rank() if torch.cuda.is_available() else None
model = torch.nn.Linear(2, 1).cuda(gpu)
if gpu is None:
    state = torch.load("model.pt")
else:
    state = torch.load("model.pt", map_location=f"cuda:{gpu}")
model.load_state_dict(state)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find checkpoints that every process loads to where they were saved."""
        if not script.torch.wrappers or not _uses_gpus(script):
            return
        ranks = script.ranks
        restored = _restored(script)
        for call in script.calls_to("torch.load"):
            document = call.document
            if call.hides_arguments or call.argument("map_location") is not None or call not in restored:
                continue
            if _is_alternative(script, call) or script.is_left_out(document, call.node):
                continue
            if ranks.reaches(document, call.node) and not may_be_for_some(script, document, call.node):
                yield Finding(
                    self,
                    Status.VIOLATION,
                    document,
                    document.span(call.node),
                    "every process loads this checkpoint to the device from which it was saved, one GPU for all",
                    'give it map_location="cpu"',
                    fix=partial(_fix, call),
                )


def _uses_gpus(script: Script) -> bool:
    """Say whether a script moves something to a GPU, or chooses one."""
    moved = any(call.attribute == "cuda" and not call.functions for call in script.calls)
    return moved or bool(script.calls_to("torch.cuda.set_device"))


def _is_alternative(script: Script, call: Call) -> bool:
    """Say whether a condition decides between a load and another one that names the device."""
    others = [
        each.node
        for each in script.calls_to("torch.load")
        if each.document is call.document and each.argument("map_location") is not None
    ]
    return any(
        other in ast.walk(parent)
        for parent in call.document.ancestors(call.node)
        if isinstance(parent, ast.If | ast.IfExp)
        for other in others
    )


def _restored(script: Script) -> frozenset[Call]:
    """Give the calls that load what a model or an optimizer takes its state from."""
    found: set[Call] = set()
    for call in script.calls:
        if call.attribute == "load_state_dict":
            values = [value for node in call.node.args for value in script.values(node)]
            origins = script.origins(values, lambda value: _is_loaded(script, value))
            created = (script.creation(each) for each in origins if isinstance(each, Instance))
            found.update(each for each in created if each is not None)
    return frozenset(found)


def _is_loaded(script: Script, value: Value) -> bool:
    call = script.creation(value) if isinstance(value, Instance) else None
    return call is not None and "torch.load" in call.names


def _fix(call: Call) -> EditSet:
    return EditSet.of(call.document, layout.add_argument(call.document, call.node, 'map_location="cpu"'))
