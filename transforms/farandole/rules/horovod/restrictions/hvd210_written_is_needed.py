"""Restriction 10 on TensorFlow code, as far as it stands: what rank 0 alone writes is not used by every rank."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.rule import Finding, Refused, Rule


class WrittenIsNeeded(Rule):
    """What rank 0 alone writes must not be used by every rank.

    ## What it does

    Names a call that saves a checkpoint, or opens or writes a file, when every rank goes on with what it gives: the
    path is restored from, or the object is used in a way that cannot be left to rank 0.

    ## Why

    Only rank 0 may write, so the other ranks have no path and no object.

    ## When it is not offered

    A checkpoint may be created anywhere, under any name and as often as wanted. A path that is printed or passed on,
    and a writer that is only written to, are followed and guarded with the call.

    ## Edit safety

    Nothing is edited: the call stays on every rank.
    """

    family = CODE_RESTRICTIONS
    code, name = "HVD210", "written-on-rank-zero-but-needed"
    title = "Use what rank 0 writes on rank 0 only"
    untouched = [
        """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit([[1.0]], [[2.0]])
path = tf.train.Checkpoint(model=model).save("saved/model")
print("saved as", path)
"""
    ]
    refused = [
        Refused(
            """\
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit([[1.0]], [[2.0]])
checkpoint = tf.train.Checkpoint(model=model)
path = checkpoint.save("saved/model")
checkpoint.restore(path)
""",
            because="HVD210",
        )
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Yield nothing: the step that leaves output to rank 0 raises it."""
        yield from ()
