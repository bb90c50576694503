"""A loop takes its batches from an iterator, and now and then one to validate on from another."""

import tensorflow as tf
from ours import test_samples, train_samples
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

SPEC = (tf.TensorSpec([4], tf.float32), tf.TensorSpec([1], tf.float32))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())


def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_weights)
    optimizer.apply_gradients(zip(gradients, model.trainable_weights))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    return loss


def train(batches, others, steps, period):
    for step in range(max(1, steps // hvd.size())):
        x, y = next(batches)
        loss = train_step(x, y)
        if (step + 1) % max(1, period // hvd.size()) == 0:
            x_other, y_other = next(others)
            if hvd.rank() == 0:
                print(step, float(loss), float(tf.reduce_mean((model(x_other) - y_other) ** 2)))


train(
    iter(
        tf.data.Dataset.from_generator(train_samples, output_signature=SPEC)
        .shard(hvd.size(), hvd.rank())
        .repeat()
        .batch(32)
    ),
    iter(tf.data.Dataset.from_generator(test_samples, output_signature=SPEC).batch(32)),
    1000,
    50,
)
