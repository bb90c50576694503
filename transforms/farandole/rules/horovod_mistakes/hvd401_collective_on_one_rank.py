"""A collective operation is for every process."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.analysis.program import Call
from farandole.analysis.scopes import FunctionNode
from farandole.frameworks.horovod.ranks import EVERY, FIRST_OF_HOST, Process, Ranks
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Finding, Rule, Severity, Status


class CollectiveOnOneRank(Rule):
    """Call collective operations on every process, or on none.

    ## What it does

    Finds calls of `hvd.allreduce`, `hvd.broadcast_variables` and the like, and callbacks and hooks of Horovod that call
    them, where only some processes come: in an `if hvd.rank() == 0:`, after a `return` of the other ranks, or in a
    function that only such code calls. Calls of a function in which every process waits are looked at as well. Two calls
    beside each other that bring all processes together, one for each part, are right.

    ## Why

    A collective operation ends when every process has called it. If only one does, it waits for the others until
    Horovod gives up, and no error says which line it was.

    ## When it is not offered

    The other ranks may come there too, or the condition can't be told from the text.

    ## Edit safety

    Nothing is edited: only the script's author knows whether the call or the condition is too much.
    """

    family = MISTAKES
    code, name = "HVD401", "collective-on-one-rank"
    title = "Call collective operations on every process"
    severity = Severity.ERROR
    untouched = [
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
loss = hvd.allreduce(tf.constant(1.0))
if hvd.rank() == 0:
    print(loss)
""",
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
if hvd.local_rank() != 0:
    hvd.broadcast(0, root_rank=0)
(x, y), _ = tf.keras.datasets.mnist.load_data()
if hvd.local_rank() == 0:
    hvd.broadcast(0, root_rank=0)
""",
    ]
    reported = [
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
if hvd.rank() == 0:
    print(hvd.allreduce(tf.constant(1.0)))
""",
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
def mean(value):
    return hvd.allreduce(value)
loss = mean(tf.constant(1.0))
if hvd.local_rank() == 0:
    print(mean(loss))
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find collective calls to which only a part of the processes comes, and no call for the others beside it."""
        ranks = script.ranks
        parts = [(call, reached) for call, reached in _collectives(script, ranks) if reached and reached != EVERY]
        for call, reached in parts:
            scope = call.document.scope(call.node)
            beside = (other for each, other in parts if each.document.scope(each.node) is scope)
            if any(other == EVERY - reached for other in beside):
                continue
            yield Finding(
                self,
                Status.VIOLATION,
                call.document,
                call.document.span(call.node),
                f"`{call.attribute}` waits for every process, but only {_WHO.get(reached, 'some')} comes here",
                "call it on every process, and keep only what shows or writes its result for rank 0",
            )


_WHO = {
    frozenset({Process.ROOT}): "rank 0",
    FIRST_OF_HOST: "the first of each host",
    frozenset({Process.ROOT, Process.PEER}): "the first host",
}


def _collectives(script: Script, ranks: Ranks) -> Iterator[tuple[Call, frozenset[Process]]]:
    """Yield the calls for which every process waits, themselves or in a function of the project, and who makes them."""
    waiting: set[FunctionNode] = set()
    for call in script.calls_with("collective"):
        reached = ranks.reaching(call.document, call.node)
        yield call, reached
        function = script.function(call.document, call.node)
        if function is not None and reached == EVERY:
            waiting.add(function)
    for function in sorted(waiting, key=lambda node: node.lineno):
        for call in script.callers(function):
            yield call, ranks.reaching(call.document, call.node)
