"""Schedules in `functools.partial`, in a configuration and in the initialiser of an own optimizer: they count steps, too."""

import functools

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Decaying(tf.keras.optimizers.SGD):
    def __init__(self, **options):
        super().__init__(
            learning_rate=tf.keras.optimizers.schedules.CosineDecay(0.1 * hvd.size(), 5000 / hvd.size()), **options
        )


schedule = tf.keras.optimizers.schedules.ExponentialDecay(0.01 * hvd.size(), 8000 / hvd.size(), 0.5)
optimizers = [
    functools.partial(tf.keras.optimizers.SGD, learning_rate=schedule)(momentum=0.9),
    tf.keras.optimizers.get(
        {
            "class_name": "SGD",
            "config": {"learning_rate": tf.keras.optimizers.schedules.CosineDecay(0.2 * hvd.size(), 6000 / hvd.size())},
        }
    ),
    Decaying(momentum=0.9),
]
data = (
    tf.data.Dataset.from_tensor_slices(np.load("x.npy"))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(64)
)
models = [tf.keras.Sequential([tf.keras.layers.Dense(10)]) for _ in optimizers]
for epoch in range(50):
    for batch in data:
        for model, optimizer in zip(models, optimizers):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(model(batch) ** 2)
            tape = hvd.DistributedGradientTape(tape)
            optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
            # Horovod: once, after the first step, which has made all variables
            if not getattr(optimizer, "hvd_broadcast_done", False):
                hvd.broadcast_variables(model.variables, root_rank=0)
                hvd.broadcast_variables(optimizer.variables(), root_rank=0)
                optimizer.hvd_broadcast_done = True
