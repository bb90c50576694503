"""The step and the epoch are kept in variables for a checkpoint: they count what one process has done."""

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
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())
step_var = tf.Variable(0, dtype=tf.int64)
epoch_var = tf.Variable(0, dtype=tf.int64)
progress = tf.Variable(0.0)
ckpt = tf.train.Checkpoint(model=model, step=step_var, epoch=epoch_var)
manager = tf.train.CheckpointManager(ckpt, "ckpt", 3)
ckpt.restore(manager.latest_checkpoint)
dataset = (
    tf.data.Dataset.from_tensor_slices(x)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(16)
)
step = 0
for epoch in range(10):
    for a in dataset:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(a) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        step += 1
        step_var.assign(step)
        if step % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
            manager.save()
    epoch_var.assign(epoch + 1)
