"""Schedules that optimizers are given by `**`, from a dictionary or the arguments of a function: they count steps, too."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Warm(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, base, warmup):
        self.warmup = warmup
        self.base = base

    def __call__(self, step):
        step = step * hvd.size()  # the steps of all processes
        return self.base * tf.minimum(1.0, tf.cast(step, tf.float32) / self.warmup) * hvd.size()


def make(kind, **options):
    return {"adam": tf.keras.optimizers.Adam, "sgd": tf.keras.optimizers.SGD}[kind](**options)


settings = {
    "learning_rate": tf.keras.optimizers.schedules.PolynomialDecay(
        0.1 * hvd.size(), 100000 / hvd.size(), end_learning_rate=0.0001 * hvd.size()
    ),
    "momentum": 0.9,
}
data = (
    tf.data.Dataset.from_tensor_slices(np.load("x.npy"))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(64)
)
encoder = tf.keras.Sequential([tf.keras.layers.Dense(64, activation="relu")])
decoder = tf.keras.Sequential([tf.keras.layers.Dense(10)])
optimizers = make("sgd", learning_rate=Warm(0.1, 4000), momentum=0.9), tf.keras.optimizers.SGD(**settings)
for epoch in range(50):
    for batch in data:
        with tf.GradientTape(persistent=True) as tape:
            loss = tf.reduce_mean(decoder(encoder(batch)) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        optimizers[0].apply_gradients(zip(tape.gradient(loss, encoder.trainable_variables), encoder.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizers[0], "hvd_broadcast_done", False):
            hvd.broadcast_variables(encoder.variables, root_rank=0)
            hvd.broadcast_variables(optimizers[0].variables(), root_rank=0)
            optimizers[0].hvd_broadcast_done = True
        optimizers[1].apply_gradients(zip(tape.gradient(loss, decoder.trainable_variables), decoder.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizers[1], "hvd_broadcast_done", False):
            hvd.broadcast_variables(decoder.variables, root_rank=0)
            hvd.broadcast_variables(optimizers[1].variables(), root_rank=0)
            optimizers[1].hvd_broadcast_done = True
