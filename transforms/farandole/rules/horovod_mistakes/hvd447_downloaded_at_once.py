"""Download a data set on one process of each host."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.program import Call
from farandole.analysis.slicing import Slices
from farandole.frameworks.horovod.ranks import Ranks
from farandole.frameworks.horovod.use import may_be_for_some
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.horovod.names import bound_name
from farandole.rules.rule import Example, Finding, Rule, Status
from farandole.source import EditSet, layout

_DATASETS = ("torchvision.datasets.", "torchaudio.datasets.", "torchtext.datasets.")
_WAITS = (
    "horovod.torch.barrier",
    "horovod.torch.broadcast_object",
    "horovod.torch.broadcast",
    "horovod.torch.allreduce",
)
_OF_THE_FILES = ("root", "train", "split", "url", "download")
"""The parameters that say which files are fetched, and where to."""


class DownloadedAtOnce(Rule):
    """One process of each host downloads a data set, and the others wait.

    ## What it does

    Finds data sets of `torchvision` and its kin that every process creates with `download=True`, and lets the first process
    of each host download them before the others look for them.

    ## Why

    The processes of a host find nothing, download the same files at once, and write over one another: some of them read
    archives that are half written, and stop with `File not found or corrupted` or with wrong samples.

    ## When it is not offered

    A lock or a condition stands around it, or another process waits somewhere while one downloads. It is only said when
    where to download is not written out, or the file has no name for Horovod.

    ## Edit safety

    The same files are downloaded; the data set is opened as before.
    """

    family = MISTAKES
    code, name = "HVD447", "downloaded-at-once"
    title = "Download a data set on one process of each host"
    examples = [
        Example(
            before="""\
import horovod.torch as hvd
import torch
from torchvision import datasets, transforms
hvd.init()
samples = datasets.MNIST("data", train=True, download=True, transform=transforms.ToTensor())
sampler = torch.utils.data.distributed.DistributedSampler(samples, num_replicas=hvd.size(), rank=hvd.rank())
model = torch.nn.Linear(784, 10)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
""",
            after="""\
import horovod.torch as hvd
import torch
from torchvision import datasets, transforms
hvd.init()
if hvd.local_rank() == 0:
    datasets.MNIST("data", train=True, download=True)
hvd.barrier()
samples = datasets.MNIST("data", train=True, download=True, transform=transforms.ToTensor())
sampler = torch.utils.data.distributed.DistributedSampler(samples, num_replicas=hvd.size(), rank=hvd.rank())
model = torch.nn.Linear(784, 10)
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
import torchvision
from settings import folder
hvd.init()
def samples(train):
    return torchvision.datasets.CIFAR10(folder(), train=train, download=True)
model = torch.nn.Linear(3072, 10)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
test = samples(False)
"""
    ]
    untouched = [
        """\
import horovod.torch as hvd
import torch
from filelock import FileLock
from torchvision import datasets
hvd.init()
with FileLock(".data.lock"):
    samples = datasets.MNIST("data", train=True, download=True)
model = torch.nn.Linear(784, 10)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
""",
        """\
import horovod.torch as hvd
import torch
from torchvision import datasets
hvd.init()
if hvd.local_rank() == 0:
    datasets.MNIST("data", download=True)
hvd.barrier()
samples = datasets.MNIST("data", train=True, download=True)
model = torch.nn.Linear(784, 10)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
""",
        """\
import horovod.torch as hvd
import torch
from torchvision import datasets
hvd.init()
if hvd.local_rank() != 0:
    hvd.barrier()
samples = datasets.MNIST("data", train=True, download=True)
if hvd.local_rank() == 0:
    hvd.barrier()
model = torch.nn.Linear(784, 10)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
""",
        """\
import horovod.torch as hvd
import torch
from torchvision import datasets
hvd.init()
samples = datasets.MNIST(f"data-{hvd.local_rank()}", train=True, download=True)
model = torch.nn.Linear(784, 10)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
""",
        """\
import horovod.torch as hvd
import torch
from torchvision import datasets
def samples(process):
    return datasets.MNIST(root=f"data-{process}", train=True, download=True)
