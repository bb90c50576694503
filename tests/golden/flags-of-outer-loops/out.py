"""What an outer loop sets by chance, or by a loss, decides which step an inner one takes: rank 0 decides for all."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x = np.load("x.npy").astype("float32")
model, other = tf.keras.Sequential([tf.keras.layers.Dense(32)]), tf.keras.Sequential([tf.keras.layers.Dense(32)])
optimizer, of_other = tf.keras.optimizers.Adam(0.001 * hvd.size()), tf.keras.optimizers.Adam(0.001 * hvd.size())
batches = (
    tf.data.Dataset.from_tensor_slices(x)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)
for epoch in range(10):
    swapped = np.random.rand() < 0.5
    for batch in batches:
        if hvd.broadcast(bool(swapped), root_rank=0):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(other(batch) ** 2)
            tape = hvd.DistributedGradientTape(tape)
            of_other.apply_gradients(zip(tape.gradient(loss, other.trainable_variables), other.trainable_variables))
            # Horovod: once, after the first step, which has made all variables
            if not getattr(of_other, "hvd_broadcast_done", False):
                hvd.broadcast_variables(other.variables, root_rank=0)
                hvd.broadcast_variables(of_other.variables(), root_rank=0)
                of_other.hvd_broadcast_done = True
        else:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(model(batch) ** 2)
            tape = hvd.DistributedGradientTape(tape)
            optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
            # Horovod: once, after the first step, which has made all variables
            if not getattr(optimizer, "hvd_broadcast_done", False):
                hvd.broadcast_variables(model.variables, root_rank=0)
                hvd.broadcast_variables(optimizer.variables(), root_rank=0)
                optimizer.hvd_broadcast_done = True
