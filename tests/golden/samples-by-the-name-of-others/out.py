"""Another class has an attribute by the name of the samples that a reader shuffles: each process still has an order of its own."""
import pickle
import sys

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Packer:
    def __init__(self, size):
        self.samples = [[float(i)] * 8 for i in range(size)]

    def pack(self, path):
        if hvd.rank() == 0:
            with open(path, "wb") as file:
                pickle.dump(self.samples, file)


class Reader:
    def __init__(self, path, size):
        self.place, self.size = 0, size
        with open(path, "rb") as file:
            self.samples = pickle.load(file)
        np.random.shuffle(self.samples)

    def batch(self):
        if self.place + self.size >= len(self.samples):
            self.place = 0
            np.random.shuffle(self.samples)
        self.place += self.size
        return self.samples[self.place - self.size : self.place]


def train(steps=10000):
    reader = Reader("train.pkl", 32)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.Adam(1e-3 * hvd.size())
    for step in range(max(1, steps // hvd.size())):
        x = tf.constant(np.array(reader.batch(), "float32"))
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x)))
        tape = hvd.DistributedGradientTape(tape)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        # Horovod: once, after the first step, which has made all variables
        if step == 0:
            hvd.broadcast_variables(model.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)


if sys.argv[1] == "pack":
    Packer(1000).pack("packed.pkl")
else:
    train()
