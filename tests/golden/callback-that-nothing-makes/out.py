"""A callback that sets the rate by a schedule, which may give the one before, is written and not used."""

import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Scheduled(keras.callbacks.Callback):
    def __init__(self, schedule):
        super(Scheduled, self).__init__()
        self.schedule = schedule

    def on_epoch_begin(self, epoch, logs=None):
        rate = float(keras.backend.get_value(self.model.optimizer.learning_rate))
        keras.backend.set_value(self.model.optimizer.learning_rate, self.schedule(epoch, rate))


images, labels = np.load("images.npy"), np.load("labels.npy")
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10, activation="softmax")])
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "sparse_categorical_crossentropy"
)
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    images[shard],
    labels[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
