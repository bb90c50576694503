"""Processes that a script starts and in which the conversion would initialise Horovod again."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.frameworks.horovod.children import fresh_workers, programs
from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.rule import Finding, Refused, Rule, Status
from farandole.source import Document

_FORKED = "leave that out: on Linux workers are forked then, and import nothing"
_BY_HAND = "start it by itself when the training is over, without horovodrun"


class InitialisedInChild(Rule):
    """A process that the script starts must not import what initialises Horovod.

    ## What it does

    Names a call by which the workers of `multiprocessing` begin anew (`spawn`, `forkserver`), so that they import the
    script, and a command that lets Python run the script again, another of its modules, or a file that imports one.

    ## Why

    What horovodrun gives a process in its environment, a process that this starts has, too. `hvd.init()` in the child
    looks for children of all other processes as its peers: where only rank 0 has started one, that ends with an error
    after half a minute, and where all have started several of them, some find no peer.

    ## When it is not offered

    Workers are forked, as Linux does by default, or the command runs what imports no module of the script.

    ## Edit safety

    Nothing is edited; the script is not converted.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD246", "initialised-in-child"
    title = "Start no process that imports what initialises Horovod"
    files = {"model.py": "UNITS = 1\n", "score.py": "import model\n", "prepare.py": "import numpy\n"}
    untouched = [
        """\
import multiprocessing
import subprocess
import numpy as np
import tensorflow as tf
import model
multiprocessing.set_start_method("fork")
subprocess.run(["python", "prepare.py"])
net = tf.keras.Sequential([tf.keras.layers.Dense(model.UNITS)])
net.compile("adam", "mse")
"""
    ]
    refused = [
        Refused(
            """\
import multiprocessing
import numpy as np
import tensorflow as tf
if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    with multiprocessing.Pool(4) as pool:
        x = np.concatenate(pool.map(np.load, ["a.npy", "b.npy"]))
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(x[:, 1:], x[:, 0])
""",
            because="HVD246",
        ),
        Refused(
            """\
import os
import tensorflow as tf
import model
net = tf.keras.Sequential([tf.keras.layers.Dense(model.UNITS)])
net.compile("adam", "mse")
net.fit([[1.0]] * 64, [[2.0]] * 64)
net.save("net.h5")
os.system("python score.py --weights net.h5")
""",
            because="HVD246",
        ),
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the processes that a script which trains starts, and that import what is converted."""
        if not script.trainings:
            return
        for call in fresh_workers(script):
            said = "lets each worker import the script, which initialises Horovod in it"
            yield self._finding(call.document, call.node, said, _FORKED)
        for call, file in programs(script):
            said = f"starts a process in which {file.name} initialises Horovod, alone"
            yield self._finding(call.document, call.node, said, _BY_HAND)

    def _finding(self, document: Document, node: ast.Call, said: str, suggestion: str) -> Finding:
        return Finding(
            self,
            Status.REFUSED,
            document,
            document.span(node),
            f"{document.quote(node)} {said}",
            suggestion,
            blocks=True,
        )
