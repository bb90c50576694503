"""A script that its author has begun to distribute: the function that trains initialises Horovod itself."""

import horovod.tensorflow.keras as hvd
import numpy as np
import tensorflow as tf


class Trainer:
    def __init__(self):
        hvd.init()
        gpus = tf.config.experimental.list_physical_devices("GPU")
        for gpu in gpus:
            tf.config.experimental.set_memory_growth(gpu, True)
        if gpus:
            tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")
        self.images = np.load("digits.npy")
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(784,))])
        self.model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")

    def run(self):
        shard = slice(hvd.rank(), len(self.images) // hvd.size() * hvd.size(), hvd.size())
        self.model.fit(
            self.images[shard],
            np.ones(len(self.images))[shard],
            batch_size=32,
            epochs=3,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )
        if hvd.rank() == 0:
            self.model.save("digits.h5")


trainer = Trainer()
trainer.run()
