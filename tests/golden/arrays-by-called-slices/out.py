"""Batches by slices that a loop makes first, and one by a slice that is the same in every turn."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

samples, labels = np.load("samples.npy"), np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())
cross_entropy = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
first = slice(0, 64)
shard = slice(hvd.rank(), len(labels) // hvd.size() * hvd.size(), hvd.size())
for epoch in range(20):
    for start in range(0, max(1, len(samples) // hvd.size()), 64):
        batch = slice(start, start + 64)
        with tf.GradientTape() as tape:
            loss = cross_entropy(labels[shard][batch], model(samples[shard][batch], training=True))
        tape = hvd.DistributedGradientTape(tape)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    if hvd.rank() == 0:
        print(epoch, float(cross_entropy(labels[first], model(samples[first]))))
