"""Means of losses that a loop adds up as tensors, and that are numbers of Python only where they are divided."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

data = (
    tf.data.Dataset.from_tensor_slices(np.load("data.npy").astype("float32"))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())


def train(batches):
    total, squares, losses = 0.0, tf.constant(0.0), []
    for number, batch in enumerate(data):
        if number >= max(1, batches // hvd.size()):
            break
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(batch[:, :-1]) - batch[:, -1:]))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        total += loss
        squares += loss**2
        losses.append(loss)
    logs = {
        "loss": total.numpy() / max(1, batches // hvd.size()),
        "square": squares / tf.cast(max(1, batches // hvd.size()), tf.float32),
    }
    return logs, tf.reduce_sum(losses) / max(1, batches // hvd.size())


for epoch in range(10):
    logs, mean = train(100)
    if hvd.rank() == 0:
        print(epoch, mean, logs)
