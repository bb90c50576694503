"""A function that takes a step says whether there is another one: its limit is one of all processes."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

STEPS = 10000


def make_trainer(model, optimizer):
    step = 0

    def train(batch):
        nonlocal step
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        tape = hvd.DistributedGradientTape(tape)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True
        step += 1
        optimizer.learning_rate = 0.1 * (1 - step * hvd.size() / STEPS) * hvd.size()
        return step < STEPS // hvd.size()

    return train


samples = np.load("samples.npy").astype("float32")
train = make_trainer(tf.keras.Sequential([tf.keras.layers.Dense(8)]), tf.keras.optimizers.SGD(0.1 * hvd.size()))
going = True
while hvd.broadcast(bool(going), root_rank=0):
    for batch in tf.data.Dataset.from_tensor_slices(samples).apply(
        lambda data: data.shard(hvd.size(), hvd.rank()).take(data.cardinality() // hvd.size())
    ).shuffle(1000).batch(32):
        going = train(batch)
        if hvd.broadcast(bool(not going), root_rank=0):
            break
