"""Keep what a collective operation gives."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from farandole.analysis.program import Call
from farandole.frameworks.horovod.use import MODULES
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Example, Finding, Rule, Status
from farandole.source import Document, EditSet, layout

_GIVING = ("allreduce", "allgather", "broadcast", "reducescatter", "alltoall")


class AverageThrownAway(Rule):
    """What a collective operation gives must be used.

    ## What it does

    Finds `hvd.allreduce(x)` and its kin as statements of their own, after which `x` is read as if it were the average, and
    assigns what they give to `x`.

    ## Why

    Horovod leaves its argument as it is: `x` is still what this process alone has computed, and the processes go on with
    other numbers. With PyTorch, only the functions whose names end in `_` change their argument.

    ## When it is not offered

    The argument is no plain name, or nothing reads it afterwards: then all that is wanted may be to wait for one another.

    ## Edit safety

    What is shown or decided afterwards is the average of all processes, as it was meant.
    """

    family = MISTAKES
    code, name = "HVD446", "average-thrown-away"
    title = "Keep what a collective operation gives"
    examples = [
        Example(
            before="""\
import horovod.torch as hvd
import torch
hvd.init()
def average(value):
    copy = value.clone()
    hvd.allreduce(copy, name="average")
    return copy
""",
            after="""\
import horovod.torch as hvd
import torch
hvd.init()
def average(value):
    copy = value.clone()
    copy = hvd.allreduce(copy, name="average")
    return copy
""",
        ),
    ]
    untouched = [
        """\
import horovod.torch as hvd
import torch
hvd.init()
flag = torch.tensor(0)
hvd.allreduce(flag, name="wait")
hvd.allreduce(torch.tensor(0), name="again")
""",
        """\
import horovod.torch as hvd
import torch
hvd.init()
mean = torch.ones(1)
hvd.allreduce_(mean)
mean = hvd.allreduce(mean)
print(mean)
""",
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
ready = tf.constant(1.0)
hvd.allreduce(ready)
ready = tf.constant(2.0)
print(ready)
""",
        """\
import horovod.torch as hvd
import torch
hvd.init()
shape = torch.ones(hvd.rank())
try:
    hvd.allreduce(shape)
except RuntimeError:
    print(shape)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find collective operations whose result is lost, and whose argument is read."""
        for call in script.calls_to(*(f"{module}.{name}" for module in MODULES for name in _GIVING)):
            document = call.document
            match call.node.args:
                case [ast.Name(name), *_] if call.is_statement and _is_read_after(document, call.node, name):
                    yield Finding(
                        self,
                        Status.VIOLATION,
                        document,
                        document.span(call.node),
                        f"the result is thrown away, and `{name}` is still what this process alone has",
                        f"assign it: {name} = {document.segment(call.node.func)}(…)",
                        fix=partial(_fix, call, name),
                    )


def _is_read_after(document: Document, call: ast.Call, name: str) -> bool:
    """Say whether a name is read, before it is given another value, by the statements that follow a call in its block."""
    statement = document.statement(call)
    if isinstance(document.owner(statement), ast.Try | ast.With):  # an error may be what is asked for
        return False
    block = document.block(statement)
    for after in block[block.index(statement) + 1 :]:
        named = [node for node in document.within(after) if isinstance(node, ast.Name) and node.id == name]
        if any(isinstance(node.ctx, ast.Load) for node in named):
            return True
        if named:
            return False
    return False


def _fix(call: Call, name: str) -> EditSet:
    document = call.document
    return EditSet.of(document, layout.replace(document, call.node, f"{name} = {document.segment(call.node)}"))
