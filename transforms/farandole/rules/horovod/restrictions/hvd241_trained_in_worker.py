"""A model must not be trained in a process or thread that the script itself starts."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.frameworks.tensorflow.training import Training
from farandole.frameworks.workers import is_in_thread, started
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.division.sampling import reached_by
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Finding, Refused, Related, Rule


class TrainedInWorker(Rule):
    """A model must not be trained in a process or thread that the script itself starts.

    ## What it does

    Names a call by which the script runs the function that trains a model in a process or thread of its own: by
    `multiprocessing`, `concurrent.futures`, `joblib` or `threading`, or by a class that derives from `Process` or
    `Thread`.

    ## Why

    Horovod averages among the processes that horovodrun has started. A process that one of these forks has none of
    Horovod's connections, and waits for ever. In several threads the gradients of several models are sent in an order
    that each process has by chance.

    ## When it is not offered

    What runs there only reads or prepares samples.

    ## Edit safety

    Nothing is edited; the script is not converted.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD241", "trained-in-worker"
    title = "Train in the process that horovodrun starts, one model after another"
    untouched = [
        """\
import multiprocessing
import numpy as np
import tensorflow as tf
def read(name):
    return np.load(name)
with multiprocessing.Pool(4) as pool:
    x = np.concatenate(pool.map(read, ["a.npy", "b.npy"]))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
"""
    ]
    refused = [
        Refused(
            """\
import multiprocessing
import tensorflow as tf
def train(units):
    model = tf.keras.Sequential([tf.keras.layers.Dense(units), tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.SGD(0.1), "mse")
    model.fit(tf.random.normal([64, 4]), tf.zeros([64, 1]))
for units in (16, 32):
    process = multiprocessing.Process(target=train, args=(units,))
    process.start()
    process.join()
""",
            because="HVD241",
        ),
        Refused(
            """\
import threading
import numpy as np
import tensorflow as tf
class Worker(threading.Thread):
    def run(self):
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile(tf.keras.optimizers.SGD(0.1), "mse")
        model.fit(np.load("x.npy"), np.load("y.npy"))
workers = [Worker() for _ in range(4)]
for worker in workers:
    worker.start()
""",
            because="HVD241",
        ),
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find the calls that run a training in a process or thread of its own."""
        workers = {call: functions for call in script.calls if (functions := list(started(script, call)))}
        for call, functions in workers.items():
            reached = reached_by(script, functions)
            for training in script.trainings:
                step = next((each for each in (*training.steps, *training.runs) if each.node in reached), None)
                if step is not None:
                    yield self._finding(script, training, call, step)

    def _finding(self, script: Script, training: Training, call: Call, step: Call) -> Finding:
        place = "a thread" if is_in_thread(script, call) else "a process"
        does = f"trains {training.label} in {place} of its own"
        message = f"{call.document.quote(call.node)} {does}, which Horovod knows nothing of"
        related = Related(step.document, step.document.span(step.node), "this trains it")
        return Refusal(self, message, related=(related,)).finding("HVD104", call.document, call.node, training)
