"""A rate is halved at the turns of a period, but for the first one, by the number of the period."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

first_rate, period, turns = 0.001, 1000, 10000
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(first_rate * hvd.size())
samples = iter(
    tf.data.Dataset.from_tensor_slices(np.load("samples.npy"))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .repeat()
    .batch(8)
)
for turn in range(max(1, turns // hvd.size())):
    if turn > 0 and turn % max(1, period // hvd.size()) == 0:
        optimizer.learning_rate = (
            first_rate * pow(0.5, turn // max(1, period // hvd.size())) * hvd.size()
        )
    batch = next(samples)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(batch[:, 1:]) - batch[:, :1]) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if turn == 0:
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
