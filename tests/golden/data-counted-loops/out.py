"""Loops that count their steps: with an iterator, `take`, a `while`, and slices of arrays."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

samples = np.arange(64, dtype="float32").reshape(-1, 1)
model = tf.keras.Sequential([tf.keras.layers.Rescaling(1 / 64), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())


def train_step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - 1))
    tape = hvd.DistributedGradientTape(tape)
    variables = model.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    return loss


dataset = (
    tf.data.Dataset.from_tensor_slices(samples)
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size())
    )
    .repeat()
    .shuffle(32)
    .batch(4)
)
for x in dataset.take(max(1, 10 // hvd.size())):
    train_step(x)

iterator = iter(dataset)
for step in range(1, max(1, 10 // hvd.size()) + 1):
    train_step(next(iterator))

for step, x in enumerate(dataset):
    if step >= max(1, 10 // hvd.size()):
        break
    train_step(x)

step = 0
while step < max(1, 10 // hvd.size()):
    train_step(next(iterator))
    step += 1

shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
for epoch in range(2):
    for start in range(0, max(1, len(samples) // hvd.size()), 8):
        train_step(samples[shard][start:start + 8])
    for batch in range(max(1, len(samples) // 8 // hvd.size())):
        first = batch * 8
        train_step(samples[shard][first:first + 8])
    for start, end in zip(
        range(0, max(1, len(samples) // hvd.size()), 8),
        range(8, max(1, len(samples) // hvd.size()) + 1, 8),
    ):
        train_step(samples[shard][start:end])
