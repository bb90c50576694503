"""Step 2: each process uses one GPU of its own."""

from __future__ import annotations

from collections.abc import Iterator

from farandole.frameworks.script import Script
from farandole.options import Options
from farandole.rules.families import STEPS
from farandole.rules.horovod.devices import copies, eager, environment, named, sessions, strategies
from farandole.rules.horovod.hvd101_init import InitHorovod
from farandole.rules.horovod.inits import initialised_elsewhere
from farandole.rules.horovod.patterns import GRAPHS
from farandole.rules.rule import Example, Finding, Rule


class PinGpu(Rule):
    """Pin each process to the GPU of its local rank.

    ## What it does

    For loops over `tf.GradientTape` and for Keras: right after `hvd.init()` the memory of the GPUs is set to grow as it
    is needed, and the GPU of `hvd.local_rank()` is made the only visible one. Sessions and estimators get it in their
    `ConfigProto`, which is created where there is none. Keras on TensorFlow 1 is given a session of its own with one,
    again after each `clear_session`, and where the default graph is reset. That it is on TensorFlow 1 tells a name such as
    `tf.log`, an argument of Keras 1 such as `nb_epoch`, which Keras takes up to version 2.3, or `accuracy` that is read as
    `history["acc"]`.

    Where the import of a module initialises the GPUs, since it makes a model, the GPU is chosen in that module.
    Statements of the script that set `CUDA_VISIBLE_DEVICES` or the visible devices are taken out.

    A strategy that copies the model to all GPUs, such as `tf.distribute.MirroredStrategy`, is replaced by the default one
    where only its scope and the number of its copies are asked: that has one copy, on the GPU of the process. What
    `multi_gpu_model` copies is trained itself, and is made on the GPU where `tf.device` kept it on the CPU for that.

    So is Keras where it computes, or is asked for its session, beside the sessions that a script trains in.

    ## Why

    Each process would take the first GPU of its machine, and most of its memory.

    ## When it is not offered

    The visible devices, or the `visible_device_list` of a configuration, are chosen by `hvd.local_rank()` already, or no GPU
    is left to any process; or another library initialises Horovod, and may choose it. A configuration whose creation is
    not found is reported (HVD234), as is a choice that can't be taken out.

    ## Edit safety

    Safe: without a GPU nothing changes. Where the script also asks what `CUDA_VISIBLE_DEVICES` is, or sets it to what an
    option says, which is not heard then, the edit is marked for confirmation, as it is where a batch was divided among
    copies of the model: it must have room on one GPU then.
    """

    family = STEPS
    code, name = "HVD102", "gpu-not-pinned"
    title = "Pin the GPU of hvd.local_rank()"
    after = (InitHorovod,)
    examples = [
        Example(
            before="""\
import os
import tensorflow as tf

os.environ["CUDA_VISIBLE_DEVICES"] = "0"
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
            after="""\
import os
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
        ),
        Example(
            before="""\
import tensorflow as tf
w = tf.Variable(1.0)
train_op = tf.train.AdamOptimizer(0.1).minimize(w * w)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op)
""",
            after="""\
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
w = tf.Variable(1.0)
train_op = tf.train.AdamOptimizer(0.1).minimize(w * w)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op)
""",
        ),
        Example(
            before="""\
import tensorflow.compat.v1 as tf
tf.disable_v2_behavior()
w = tf.Variable(1.0)
train_op = tf.train.AdamOptimizer(0.1).minimize(w * w)
options = tf.GPUOptions(per_process_gpu_memory_fraction=0.3)
with tf.Session(config=tf.ConfigProto(gpu_options=options, log_device_placement=True)) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op)
""",
            after="""\
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()
tf.disable_v2_behavior()
w = tf.Variable(1.0)
train_op = tf.train.AdamOptimizer(0.1).minimize(w * w)
options = tf.GPUOptions(
    per_process_gpu_memory_fraction=0.3, visible_device_list=str(hvd.local_rank())
)
with tf.Session(config=tf.ConfigProto(gpu_options=options, log_device_placement=True)) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(train_op)
""",
        ),
        Example(
            before="""\
import tensorflow as tf

def model_fn(features, labels, mode):
    w = tf.compat.v1.get_variable("w", [])
    step = tf.compat.v1.train.get_or_create_global_step()
    train_op = tf.compat.v1.train.AdamOptimizer(0.1).minimize(w * w, step)
    return tf.estimator.EstimatorSpec(mode, loss=w * w, train_op=train_op)

estimator = tf.estimator.Estimator(model_fn)
estimator.train(lambda: tf.data.Dataset.from_tensors((1.0, 1.0)))
""",
            after="""\
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

def model_fn(features, labels, mode):
    w = tf.compat.v1.get_variable("w", [])
    step = tf.compat.v1.train.get_or_create_global_step()
    train_op = tf.compat.v1.train.AdamOptimizer(0.1).minimize(w * w, step)
    return tf.estimator.EstimatorSpec(mode, loss=w * w, train_op=train_op)

config = tf.compat.v1.ConfigProto(allow_soft_placement=True)
config.gpu_options.visible_device_list = str(hvd.local_rank())
estimator = tf.estimator.Estimator(
    model_fn, config=tf.estimator.RunConfig(session_config=config)
)
estimator.train(lambda: tf.data.Dataset.from_tensors((1.0, 1.0)))
""",
        ),
    ]
    untouched = [
        """\
import os
import horovod.tensorflow.keras as hvd
import tensorflow as tf
hvd.init()
gpus = tf.config.list_physical_devices("GPU")
if gpus:
    tf.config.set_visible_devices(gpus[hvd.local_rank()], "GPU")
else:
    os.environ["CUDA_VISIBLE_DEVICES"] = "-1"
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
""",
        """\
import os
os.environ["CUDA_VISIBLE_DEVICES"] = "0"
""",
        """\
import tensorflow as tf
import horovod.tensorflow as hvd
hvd.init()
w = tf.Variable(1.0)
train_op = tf.train.AdamOptimizer(0.1).minimize(w * w)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(train_op)
""",
    ]

    def check(self, script: Script, options: Options) -> Iterator[Finding]:
        """Find how the script chooses its GPUs, and where it does not."""
        if not script.trainings or initialised_elsewhere(script) is not None:
            return
        yield from named.find(self, script)
        yield from strategies.find(self, script)
        yield from copies.find(self, script)
        yield from environment.find(self, script)
        in_sessions = list(sessions.find(self, script))
        yield from in_sessions
        eager_training = next((each for each in script.trainings if each.pattern not in GRAPHS), None)
        if eager_training is not None and (not in_sessions or eager.trains_beside_sessions(script)):
            yield from eager.find(self, script, eager_training)
        elif eager_training is not None:
            yield from eager.find_cleared(self, script)
        else:
            yield from eager.find_beside(self, script)
