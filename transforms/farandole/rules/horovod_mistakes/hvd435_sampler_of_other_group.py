"""Tell the sampler Horovod's size and rank."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.torch.training import SAMPLER
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.horovod.names import bound_name
from farandole.rules.rule import Example, Finding, Rule, Severity, Status
from farandole.source import EditSet, layout


class SamplerOfOtherGroup(Rule):
    """A `DistributedSampler` must be told how many processes there are.

    ## What it does

    Finds `DistributedSampler(dataset)` without `num_replicas` and `rank` in a script that starts no process group
    of PyTorch, and adds Horovod's.

    ## Why

    The sampler asks `torch.distributed`, which Horovod does not start: `Default process group has not been
    initialized`.

    ## When it is not offered

    The script uses `torch.distributed` itself, or gives one of the two arguments.

    ## Edit safety

    The sampler gets what it needs to give each process its part.
    """

    family = MISTAKES
    code, name = "HVD435", "sampler-without-size"
    title = "Tell the sampler Horovod's size and rank"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import horovod.torch as hvd
import torch
hvd.init()
dataset = torch.utils.data.TensorDataset(torch.ones(8, 2), torch.ones(8, 1))
sampler = torch.utils.data.distributed.DistributedSampler(dataset)
""",
            after="""\
import horovod.torch as hvd
import torch
hvd.init()
dataset = torch.utils.data.TensorDataset(torch.ones(8, 2), torch.ones(8, 1))
sampler = torch.utils.data.distributed.DistributedSampler(
    dataset, num_replicas=hvd.size(), rank=hvd.rank()
)
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
""",
        """\
import horovod.torch as hvd
import torch
hvd.init()
dataset = torch.utils.data.TensorDataset(torch.ones(8, 2), torch.ones(8, 1))
torch.distributed.init_process_group("gloo")
sampler = torch.utils.data.distributed.DistributedSampler(dataset)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find samplers that ask a process group that there is not."""
        groups = any(name.startswith("torch.distributed.") for call in script.calls for name in call.names)
        if groups or not script.calls_to("horovod.torch.init"):
            return
        for call in script.calls_to(SAMPLER):
            if call.hides_arguments or call.argument("num_replicas") or call.argument("rank"):
                continue
            hvd = bound_name(script, call.document, "horovod.torch")
            yield Finding(
                self,
                Status.VIOLATION,
                call.document,
                call.document.span(call.node),
                "the sampler asks torch.distributed for its part, which this script does not start",
                "give it num_replicas=hvd.size(), rank=hvd.rank()",
                fix=partial(_fix, call, hvd) if hvd else None,
            )


def _fix(call: Call, hvd: str) -> EditSet:
    document = call.document
    return EditSet.of(
        document,
        layout.add_argument(document, call.node, f"num_replicas={hvd}.size(), rank={hvd}.rank()"),
    )
