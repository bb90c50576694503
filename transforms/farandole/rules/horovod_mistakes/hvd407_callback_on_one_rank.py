"""Change the rate, and stop, on every process."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from farandole.analysis.points_to.values import Instance
from farandole.analysis.program import Call
from farandole.frameworks.horovod.ranks import EVERY, Ranks
from farandole.frameworks.horovod.use import initialised_by
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Finding, Rule, Severity, Status
from farandole.source import Document


class CallbackOnOneRank(Rule):
    """What changes the rate, or stops the training, belongs on every process.

    ## What it does

    Finds `EarlyStopping`, `TerminateOnNaN`, `ReduceLROnPlateau`, `LearningRateScheduler` and Horovod's callbacks of
    the rate where only some processes come, as in `if hvd.rank() == 0:`. With PyTorch: schedulers of
    `torch.optim.lr_scheduler` that only some processes create or step, and a `break` by which only some processes leave a
    loop of training steps.

    ## Why

    A process that stops alone leaves the others waiting for its gradients for ever; one that changes its rate alone
    takes other steps with the same gradients.

    ## When it is not offered

    The other processes create such a callback or scheduler, step it, or leave the loop elsewhere, or the condition can't
    be told from the text. Nor is a loop of a script that calls `hvd.join`.

    ## Edit safety

    Nothing is edited: once every process decides, what it decides by must be averaged first.
    """

    family = MISTAKES
    code, name = "HVD407", "callback-on-one-rank"
    title = "Change the rate, and stop, on every process"
    severity = Severity.ERROR
    reported = [
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
if hvd.rank() == 0:
    callbacks.append(tf.keras.callbacks.EarlyStopping(patience=2))
""",
        """\
import horovod.torch as hvd
import torch
hvd.init()
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer)
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
for epoch in range(90):
    optimizer.zero_grad()
    loss = model(torch.rand(8, 2)).pow(2).mean()
    loss.backward()
    optimizer.step()
    if hvd.rank() == 0:
        scheduler.step(loss.item())
""",
        """\
import horovod.torch as hvd
import torch
hvd.init()
model = torch.nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer, named_parameters=model.named_parameters())
hvd.broadcast_parameters(model.state_dict(), root_rank=0)
for epoch in range(90):
    optimizer.zero_grad()
    loss = model(torch.rand(8, 2)).pow(2).mean()
    loss.backward()
    optimizer.step()
    if hvd.rank() == 0:
        print(loss.item())
        if loss.item() < 0.01:
            break
""",
    ]
    untouched = [
        """\
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0), tf.keras.callbacks.EarlyStopping(patience=2)]
if hvd.rank() == 0:
    callbacks.append(tf.keras.callbacks.ModelCheckpoint("model.h5"))
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find what changes or stops the training of some processes only."""
        if not initialised_by(script):
            return
        ranks = script.ranks
        for call in _partial(ranks, script.calls_to(*_CALLBACKS)):
            yield self._finding(
                call.document,
                call.node,
                f"`{call.attribute}` changes the training of some processes only",
                "create it on every process, with hvd.callbacks.MetricAverageCallback() before it",
            )
        if script.torch.wrappers:
            yield from self._schedulers(script, ranks)
            yield from self._left(script, ranks)

    def _schedulers(self, script: Script, ranks: Ranks) -> Iterator[Finding]:
        """Find the schedulers of PyTorch that only some processes have, or step."""
        message = "this scheduler sets the rate of some processes only"
        created = _partial(ranks, script.creations("torch-scheduler"))
        for call in created:
            yield self._finding(call.document, call.node, message, "create it, and step it, on every process")
        for call in _partial(ranks, script.calls_to(_SCHEDULER_STEP)):
            if not any(isinstance(each, Instance) and script.creation(each) in created for each in call.receivers):
                help_ = "step it on every process, by a value that hvd.allreduce has averaged"
                yield self._finding(call.document, call.node, message, help_)

    def _left(self, script: Script, ranks: Ranks) -> Iterator[Finding]:
        """Find the loops of training steps that only some processes leave."""
        if script.calls_to("horovod.torch.join"):
            return
        trained = {
            place.node for each in script.torch.steps() for place in script.torch.loops(each.document, each.node)
        }
        for document in script.documents:
            leaving = [(each, loop) for each in document.nodes(ast.Break) if (loop := _loop(document, each)) in trained]
            for statement, loop in leaving:
                left = {
                    process for each, other in leaving if other is loop for process in ranks.reaching(document, each)
                }
                if ranks.reaching(document, statement) and ranks.reaching(document, loop) - left:
                    yield self._finding(
                        document,
                        statement,
                        "only some processes leave this loop, while the others wait for their gradients",
                        "decide it on every process, by a value that hvd.allreduce or hvd.broadcast_object gives to all",
                    )

    def _finding(self, document: Document, node: ast.AST, message: str, suggestion: str) -> Finding:
        return Finding(self, Status.VIOLATION, document, document.span(node), message, suggestion)


def _partial(ranks: Ranks, calls: Iterable[Call]) -> list[Call]:
    """Give the calls where only some processes come, and the others come to none of the same name."""
    reached = {call: ranks.reaching(call.document, call.node) for call in calls}
    return [
        call
        for call, processes in reached.items()
        if processes != EVERY
        and not any(reached[each] - processes for each in reached if each is not call and each.names & call.names)
    ]


def _loop(document: Document, statement: ast.Break) -> ast.AST:
    """Give the loop that a `break` leaves."""
    return next(each for each in document.ancestors(statement) if isinstance(each, ast.For | ast.AsyncFor | ast.While))


_CALLBACKS = (
    *(
        f"tensorflow.keras.callbacks.{name}"
        for name in ("EarlyStopping", "TerminateOnNaN", "ReduceLROnPlateau", "LearningRateScheduler")
    ),
    *(
        f"horovod.tensorflow.keras.callbacks.{name}"
        for name in ("LearningRateWarmupCallback", "LearningRateScheduleCallback")
    ),
)
_SCHEDULER_STEP = "torch.optim.lr_scheduler.LRScheduler.step"
