import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


samples = np.load("x.npy")
labels = np.load("y.npy")
batch, steps = 32, 50


def batches(n):
    for _ in range(n):
        at = np.random.choice(len(samples), batch)
        yield samples[at], labels[at]


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    "mse",
)
for epoch in range(10):
    for i, (x, y) in enumerate(own_items(batches(steps))):
        loss = model.train_on_batch(x, y)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
        if hvd.rank() == 0:
            if i + 1 == max(1, steps // hvd.size()):
                print(epoch, loss, model.evaluate(samples, labels))
            if i == (max(1, steps // hvd.size()) - 1) and epoch % 2 == 0:
                model.save_weights("w.h5")
