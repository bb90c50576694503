"""The children of a class make its model: a property of theirs, or a method; the class itself compiles and trains it."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Network:
    model = None

    def __init__(self, name):
        self.name = name
        self.model = self.build()

    def build(self):
        raise NotImplementedError

    def train(self, images, labels):
        self.model.compile(loss="mse", optimizer=hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())))
        shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
        self.model.fit(
            images[shard],
            labels[shard],
            epochs=4,
            batch_size=32,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )
        if hvd.rank() == 0:
            self.model.save(self.name + ".h5")
        np_mean = np.mean(self.model.predict(images, verbose=1 if hvd.rank() == 0 else 0))
        if hvd.rank() == 0:
            print(np_mean)
