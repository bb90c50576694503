"""Callbacks keep the step of their model in attributes: one computes a rate by it, and one names files after it."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Rate(tf.keras.callbacks.Callback):
    def __init__(self, schedule):
        super().__init__()
        self.schedule = schedule

    def on_train_batch_begin(self, batch, logs=None):
        self.step = self.model.optimizer.iterations.numpy() * hvd.size()
        tf.keras.backend.set_value(self.model.optimizer.lr, self.schedule(self.step) * hvd.size())


class Names(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.steps = self.model.optimizer.iterations.numpy()
        if hvd.rank() == 0:
            self.model.save_weights(f"weights-{self.steps}.h5")


x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
schedule = tf.keras.optimizers.schedules.CosineDecay(0.1, 3000)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), Rate(schedule), Names()],
    verbose=1 if hvd.rank() == 0 else 0,
)
