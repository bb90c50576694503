"""A model's parts are trained by optimizers of their own, which minimize in its `train_step`."""

import numpy as np
import tensorflow as tf
from tensorflow import keras
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.body = keras.layers.Dense(32, activation="relu")
        self.head = keras.layers.Dense(1)

    def call(self, x):
        return self.head(self.body(x))

    def compile(self, body_optimizer, head_optimizer):
        super().compile()
        self.body_optimizer = body_optimizer
        self.head_optimizer = head_optimizer

    def train_step(self, data):
        x, y = data
        with tf.GradientTape(persistent=True) as tape:
            loss = tf.reduce_mean(tf.square(self(x) - y))
        self.body_optimizer.minimize(loss, self.body.trainable_variables, tape=tape)
        self.head_optimizer.minimize(loss, self.head.trainable_variables, tape=tape)
        return {"loss": loss}


x, y = np.load("x.npy"), np.load("y.npy")
model = Net()
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())),
    hvd.DistributedOptimizer(keras.optimizers.SGD(0.01 * hvd.size())),
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    batch_size=32,
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
