"""The GPUs of a process must not be chosen in a way that can't be undone."""

from __future__ import annotations

import ast

from farandole.analysis.program import Call
from farandole.frameworks.script import Script
from farandole.rules.families import CODE_RESTRICTIONS
from farandole.rules.horovod.restrictions.refusal import Refusal
from farandole.rules.rule import Refused, Related, Rule


class DevicesChosen(Rule):
    """What a script does to choose its GPUs must be clear enough to be replaced.

    ## What it does

    Names a place that sets `CUDA_VISIBLE_DEVICES` or the visible devices together with something else, one that reads
    `CUDA_VISIBLE_DEVICES` after the script has set it and does more than print it, a session or estimator whose
    configuration is not known, what initialises all GPUs before one can be chosen, and operations that are put on a GPU
    other than the first, which is the only one that a process sees.

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
model.fit([[1.0]] * 64, [[2.0]] * 64)
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
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
            because="HVD234",
        ),
        Refused(
            """\
import os
import tensorflow as tf
os.environ["CUDA_VISIBLE_DEVICES"] = "0"
print("trains on GPU " + os.environ["CUDA_VISIBLE_DEVICES"])
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
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
        Refused(
            """\
import tensorflow as tf
from tensorflow.python.client import device_lib
count = sum(device.device_type == "GPU" for device in device_lib.list_local_devices())
w = tf.Variable(1.0)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(w * w)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op)
""",
            because="HVD234",
        ),
        Refused(
            """\
import tensorflow as tf
with tf.device("/gpu:1"):
    w = tf.Variable(1.0)
train_op = tf.train.GradientDescentOptimizer(0.1).minimize(w * w)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op)
""",
            because="HVD234",
        ),
    ]


def kept_choice(what: str, read: str) -> Refusal:
    """Say that a choice of GPUs can't be taken out of a script: by how it is made, or since a variable is `read`."""
    return Refusal(
        DevicesChosen(),
        f"`{read}` is read here after the script has set it" if read else f"{what} in a way that can't be taken away",
        "let Horovod choose the GPU, and take this out of the script",
    )


def named_gpu(call: Call, named: ast.expr) -> Refusal:
    """Say that operations are put on a GPU that a process with one GPU does not have."""
    return Refusal(
        DevicesChosen(),
        f"{call.document.quote(named)} may name another GPU than the first, and each process has one GPU alone",
        'name no GPU here, or "/gpu:0", which is the one of the process',
    )


def initialised_early(call: Call) -> Refusal:
    """Say that a call initialises all GPUs before a process can choose its own."""
    place = call.document.place_of(call.node)
    return Refusal(
        DevicesChosen(),
        f"{call.document.quote(call.node.func)} in {place} initialises all GPUs before the process can choose its own",
        "move it into a function that is called after hvd.init(), or take it out",
        (Related(call.document, call.document.span(call.node), "the GPUs are initialised here"),),
        blocks=False,
    )


def initialised_all(call: Call) -> Refusal:
    """Say that a call initialises all GPUs, where the configuration of a session can't choose one beside it."""
    place = call.document.place_of(call.node)
    return Refusal(
        DevicesChosen(),
        f"{call.document.quote(call.node.func)} in {place} initialises all GPUs, so that no session can have its own",
        "take it out, or ask `tf.config.experimental.list_physical_devices`, which initialises none",
        (Related(call.document, call.document.span(call.node), "the GPUs are initialised here"),),
        blocks=False,
    )


def unknown_objects(script: Script, call: Call, argument: ast.expr | None, role: str, what: str) -> Refusal | None:
    """Say that an argument may be something else than objects of a role that the project creates, where it may."""
    found = script.instances(argument, role)
    created = any(script.creation(each) is not None for each in found)
    return None if created and len(found) == len(script.values(argument)) else unknown_configuration(call, what)


def unknown_configuration(call: Call, what: str) -> Refusal:
    """Say that the configuration of a session, or a part of it, is not created in the project."""
    return Refusal(
        DevicesChosen(),
        f"the {what} of {call.document.quote(call.node.func)} is not known here, so its GPU can't be pinned",
        "create it in the project, or set its gpu_options.visible_device_list to str(hvd.local_rank())",
        blocks=False,
    )
