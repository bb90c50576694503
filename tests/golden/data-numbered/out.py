"""Loops over data whose turns are numbered by the dataset, by a range beside it, or through a library."""

import tensorflow as tf
from tqdm import tqdm
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

samples = tf.data.Dataset.from_tensor_slices(tf.range(100.0))
samples = samples.shard(hvd.size(), hvd.rank()).take(samples.cardinality() // hvd.size())
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())
checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer)


@tf.function
def train_step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x[:, None]) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def train(batches, steps):
    for step, batch in batches.repeat().take(max(1, steps // hvd.size())).enumerate():
        train_step(batch)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        if (step + 1) % max(1, 500 // hvd.size()) == 0 and hvd.rank() == 0:
            checkpoint.save("checkpoints/numbered")
    for step, batch in batches.repeat().enumerate().take(max(1, steps // hvd.size())):
        train_step(batch)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        if (step + 1) % max(1, 500 // hvd.size()) == 0 and hvd.rank() == 0:
            checkpoint.save("checkpoints/taken")
    for step, batch in zip(range(max(1, steps // hvd.size())), batches.repeat()):
        train_step(batch)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        if (step + 1) % max(1, 500 // hvd.size()) == 0 and hvd.rank() == 0:
            checkpoint.save("checkpoints/beside")
    for batch, step in zip(batches, range(len(batches))):
        train_step(batch)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    for step, batch in tqdm(enumerate(batches), total=len(batches), disable=hvd.rank() != 0):
        train_step(batch)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        if step % max(1, 10 // hvd.size()) == max(1, 10 // hvd.size()) - 1 and hvd.rank() == 0:
            checkpoint.save("checkpoints/shown")


train(samples.shuffle(100).batch(4), 4000)
