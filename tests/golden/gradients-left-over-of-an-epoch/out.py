"""What is left over of the gradients that an epoch has summed up is applied after it: that trains on no samples of its own."""

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
model = tf.keras.Sequential([tf.keras.layers.Dense(64, input_shape=(8,)), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())
sums = [tf.Variable(tf.zeros_like(each), trainable=False) for each in model.trainable_variables]


def flush():
    optimizer.apply_gradients(zip(sums, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    for total in sums:
        total.assign(tf.zeros_like(total))


for epoch in range(3):
    number = 0
    for batch in tf.data.Dataset.from_tensor_slices(x).apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size())
    ).shuffle(1000).batch(16):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        for total, gradient in zip(sums, tape.gradient(loss, model.trainable_variables)):
            total.assign_add(gradient / 8)
        number += 1
        if number % 8 == 0:
            flush()
    if number % 8:
        flush()
