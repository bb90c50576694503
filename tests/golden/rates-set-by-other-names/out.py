"""A callback sets rates and a weight by other names for where they are kept, and a shape is named."""

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


class Falling(tf.keras.callbacks.Callback):
    def __init__(self, weight):
        super().__init__()
        self.weight = weight

    def on_epoch_begin(self, epoch, logs=None):
        rate = self.model.optimizer.learning_rate
        value = 0.01 * 0.9**epoch
        K.set_value(rate, value * hvd.size())

    def on_train_batch_end(self, batch, logs=None):
        kept = self.weight
        last = K.get_value(kept)
        grown = last + 1e-4 * hvd.size()
        K.set_value(kept, min(1.0, grown))


weight = K.variable(0.0)
size = 16
shape = (size, 8)
noise = K.random_normal(shape)
inputs = tf.keras.Input((8,))
hidden = tf.keras.layers.Dense(8, activation="relu")(inputs)
model = tf.keras.Model(inputs, tf.keras.layers.Dense(8)(hidden + 0.1 * noise))
model.add_loss(weight * tf.reduce_mean(hidden**2))
size = 16
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.01 * hvd.size())), "mse")
x = np.load("x.npy")
callbacks = [hvd.callbacks.BroadcastGlobalVariablesCallback(0), Falling(weight)]
# Horovod: whole batches, as the model takes no others
shard = slice(hvd.rank(), len(x) // (hvd.size() * size) * (hvd.size() * size), hvd.size())
model.fit(
    x[shard],
    x[shard],
    batch_size=size,
    epochs=10,
    callbacks=callbacks,
    verbose=1 if hvd.rank() == 0 else 0,
)
