"""A loss that grows with the part of an epoch that is done: each process has a part of its turns."""

import argparse

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

parser = argparse.ArgumentParser()
parser.add_argument("--turns", type=int, default=100)
args = parser.parse_args()
x = np.random.RandomState(0).normal(size=(256, 3)).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
data = iter(
    tf.data.Dataset.from_tensor_slices(x)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .repeat()
    .batch(8)
)
for epoch in range(3):
    for turn in range(max(1, args.turns // hvd.size())):
        done = epoch + turn / max(1, args.turns // hvd.size())
        batch = next(data)
        with tf.GradientTape() as tape:
            loss = done * tf.reduce_mean(tf.square(model(batch)))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if epoch == 0 and turn == 0:
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
