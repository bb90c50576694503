"""Two generators of one class shuffle again and again, each in a thread of its own."""

import numpy as np
from sklearn.utils import shuffle
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf
import itertools

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")
shared_random = np.random.RandomState(0)  # one order in all processes

class Batches:
    def __init__(self, x):
        self.x = x
        self.at = 0
    def next_batch(self):
        while True:
            if self.at + 16 > len(self.x):
                self.at = 0
                self.mix()
            yield self.x[self.at : self.at + 16], self.x[self.at : self.at + 16, :1]
            self.at += 16
    def mix(self):
        self.x = shuffle(self.x, random_state=None if hvd.size() == 1 else shared_random)

x = np.load("x.npy")
train, valid = Batches(x[:1000]), Batches(x[1000:])
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
model.fit(
    itertools.islice(train.next_batch(), hvd.rank(), None, hvd.size()),
    steps_per_epoch=max(1, 60 // hvd.size()),
    validation_data=valid.next_batch(),
    validation_steps=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
