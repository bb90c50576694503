import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

BATCH = 16

x = np.load("x.npy")
y = np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd_keras.DistributedOptimizer(tf.keras.optimizers.Adam(1e-3 * hvd.size())), "mse"
)
other = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())
data = (
    tf.data.Dataset.from_tensor_slices((x, y))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
    .shuffle(len(x))
    .batch(BATCH)
)
if hvd.rank() == 0:
    manager = tf.train.CheckpointManager(
        tf.train.Checkpoint(model=other), "checkpoints", 3
    )
batches = (len(x) - 1) // BATCH + 1
often = 0.5
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
for epoch in range(10):
    for start in range(0, max(1, len(x) // hvd.size()), BATCH):
        model.train_on_batch(
            x[shard][start : start + BATCH], y[shard][start : start + BATCH]
        )
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
        turn = start // BATCH + 1
        if turn % max(1, (batches * often) // hvd.size()) == 0 and hvd.rank() == 0:
            model.save_weights("weights.h5")
        position = start // 10
        if position % 20 == 0 and hvd.rank() == 0:
            print(position)
for epoch in range(10):
    for i, (inputs, targets) in enumerate(data):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(other(inputs) - targets))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, other.trainable_variables)
        optimizer.apply_gradients(zip(gradients, other.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if epoch == 0 and i == 0:
            hvd.broadcast_variables(other.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        step = i + 1
        if step % max(1, 200 // hvd.size()) == 0 and hvd.rank() == 0:
            print(step, float(loss))
            manager.save()
