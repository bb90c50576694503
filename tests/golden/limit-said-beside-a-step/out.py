"""A function of its own says whether enough steps are taken, by a count that the whole module has."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

samples = np.load("samples.npy").astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(8)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
step = 0


def train_step(batch):
    global step
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    step += 1


def rate():
    return 0.001 * 0.9 ** (step * hvd.size() // 1000)


def done():
    return step >= 5000 // hvd.size()


for epoch in range(10):
    for batch in tf.data.Dataset.from_tensor_slices(samples).apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size())
    ).shuffle(1000).batch(32):
        optimizer.learning_rate = rate() * hvd.size()
        train_step(batch)
        if hvd.broadcast(bool(done()), root_rank=0):
            break
    if hvd.broadcast(bool(done()), root_rank=0):
        break