hvd.init()
process = hvd.local_rank()
model = torch.nn.Linear(784, 10)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
train = samples(process)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the first download of each data set, where nothing keeps the processes of a host apart."""
        if not script.torch.wrappers:
            return
        ranks = script.ranks
        downloads = [call for call in script.calls if _downloads(script, call)]
        for_all = [call for call in downloads if ranks.reaches(call.document, call.node)]
        if len(for_all) < len(downloads) or _some_wait(script, ranks):
            return
        slices = script.slices
        seen: set[str] = set()
        for call in for_all:
            document = call.document
            kind = document.segment(call.node.func)
            if kind in seen or _is_locked(call) or may_be_for_some(script, document, call.node):
                continue
            if _goes_elsewhere(ranks, slices, call):
                continue
            seen.add(kind)
            hvd = bound_name(script, document, "horovod.torch")
            yield Finding(
                self,
                Status.VIOLATION,
                document,
                document.span(call.node),
                "all processes of a host download this data set at once, to the same files",
                "download it under if hvd.local_rank() == 0, and call hvd.barrier() before it is opened",
                fix=partial(_fix, call, hvd) if hvd and _is_simple(call) and _follows_init(script, call) else None,
            )


def _downloads(script: Script, call: Call) -> bool:
    download = call.keyword("download")
    known = download is not None and script.constants(download.value) == {True}
    found = known and any(name.startswith(_DATASETS) for name in call.names)
    return found and not script.is_left_out(call.document, call.node)


def _some_wait(script: Script, ranks: Ranks) -> bool:
    """Say whether some processes wait at a place where others do not, or a rank is part of a path."""
    in_text = any(
        isinstance(node, ast.JoinedStr | ast.BinOp)
        for call in script.calls_to("horovod.torch.rank", "horovod.torch.local_rank")
        for node in list(call.document.ancestors(call.node))[:2]
        if not isinstance(node, ast.BinOp) or isinstance(node.op, ast.Mod)
    )
    waits = script.calls_to(*_WAITS)
    return in_text or any(may_be_for_some(script, call.document, call.node) for call in waits)


def _goes_elsewhere(ranks: Ranks, slices: Slices, call: Call) -> bool:
    """Say whether the rank is part of what is downloaded, or of where to."""
    within = (node for each in _of_the_files(call) for node in slices.of(call.document, each))
    return any(isinstance(node, ast.expr) and ranks.is_rank(node) for node in within)


def _is_locked(call: Call) -> bool:
    """Say whether a `with` stands around a call: a lock, perhaps."""
    return any(isinstance(each, ast.With) for each in call.document.ancestors(call.node))


def _is_simple(call: Call) -> bool:
    """Say whether what is downloaded is written out in a call of a statement that stands by itself."""
    statement = call.document.statement(call.node)
    return (
        isinstance(statement, ast.Assign)
        and statement.value is call.node
        and not call.hides_arguments
        and all(isinstance(each, ast.Constant | ast.Name) for each in _of_the_files(call))
    )


def _follows_init(script: Script, call: Call) -> bool:
    """Say whether Horovod is initialised before a call, in statements of its scope."""
    document = call.document
    return any(
        each.document is document
        and document.scope(each.node) is document.scope(call.node)
        and document.span(each.node).end < document.span(call.node).start
        for each in script.calls_to("horovod.torch.init")
    )


def _of_the_files(call: Call) -> list[ast.expr]:
    return [*call.node.args[:2], *(each.value for each in call.node.keywords if each.arg in _OF_THE_FILES)]


def _fix(call: Call, hvd: str) -> EditSet:
    document = call.document
    given = [document.segment(each) for each in call.node.args[:2]]
    given += [document.segment(each) for each in call.node.keywords if each.arg in _OF_THE_FILES]
    lines = [
        f"if {hvd}.local_rank() == 0:",
        f"    {document.segment(call.node.func)}({', '.join(given)})",
        f"{hvd}.barrier()",
    ]
    return EditSet.of(document, layout.insert_before(document, document.statement(call.node), lines))
