"""A callback keeps metrics from epoch to epoch, and weighs the losses by them when the next epoch begins."""

import numpy as np
from tensorflow import keras
from tensorflow.keras import backend as K
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Balance(keras.callbacks.Callback):
    def __init__(self, weight):
        super().__init__()
        self.weight = weight
        self.losses = []

    def on_epoch_begin(self, epoch, logs=None):
        if self.losses:
            share = self.losses[-1] / self.losses[0]
            K.set_value(self.weight, share)

    def on_epoch_end(self, epoch, logs=None):
        loss = logs["loss"]
        self.losses.append(loss)


samples, targets = np.load("samples.npy"), np.load("targets.npy")
inputs = keras.Input((samples.shape[1],))
outputs = [keras.layers.Dense(1, name="first")(inputs), keras.layers.Dense(1, name="second")(inputs)]
weight = K.variable(0.5)
model = keras.Model(inputs, outputs)
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())), "mse", loss_weights=[weight, 1.0]
)
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    samples[shard],
    [targets[shard], targets[shard]],
    epochs=10,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.MetricAverageCallback(),
        Balance(weight),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
