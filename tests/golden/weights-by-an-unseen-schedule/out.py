import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


@tf.function
def train_step(batch, rate):
    with tf.GradientTape() as tape:
        x, y = batch
        loss = tf.reduce_mean((model(x) - y) ** 2) * rate
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    return loss


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())
from other import schedule
data = (
    tf.data.Dataset.from_tensor_slices((np.load("x.npy"), np.load("y.npy")))
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
    .repeat(10)
)
for turn, batch in enumerate(data):
    rate = schedule(turn * hvd.size())
    loss = train_step(batch, rate)
    # Horovod: once, after the first step, which has made all variables
    if turn == 0:
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
    if turn % 100 == 0 and hvd.rank() == 0:
        print(float(loss))
