"""Initialise Horovod first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from farandole.analysis.program import Call
from farandole.frameworks.horovod.use import MODULES
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import MISTAKES
from farandole.rules.rule import Example, Finding, Rule, Severity, Status
from farandole.source import EditSet, layout


class UsedBeforeInit(Rule):
    """Horovod must be initialised before it is asked anything.

    ## What it does

    Finds `hvd.rank()`, `hvd.size()` and what else needs the processes before `hvd.init()` in the same block, and
    moves `hvd.init()` up.

    ## Why

    Before that there are no processes: `Horovod has not been initialized; use hvd.init()`.

    ## When it is not offered

    The two stand in different functions or blocks.

    ## Edit safety

    `hvd.init()` is moved up within its block. It depends on nothing that the script computes.
    """

    family = MISTAKES
    code, name = "HVD414", "used-before-init"
    title = "Initialise Horovod first"
    severity = Severity.ERROR
    examples = [
        Example(
            before="""\
import horovod.tensorflow as hvd
import tensorflow as tf
rate = 0.1 * hvd.size()
hvd.init()
optimizer = tf.keras.optimizers.SGD(rate)
""",
            after="""\
import horovod.tensorflow as hvd
import tensorflow as tf
hvd.init()
rate = 0.1 * hvd.size()
optimizer = tf.keras.optimizers.SGD(rate)
""",
        ),
    ]
    untouched = [
        """\
import horovod.tensorflow as hvd
hvd.init()
print(hvd.size())
""",
        """\
import horovod.tensorflow as hvd
def size():
    return hvd.size()
hvd.init()
print(size())
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find what is asked before Horovod is initialised in the same block."""
        inits = [call for call in script.calls if any(name in _INITS for name in call.names)]
        if len(inits) != 1 or script.calls_to("horovod.run"):
            return
        init = inits[0]
        document, statement = init.document, init.document.statement(init.node)
        if not init.is_statement or init.arguments:
            return
        block = document.block(statement)
        before = set(block[: block.index(statement)])
        for call in script.calls:
            early = call.document is document and document.statement(call.node) in before
            if early and document.scope(call.node) is document.scope(init.node) and _needs_processes(call):
                yield Finding(
                    self,
                    Status.VIOLATION,
                    document,
                    document.span(call.node),
                    f"{document.quote(call.node.func)} is called before Horovod is initialised",
                    "call hvd.init() first",
                    fix=partial(_fix, call, init),
                )
                return


_INITS = frozenset(f"{module}.init" for module in MODULES)
_NEEDING = frozenset({"rank", "size", "local_rank", "local_size", "cross_rank", "cross_size"})


def _needs_processes(call: Call) -> bool:
    return any(name.rpartition(".")[0] in MODULES and name.rpartition(".")[2] in _NEEDING for name in call.names)


def _fix(call: Call, init: Call) -> EditSet:
    document = call.document
    deleted = layout.delete(document, document.statement(init.node))
    inserted = layout.insert_before(document, document.statement(call.node), [document.segment(init.node)])
    return EditSet.of(document, [*inserted, *deleted])
