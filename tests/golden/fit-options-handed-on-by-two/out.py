"""A method hands what its two callers give it on to `fit`, and they give no callbacks; another asks whether there are some."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")


class Coder:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(8), tf.keras.layers.Dense(1)])
        self.model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")

    def pretrain(self, samples, **options):
        shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
        self.model.fit(
            samples[shard],
            samples.sum(axis=1)[shard],
            shuffle=True,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            **{**options, **({} if hvd.rank() == 0 else {"verbose": 0})},
        )

    def train(self, log=False, **options):
        callbacks = [*([tf.keras.callbacks.TensorBoard("logs")] if hvd.rank() == 0 else [])] if log else []
        callbacks += options.get("callbacks", [])
        shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
        self.model.fit(
            x[shard],
            y[shard],
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *callbacks],
            epochs=options["epochs"],
            verbose=1 if hvd.rank() == 0 else 0,
        )


coder = Coder()
coder.pretrain(x[:, :4], epochs=2, batch_size=32)
coder.pretrain(x[:, 4:], epochs=5, batch_size=64)
coder.train(log=True, epochs=20)
coder.train(epochs=5)
