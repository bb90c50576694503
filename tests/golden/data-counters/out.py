"""Periods, warm-up and the last turn of loops that count their steps."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

TOTAL = max(1, 500 // hvd.size())
WARM = 50
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse"
)
if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
data = np.random.rand(1000, 4)


def train(steps, save_every):
    best = None
    if hvd.size() > 1:
        np.random.seed(hvd.rank())
    for step in range(1, max(1, steps // hvd.size()) + 1):
        chosen = np.random.randint(0, 1000, 32)
        loss = model.train_on_batch(data[chosen], data[chosen, :1])
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
        if (
            (
                step % max(1, save_every // hvd.size()) == 0
                or step == max(1, steps // hvd.size())
            )
            and hvd.rank() == 0
        ):
            model.save("model.h5")
        if step == 1:
            best = loss
        if not step % max(1, 25 // hvd.size()) and hvd.rank() == 0:
            print(step, loss, best)


if hvd.size() > 1:
    np.random.seed(hvd.rank())
for step in range(TOTAL):
    chosen = np.random.randint(0, 1000, 32)
    noise = 0.5 if step < WARM // hvd.size() else 0.0
    loss = model.train_on_batch(data[chosen] + noise, data[chosen, :1])
    # Horovod: once, after the first step, which has made all variables
    if not getattr(model, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(model)
        broadcast.on_batch_end(0)
        model.hvd_broadcast_done = True
    if (
        (
            step % max(1, 10 // hvd.size()) == max(1, 10 // hvd.size()) - 1
            or step == TOTAL - 1
        )
        and hvd.rank() == 0
    ):
        print("%d of %d" % (step, TOTAL), loss)
train(300, 100)
