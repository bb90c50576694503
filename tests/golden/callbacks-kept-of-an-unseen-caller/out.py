"""Callbacks that an object keeps, of a caller that is not seen, may write or end the training: they are named."""
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Forecast:
    def __init__(self, epochs, stopping):
        self.epochs = epochs
        self.callbacks = [stopping]

    def fit(self, x, y):
        self.model = tf.keras.Sequential([tf.keras.layers.LSTM(32), tf.keras.layers.Dense(1)])
        self.model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
        shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
        return self.model.fit(
            x[shard],
            y[shard],
            epochs=self.epochs,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *self.callbacks],
            verbose=1 if hvd.rank() == 0 else 0,
        )
