"""A run goes on in the epoch of a number of steps, which a bar begins at, and saves at turns that have a name."""

import sys

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

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.005 * hvd.size())
per_epoch = 50
samples = (
    tf.data.Dataset.from_tensor_slices(np.load("points.npy").astype("float32"))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .batch(4)
    .take(max(1, per_epoch // hvd.size()))
)

def train(step):
    bar = tqdm(range(step * hvd.size() // per_epoch, 10), disable=hvd.rank() != 0)
    for epoch in bar:
        for batch in samples:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(model(batch)))
            tape = hvd.DistributedGradientTape(tape)
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))
            # Horovod: once, after the first step, which has made all variables
            if not getattr(optimizer, "hvd_broadcast_done", False):
                hvd.broadcast_variables(model.variables, root_rank=0)
                hvd.broadcast_variables(optimizer.variables(), root_rank=0)
                optimizer.hvd_broadcast_done = True
            step += 1
            due = step % max(1, 100 // hvd.size()) == 0
            if due and hvd.rank() == 0:
                model.save_weights(f"model-{step}.h5")
step = int(sys.argv[1])
if step:
    model.load_weights(f"model-{step}.h5")
train(step)
