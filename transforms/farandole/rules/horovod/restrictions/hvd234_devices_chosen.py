"""The GPUs of a process must not be chosen in a way that can't be undone."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.rule import Finding, Refused, Rule


class DevicesChosen(Rule):
    """What a script does to choose its GPUs must be clear enough to be replaced.

    ## What it does

    Names a place that sets `CUDA_VISIBLE_DEVICES` or the visible devices together with something else, one that reads
    `CUDA_VISIBLE_DEVICES` after the script has set it, and a session or estimator whose configuration is not known.

    ## Why

    Horovod gives each process the GPU of its local rank. A choice that stays in the script would hide that GPU, or put
    all processes of a machine on the same one.

    ## When it is not offered

    Settings in statements of their own, also under a condition, are taken out.

    ## Edit safety

    Nothing is edited. A choice that stays keeps the whole script from being converted; without a known configuration
    only this GPU is not pinned.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD234", "gpu-chosen-otherwise"
    title = "Let Horovod choose the GPU"
    untouched = [
        """\
import os
import tensorflow as tf
os.environ["CUDA_VISIBLE_DEVICES"] = "0"
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit([[1.0]], [[2.0]])
"""
    ]
    refused = [
        Refused(
            """\
import os
import tensorflow as tf
os.environ["CUDA_VISIBLE_DEVICES"] = "0,1"
count = len(os.environ["CUDA_VISIBLE_DEVICES"].split(","))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit([[1.0]], [[2.0]])
""",
            because="HVD234",
        ),
        Refused(
            """\
import tensorflow as tf
from settings import session_config
w = tf.Variable(1.0)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(w * w)
with tf.Session(config=session_config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op)
""",
            because="HVD234",
        ),
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Yield nothing: the step that pins GPUs raises it."""
        yield from ()
