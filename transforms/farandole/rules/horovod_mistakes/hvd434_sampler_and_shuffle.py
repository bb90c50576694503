"""Leave the shuffling to the sampler."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.torch.training import LOADER
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Example, Finding, Rule, Severity, Status
from farandole.source import EditSet, layout


class SamplerAndShuffle(Rule):
    """A loader with a sampler must not be asked to shuffle.

    ## What it does

    Finds `DataLoader(sampler=…, shuffle=True)`, and takes `shuffle=True` away.

    ## Why

    The sampler decides the order; PyTorch stops with `sampler option is mutually exclusive with shuffle`.

    ## When it is not offered

    The sampler may be `None`, or `shuffle` may be false.

    ## Edit safety

    `DistributedSampler` shuffles by itself, once `set_epoch` tells it the epoch.
    """

    family = MISTAKES
    code, name = "HVD434", "sampler-and-shuffle"
    title = "Leave the shuffling to the sampler"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import horovod.torch as hvd
import torch
hvd.init()
dataset = torch.utils.data.TensorDataset(torch.ones(8, 2), torch.ones(8, 1))
sampler = torch.utils.data.distributed.DistributedSampler(dataset, num_replicas=hvd.size(), rank=hvd.rank())
loader = torch.utils.data.DataLoader(dataset, batch_size=2, sampler=sampler, shuffle=True)
""",
            after="""\
import horovod.torch as hvd
import torch
hvd.init()
dataset = torch.utils.data.TensorDataset(torch.ones(8, 2), torch.ones(8, 1))
sampler = torch.utils.data.distributed.DistributedSampler(dataset, num_replicas=hvd.size(), rank=hvd.rank())
loader = torch.utils.data.DataLoader(dataset, batch_size=2, sampler=sampler)
""",
        ),
    ]
    untouched = [
        """\
import horovod.torch as hvd
import torch
hvd.init()
dataset = torch.utils.data.TensorDataset(torch.ones(8, 2), torch.ones(8, 1))
loader = torch.utils.data.DataLoader(dataset, sampler=None, shuffle=True)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find loaders of distributed scripts with a sampler that are asked to shuffle."""
        if not script.calls_to("horovod.torch.init"):
            return
        for call in script.calls_to(LOADER):
            sampler, shuffle = call.argument("sampler"), call.keyword("shuffle")
            certain = script.instances(sampler, "torch-sampler") and not script.constants(sampler)
            if certain and shuffle is not None and script.constants(shuffle.value) == {True}:
                yield Finding(
                    self,
                    Status.VIOLATION,
                    call.document,
                    call.document.span(shuffle),
                    "a loader with a sampler can't shuffle: PyTorch stops here",
                    "leave shuffle=True out; the sampler shuffles",
                    fix=partial(_fix, call, shuffle),
                )


def _fix(call: Call, shuffle: ast.keyword) -> EditSet:
    return EditSet.of(call.document, layout.remove_argument(call.document, call.node, shuffle))
