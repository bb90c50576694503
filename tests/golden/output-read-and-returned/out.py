"""What a callback writes is read back in a function, in the statement that returns it: one wait serves both."""
import json

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


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


x, y = np.load("x.npy"), np.load("y.npy")


class Losses(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.losses = []

    def on_epoch_end(self, epoch, logs=None):
        self.losses.append(float(logs["loss"]))
        if hvd.rank() == 0:
            with open("losses.json", "w") as file:
                json.dump(self.losses, file)


def train(width):
    model = keras.Sequential([keras.layers.Dense(width), keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.01 * hvd.size())), "mse")
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        y[shard],
        epochs=3,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), Losses()],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    barrier()  # until rank 0 has written losses.json
    with open("losses.json") as file:
        return json.load(file)[-1], model


results = [train(width) for width in (8, 16, 32)]
if hvd.rank() == 0:
    print(min(loss for loss, _ in results))
