"""Turns at which a loop saves, or lowers the rate, and tells the next one: they are of the steps of all processes."""

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
    .repeat()
    .batch(64)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(64), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
total, save_every = 20000, 2000
done, next_save, next_drop = 0, max(1, save_every // hvd.size()), max(1, 8000 // hvd.size())
batches = iter(data)
while done < max(1, total // hvd.size()):
    batch = next(batches)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    done += 1
    if done >= next_save:
        if hvd.rank() == 0:
            model.save_weights("weights.h5")
        next_save += max(1, save_every // hvd.size())
    if done >= next_drop:
        optimizer.learning_rate.assign(optimizer.learning_rate / 2)
        next_drop = done + max(1, 4000 // hvd.size())
