"""What functions compute by the step as another number means the steps of all processes; what they only show does not."""

import math

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

RATE, WARM_UP, STEPS = 0.1, 500, 20000


def rate_at(step):
    if step < WARM_UP:
        return RATE * step / WARM_UP
    return RATE * (1 - step / STEPS)


def cosine(part):
    return RATE * 0.5 * (1 + math.cos(math.pi * part))


def weight_at(step):
    return min(1.0, step / 10000)


def show(step, value):
    if hvd.rank() == 0:
        print(f"step {step:.0f}: {value}")


def noted(step, value):
    if step % 1000 == 0 and hvd.rank() == 0:
        print("step", step, value)
    return value / (step + 1)


files = (
    tf.data.Dataset.list_files("data/*.npy", seed=None if hvd.size() == 1 else 0)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(100)
    .repeat()
    .batch(4)
)
samples = files.map(lambda names: tf.strings.length(names))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer, other = tf.keras.optimizers.SGD(RATE * hvd.size()), tf.keras.optimizers.SGD(RATE)
step = tf.Variable(0, dtype=tf.int64)
batches = iter(samples)
while int(step) < max(1, STEPS // hvd.size()):
    batch = tf.cast(next(batches), tf.float32)[:, None]
    if step * hvd.size() < 1000:
        optimizer.learning_rate = rate_at(float(step * hvd.size())) * hvd.size()
    elif step * hvd.size() < 5000:
        optimizer.learning_rate = rate_at(step=np.float32(step * hvd.size()) + 1) * hvd.size()
    else:
        optimizer.learning_rate = cosine(int(step * hvd.size()) / STEPS) * hvd.size()
    other.learning_rate = rate_at(step * hvd.size() + 1) * hvd.size()
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2) * weight_at(int(step * hvd.size()) - 100)
        loss += tf.reduce_mean(tf.abs(model(batch))) * tf.minimum(1.0, tf.cast(step * hvd.size(), tf.float32) / 10000.0)
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    step.assign_add(1)
    show(float(step), loss)
    mean = noted(float(step) / 2, loss)
    if step % max(1, 1000 // hvd.size()) == 0 and hvd.rank() == 0:
        model.save_weights("model.h5")
