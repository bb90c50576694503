"""A generator takes the steps and hands out how many it has taken, by which the loop over it lowers the rate."""

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
    tf.data.Dataset.from_tensor_slices(np.load("x.npy"))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(64)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(64), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())


def steps(epochs):
    taken = 0
    for epoch in range(epochs):
        for batch in data:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(model(batch) ** 2)
            tape = hvd.DistributedGradientTape(tape)
            optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
            # Horovod: once, after the first step, which has made all variables
            if not getattr(optimizer, "hvd_broadcast_done", False):
                hvd.broadcast_variables(model.variables, root_rank=0)
                hvd.broadcast_variables(optimizer.variables(), root_rank=0)
                optimizer.hvd_broadcast_done = True
            taken += 1
            yield epoch, taken, float(loss)


for epoch, step, loss in steps(20):
    if step == 10000 // hvd.size():
        optimizer.learning_rate = 1e-4 * hvd.size()
    if epoch == 15:
        optimizer.learning_rate = 1e-5 * hvd.size()
