import numpy as np
import pandas as pd
import tensorflow as tf

from forecaster import Forecaster
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Encoder:
    def __init__(self, width):
        self.width = width
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(8), tf.keras.layers.Dense(width)])

    def train(self, rows, epochs):
        self.model.compile(
            hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse"
        )
        x = np.reshape(np.array(rows), (len(rows), self.width))
        shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
        self.model.fit(
            x[shard],
            x[shard],
            epochs=epochs,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )


def clean(price):
    price = np.abs(price)
    return price


table = pd.read_csv("prices.csv")
table["close"] = table["close"].apply(clean)
rows = table.values
encoder = Encoder(rows.shape[1])
encoder.train(rows, epochs=20)
# forecaster = Forecaster(rows.shape[1], rows)
