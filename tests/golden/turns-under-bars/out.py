"""Bars around what is numbered and around a range that goes on: the turns are those without them."""

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

STEPS = 1000
x, y = np.load("x.npy"), np.load("y.npy")
data = (
    tf.data.Dataset.from_tensor_slices((x, y))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .repeat()
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
optimizer = tf.keras.optimizers.SGD(0.1 * hvd.size())
losses = np.zeros(max(1, STEPS // hvd.size()))
for i, (images, labels) in tqdm(
    enumerate(data.take(max(1, STEPS // hvd.size()))),
    total=max(1, STEPS // hvd.size()),
    disable=hvd.rank() != 0,
):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(images) - labels) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if i == 0:
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
    losses[i] = loss
if hvd.rank() == 0:
    print(losses.mean())
