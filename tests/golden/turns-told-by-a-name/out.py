"""Periods and a last turn that have names: a rate falls, and weights are kept, as often as before."""

import numpy as np
import tensorflow as tf
from tqdm import tqdm
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x = np.load("x.npy")
batches = (
    tf.data.Dataset.from_tensor_slices(x)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())
for epoch in range(10):
    bar = tqdm(enumerate(batches), total=len(batches), disable=hvd.rank() != 0)
    for step, batch in bar:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        slower = step % max(1, 1000 // hvd.size()) == max(1, 1000 // hvd.size()) - 1
        if slower:
            optimizer.learning_rate.assign(optimizer.learning_rate * 0.5)
        keeps = (step + 1) % max(1, 100 // hvd.size()) == 0
        if keeps and hvd.rank() == 0:
            model.save_weights("model.h5")
