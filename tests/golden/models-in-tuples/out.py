"""Each batch trains several models, which a loop takes out of tuples with their optimizers: the batches are divided."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def model(units):
    return tf.keras.Sequential([tf.keras.layers.Dense(units, activation="relu"), tf.keras.layers.Dense(1)])


x, y = np.load("x.npy"), np.load("y.npy")
batches = (
    tf.data.Dataset.from_tensor_slices((x, y))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)
small, large = model(8), model(64)
optimizers = [tf.keras.optimizers.Adam(0.001 * hvd.size()) for _ in range(2)]
named = {"small": (small, optimizers[0]), "large": (large, optimizers[1])}
for epoch in range(10):
    for inputs, targets in batches:
        for name, (each, optimizer) in named.items():
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(each(inputs) - targets))
            tape = hvd.DistributedGradientTape(tape)
            gradients = tape.gradient(loss, each.trainable_variables)
            optimizer.apply_gradients(zip(gradients, each.trainable_variables))
            # Horovod: once, after the first step, which has made all variables
            if not getattr(optimizer, "hvd_broadcast_done", False):
                hvd.broadcast_variables(each.variables, root_rank=0)
                hvd.broadcast_variables(optimizer.variables(), root_rank=0)
                optimizer.hvd_broadcast_done = True
if hvd.rank() == 0:
    small.save("small.h5")
    large.save("large.h5")
