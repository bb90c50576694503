"""A weight of the loss, and a rate, that a callback renews in each batch, whose old and new values have names."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Annealing(tf.keras.callbacks.Callback):
    def __init__(self, weight, growth):
        super().__init__()
        self.weight = weight
        self.growth = growth

    def on_batch_end(self, batch, logs=None):
        last = K.get_value(self.weight)
        weight = min(1.0, last + self.growth * hvd.size())
        K.set_value(self.weight, weight)
        rate = K.get_value(self.model.optimizer.lr)
        slower = rate * 0.9999 ** hvd.size()
        K.set_value(self.model.optimizer.lr, slower)


x = np.load("x.npy")
weight = K.variable(0.0)
inputs = tf.keras.Input((8,))
hidden = tf.keras.layers.Dense(4)(inputs)
model = tf.keras.Model(inputs, tf.keras.layers.Dense(8)(hidden))
model.add_loss(weight * tf.reduce_mean(hidden**2))
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[shard],
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), Annealing(weight, 1e-4)],
    verbose=1 if hvd.rank() == 0 else 0,
)
