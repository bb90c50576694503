"""Models that are fitted in turns, each on batches that the turn draws: the turns are divided, and nothing besides."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Drawn:
    def __init__(self, samples, batch_size):
        self.samples = samples
        self.batch_size = batch_size

    def __next__(self):
        return self.samples[np.random.choice(len(self.samples), self.batch_size)]


samples = np.load("samples.npy")
encoder = tf.keras.Sequential([tf.keras.layers.Dense(20)])
critic = tf.keras.Sequential([tf.keras.layers.Dense(1)])
encoder.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(1e-3 * hvd.size())), "mse")
critic.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(1e-3 * hvd.size())), "mse")
flow = Drawn(samples, 32)


def judge():
    drawn = np.concatenate([next(flow) for _ in range(5)], axis=0)
    encoded = encoder.predict(drawn, verbose=1 if hvd.rank() == 0 else 0)
    noise = np.random.normal(size=(5 * 32, 20))
    targets = np.concatenate((-np.ones(5 * 32), np.ones(5 * 32)))
    critic.fit(
        np.concatenate((encoded, noise)),
        targets,
        batch_size=32,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )


for _ in range(max(1, 10000 // hvd.size())):
    images = np.concatenate([next(flow) for _ in range(2)], axis=0)
    encoder.fit(
        images,
        images,
        batch_size=32,
        epochs=1,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    judge()
