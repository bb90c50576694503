"""Convolutions of one size on a GPU, without cuDNN's search for the fastest algorithm."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.frameworks.script import Script
from farandole.options import Options, Speculation
from farandole.rules.families import INEFFICIENT
from farandole.rules.performance.found import found
from farandole.rules.rule import Assumption, Example, Finding, Related, Rule, Status
from farandole.source import Document, EditSet, layout


class UntunedConvolutions(Rule):
    """Let cuDNN choose the fastest algorithm where all inputs have one size.

    ## What it does

    Finds scripts of PyTorch that train convolutions on a GPU with images of one size (they are cropped to it, or the
    dataset has no other), and that set neither `torch.backends.cudnn.benchmark` nor anything about determinism. The fix
    sets it after the imports.

    ## Why

    cuDNN has several algorithms for a convolution, and the default is chosen by rules of thumb. With `benchmark` it tries
    them once for each size of input, and keeps the fastest: some ten to thirty per cent of the time of a step. With a
    `forward` without branches that depend on data, `torch.compile(model)` is worth a try, too.

    ## When it is not offered

    It is not found where sizes may differ, since each new one costs a search, nor where the script asks for deterministic
    algorithms. Only reported is a file that does not `import torch` by itself.

    ## Edit safety

    Another algorithm may differ in the last bits, and another run may choose another one: results are then not
    reproducible bit by bit. It assumes that all batches have the images of one size. The edit asks to be confirmed.
    """

    family = INEFFICIENT
    code, name = "PRF152", "untuned-convolutions"
    title = "Let cuDNN choose the fastest algorithm"
    tolerance = 1e-4
    examples = [
        Example(
            before="""\
import torch
from torchvision import datasets

net = torch.nn.Sequential(torch.nn.Conv2d(3, 8, 3), torch.nn.Flatten(), torch.nn.Linear(7200, 10)).cuda()
for x, y in torch.utils.data.DataLoader(datasets.CIFAR10(".")):
    torch.nn.functional.cross_entropy(net(x.cuda()), y.cuda()).backward()
""",
            after="""\
import torch
from torchvision import datasets

torch.backends.cudnn.benchmark = True

net = torch.nn.Sequential(torch.nn.Conv2d(3, 8, 3), torch.nn.Flatten(), torch.nn.Linear(7200, 10)).cuda()
for x, y in torch.utils.data.DataLoader(datasets.CIFAR10(".")):
    torch.nn.functional.cross_entropy(net(x.cuda()), y.cuda()).backward()
""",
        )
    ]
    untouched = [
        """\
import torch
from torchvision import datasets

torch.backends.cudnn.deterministic = True
net = torch.nn.Sequential(torch.nn.Conv2d(3, 8, 3), torch.nn.Flatten(), torch.nn.Linear(7200, 10)).cuda()
for x, y in torch.utils.data.DataLoader(datasets.CIFAR10(".")):
    torch.nn.functional.cross_entropy(net(x.cuda()), y.cuda()).backward()
""",
        # images of many sizes
        """\
import torch
from torchvision import datasets

net = torch.nn.Sequential(torch.nn.Conv2d(3, 8, 3), torch.nn.AdaptiveAvgPool2d(1)).cuda()
for x, y in torch.utils.data.DataLoader(datasets.ImageFolder(".")):
    net(x.cuda()).sum().backward()
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the first move to a GPU of a script."""
        result = found(script)
        rows = result.rows["untuned"]
        if not rows:
            return
        move, _, sized = rows[0]
        document = result.document(move)
        assumed = Assumption(
            result.document(sized),
            result.document(sized).span(sized),
            "assumes that all images have the size that this gives",
            Speculation.UNREAD,
        )
        torch = _import(script.entry)
        yield Finding(
            self,
            Status.VIOLATION,
            document,
            document.span(move),
            "all inputs of these convolutions have one size, and cuDNN is not asked for the fastest algorithm",
            f"set `{torch or 'torch'}.backends.cudnn.benchmark = True`; with a plain `forward`, try `torch.compile`",
            related=(
                Related(result.document(rows[0][1]), result.document(rows[0][1]).span(rows[0][1]), "a convolution"),
                assumed,
            ),
            confirm=f"it {assumed.message}" if torch else "",
            fix=partial(_fix, script.entry, torch) if torch else None,
        )


def _import(document: Document) -> str:
    """Give the name by which the file's top imports PyTorch; empty where it doesn't."""
    aliases = (alias for node in document.tree.body if isinstance(node, ast.Import) for alias in node.names)
    return next((alias.asname or "torch" for alias in aliases if alias.name == "torch"), "")


def _fix(document: Document, torch: str) -> EditSet:
    return EditSet.of(document, layout.insert_after_imports(document, ["", f"{torch}.backends.cudnn.benchmark = True"]))
