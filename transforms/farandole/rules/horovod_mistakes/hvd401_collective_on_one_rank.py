"""A collective operation is for every process."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.horovod.output.elsewhere import Elsewhere
from farandole.rules.rule import Finding, Rule, Severity, Status


class CollectiveOnOneRank(Rule):
    """Call collective operations on every process, or on none.

    ## What it does

    Finds calls of `hvd.allreduce`, `hvd.broadcast_variables` and the like, and callbacks and hooks of Horovod that call
    them, where only rank 0 comes: in an `if hvd.rank() == 0:`, after a `return` of the other ranks, or in a function
    that only such code calls.

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
"""
    ]
    reported = [
        """\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
if hvd.rank() == 0:
    print(hvd.allreduce(tf.constant(1.0)))
"""
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find collective calls that only rank 0 comes to."""
        elsewhere = Elsewhere(script)
        for call in script.calls_where(lambda entry: entry.facts.get("collective") is True):
            if not elsewhere.reaches(call.document, call.node):
                yield Finding(
                    self,
                    Status.VIOLATION,
                    call.document,
                    call.document.span(call.node),
                    f"`{call.attribute}` waits for every process, but only rank 0 comes here",
                    "call it on every process, and keep only what shows or writes its result for rank 0",
                )
