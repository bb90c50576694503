"""Steps that a loop numbers by an endless counter; one that counts by more than one is left."""

import itertools

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
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
numbers = itertools.count(1)
seen = itertools.count(0, 64)
for epoch in range(10):
    for batch in data:
        step = next(numbers)
        samples = next(seen)
        if step in [turn // hvd.size() for turn in (5000, 10000)]:
            optimizer.learning_rate.assign(optimizer.learning_rate / 10)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        if hvd.rank() == 0:
            if step % max(1, 1000 // hvd.size()) == 0:
                model.save_weights("weights.h5")
            if samples % 6400 == 0:
                print(samples, float(loss))
