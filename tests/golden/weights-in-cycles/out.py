"""The weight of a part of the loss, and the rate, go through cycles of steps: where in one is told by all steps."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(8, input_shape=(8,))])
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())
data = (
    tf.data.Dataset.from_tensor_slices(x)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(len(x))
    .batch(32)
)
CYCLE = 500


def weight_of(step):
    return min(1.0, 2.0 * (step % CYCLE) / CYCLE)


step = 0
for epoch in range(20):
    for batch in data:
        phase = (step * hvd.size() % CYCLE) / CYCLE
        optimizer.learning_rate = 1e-3 * 0.5 * (1 + np.cos(np.pi * phase)) * hvd.size()
        weight = weight_of(step * hvd.size())
        with tf.GradientTape() as tape:
            out = model(batch)
            loss = tf.reduce_mean((out - batch) ** 2) + weight * tf.reduce_mean(out**2)
        tape = hvd.DistributedGradientTape(tape)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        step += 1
