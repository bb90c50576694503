"""The steps are counted in a function that the step's own one calls: a rate is computed from them there."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

images = np.load("images.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
optimizer = tf.keras.optimizers.Adam(0.001 * hvd.size())
steps = tf.Variable(0, trainable=False, dtype=tf.int64)
data = (
    tf.data.Dataset.from_tensor_slices(images)
    .apply(lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size()))
    .shuffle(1000)
    .batch(32)
)
WARM_UP = 1000


def warm_up():
    steps.assign_add(1)
    if steps * hvd.size() < WARM_UP:
        optimizer.lr.assign(0.001 * float(steps * hvd.size() / WARM_UP) * hvd.size())


def train_step(batch):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    warm_up()
    return loss


for epoch in range(10):
    for batch in data:
        train_step(batch)
