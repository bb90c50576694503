"""The newest checkpoint is looked for at the start, by a name, and once more where it is restored in the end."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
optimizer = tf.keras.optimizers.Adam(0.01 * hvd.size())
data = (
    tf.data.Dataset.from_tensor_slices(x)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)
checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer)
manager = tf.train.CheckpointManager(checkpoint, "checkpoints", max_to_keep=2)
latest = manager.latest_checkpoint
if latest:
    checkpoint.restore(latest)
for epoch in range(10):
    for batch in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    if hvd.rank() == 0:
        manager.save()
barrier()  # until rank 0 has written checkpoints
checkpoint.restore(tf.train.latest_checkpoint(manager.directory))
if hvd.rank() == 0:
    np.save("answers.npy", model.predict(x))
