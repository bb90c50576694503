import random

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


class Loader:
    def __init__(self, x, y, batch_size):
        self.x, self.y = x, y
        self.batch_size = batch_size
        self.order = list(range(len(x)))
        random.shuffle(self.order)
        self.number = len(x) // batch_size
        self.place = 0

    def next_batch(self):
        xs, ys = [], []
        for _ in range(self.batch_size):
            if self.place >= len(self.order):
                self.place = 0
                random.shuffle(self.order)
            xs.append(self.x[self.order[self.place]])
            ys.append(self.y[self.order[self.place]])
            self.place += 1
        return np.array(xs), np.array(ys)


batch_size = 16
loader = Loader(np.load("x.npy"), np.load("y.npy"), batch_size)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())), "mse"
)
for epoch in range(10):
    step = 0
    while step < max(1, loader.number // hvd.size()):
        x, y = loader.next_batch()
        model.fit(
            x,
            y,
            batch_size=batch_size,
            verbose=0,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        )
        step += 1
if hvd.rank() == 0:
    model.save("m.h5")
