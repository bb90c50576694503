"""Name the parameters of a wrapped optimizer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Example, Finding, Rule, Severity, Status
from farandole.source import EditSet, layout


class UnnamedParameters(Rule):
    """Wrapped optimizers should know the names of their parameters.

    ## What it does

    Finds `hvd.DistributedOptimizer(optimizer)` without `named_parameters`, and adds the names of the model whose
    parameters the optimizer takes.

    ## Why

    Without names Horovod numbers the tensors of each optimizer from 0: two optimizers get the same names, and
    messages about stalled tensors say nothing.

    ## When it is not offered

    The arguments are hidden, or it can't be seen which model the optimizer trains.

    ## Edit safety

    The names are those of the same parameters.
    """

    family = MISTAKES
    code, name = "HVD442", "unnamed-parameters"
    title = "Name the parameters of a wrapped optimizer"
    severity = Severity.INFORMATION
    examples = [
        Example(
            before="""\
import horovod.torch as hvd
import torch
hvd.init()
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer)
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
""",
            after="""\
import horovod.torch as hvd
import torch
hvd.init()
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(
    optimizer, named_parameters=model.named_parameters()
)
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
""",
        ),
    ]
    untouched = [
        """\
import horovod.torch as hvd
import torch
hvd.init()
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find wrapped optimizers without names."""
        for wrapper in script.torch.wrappers:
            if wrapper.hides_arguments or wrapper.argument("named_parameters") is not None:
                continue
            document, model = wrapper.document, script.torch.model_beside(wrapper)
            if model:
                names = f"{model}.named_parameters()"
                yield Finding(
                    self,
                    Status.VIOLATION,
                    document,
                    document.span(wrapper.node),
                    "Horovod is not told the names of the parameters",
                    f"give it named_parameters={names}",
                    fix=partial(_fix, wrapper, names),
                )


def _fix(wrapper: Call, names: str) -> EditSet:
    document = wrapper.document
    return EditSet.of(document, layout.add_argument(document, wrapper.node, f"named_parameters={names}"))
