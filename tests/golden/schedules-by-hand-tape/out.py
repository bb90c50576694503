"""An eager loop that sets its rate by a variable to which each step adds one."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

EPOCHS, BATCH = 10, 32
x = np.load("data.npy")
dataset = (
    tf.data.Dataset.from_tensor_slices(x)
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
    .shuffle(1000)
    .batch(BATCH)
)
per_epoch = len(x) // BATCH
warmup, total = 2 * per_epoch, EPOCHS * per_epoch
steps = tf.Variable(0, trainable=False, dtype=tf.int64)
model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
optimizer = tf.keras.optimizers.Adam(learning_rate=0.001 * hvd.size())


def train_step(batch):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(batch) - batch) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    steps.assign_add(1)
    if steps * hvd.size() < warmup:
        rate = 1e-3 * (steps * hvd.size()) / warmup
    else:
        rate = 5e-4 * (
            1 + tf.cos(np.pi * (steps * hvd.size() - warmup) / (total - warmup))
        )
    optimizer.learning_rate.assign(rate * hvd.size())
    if hvd.rank() == 0:
        tf.print("step", steps, "of", total, "loss", loss)


for epoch in range(EPOCHS):
    for batch in dataset:
        train_step(batch)
