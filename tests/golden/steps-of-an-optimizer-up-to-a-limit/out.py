import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

data = (
    tf.data.Dataset.from_tensor_slices((np.load("x.npy"), np.load("y.npy")))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .repeat()
    .shuffle(1000)
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
optimizer = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size()))
checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer)
manager = tf.train.CheckpointManager(checkpoint, "checkpoints", max_to_keep=3)
checkpoint.restore(manager.latest_checkpoint)

batches = iter(data)
optimizer.iterations.assign(hvd.broadcast(optimizer.iterations, root_rank=0))  # where rank 0 goes on
while optimizer.iterations < max(1, 10000 // hvd.size()):
    x, y = next(batches)
    with tf.GradientTape() as tape:
        loss = optimizer.get_scaled_loss(tf.reduce_mean(tf.square(model(x) - y)))
    tape = hvd.DistributedGradientTape(tape)
    gradients = optimizer.get_unscaled_gradients(tape.gradient(loss, model.trainable_variables))
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    if optimizer.iterations.numpy() % max(1, 1000 // hvd.size()) == 0 and hvd.rank() == 0:
        manager.save()
