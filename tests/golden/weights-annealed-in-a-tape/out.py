"""A part of the loss is weighted by a variable that grows with the steps."""

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
y = np.load("y.npy")
BATCH, EPOCHS = 16, 10
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
loss_fn = tf.keras.losses.MeanSquaredError()
dataset = (
    tf.data.Dataset.from_tensor_slices((x, y))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(BATCH)
)
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())
step = 0
beta = tf.Variable(0.0, trainable=False)
for epoch in range(EPOCHS):
    for a, b in dataset:
        beta.assign(min(1.0, step * hvd.size() / 5000.0))
        with tf.GradientTape() as tape:
            loss = loss_fn(b, model(a, training=True)) + beta * tf.reduce_sum(model.trainable_variables[0] ** 2)
        tape = hvd.DistributedGradientTape(tape)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        step += 1
