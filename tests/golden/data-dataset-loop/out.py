"""Fit a line through noisy points with a custom loop over a dataset."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

EPOCHS = 3

points = np.arange(101, dtype="float32").reshape(-1, 1)
values = 0.5 * points + 1

train_data = (
    tf.data.Dataset.from_tensor_slices((points, values))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .map(lambda x, y: (x / 100.0, y / 100.0))
    .shuffle(101)  # reshuffled in each epoch
    .batch(8)
)
test_data = tf.data.Dataset.from_tensor_slices((points / 100, values / 100)).batch(50)

model = tf.keras.Sequential([tf.keras.layers.Dense(4, activation="tanh"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.05 * hvd.size())
mean = tf.keras.metrics.Mean()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for epoch in range(EPOCHS):
    for step, (x, y) in enumerate(train_data):
        loss = train_step(x, y)
        # Horovod: once, after the first step, which has made all variables
        if epoch == 0 and step == 0:
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
    mean.reset_state()
    for x, y in test_data:
        mean.update_state(tf.square(model(x) - y))
    if hvd.rank() == 0:
        print("epoch", epoch, "error", float(mean.result()))
