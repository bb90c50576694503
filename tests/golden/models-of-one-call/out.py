"""Models that one call makes again and again, trained in a traced function by a name that stands for each in its turn."""

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
there, back = model(8), model(64)
first, second = [tf.keras.optimizers.Adam(0.001 * hvd.size()) for _ in range(2)]


@tf.function
def step(inputs, targets):
    with tf.GradientTape(persistent=True) as tape:
        losses = tf.reduce_mean(tf.square(there(inputs) - targets)), tf.reduce_mean(tf.square(back(targets) - inputs))
    tape = hvd.DistributedGradientTape(tape)
    for trained, loss, optimizer in ((there, losses[0], first), (back, losses[1], second)):
        gradients = tape.gradient(loss, trained.trainable_variables)
        optimizer.apply_gradients(zip(gradients, trained.trainable_variables))


for epoch in range(10):
    for inputs, targets in batches:
        step(inputs, targets)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(first, "hvd_broadcast_done", False):
            hvd.broadcast_variables(there.variables, root_rank=0)
            hvd.broadcast_variables(first.variables(), root_rank=0)
            first.hvd_broadcast_done = True
        # Horovod: once, after the first step, which has made all variables
        if not getattr(second, "hvd_broadcast_done", False):
            hvd.broadcast_variables(back.variables, root_rank=0)
            hvd.broadcast_variables(second.variables(), root_rank=0)
            second.hvd_broadcast_done = True
