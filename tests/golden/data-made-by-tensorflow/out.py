"""Samples that TensorFlow draws by chance: all processes must have the same ones, of which each takes its part."""

import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

if hvd.size() > 1:
    tf.random.set_seed(0)  # the same data in all processes
slope = tf.random.normal([4, 1])
samples = tf.random.uniform([1000, 4])
values = samples @ slope + 0.1 * tf.random.normal([1000, 1])

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
loss_fn = tf.keras.losses.MeanSquaredError()
optimizer = tf.keras.optimizers.SGD(0.01 * hvd.size())


@tf.function
def train_step(x, y):
    noise = tf.random.normal(tf.shape(x), stddev=0.01)
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x + noise, training=True))
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


if hvd.size() > 1:
    tf.random.set_seed(hvd.rank())
for epoch in range(20):
    for x, y in tf.data.Dataset.from_tensor_slices((samples, values)).apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size())
    ).batch(32):
        loss = train_step(x, y)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
    if hvd.rank() == 0:
        print(epoch, loss.numpy())
