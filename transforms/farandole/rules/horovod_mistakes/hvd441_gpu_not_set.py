"""Set the GPU of each process."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.horovod.names import bound_name
from farandole.rules.rule import Example, Finding, Rule, Status
from farandole.source import EditSet, layout


class GpuNotSet(Rule):
    """Each process must use a GPU of its own.

    ## What it does

    Finds `.cuda()` in a script that asks for no local rank, and adds `torch.cuda.set_device(hvd.local_rank())`
    after `hvd.init()`.

    ## Why

    All processes of a host would use GPU 0, which runs out of memory, or is slower than one process alone.

    ## When it is not offered

    A device is set, the local rank is asked for, or `CUDA_VISIBLE_DEVICES` is mentioned anywhere. Without a fix: where PyTorch or
    Horovod has no name in the file of `hvd.init()`.

    ## Edit safety

    A statement is added that does nothing on hosts without a GPU.
    """

    family = MISTAKES
    code, name = "HVD441", "gpu-not-set"
    title = "Set the GPU of each process"
    examples = [
        Example(
            before="""\
import horovod.torch as hvd
import torch
hvd.init()
model = torch.nn.Linear(2, 1).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
""",
            after="""\
import horovod.torch as hvd
import torch
hvd.init()
if torch.cuda.is_available():
    torch.cuda.set_device(hvd.local_rank())
model = torch.nn.Linear(2, 1).cuda()
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
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the first use of a GPU that is the same in all processes."""
        if not script.torch.wrappers or _is_chosen(script):
            return
        uses = (call for call in script.calls if call.attribute == "cuda" and not call.node.args and not call.functions)
        first = next((call for call in uses if isinstance(call.node.func, ast.Attribute)), None)
        if first is None:
            return
        init = script.calls_to("horovod.torch.init")[:1]
        names = (
            (bound_name(script, init[0].document, "torch"), bound_name(script, init[0].document, "horovod.torch"))
            if init
            else ("", "")
        )
        yield Finding(
            self,
            Status.VIOLATION,
            first.document,
            first.document.span(first.node),
            "no GPU is chosen for the process, so all processes of a host use GPU 0",
            "call torch.cuda.set_device(hvd.local_rank()) after hvd.init()",
            fix=partial(_fix, init[0], *names) if all(names) and init[0].is_statement else None,
        )


def _is_chosen(script: Script) -> bool:
    """Say whether the script, or who starts it, seems to choose a GPU for each process, however it is done."""
    return any(word in document.text for document in script.documents for word in _CHOOSING)


_CHOOSING = ("VISIBLE_DEVICES", "LOCAL_RANK", "local_rank", "set_device", "cuda.device(", '"cuda:', "'cuda:")


def _fix(init: Call, torch: str, hvd: str) -> EditSet:
    document = init.document
    lines = [f"if {torch}.cuda.is_available():", f"    {torch}.cuda.set_device({hvd}.local_rank())"]
    return EditSet.of(document, layout.insert_after(document, document.statement(init.node), lines))
