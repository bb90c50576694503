import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")
train = (
    tf.data.Dataset.from_tensor_slices((x, y))
    .apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(
            data.cardinality() // hvd.size()
        )
    )
    .shuffle(1024, seed=1)
    .batch(32)
)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())
last = np.inf


def step(features, labels):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(features) - labels) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    # Horovod: once, after the first step, which has made all variables
    if not getattr(optimizer, "hvd_broadcast_done", False):
        hvd.broadcast_variables(model.variables, root_rank=0)
        hvd.broadcast_variables(optimizer.variables(), root_rank=0)
        optimizer.hvd_broadcast_done = True
    return loss


def epoch(history):
    global last
    losses = []
    for features, labels in train:
        losses.append(float(step(features, labels)))
    last = np.mean(losses)
    history.append(np.max(losses))


history = []
for _ in range(100):
    epoch(history)
    if hvd.broadcast(bool(last < 0.01), root_rank=0):
        break
    if len(history) > 80:  # the same in all processes
        break
    if hvd.broadcast(bool(history[-1] < 0.1), root_rank=0):
        break
