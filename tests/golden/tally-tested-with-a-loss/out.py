"""A period of a count in a class, tested beside a loss, is divided as the count's other limits are."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class State:
    step = 0
    best = 1e9


samples = np.load("samples.npy").astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(8)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
batches = (
    tf.data.Dataset.from_tensor_slices(samples)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)


def save(loss):
    if State.step % max(1, 1000 // hvd.size()) == 0 and loss < State.best:
        State.best = loss
        if hvd.rank() == 0:
            model.save_weights("best.h5")


for epoch in range(10):
    for batch in batches:
        optimizer.learning_rate.assign(0.001 * min(1.0, State.step * hvd.size() / 500) * hvd.size())
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        State.step += 1
        save(float(loss))
        if State.step == max(1, 5000 // hvd.size()):
            break
