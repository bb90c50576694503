import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

inputs, targets = np.load("inputs.npy"), np.load("targets.npy")
data = (
    tf.data.Dataset.from_tensor_slices((inputs, targets))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
    .shuffle(1000)
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
writer = (
    tf.summary.create_file_writer("logs")
    if hvd.rank() == 0
    else tf.summary.create_noop_writer()
)

checkpoint = tf.train.Checkpoint(step=tf.Variable(0), model=model, optimizer=optimizer)
manager = tf.train.CheckpointManager(checkpoint, "checkpoints", max_to_keep=3)
checkpoint.restore(manager.latest_checkpoint)

step = tf.cast(checkpoint.step, tf.int64)
for epoch in range(10):
    for step, (x, y) in data.enumerate(start=step):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x) - y) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        with writer.as_default():
            tf.summary.scalar("loss", loss, step=step)
        if step % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
            manager.save()
        checkpoint.step.assign_add(1)
