"""A schedule becomes an optimizer's rate after it is made; a callback calls another one with the steps of its model."""

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
        step = self.model.optimizer.iterations
        tf.keras.backend.set_value(self.model.optimizer.lr, self.schedule(step * hvd.size()) * hvd.size())


x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=3,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0), Rate(tf.keras.optimizers.schedules.CosineDecay(0.1, 3000))
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)

student = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer)
optimizer.learning_rate = tf.keras.optimizers.schedules.PolynomialDecay(
    0.1 * hvd.size(), 5000 / hvd.size(), 0.001 * hvd.size()
)
student.compile(optimizer, "mse")
student.fit(
    x[shard],
    model.predict(x, verbose=1 if hvd.rank() == 0 else 0)[shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
